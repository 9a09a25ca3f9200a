// Nothing is loaded at run time.
#include <dlfcn.h>

#include "dynlink.h"

void bonsai_note(const char *text);

void *dlopen(const char *file, int mode) {
  bonsai_note("dlopen has no model: it fails");
  __dl_seterr("Dynamic loading not supported");
  return 0;
}
