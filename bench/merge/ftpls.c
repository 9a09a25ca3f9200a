// A line of a folder's listing as servers of FTP send it, after the description of edbrowse's ftpls (LEEK, table 1: 32 symbolic bytes):
// "-rw-r--r-- 1 user 512 Jan 1 2026 name" becomes type, size, date and name. 32 bytes hold short words only; of the letters for permissions the
// owner's are looked at, and there is no column for the group, so that plain exploration comes to an end.
#include "klee/klee.h"

#ifndef SIZE
#define SIZE 32
#endif

struct entry {
  int folder, link, size, month, day;
  const char *name;
};

static int digit(char c) { return c - '0' < 10u; }

// Behind a word of other than blanks and the blank after it; null if the line ends before.
static const char *word(const char *p, const char *end) {
  const char *start = p;
  while (p < end && *p != ' ') p++;
  return p > start && p < end ? p + 1 : 0;
}

// Behind a number of at most so many digits and the blank after it.
static const char *number(const char *p, int digits, int *value) {
  if (!digit(*p)) return 0;
  for (*value = 0; digits > 0 && digit(*p); digits--) *value = *value * 10 + *p++ - '0';
  return *p == ' ' ? p + 1 : 0;
}

static const char *month(const char *p, const char *end, int *value) {
  static const char *names = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (end - p < 4) return 0;
  for (int i = 0; i < 12; i++) {
    const char *name = names + 3 * i;
    if ((p[0] == name[0]) & (p[1] == name[1]) & (p[2] == name[2])) {
      *value = i + 1;
      return p[3] == ' ' ? p + 4 : 0;
    }
  }
  return 0;
}

static int ftpls(const char *p, const char *end, struct entry *e) {
  int links, year;
  switch (*p++) {
  case 'd': e->folder = 1; break;
  case 'l': e->link = 1; break;
  case '-': break;
  default: return 0;
  }
  for (int i = 0; i < 3; i++, p++) { // what the owner may
    if (*p != "rwx"[i] && *p != '-') return 0;
  }
  p += 6;
  if (*p++ != ' ') return 0;
  if (!(p = number(p, 2, &links))) return 0;
  if (!(p = word(p, end))) return 0; // the owner
  if (!(p = number(p, 5, &e->size))) return 0;
  if (!(p = month(p, end, &e->month))) return 0;
  if (!(p = number(p, 2, &e->day)) || e->day > 31) return 0;
  if (!(p = number(p, 4, &year))) return 0;
  if (*p < ' ') return 0;
  e->name = p;
  return 1;
}

int main(void) {
  char input[SIZE], line[SIZE + 1];
  struct entry e = {0};
  klee_make_symbolic(input, sizeof input, "line");
  for (int i = 0; i < SIZE; i++) line[i] = input[i];
  line[SIZE] = 0;
  return ftpls(line, line + SIZE, &e) ? e.folder + e.link * 2 : 4;
}
