// A variable of the library that the program defines: the library's functions use the program's.
// native: no, the system's C library is a shared one
// run: --libc=musl -- -b x
// expect: output "0 b 2 7\n"
#include <stdio.h>
#include <unistd.h>
int opterr = 0;
int optopt = 7;
int main(int argc, char **argv) { int before = opterr; int c = getopt(argc, argv, "b"); printf("%d %c %d %d\n", before, c, optind, optopt); return 0; }
