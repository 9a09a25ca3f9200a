// The unsigned overflow that UndefinedBehaviorSanitizer looks for is not called signed.
// run: --cflags=-fsanitize=unsigned-integer-overflow
// expect: error ubsan-unsigned-overflow line 7 message "unsigned overflow of 'sub'"
unsigned char table[4];
int main(int argc, char **argv) {
  unsigned n = (unsigned)argc;
  if (n - 2 > 5) return table[0];
  return 0;
}
