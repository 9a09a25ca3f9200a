// The start of a run: reads the words of setup.h, lays out arguments, environment and auxiliary vector as the
// kernel does, starts the C library and calls main.
#define _GNU_SOURCE
#include <elf.h>

#include "linux.h"

void __bonsai_libc_init(char** environment, char* name);
void __bonsai_run_constructors(void);
int __bonsai_entry(int count, char** arguments, char** environment);
_Noreturn void exit(int status);

static const unsigned char random_bytes[16] = "bonsai bonsai!!";

static unsigned long number(const char* text) {
  unsigned long value = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (unsigned long)(*text - '0');
  return value;
}

// Standard input with the content of a host file: read when the program does.
static void set_input(const char* path) {
  struct linux_inode* inode = linux_host_inode(path);
  if (inode)
    linux_set_stdin(inode);
  else
    bonsai_note("the file for standard input cannot be read: it is empty");
}

// Arguments and variables as they come; in the end they lie behind one another.
struct list {
  char** items;
  unsigned long count;
};

static void argument_of(char** word, struct list* to) { to->items[to->count++] = word[1]; }
static void name_of(char** word, struct list* to) { to->items[0] = word[1]; }
static void symbolic_of(char** word, struct list* to) {
  to->items[to->count++] = linux_make_argument(number(word[1]));
}
static void symbolics_of(char** word, struct list* to) {
  for (unsigned many = linux_choose_count((unsigned)number(word[1]), (unsigned)number(word[2])); many; many--)
    to->items[to->count++] = linux_make_argument(number(word[3]));
}
static void variable_of(char** word, struct list* to) {
  to->items[to->count++] = linux_make_variable(word[1], number(word[2]));
}
static void files_of(char** word, struct list* to) {
  (void)to;
  linux_make_files((unsigned)number(word[1]), number(word[2]));
}
static void stdin_of(char** word, struct list* to) {
  (void)to;
  linux_make_stdin(number(word[1]));
}
static void input_of(char** word, struct list* to) {
  (void)to;
  set_input(word[1]);
}
static void folder_of(char** word, struct list* to) {
  (void)to;
  linux_folder = word[1];
}
static void failures_of(char** word, struct list* to) {
  (void)to;
  linux_set_failures((unsigned)number(word[1]));
}
static void fuzz_of(char** word, struct list* to) {
  (void)to;
  __bonsai_fuzz_size = number(word[1]);
}
static void unpin_of(char** word, struct list* to) {
  (void)to;
  if (!linux_unpin(word[1])) bonsai_note("a word of the set-up is not understood: nothing of this name is fixed");
}
static void refused_of(char** word, struct list* to) {
  (void)word, (void)to;
  linux_refused_calls_fail = 1;
}
static void nothing_of(char** word, struct list* to) { (void)word, (void)to; }

static const struct keyword {
  const char* name;
  int operands;
  int variable;  // goes to the environment
  void (*meaning)(char** word, struct list* to);
} keywords[] = {
    {"word", 1, 0, argument_of},  {"name", 1, 0, name_of},    {"arg", 1, 0, symbolic_of},
    {"args", 3, 0, symbolics_of}, {"files", 2, 0, files_of},  {"stdin", 1, 0, stdin_of},
    {"stdout", 0, 0, nothing_of}, {"env", 2, 1, variable_of}, {"setenv", 1, 1, argument_of},
    {"fail", 1, 0, failures_of},  {"fs", 1, 0, folder_of},    {"input", 1, 0, input_of},
    {"fuzz", 1, 0, fuzz_of},      {"unpin", 1, 0, unpin_of},  {"refused", 0, 0, refused_of},
};

static const struct keyword* keyword(const char* word, int follow) {
  for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp(word, keywords[i].name) == 0 && keywords[i].operands <= follow) return &keywords[i];
  bonsai_note("a word of the set-up is not understood");
  bonsai_exit(255);
}

static char** grown(struct list* list, unsigned long more) {
  list->items = realloc(list->items, (list->count + more) * sizeof *list->items);
  return list->items + list->count;
}

int __bonsai_start(int count, char** words, char** environment) {
  (void)environment;  // the host's is not passed on
  struct list arguments = {NULL, 0}, variables = {NULL, 0};
  *grown(&arguments, 1) = (char*)"program";
  arguments.count = 1;
  for (int i = 1; i < count;) {
    const struct keyword* found = keyword(words[i], count - 1 - i);
    struct list* to = found->variable ? &variables : &arguments;
    grown(to, found->meaning == symbolics_of ? number(words[i + 2]) + 1 : 1);
    found->meaning(words + i, to);
    i += 1 + found->operands;
  }
  const unsigned long auxiliary[][2] = {{AT_PAGESZ, LINUX_PAGE},
                                        {AT_CLKTCK, 100},
                                        {AT_UID, LINUX_UID},
                                        {AT_EUID, LINUX_UID},
                                        {AT_GID, LINUX_GID},
                                        {AT_EGID, LINUX_GID},
                                        {AT_SECURE, 0},
                                        {AT_HWCAP, 0},
                                        {AT_RANDOM, (unsigned long)random_bytes},
                                        {AT_EXECFN, (unsigned long)arguments.items[0]},
                                        {AT_NULL, 0}};
  char** to = grown(&arguments, 1 + variables.count + 1 + sizeof auxiliary / sizeof *to);
  *to++ = NULL;
  char** variable_list = to;
  for (unsigned long i = 0; i < variables.count; i++) *to++ = variables.items[i];
  *to++ = NULL;
  memcpy(to, auxiliary, sizeof auxiliary);
  free(variables.items);
  __bonsai_libc_init(variable_list, arguments.items[0]);
  linux_inside = 0;
  __bonsai_run_constructors();
  exit(__bonsai_entry((int)arguments.count, arguments.items, variable_list));
}
