// What the engine does for the model of Linux is not there for programs: the name is that of any function.
// run:
// run: --libc=musl
// run: --libc=none
// expect: error unsupported line 9
long bonsai_host_read(const char *path, void *bytes, unsigned long size, unsigned long offset);
int main(void) {
  char bytes[8];
  return (int)bonsai_host_read("/etc/passwd", bytes, sizeof bytes, 0);
}
