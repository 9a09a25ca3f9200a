// Symbolic inputs. Each is an object of its own, made once, at the start of the run; what a native run cannot
// be given (a file's owner, device or times) is concrete.
#include "linux.h"

static void prefer_printable(unsigned char* bytes, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) bonsai_prefer(bytes, (bytes[i] >= 32) & (bytes[i] < 127));
}

static struct linux_inode* make_file(unsigned long size, const char* name) {
  struct linux_inode* inode = linux_new_inode(S_IFREG | 0644);
  inode->links = 1;
  inode->references = 1;  // the data stay, so that a test has them
  inode->size = inode->stored = inode->capacity = size;
  if (!size) return inode;
  inode->data = malloc(size);
  bonsai_symbolic(inode->data, size, name);
  return inode;
}

void linux_make_files(unsigned count, unsigned long size) {
  struct linux_entry** end = &linux_initial_files;
  while (*end) end = &(*end)->next;
  for (unsigned i = 0; i < count && i < 26; i++) {
    char input[] = "?_data";
    input[0] = (char)('A' + i);
    struct linux_entry* entry = malloc(sizeof *entry);
    char* name = malloc(1);
    name[0] = input[0];
    *entry = (struct linux_entry){.inode = make_file(size, input), .name = name, .length = 1};
    *end = entry;
    end = &entry->next;
  }
}

void linux_make_stdin(unsigned long size) { linux_set_stdin(make_file(size, "stdin")); }

char* linux_make_argument(unsigned long size) {
  static unsigned count;
  char input[] = "arg00";
  input[3] = (char)('0' + count / 10 % 10);
  input[4] = (char)('0' + count % 10);
  count++;
  char* bytes = malloc(size + 1);
  bonsai_symbolic(bytes, size + 1, input);
  prefer_printable((unsigned char*)bytes, size);
  bonsai_prefer(bytes, bytes[size] == 0);
  bytes[size] = 0;
  return bytes;
}

char* linux_make_variable(const char* name, unsigned long size) {
  size_t length = strlen(name);
  char* input = malloc(length + 5);
  memcpy(input, "env_", 4);
  memcpy(input + 4, name, length + 1);
  char* bytes = malloc(size + 1);
  bonsai_symbolic(bytes, size + 1, input);
  prefer_printable((unsigned char*)bytes, size);
  bonsai_prefer(bytes, bytes[size] == 0);
  char* text = malloc(length + size + 2);
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, bytes, size);
  text[length + 1 + size] = 0;
  free(input);
  free(bytes);
  return text;
}

unsigned linux_choose_count(unsigned least, unsigned most) {
  unsigned* chosen = malloc(sizeof *chosen);
  bonsai_symbolic(chosen, sizeof *chosen, "n_args");
  bonsai_assume((*chosen >= least) & (*chosen <= most));
  unsigned count = least;
  while (count < most && *chosen != count) count++;
  free(chosen);
  return count;
}

static unsigned failures_left;

int linux_inside = 1;

void linux_set_failures(unsigned most) { failures_left = most; }

enum { MOST_ERRORS = 16 };
static const int errors[][MOST_ERRORS] = {
#define CALL(name, ...) {__VA_ARGS__},
#include "fail.def"
};

int __bonsai_fails(int call) {
  if (!failures_left || (call == BONSAI_CALL_MALLOC && linux_inside)) return 0;
  if (call < 0 || call >= (int)(sizeof errors / sizeof *errors)) return 0;
  const int* choices = errors[call];
  int chosen;
  bonsai_symbolic(&chosen, sizeof chosen, "fail");
  int possible = chosen == 0;
  for (int i = 0; i < MOST_ERRORS && choices[i]; i++) possible |= chosen == choices[i];
  bonsai_assume(possible);
  if (chosen == 0) return 0;
  failures_left--;
  if (!choices[1]) return choices[0];
  bonsai_prefer(&chosen, chosen == choices[0]);
  return chosen;
}
