// A failing call may fail with each errno of its row in runtime/linux/fail.def, and with no other.
// run: --fail 1
// expect: exhaustive
#include <bonsai.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  int file = open("out", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0) {
    // expect: error user line +1
    if (errno == EMFILE) bonsai_error("no descriptor is left");
    // expect: error user line +1
    if (errno == EDQUOT) bonsai_error("over quota");
    if (errno == EINVAL || errno == EIO) bonsai_error("never: the flags are good, and EIO is not documented");
    return 1;
  }
  if (write(file, "x", 1) < 0) {
    // expect: error user line +1
    if (errno == EINTR) bonsai_error("interrupted");
    // expect: error user line +1
    if (errno == ENOSPC) bonsai_error("disk full");
    // expect: error user line +1
    if (errno == EIO) bonsai_error("disk broken");
    if (errno != EDQUOT && errno != EFBIG && errno != EPERM) bonsai_error("never");
    return 1;
  }
  // expect: error user line +1
  if (close(file) < 0 && errno == EDQUOT) bonsai_error("over quota, told late");
  // expect: error user line +1
  if (rename("out", "other") < 0 && errno == EXDEV) bonsai_error("another file system");
  struct timespec wish = {1, 0}, rest = {0, 0};
  if (nanosleep(&wish, &rest) < 0 && errno == EINTR) {
    // expect: error user line +1
    if (rest.tv_sec == 1) bonsai_error("woken up");
  }
  return 0;
}
