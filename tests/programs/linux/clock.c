// The clock is the model's, natively as well (tests/check_replay): its beginning, a millisecond for each reading, sleeps; and the files' times.
// run: --sym-files 1 2 --sym-stdin 2
// expect: output "2025-01-01 00:00 1735689601 3 ms, A 1735689600, stdin 1735689600\n"
// expect: paths 1
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  char text[40];
  time_t now = time(NULL);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M", gmtime(&now));
  sleep(1);
  struct timeval day;
  gettimeofday(&day, NULL);
  struct timespec since;
  clock_gettime(CLOCK_MONOTONIC, &since);
  struct stat file, input;
  stat("A", &file);
  fstat(0, &input);
  printf("%s %ld %ld ms, A %ld, stdin %ld\n", text, (long)day.tv_sec, since.tv_nsec / 1000000, (long)file.st_mtime, (long)input.st_mtime);
  return 0;
}
