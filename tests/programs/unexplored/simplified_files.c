// Locks are always given, and a shared mapping of a file is a copy.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  int one = open("/tmp/file", O_CREAT | O_RDWR, 0600), other = open("/tmp/file", O_RDWR);
  if (write(one, "abcd", 4) != 4) return 9;
  flock(one, LOCK_EX);
  if (flock(other, LOCK_EX | LOCK_NB) == -1)
    return 1;  // behind
  char *bytes = mmap(0, 4, PROT_READ, MAP_SHARED, one, 0);
  if (pwrite(one, "z", 1, 0) != 1) return 9;
  if (bytes[0] == 'z')
    return 2;  // behind
  return 0;
}
