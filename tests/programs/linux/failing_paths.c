// Which errno a call fails with makes no paths of its own, unless the program asks: without a failure 1, else one for
// each of the three calls. Printing the errno makes one path of each value: 6 of write to a file.
// run: --fail 1
// expect: paths 4
// expect: exhaustive
// run: --fail 1 -DPRINT
// expect: paths 9
// expect: exhaustive
// run: --fail 2
// expect: paths 4
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  int file = open("A", O_CREAT | O_WRONLY, 0600);
  if (file < 0) return errno;
  if (write(file, "x", 1) != 1) {
#ifdef PRINT
    strlen(strerror(errno));
#endif
    return 2;
  }
  return fsync(file) ? 3 : 0;
}
