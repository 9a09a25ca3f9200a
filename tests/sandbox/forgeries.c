// Programs that claim errors which a native run does not have. The engine finds an error where fork fails, as it does in
// the model of Linux; natively fork works, and the program forges what a sanitizer, the replay library or the C library
// would say of such an error, at that line. Read by tests/check_sandbox.
//
// attack files (not confirmed): reports into every file that it may write, then the sanitizers' exit code
// attack descriptors (not confirmed): reports to every descriptor, open or not, then the sanitizers' exit code
// attack memory_files (not confirmed): reports to what /proc shows of itself
// attack words (not confirmed): the text of a failed assertion, then an abort somewhere else
// attack signal (not confirmed): SIGSEGV, sent by the program to itself somewhere else
// attack code (not confirmed): the exit code of the sanitizers alone
// attack library (not confirmed): the replay library's words for an error of the program, and an exit
// attack plain_signal (not confirmed): no sanitizer can be had, and SIGSEGV is sent
// attack plain_fault (not confirmed): no sanitizer can be had, and another place accesses nothing
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE "70"
static const char report[] =
    "bonsai-replay: error: forged\n"
    "=================================================================\n"
    "==1000==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x555555 bp 0x7ff sp 0x7ff\n"
    "READ of size 1 at 0x602000000014 thread T0\n"
    "    #0\tmain\t" __FILE__ "\t" LINE "\n"
    "    #1\t0x1\tprogram\t0x1\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow " __FILE__ ":" LINE " in main\n"
    "forgeries.c:" LINE ":10: runtime error: index 4 out of bounds for type 'char [4]'\n";

static void write_to(int file) {
  for (int i = 0; i < 3; i++)
    if (write(file, report, sizeof report - 1) < 0) return;
}

static void write_files(const char *folder, int depth) {
  DIR *open_folder = opendir(folder);
  if (!open_folder) return;
  for (struct dirent *entry; (entry = readdir(open_folder));) {
    char path[4096];
    struct stat found;
    if (entry->d_name[0] == '.' && (!entry->d_name[1] || entry->d_name[1] == '.')) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (lstat(path, &found) != 0) continue;
    if (S_ISDIR(found.st_mode) && depth > 0) write_files(path, depth - 1);
    if (S_ISDIR(found.st_mode) || S_ISFIFO(found.st_mode)) continue;
    int file = open(path, O_WRONLY | O_NONBLOCK);
    if (file >= 0) write_to(file), close(file);
  }
  closedir(open_folder);
}

static void forge(void);

int main(void) {
  char byte, text[4] = {0};
  if (read(0, &byte, 1) != 1 || byte != 'x') return 0;
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) {
    forge();
    return 0;
  }
  volatile char *block = malloc(4);
  return block[byte - 'x' + 4] + text[0];
}

static void forge(void) {
#if defined(ATTACK_files)
  const char *places[] = {".", "/tmp", "/dev", "/proc/self", "/run", "/var", "/home"};
  for (unsigned i = 0; i < sizeof places / sizeof *places; i++) write_files(places[i], 3);
  for (char **variable = environ; *variable; variable++) {  // files that the environment names
    char *value = strchr(*variable, '/');
    if (!value) continue;
    value[strcspn(value, ":'")] = 0;
    int file = open(value, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file >= 0) write_to(file);
  }
  _exit(99);
#elif defined(ATTACK_descriptors)
  for (int i = 0; i < 70000; i++) write_to(i);
  write_to(0x7ffffffe);
  _exit(99);
#elif defined(ATTACK_memory_files)
  write_files("/proc/self", 0);
  write_files("/proc/self/fd", 0);
  write_files("/proc/self/map_files", 0);
  _exit(99);
#elif defined(ATTACK_words)
  fprintf(stderr, "program: forgeries.c:" LINE ": main: Assertion `x' failed.\n");
  abort();
#elif defined(ATTACK_signal)
  raise(SIGSEGV);
#elif defined(ATTACK_code)
  _exit(99);
#elif defined(ATTACK_library)
  write_to(2);
  write_to(1);
  _exit(97);
#elif defined(ATTACK_plain_signal)
  raise(SIGSEGV);
#elif defined(ATTACK_plain_fault)
  *(volatile char *)8 = 1;
#endif
}

#if (defined(ATTACK_plain_signal) || defined(ATTACK_plain_fault)) && __has_feature(address_sanitizer)
#error "not with sanitizers"
#endif
