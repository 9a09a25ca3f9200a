// What the kernel cannot be compared with: symbolic inputs, failures, signals, memory, time, output. One
// process for each test.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../runtime/linux/fail.h"
#include "engine.h"

static int failed;
static const char* test_name;

#define CHECK(condition)                                                               \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      failed = 1;                                                                      \
      fprintf(stderr, "%s, line %d: not true: %s\n", test_name, __LINE__, #condition); \
    }                                                                                  \
  } while (0)
#define CALL_(n, a, b, c, d, e, f, ...) \
  __bonsai_syscall(SYS_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define CALL(...) CALL_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define START(...)                                     \
  do {                                                 \
    static char* words[] = {__VA_ARGS__};              \
    start((int)(sizeof words / sizeof *words), words); \
  } while (0)

// The program under test: what the test does once the run has started.
static void (*program)(int, char**, char**);
static int constructed, initialised;

void __bonsai_libc_init(char** environment, char* name) {
  (void)name;
  while (*environment) environment++;
  unsigned long* auxiliary = (unsigned long*)(environment + 1);
  int pages = 0;
  for (; auxiliary[0]; auxiliary += 2)
    if (auxiliary[0] == 6) pages = (int)auxiliary[1];
  CHECK(pages == 4096);
  initialised = 1;
}

void __bonsai_run_constructors(void) { constructed = initialised; }

int __bonsai_entry(int count, char** arguments, char** environment) {
  CHECK(constructed);
  program(count, arguments, environment);
  fflush(NULL);
  _exit(failed);
}

static void start(int count, char** words) {
  static char* all[64] = {"program"};
  memcpy(all + 1, words, (size_t)count * sizeof *words);
  __bonsai_start(count + 1, all, NULL);
}

static void give(const char* name, const char* bytes, size_t size) {
  test_inputs[test_input_count++] = (struct test_input){name, bytes, size, 0};
}

// --- set-up and inputs

static void plain_program(int count, char** arguments, char** environment) {
  CHECK(count == 2 && strcmp(arguments[0], "prog") == 0 && strcmp(arguments[1], "one") == 0 && !arguments[2]);
  CHECK(strcmp(environment[0], "HOME=/x") == 0 && !environment[1]);
  char byte;
  CHECK(CALL(read, 0, &byte, 1) == 0);
  CHECK(test_host_calls == 0);
}
static void test_plain(void) {
  program = plain_program;
  START("name", "prog", "word", "one", "setenv", "HOME=/x");
}

static void arguments_program(int count, char** arguments, char** environment) {
  CHECK(count == 4);
  CHECK(strcmp(arguments[1], "ab") == 0);
  CHECK(strcmp(arguments[2], "xyz") == 0);  // at most 3 bytes: the NUL at the end is not the input's
  CHECK(strcmp(arguments[3], "") == 0 && !arguments[4]);
  CHECK(strcmp(environment[0], "LANG=C") == 0 && !environment[1]);
  CHECK(test_inputs[2].used == 4 && test_inputs[3].used == 4 && test_inputs[1].used == 3);
}
static void test_arguments(void) {
  static const int two = 2;
  program = arguments_program;
  give("n_args", (const char*)&two, 4);
  give("arg00", "ab\0", 3);
  give("arg01", "xyz!", 4);
  give("arg02", "", 1);
  give("env_LANG", "C\0\0", 3);
  START("arg", "2", "args", "0", "3", "3", "env", "LANG", "2");
}

static void input_program(int count, char** arguments, char** environment) {
  (void)count, (void)arguments, (void)environment;
  char bytes[16];
  struct stat s;
  CHECK(CALL(fstat, 0, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 6);
  CHECK(CALL(read, 0, bytes, 4) == 4 && memcmp(bytes, "stdi", 4) == 0);
  long copy = CALL(dup, 0);
  CHECK(copy == 3 && CALL(read, copy, bytes, 16) == 2 && memcmp(bytes, "n!", 2) == 0);
  CHECK(CALL(read, 0, bytes, 16) == 0);
  CHECK(CALL(lseek, 0, 0, SEEK_SET) == 0 && CALL(read, 0, bytes, 1) == 1 && bytes[0] == 's');
  long again = CALL(open, "/dev/stdin", O_RDONLY);  // an offset of its own, as for any regular file
  CHECK(again == 4 && CALL(read, again, bytes, 2) == 2 && bytes[0] == 's');

  CHECK(CALL(stat, "A", &s) == 0 && s.st_size == 3 && S_ISREG(s.st_mode) && s.st_uid == 1000);
  unsigned long first = s.st_ino;
  CHECK(CALL(stat, "./B", &s) == 0 && s.st_ino != first);
  CHECK(CALL(stat, "C", &s) == -ENOENT);
  long file = CALL(open, "B", O_RDWR | O_APPEND);
  CHECK(CALL(read, file, bytes, 16) == 3 && memcmp(bytes, "bbb", 3) == 0);
  CHECK(CALL(write, file, "more", 4) == 4 && CALL(fstat, file, &s) == 0 && s.st_size == 7);
  CHECK(CALL(unlink, "A") == 0 && CALL(open, "A", O_RDONLY) == -ENOENT);
  CHECK(CALL(getcwd, bytes, 16) == 11 && strcmp(bytes, "/home/user") == 0);
}
static void test_input(void) {
  program = input_program;
  give("A_data", "aaa", 3);
  give("B_data", "bbb", 3);
  give("stdin", "stdin!", 6);
  START("files", "2", "3", "stdin", "6");
}

static void output_program(int count, char** arguments, char** environment) {
  (void)count, (void)arguments, (void)environment;
  CHECK(CALL(write, 1, "one ", 4) == 4);
  CHECK(CALL(dup2, 1, 7) == 7 && CALL(write, 7, "two ", 4) == 4);
  long opened = CALL(open, "/dev/stdout", O_WRONLY);
  CHECK(opened == 3 && CALL(write, opened, "three", 5) == 5);
  CHECK(CALL(write, 2, "error", 5) == 5);
  long file = CALL(open, "out", O_CREAT | O_RDWR, 0666);
  CHECK(CALL(dup2, file, 1) == 1 && CALL(write, 1, "file", 4) == 4);
  char bytes[8];
  CHECK(CALL(pread64, file, bytes, 8, 0) == 4);
  CHECK(CALL(close, 2) == 0 && CALL(write, 2, "lost", 4) == -EBADF);
  CHECK(CALL(lseek, 7, 0, SEEK_CUR) == -ESPIPE && CALL(ioctl, 7, 0x5413, bytes) == -ENOTTY);
  CHECK(test_output_size[0] == 13 && memcmp(test_output[0], "one two three", 13) == 0);
  CHECK(test_output_size[1] == 5);
}
static void test_output_(void) {
  program = output_program;
  START("stdout");
}

static void symbolic_name_program(int count, char** arguments, char** environment) {
  (void)count, (void)arguments, (void)environment;
  char byte = 0, name[] = {(char)TEST_SYMBOLIC_BYTE, 'x', 0};
  struct stat s;
  CHECK(CALL(stat, name, &s) == -ENOENT && test_host_calls == 0);
  long file = CALL(open, name, O_CREAT | O_EXCL | O_RDWR, 0600);
  CHECK(file == 3 && CALL(write, file, "!", 1) == 1);
  CHECK(CALL(stat, name, &s) == 0 && s.st_size == 1);
  CHECK(CALL(open, name, O_CREAT | O_EXCL | O_RDWR, 0600) == -EEXIST);
  CHECK(CALL(mkdir, "sub", 0700) == 0 && CALL(rename, name, "sub/y") == 0 &&
        CALL(pread64, file, &byte, 1, 0) == 1 && byte == '!');
  CHECK(CALL(stat, name, &s) == -ENOENT);
  test_all_symbolic = 1;  // as if the program had read the name from its input
  CHECK(CALL(stat, "A", &s) == 0 && CALL(stat, "/", &s) == 0 && CALL(stat, ".", &s) == 0 &&
        CALL(stat, "", &s) == -ENOENT);
  CHECK(CALL(stat, "sub/y", &s) == 0 && CALL(stat, "sub/../A", &s) == 0 && CALL(stat, "AA", &s) == -ENOENT);
  CHECK(CALL(open, "AB/", O_CREAT, 0600) == -EISDIR && CALL(open, "AB/C", O_CREAT, 0600) == -ENOENT);
}
static void test_symbolic_name(void) {
  program = symbolic_name_program;
  START("files", "1", "4");
}

static void fail_program(int count, char** arguments, char** environment) {
  (void)count, (void)arguments, (void)environment;
  struct stat s;
  CHECK(CALL(stat, ".", &s) == 0);
  CHECK(CALL(open, "f", O_CREAT | O_RDWR, 0600) == -EACCES);
  CHECK(CALL(open, "f", O_CREAT | O_RDWR, 0600) == 3);
  CHECK(__bonsai_fails(BONSAI_CALL_MALLOC) == ENOMEM);
  CHECK(CALL(write, 3, "x", 1) == 1);  // two failures are all
  CHECK(test_inputs[4].used == 0 && test_inputs[3].used == 4);
}
// The engine's hook in malloc, for which the model's own allocations count as well.
static void fail_malloc_program(int count, char** arguments, char** environment) {
  (void)count, (void)arguments, (void)environment;
  CHECK(__bonsai_fails(BONSAI_CALL_MALLOC) == ENOMEM && test_inputs[0].used == 4);
}
static void test_fail_malloc(void) {
  static const int value = ENOMEM;
  program = fail_malloc_program;
  give("fail", (const char*)&value, 4);
  CHECK(__bonsai_fails(BONSAI_CALL_MALLOC) == 0);
  START("fail", "1", "arg", "2");
}

static void test_fail(void) {
  static const int values[] = {0, EACCES, 0, ENOMEM, EIO};
  program = fail_program;
  for (int i = 0; i < 5; i++) give("fail", (const char*)&values[i], 4);
  START("fail", "2");
}

// --- processes and signals

static int caught, caught_twice;
static void handler(int signal) {
  caught = signal;
  if (signal == SIGUSR1) CALL(kill, 1000, SIGUSR2);  // blocked by the mask of SIGUSR1: comes afterwards
  if (signal == SIGUSR1) caught_twice = caught == SIGUSR2;
}
static void detailed(int signal, siginfo_t* information, void* context) {
  (void)context;
  caught = information->si_signo == signal ? 100 + signal : -1;
}
struct action {
  void* handler;
  unsigned long flags;
  void* restorer;
  unsigned long mask;
};

static void test_signals(void) {
  struct action action = {(void*)handler, 0, NULL, 1ul << (SIGUSR2 - 1)}, old;
  CHECK(CALL(rt_sigaction, SIGUSR1, &action, NULL, 8) == 0);
  CHECK(CALL(rt_sigaction, SIGUSR2, &action, &old, 8) == 0 && old.handler == NULL);
  CHECK(CALL(kill, 1000, SIGUSR1) == 0 && caught == SIGUSR2 && !caught_twice);
  unsigned long set = 1ul << (SIGUSR2 - 1), none = 0, pending = 0;
  caught = 0;
  CHECK(CALL(rt_sigprocmask, SIG_BLOCK, &set, NULL, 8) == 0);
  CHECK(CALL(tkill, 1000, SIGUSR2) == 0 && caught == 0 && CALL(rt_sigpending, &pending, 8) == 0 &&
        pending == set);
  CHECK(CALL(rt_sigprocmask, SIG_SETMASK, &none, NULL, 8) == 0 && caught == SIGUSR2);
  struct action more = {(void*)detailed, SA_SIGINFO | SA_RESETHAND, NULL, 0};
  CHECK(CALL(rt_sigaction, SIGINT, &more, NULL, 8) == 0 && CALL(tgkill, 1000, 1000, SIGINT) == 0 &&
        caught == 100 + SIGINT);
  CHECK(CALL(kill, 1000, SIGCHLD) == 0 && CALL(kill, 77, SIGKILL) == -ESRCH && CALL(kill, 1000, 0) == 0 &&
        CALL(kill, 1000, 65) == -EINVAL);
  CHECK(CALL(rt_sigaction, SIGKILL, &action, NULL, 8) == -EINVAL);
  jmp_buf end;
  test_end = &end;
  if (!setjmp(end)) CALL(kill, 1000, SIGINT);  // its handler was for one signal
  CHECK(test_end_status == 1000 + SIGINT);
  if (!setjmp(end)) CALL(exit_group, 7);
  CHECK(test_end_status == 7);
}

static void test_pipe_signal(void) {
  int ends[2];
  jmp_buf end;
  test_end = &end;
  CHECK(CALL(pipe, ends) == 0 && CALL(write, ends[1], "ab", 2) == 2);
  char bytes[4];
  CHECK(CALL(read, ends[0], bytes, 1) == 1 && CALL(read, ends[0], bytes, 4) == 1 && bytes[0] == 'b');
  CHECK(CALL(read, ends[0], bytes, 4) == 0 && strstr(test_notes, "deadlock"));
  CHECK(CALL(close, ends[0]) == 0);
  if (!setjmp(end)) CALL(write, ends[1], "x", 1);
  CHECK(test_end_status == 1000 + SIGPIPE);
}

static void test_process(void) {
  struct utsname name;
  CHECK(CALL(uname, &name) == 0 && strcmp(name.sysname, "Linux") == 0);
  CHECK(CALL(getpid) == 1000 && CALL(getuid) == 1000 && CALL(setuid, 1000) == 0 && CALL(setuid, 0) == -EPERM);
  CHECK(CALL(fork) == -ENOSYS && strstr(test_notes, "57 (fork)") && CALL(wait4, -1, 0, 0, 0) == -ECHILD);
  CHECK(strstr(test_notes, "57 (fork) has no model: the path ends here"));
  CHECK(CALL(socket, 2, 1, 0) == -ENOSYS && strstr(test_notes, "system call 41 (socket) has no model: the path ends here"));
  CHECK(CALL(socket, 1, 1, 0) == -EAFNOSUPPORT && strstr(test_notes, "it fails with EAFNOSUPPORT"));
  CHECK(CALL(getxattr, "/", "user.a", NULL, 0) == -EOPNOTSUPP && strstr(test_notes, "(getxattr)"));
  int word = 1;
  struct timespec soon = {1, 0};
  CHECK(CALL(futex, &word, 1, 1, NULL) == 0 && CALL(futex, &word, 128, 0, NULL) == -EAGAIN);  // wake, wait for another value
  CHECK(CALL(futex, &word, 128, 1, &soon) == -ETIMEDOUT && !strstr(test_notes, "another thread"));
  CHECK(CALL(futex, &word, 128, 1, NULL) == -EAGAIN && strstr(test_notes, "another thread"));
  CHECK(__bonsai_syscall(9999, 0, 0, 0, 0, 0, 0) == -ENOSYS && strstr(test_notes, "9999"));
  struct rlimit limit = {4, 4096};
  CHECK(CALL(prlimit64, 0, RLIMIT_NOFILE, &limit, NULL) == 0 && CALL(dup, 0) == 3 && CALL(dup, 0) == -EMFILE);
  char a[8], b[8];
  CHECK(CALL(getrandom, a, 8, 0) == 8 && CALL(getrandom, b, 8, 0) == 8 && memcmp(a, b, 8) != 0);
  unsigned long processors = 0;
  CHECK(CALL(sched_getaffinity, 0, 8, &processors) == 8 && processors == 1);
  CHECK(CALL(getpriority, 0, 0) == 20 && CALL(setpriority, 0, 1000, 5) == 0 && CALL(getpriority, 2, 1000) == 15);
  CHECK(CALL(setpriority, 0, 0, 4) == -EACCES && CALL(getpriority, 3, 0) == -EINVAL && CALL(getpriority, 0, 1) == -ESRCH);
}

static void test_time(void) {
  struct timespec first, second, sleep = {2, 500000000};
  CHECK(CALL(clock_gettime, CLOCK_REALTIME, &first) == 0 && first.tv_sec == 1735689600);
  CHECK(CALL(nanosleep, &sleep, NULL) == 0 && CALL(clock_gettime, CLOCK_REALTIME, &second) == 0);
  CHECK(second.tv_sec == first.tv_sec + 2 && second.tv_nsec > 500000000);
  CHECK(CALL(time, NULL) == second.tv_sec && CALL(clock_gettime, 99, &first) == -EINVAL);
  struct stat s;
  long file = CALL(open, "f", O_CREAT | O_WRONLY, 0600);
  CHECK(CALL(fstat, file, &s) == 0 && s.st_mtim.tv_sec == second.tv_sec);
}

// --- memory and devices

static void test_memory(void) {
  char* block = (char*)CALL(mmap, 0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(((long)block & 4095) == 0 && block[0] == 0 && block[8191] == 0);
  block[4999] = 7;
  block = (char*)CALL(mremap, block, 5000, 20000, MREMAP_MAYMOVE);
  CHECK(block[4999] == 7 && block[19999] == 0 && CALL(munmap, block, 20000) == 0);
  long file = CALL(open, "f", O_CREAT | O_RDWR, 0600);
  CHECK(CALL(write, file, "content", 7) == 7);
  char* private = (char*)CALL(mmap, 0, 7, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  char* shared = (char*)CALL(mmap, 0, 7, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(strcmp(private, "content") == 0 && strcmp(shared, "content") == 0);
  private[0] = 'P', shared[0] = 'S';
  char bytes[8] = {0};
  CHECK(CALL(munmap, private, 7) == 0 && CALL(munmap, shared, 7) == 0);
  CHECK(CALL(pread64, file, bytes, 8, 0) == 7 && strcmp(bytes, "Sontent") == 0);
  CHECK(CALL(mmap, 0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -EINVAL);
  CHECK(CALL(mmap, 0, 1, PROT_READ, MAP_PRIVATE, 99, 0) == -EBADF);
}

static void test_devices(void) {
  char bytes[4] = "abc";
  struct stat s;
  long null = CALL(open, "/dev/null", O_RDWR), zero = CALL(open, "/dev/zero", O_RDONLY),
       full = CALL(open, "/dev/full", O_WRONLY);
  CHECK(CALL(write, null, bytes, 4) == 4 && CALL(read, null, bytes, 4) == 0);
  CHECK(CALL(read, zero, bytes, 2) == 2 && bytes[0] == 0 && bytes[2] == 'c' &&
        CALL(write, full, bytes, 1) == -ENOSPC);
  CHECK(CALL(open, "/dev/tty", O_RDWR) == -ENOENT && CALL(open, "/dev/fd/99", O_RDONLY) == -ENOENT);
  CHECK(CALL(stat, "/dev/null", &s) == 0 && S_ISCHR(s.st_mode) && s.st_rdev == makedev(1, 3));
  CHECK(CALL(stat, "/dev/fd/1", &s) == 0 && S_ISFIFO(s.st_mode) && CALL(unlink, "/dev/fd/1") == -EACCES);
  CHECK(CALL(mkdir, "/x", 0755) == -EACCES && CALL(mkdir, "/tmp/x", 0755) == 0 && CALL(rmdir, "/tmp/x") == 0);
  CHECK(CALL(unlink, "/dev/null") == -EACCES);
}

static void test_ready(void) {
  int ends[2];
  CHECK(CALL(pipe, ends) == 0);
  unsigned long in = 1ul << ends[0] | 1, out = 1ul << ends[1] | 2;
  CHECK(CALL(select, 5, &in, &out, NULL, NULL) == 3 && in == 1 && out == (1ul << ends[1] | 2));
  struct pollfd polled = {ends[0], POLLIN, 0};
  struct timespec before, after;
  CALL(clock_gettime, CLOCK_MONOTONIC, &before);
  CHECK(CALL(poll, &polled, 1, 3000) == 0);
  CALL(clock_gettime, CLOCK_MONOTONIC, &after);
  CHECK(after.tv_sec == before.tv_sec + 3);
  in = 1ul << 9;
  CHECK(CALL(select, 10, &in, NULL, NULL, NULL) == -EBADF);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } tests[] = {{"plain start", test_plain},
               {"arguments", test_arguments},
               {"files and stdin", test_input},
               {"output", test_output_},
               {"symbolic names", test_symbolic_name},
               {"failures", test_fail},
               {"failing malloc", test_fail_malloc},
               {"signals", test_signals},
               {"broken pipe", test_pipe_signal},
               {"process", test_process},
               {"time", test_time},
               {"memory", test_memory},
               {"devices", test_devices},
               {"readiness", test_ready}};
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
    test_name = tests[i].name;
    if (argc < 2) puts(test_name);
    if (argc < 2 || strcmp(argv[1], test_name) != 0) continue;
    tests[i].run();
    fflush(NULL);
    return failed;
  }
  return argc < 2 ? 0 : 2;
}
