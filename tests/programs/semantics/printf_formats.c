// printf: flags, widths, precisions, conversions.
// expect: output "[42] [   42] [42   ] [00042] [+42] [ 42]\n"
// expect: output "[-42] [  -42] [-42   ] [-00042]\n"
// expect: output "[42] [2a] [FFFFFFD6] [0000002a] [0x2a] [52]\n"
// expect: output "[-1234567890123] [-1234567890123] [18446742839141661493] [fffffee08e04fb35] [8]\n"
// expect: output "[4464] [44] [65535] [ff]\n"
// expect: output "[x] [  y] [z  ] [%]\n"
// expect: output "[text] [    text] [text    ] [te] [     tex]\n"
// expect: output "[    42] [42    ] [ab]\n"
// expect: output "[042] [   00042] []\n"
// expect: output "[3.141590] [3.14] [   3.142] [3.1     ] [+2]\n"
// expect: output "[100000] [1e+06] [1e-05] [1.23e+03] [0.5]\n"
// expect: output "[1.234568e+04] [1.20e-04] [1.000000E+100]\n"
// expect: output "[0.100000] [-0] [123456]\n"
// expect: output "abc\n"
// expect: output "4\n"
// expect: output "puts\n"
// expect: output "p\n"
// expect: output "no newline"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile int i = 42, m = -42;
  volatile long l = -1234567890123L;
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", i, i, i, i, i, i);
  printf("[%d] [%5d] [%-6d] [%06d]\n", m, m, m, m);
  printf("[%u] [%x] [%X] [%08x] [%#x] [%o]\n", i, i, m, i, i, i);
  printf("[%ld] [%lld] [%lu] [%lx] [%zu]\n", l, (long long)l, (unsigned long)l, l, sizeof l);
  printf("[%hd] [%hhd] [%hu] [%hhx]\n", (short)70000, (signed char)300, (unsigned short)-1, (unsigned char)511);
  printf("[%c] [%3c] [%-3c] [%%]\n", 'x', 'y', 'z');
  printf("[%s] [%8s] [%-8s] [%.2s] [%8.3s]\n", "text", "text", "text", "text", "text");
  printf("[%*d] [%-*d] [%.*s]\n", 6, i, 6, i, 2, "abc");
  printf("[%.3d] [%8.5d] [%.0d]\n", i, i, 0);
  printf("[%f] [%.2f] [%8.3f] [%-8.1f] [%+.0f]\n", 3.14159, 3.14159, 3.14159, 3.14159, 2.5);
  printf("[%g] [%g] [%g] [%.3g] [%g]\n", 100000.0, 1e6, 1e-5, 1234.5, 0.5);
  printf("[%e] [%.2e] [%E]\n", 12345.678, 0.00012, 1e100);
  printf("[%f] [%g] [%5d]\n", (float)0.1f, -0.0, 123456);
  int n = printf("abc\n");
  printf("%d\n", n);
  puts("puts");
  putchar('p');
  putchar('\n');
  printf("no newline");
  return 0;
}
