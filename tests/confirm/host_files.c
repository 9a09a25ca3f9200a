// Reads the host's files in each way that a path can depend on them; each case ends in an error of its own line, which only a native run
// that sees the same files confirms. tests/check_confirm runs it in a folder that it makes, without --fs.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int bonsai_int(const char *name);

static char bytes[64];

// Reads a file's first bytes; the count, or -1.
static int take(const char *name) {
  int file = open(name, O_RDONLY);
  if (file < 0) return -1;
  int count = (int)read(file, bytes, sizeof bytes - 1);
  close(file);
  return count;
}

static int names(const char *folder) {
  DIR *directory = opendir(folder);
  int count = 0;
  if (!directory) return -1;
  for (struct dirent *entry; (entry = readdir(directory));)
    count += !strcmp(entry->d_name, "data.txt") || !strcmp(entry->d_name, "sub");
  closedir(directory);
  return count;
}

#define SHOW(condition) do { int *block = malloc(4); if (condition) block[1] = 1; free(block); } while (0)

int main(void) {
  struct stat status;
  char path[512];
  switch (bonsai_int("case")) {
    case 1: SHOW(take("data.txt") == 25 && !memcmp(bytes, "hello", 5)); break;
    case 2: {
      FILE *file = fopen("data.txt", "r");
      SHOW(file && fgets(bytes, 20, file) && bytes[6] == 'w');
      break;
    }
    case 3: SHOW(getcwd(path, 400) && take(strcat(path, "/data.txt")) == 25); break;
    case 4: SHOW(take("sub/../data.txt") == 25); break;
    case 5: SHOW(chdir("sub") == 0 && take("../data.txt") == 25); break;
    case 6: SHOW(take("link") == 25); break;
    case 7: SHOW(names(".") == 2); break;
    case 8: SHOW(stat("data.txt", &status) == 0 && status.st_size == 25); break;
    case 9: SHOW(stat("sub", &status) == 0 && S_ISDIR(status.st_mode)); break;
    case 10: SHOW(take("nothere") < 0); break;
    case 11: SHOW(take("/etc/passwd") < 0); break;
    case 12: SHOW(access("data.txt", R_OK) == 0 && access("nothere", F_OK) != 0); break;
    case 13: {
      int file = open("big.bin", O_RDONLY);
      SHOW(lseek(file, 2999990, SEEK_SET) == 2999990 && read(file, bytes, 60) == 10 && bytes[9] == 'B');
      break;
    }
    case 14: {  // at a symbolic offset
      int file = open("data.txt", O_RDONLY), offset = bonsai_int("offset");
      if (offset < 0 || offset > 24) break;
      SHOW(lseek(file, offset, SEEK_SET) >= 0 && read(file, bytes, 1) == 1 && bytes[0] == 'w');
      break;
    }
    case 15: {
      int file = open("data.txt", O_RDWR);
      SHOW(file >= 0 && pwrite(file, "J", 1, 0) == 1 && pread(file, bytes, 5, 0) == 5 && !memcmp(bytes, "Jello", 5));
      break;
    }
  }
  return 0;
}
