// Pinned inputs: what Linux gives to a program and the model fixes. The engine makes a symbol with one value
// of each, so that it knows what depends on it; a word `unpin KIND` of the set-up makes an ordinary symbolic
// input of it instead, whose name is the kind's.
#include "linux.h"

static const char* const names[] = {"clock", "pid", "user", "tty", "host", "random", "cpus"};
enum { KINDS = sizeof names / sizeof *names };
_Static_assert(KINDS == LINUX_PINS, "a name for each kind");

static unsigned char is_free[KINDS];

int linux_unpin(const char* name) {
  for (int i = 0; i < KINDS; i++)
    if (strcmp(name, names[i]) == 0) return is_free[i] = 1;
  return 0;
}

int linux_is_free(enum linux_pin kind) { return is_free[kind]; }

unsigned long linux_pinned(enum linux_pin kind, unsigned long value, unsigned long low, unsigned long high) {
  static unsigned long serial;
  if (!is_free[kind]) return bonsai_pinned(value, names[kind], low, high, ++serial);
  unsigned long* input = malloc(sizeof *input);
  bonsai_symbolic(input, sizeof *input, names[kind]);
  bonsai_assume((*input >= low) & (*input <= high));
  unsigned long chosen = *input;
  free(input);
  return chosen;
}

unsigned long linux_pinned_once(unsigned long* kept, enum linux_pin kind, unsigned long value,
                                unsigned long low, unsigned long high) {
  if (kept[1]) return kept[0];
  kept[1] = 1;
  return kept[0] = linux_pinned(kind, value, low, high);
}

// Who the process is. In comparisons of the model itself the numbers are the fixed ones.
unsigned long linux_pid(void) {
  static unsigned long kept[2];
  return linux_pinned_once(kept, LINUX_PIN_PID, LINUX_PID, 2, 4194304);
}

unsigned long linux_parent_pid(void) {
  static unsigned long kept[2];
  return linux_pinned_once(kept, LINUX_PIN_PID, LINUX_PARENT_PID, 0, 4194304);
}

unsigned long linux_user(void) {
  static unsigned long kept[2];
  return linux_pinned_once(kept, LINUX_PIN_USER, LINUX_UID, 0, 0xfffffffe);
}

unsigned long linux_group(void) {
  static unsigned long kept[2];
  return linux_pinned_once(kept, LINUX_PIN_USER, LINUX_GID, 0, 0xfffffffe);
}

// 0 or 1: whether an outside descriptor is a terminal. It is the same each time.
unsigned long linux_is_terminal(int descriptor) {
  static unsigned long kept[3][2];
  return linux_pinned_once(kept[descriptor], LINUX_PIN_TTY, 0, 0, 1);
}
