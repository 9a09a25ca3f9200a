// Environment variables: symbolic ones, given ones, and none of the host's.
// run: --sym-env WORD=1 --env HOME=/here
// expect: paths 2
// expect: exhaustive
// expect: error abort line 11
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  assert(getenv("PATH") == NULL && strcmp(getenv("HOME"), "/here") == 0);
  if (getenv("WORD")[0] == 33) abort();
  return 0;
}
