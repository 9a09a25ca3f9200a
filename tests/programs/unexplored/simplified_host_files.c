// Files of the host that the model does not show.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat status;
  if (fopen("/etc/passwd", "r"))
    return 1;  // behind
  char name[64];
  if (readlink("/proc/self/exe", name, sizeof name) > 0)
    return 3;  // behind
  if (stat("/usr", &status) == 0)
    return 2;  // behind
  return 0;
}
