// No service knows users and groups beyond those of /etc: what musl does where the machine has no sockets of its own.
#include <errno.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

FILE *__nscd_query(int32_t request, const char *key, int32_t *answer, size_t size, int *swap) {
  int before = errno;
  *swap = 0;
  memset(answer, 0, size);
  FILE *nothing = fopen("/dev/null", "re");
  if (nothing) errno = before;
  return nothing;
}
