// A reader of records: a length byte, then so many bytes. The check of the length compares signed values, so lengths
// of 128 and more pass it.
// run: --opt 1
// expect: error out-of-bounds line 17
#include <stdio.h>

#include "klee/klee.h"

struct Record {
  char name[16];
  int used;
};

static void read_record(struct Record *to, const char *message) {
  signed char length = message[0];
  if (length > 16) return;
  for (int i = 0; i != (unsigned char)length; i++) to->name[i] = message[1 + i % 20];
  to->used = length;
}

int main(void) {
  char message[21];
  struct Record record = {"", 0};
  klee_make_symbolic(message, sizeof message, "message");
  read_record(&record, message);
  printf("%d bytes used\n", record.used > 0);
  return 0;
}
