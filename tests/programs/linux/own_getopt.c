// The program has a getopt of its own and reads the library's optind, which the member with getopt has: the program's wins.
// native: no, the system's C library is a shared one
// run:
// run: --libc=musl --opt 0
// expect: output "-1 1\n"
#include <stdio.h>
#include <unistd.h>
int getopt(int c, char *const v[], const char *o) { return -1; }
int main(int argc, char **argv) { printf("%d %d\n", getopt(argc, argv, "a"), optind); return 0; }
