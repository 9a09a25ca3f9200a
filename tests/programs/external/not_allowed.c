// A function that is not known to be harmless is not called, unless the user says so.
// run: --libc=none --external=concretise
// expect: error unsupported line 9 message "--external-functions=getpid"
// run: --libc=none --external=concretise --external-functions=getuid,getpid
// expect: no errors
#include <unistd.h>

int main(void) {
  return getpid() < 0;
}
