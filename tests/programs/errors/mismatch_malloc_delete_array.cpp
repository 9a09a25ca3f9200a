// What one kind of allocation gives, another kind of release does not end.
// run:
// run: --opt 0
// expect: error invalid-free line 9 message "was allocated with"
#include <cstdlib>
#include <new>
int main() {
  char* p = (char*)malloc(4);
  delete[] p;
  return 0;
}
