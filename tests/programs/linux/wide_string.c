// mbstowcs does not read past the end of a string.
// run: --libc musl
// expect: output "10 10 t\n"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = strdup("Mounted on");
  wchar_t wide[16];
  printf("%zu %zu ", mbstowcs(NULL, text, 0), mbstowcs(wide, text, 16));
  printf("%c\n", (int)wide[4]);
  free(text);
  return 0;
}
