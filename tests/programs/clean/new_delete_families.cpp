// Each allocation ended by what belongs to it.
// run:
// run: --check=leak
#include <cstdlib>
#include <new>
struct S {
  int v = 1;
  ~S() { v = 0; }
};
int main() {
  delete new int;
  delete[] new char[3];
  delete[] new S[4];
  delete new (std::nothrow) int;
  delete[] new (std::nothrow) int[2];
  struct alignas(64) Wide {
    char c[64];
  };
  delete new Wide;
  delete[] new Wide[2];
  free(realloc(malloc(3), 9));
  free(calloc(2, 2));
  free(aligned_alloc(64, 64));
  int* none = nullptr;
  delete none;
  delete[] none;
  free(none);
  try {
    throw S();
  } catch (const S&) {
  }
  return 0;
}
