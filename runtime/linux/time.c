// A clock that depends on the path alone: it starts at 2025-01-01, goes on by a millisecond whenever it is
// read, and by the time of each sleep.
#include "linux.h"

enum { START = 1735689600, STEP = 1000000, BILLION = 1000000000 };

static long passed_seconds, passed_nanoseconds;

void linux_pass(long seconds, long nanoseconds) {
  passed_seconds += seconds + nanoseconds / BILLION;
  passed_nanoseconds += nanoseconds % BILLION;
  if (passed_nanoseconds >= BILLION) {
    passed_nanoseconds -= BILLION;
    passed_seconds++;
  }
}

struct timespec linux_now(void) {
  return (struct timespec){.tv_sec = START + passed_seconds, .tv_nsec = passed_nanoseconds};
}

static int is_wall(int clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static int is_clock(int clock) { return clock >= 0 && clock <= CLOCK_TAI && clock != 10; }

// Seconds of the wall clock when the program begins, or of the others, which begin with the machine.
static unsigned long begin(int wall) {
  static unsigned long kept[2][2];
  return wall ? linux_pinned_once(kept[1], LINUX_PIN_CLOCK, START, 1ul << 30, 1ul << 33)
              : linux_pinned_once(kept[0], LINUX_PIN_CLOCK, 0, 0, 1ul << 30);
}

static unsigned long now_nanoseconds(void) {
  return linux_pinned(LINUX_PIN_CLOCK, (unsigned long)passed_nanoseconds, 0, BILLION - 1);
}

long linux_clock_gettime(int clock, struct timespec* result) {
  if (!is_clock(clock)) return -EINVAL;
  if (!result) return -EFAULT;
  linux_pass(0, STEP);
  result->tv_sec = passed_seconds + (long)begin(is_wall(clock));
  result->tv_nsec = (long)now_nanoseconds();
  return 0;
}

long linux_clock_getres(int clock, struct timespec* result) {
  if (!is_clock(clock)) return -EINVAL;
  if (result) *result = (struct timespec){.tv_sec = 0, .tv_nsec = 1};
  return 0;
}

long linux_gettimeofday(long result[2], int zone[2]) {
  linux_pass(0, STEP);
  if (result) {
    result[0] = (long)begin(1) + passed_seconds;
    result[1] = (long)now_nanoseconds() / 1000;
  }
  if (zone) zone[0] = zone[1] = 0;
  return 0;
}

long linux_time(long* result) {
  linux_pass(0, STEP);
  long now = (long)begin(1) + passed_seconds;
  if (result) *result = now;
  return now;
}

long linux_nanosleep(int clock, int flags, const struct timespec* request, struct timespec* rest) {
  if (!is_clock(clock)) return -EINVAL;
  if (!request) return -EFAULT;
  long seconds = bonsai_concrete(request->tv_sec), nanoseconds = bonsai_concrete(request->tv_nsec);
  if (seconds < 0 || nanoseconds < 0 || nanoseconds >= BILLION) return -EINVAL;
  if (flags & TIMER_ABSTIME) {
    seconds -= passed_seconds + (is_wall(clock) ? START : 0);
    nanoseconds -= passed_nanoseconds;
    if (nanoseconds < 0) {
      nanoseconds += BILLION;
      seconds--;
    }
    if (seconds < 0) return 0;
  }
  int error = __bonsai_fails(BONSAI_CALL_SLEEP);  // at once: all of the time is left
  if (error && !(flags & TIMER_ABSTIME) && rest) *rest = *request;
  if (error) return -error;
  linux_pass(seconds, nanoseconds);
  return 0;
}

long linux_times(long result[4]) {
  linux_pass(0, STEP);
  long ticks = (long)linux_pinned(
      LINUX_PIN_CLOCK, (unsigned long)(passed_seconds * 100 + passed_nanoseconds / (BILLION / 100)), 0,
      1ul << 37);
  if (result) {
    result[0] = ticks;
    result[1] = result[2] = result[3] = 0;
  }
  return ticks;
}

// Timers are kept but never ring.
static long timers[3][4];

static void note_timer(long first, long second) {
  if (bonsai_is_symbolic((unsigned long)first) || bonsai_is_symbolic((unsigned long)second) || first || second)
    bonsai_note("a timer of the process never rings");
}

long linux_setitimer(int which, const long value[4], long old[4]) {
  if (which < 0 || which > 2) return -EINVAL;
  if (value) note_timer(value[2], value[3]);
  for (int i = 0; i < 4; i++) {
    if (old) old[i] = timers[which][i];
    if (value) timers[which][i] = value[i];
  }
  return 0;
}

long linux_alarm(unsigned seconds) {
  long before = timers[0][2];
  note_timer(seconds, 0);
  timers[0][2] = seconds;
  return before;
}
