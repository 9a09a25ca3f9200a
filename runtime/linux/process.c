// Who and where the process is, and what it may use: all fixed.
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "linux.h"

static void put(char* to, const char* text) { memcpy(to, text, strlen(text) + 1); }

long linux_uname(struct utsname* result) {
  if (!result) return -EFAULT;
  memset(result, 0, sizeof *result);
  put(result->sysname, "Linux");
  put(result->nodename, "bonsai");
  static unsigned long kept[6][2];
  for (int i = 0; i < 6; i++)
    result->nodename[i] =
        (char)linux_pinned_once(kept[i], LINUX_PIN_HOST, (unsigned char)"bonsai"[i], 1, 255);
  put(result->release, "6.1.0");
  put(result->version, "#1 SMP");
  put(result->machine, "x86_64");
  put(result->domainname, "(none)");
  return 0;
}

#define ANY {RLIM_INFINITY, RLIM_INFINITY}
static struct rlimit limits[RLIM_NLIMITS] = {ANY,
                                             ANY,
                                             ANY,
                                             [RLIMIT_STACK] = {8 << 20, RLIM_INFINITY},
                                             [RLIMIT_CORE] = {0, RLIM_INFINITY},
                                             ANY,
                                             [RLIMIT_NPROC] = {4096, 4096},
                                             [RLIMIT_NOFILE] = {1024, 4096},
                                             [RLIMIT_MEMLOCK] = {8 << 20, 8 << 20},
                                             ANY,
                                             ANY,
                                             [RLIMIT_SIGPENDING] = {4096, 4096},
                                             [RLIMIT_MSGQUEUE] = {819200, 819200},
                                             [RLIMIT_NICE] = {0, 0},
                                             [RLIMIT_RTPRIO] = {0, 0},
                                             ANY};

unsigned long linux_descriptor_limit(void) { return limits[RLIMIT_NOFILE].rlim_cur; }

long linux_prlimit(int pid, int resource, const struct rlimit* value, struct rlimit* old) {
  if (resource < 0 || resource >= RLIM_NLIMITS) return -EINVAL;
  if (pid && pid != LINUX_PID) return -ESRCH;
  struct rlimit* limit = &limits[resource];
  struct rlimit before = *limit;
  if (value) {
    struct rlimit wanted = {(rlim_t)bonsai_concrete((long)value->rlim_cur),
                            (rlim_t)bonsai_concrete((long)value->rlim_max)};
    if (wanted.rlim_cur > wanted.rlim_max) return -EINVAL;
    if (wanted.rlim_max > limit->rlim_max) return -EPERM;
    *limit = wanted;
  }
  if (old) *old = before;
  return 0;
}

long linux_getrusage(int who, struct rusage* result) {
  if (who < -1 || who > 1) return -EINVAL;
  if (!result) return -EFAULT;
  memset(result, 0, 18 * sizeof(long));  // the C library's struct has more behind
  struct timespec now = linux_now();
  result->ru_utime.tv_usec =
      (long)linux_pinned(LINUX_PIN_CLOCK, (unsigned long)now.tv_nsec / 1000, 0, 999999);
  result->ru_maxrss = 1024;
  return 0;
}

long linux_sysinfo(struct sysinfo* result) {
  if (!result) return -EFAULT;
  memset(result, 0, 112);  // the kernel's size
  result->uptime = (long)linux_pinned(LINUX_PIN_CLOCK, 1000, 0, 1ul << 30);
  result->totalram = 4ul << 30;
  result->freeram = 2ul << 30;
  result->procs = 1;
  result->mem_unit = 1;
  return 0;
}

// The same numbers in every run.
static unsigned long random_state = 88172645463325252ul;

long linux_getrandom(unsigned char* buffer, unsigned long size) {
  if (!buffer && size) return -EFAULT;
  for (unsigned long i = 0; i < size; i++) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    buffer[i] = (unsigned char)linux_pinned(LINUX_PIN_RANDOM, (random_state >> 24) & 255, 0, 255);
  }
  return (long)size;
}

long linux_getgroups(int size, unsigned* groups) {
  if (size < 0) return -EINVAL;
  if (size) groups[0] = (unsigned)linux_group();
  return 1;
}

// User and group have the same number, so one function serves both.
_Static_assert(LINUX_UID == LINUX_GID, "one function for users and groups");

long linux_set_ids(unsigned a, unsigned b, unsigned c) {
  const unsigned same = (unsigned)-1;
  return (a == LINUX_UID || a == same) && (b == LINUX_UID || b == same) && (c == LINUX_UID || c == same)
             ? 0
             : -EPERM;
}

long linux_get_ids(unsigned long id, unsigned* a, unsigned* b, unsigned* c) {
  if (!a || !b || !c) return -EFAULT;
  *a = *b = *c = (unsigned)id;
  return 0;
}

long linux_affinity(unsigned long size, unsigned long* mask) {
  if (size < sizeof *mask || size % sizeof *mask) return -EINVAL;
  if (!mask) return -EFAULT;
  static unsigned long kept[2];
  *mask = linux_pinned_once(kept, LINUX_PIN_CPUS, 1, 1, ~0ul);
  return sizeof *mask;
}

// Of the process, its group and its user, which are the same here. Without privileges it can only grow.
static int niceness;

static long priority_error(int which, unsigned who) {
  if (which < 0 || which > 2) return -EINVAL;
  return who == 0 || who == (which == 2 ? LINUX_UID : LINUX_PID) ? 0 : -ESRCH;
}

long linux_getpriority(int which, unsigned who) {
  long error = priority_error(which, who);
  return error ? error : 20 - niceness;
}

long linux_setpriority(int which, unsigned who, int value) {
  long error = priority_error(which, who);
  if (error) return error;
  if (value > 19) value = 19;
  if (value < niceness) return -EACCES;
  niceness = value;
  return 0;
}
