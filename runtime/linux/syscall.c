// One system call: `__bonsai_syscall`, which the C library calls in place of the processor's instruction.
//
// A row says which arguments are numbers (N) or addresses (A), of which the model wants one value, and which
// are pointers (P): those are left as they are, and what they point to may be symbolic.
#define _GNU_SOURCE
#include <sys/syscall.h>

#include "linux.h"

#define N(argument) bonsai_concrete(argument)
#define A(argument) bonsai_concrete_address(argument)
#define I(argument) ((int)bonsai_concrete(argument))
#define U(argument) ((unsigned)bonsai_concrete(argument))
// Ids that the program has from the model are the model's, also where they are symbolic inputs.
#define PID(argument) ((int)(argument) == (int)linux_pid() ? (long)LINUX_PID : (long)I(argument))
#define ID(argument) ((unsigned)PID(argument))
#define USER(argument) ((unsigned)(argument) == (unsigned)linux_user() ? (unsigned)LINUX_UID : U(argument))
#define GROUP(argument) ((unsigned)(argument) == (unsigned)linux_group() ? (unsigned)LINUX_GID : U(argument))
#define SIZE(argument) ((unsigned long)bonsai_concrete(argument))
#define P(argument) ((void*)(argument))
#define HERE AT_FDCWD

// Each family passes on what is not its own.
#define CALL long n, long a, long b, long c, long d, long e, long f

// Notes a system call without a model. The words are put together here: what it says is one entry of the ledger.
static void describe(char* text, long number, const char* name, const char* outcome) {
  static const char before[] = "system call ", after[] = " has no model: ";
  char digits[24];
  size_t used = sizeof before - 1;
  memcpy(text, before, used);
  int count = 0;
  for (unsigned long rest = number < 0 ? 0 : (unsigned long)number; rest || !count; rest /= 10)
    digits[count++] = (char)('0' + rest % 10);
  while (count) text[used++] = digits[--count];
  if (name) {
    size_t length = strlen(name);
    text[used++] = ' ';
    text[used++] = '(';
    memcpy(text + used, name, length);
    used += length;
    text[used++] = ')';
  }
  memcpy(text + used, after, sizeof after - 1);
  memcpy(text + used + sizeof after - 1, outcome, strlen(outcome) + 1);
}

static long fails(long number, const char* name, int error, const char* outcome) {
  char text[160];
  describe(text, number, name, outcome);
  bonsai_note(text);
  return -error;
}

int linux_refused_calls_fail;

static long ends(long number, const char* name) {
  if (linux_refused_calls_fail) return fails(number, name, ENOSYS, "it fails with ENOSYS");
  char text[160];
  describe(text, number, name, "the path ends here");
  bonsai_refuse(text);
  return -ENOSYS;
}

static long refuse(long number) {
#define ENDS(name) \
  case SYS_##name: return ends(number, #name);
#define FAILS(name, error) \
  case SYS_##name: return fails(number, #name, error, "it fails with " #error);
  switch (number) {
#include "refused.def"
    default: return fails(number, NULL, ENOSYS, "it fails with ENOSYS");
  }
#undef ENDS
#undef FAILS
}

// A socket of the machine itself leads nowhere here; a program that cannot reach its system's log goes on.
static long open_socket(int family) {
  const int number = SYS_socket;
  return family == 1 ? fails(number, "socket", EAFNOSUPPORT, "it fails with EAFNOSUPPORT") : ends(number, "socket");
}

// With one thread, nobody waits and nobody wakes.
static long futex(const int* word, int operation, int value, const void* timeout) {
  switch (operation & 127) {
    case 1:              // FUTEX_WAKE
    case 10: return 0;   // FUTEX_WAKE_BITSET
    case 0:              // FUTEX_WAIT
    case 9:              // FUTEX_WAIT_BITSET
      if (*word != value) return -EAGAIN;
      if (timeout) return -ETIMEDOUT;
      bonsai_refuse("deadlock: the program waits for another thread, and there is none");
      return -EAGAIN;
    default: return ends(SYS_futex, "futex");
  }
}

static long signals(CALL) {
  (void)e, (void)f;
  switch (n) {
    case SYS_rt_sigaction: return linux_sigaction(I(a), P(b), P(c), SIZE(d));
    case SYS_rt_sigprocmask: return linux_sigprocmask(I(a), P(b), P(c), SIZE(d));
    case SYS_rt_sigpending: return linux_sigpending(P(a));
    case SYS_rt_sigsuspend: return linux_sigsuspend(P(a));
    case SYS_rt_sigtimedwait: return linux_sigtimedwait(P(a), P(b));
    case SYS_rt_sigreturn: return 0;
    case SYS_pause: return linux_sigsuspend(NULL);
    case SYS_sigaltstack: return linux_sigaltstack(P(a), P(b));
    case SYS_kill:
    case SYS_tkill: return linux_kill(PID(a), I(b));
    case SYS_tgkill: return linux_kill(PID(b), I(c));
    default: return refuse(n);
  }
}

static long process(CALL) {
  switch (n) {
    case SYS_exit:
    case SYS_exit_group: bonsai_exit((int)(a & 255));
    case SYS_socket: return open_socket(I(a));
    case SYS_futex: return futex(P(a), I(b), I(c), P(d));
    case SYS_sched_getscheduler: return I(a) == 0 || I(a) == LINUX_PID ? 0 : -ESRCH;  // SCHED_OTHER
    case SYS_wait4:
    case SYS_waitid: return -ECHILD;
    case SYS_getpid:
    case SYS_gettid:
    case SYS_getpgrp:
    case SYS_set_tid_address: return (long)linux_pid();
    case SYS_getppid: return (long)linux_parent_pid();
    case SYS_getpgid:
    case SYS_getsid: return PID(a) == 0 || PID(a) == LINUX_PID ? (long)linux_pid() : -ESRCH;
    case SYS_setsid: return -EPERM;  // leads a group already
    case SYS_setpgid:
      return (PID(a) == 0 || PID(a) == LINUX_PID) && (PID(b) == 0 || PID(b) == LINUX_PID) ? 0 : -ESRCH;
    case SYS_set_robust_list:
    case SYS_arch_prctl:
    case SYS_prctl:
    case SYS_sched_yield:
    case SYS_rseq: return 0;
    case SYS_sched_getaffinity: return linux_affinity(SIZE(b), P(c));
    case SYS_getpriority: return linux_getpriority(I(a), ID(b));
    case SYS_setpriority: return linux_setpriority(I(a), ID(b), I(c));
    case SYS_getcpu:
      if (a) *(unsigned*)a = (unsigned)linux_pinned(LINUX_PIN_CPUS, 0, 0, 1023);
      if (b) *(unsigned*)b = 0;
      return 0;
    case SYS_getuid:
    case SYS_geteuid: return (long)linux_user();
    case SYS_getgid:
    case SYS_getegid: return (long)linux_group();
    case SYS_setuid: return linux_set_ids(USER(a), USER(a), USER(a));
    case SYS_setgid: return linux_set_ids(GROUP(a), GROUP(a), GROUP(a));
    case SYS_setreuid: return linux_set_ids(USER(a), USER(b), USER(b));
    case SYS_setregid: return linux_set_ids(GROUP(a), GROUP(b), GROUP(b));
    case SYS_setresuid: return linux_set_ids(USER(a), USER(b), USER(c));
    case SYS_setresgid: return linux_set_ids(GROUP(a), GROUP(b), GROUP(c));
    case SYS_getresuid: return linux_get_ids(linux_user(), P(a), P(b), P(c));
    case SYS_getresgid: return linux_get_ids(linux_group(), P(a), P(b), P(c));
    case SYS_setfsuid:
    case SYS_setfsgid: return LINUX_UID;
    case SYS_getgroups: return linux_getgroups(I(a), P(b));
    case SYS_setgroups: return -EPERM;
    case SYS_uname: return linux_uname(P(a));
    case SYS_sysinfo: return linux_sysinfo(P(a));
    case SYS_getrusage: return linux_getrusage(I(a), P(b));
    case SYS_getrlimit: return linux_prlimit(0, I(a), NULL, P(b));
    case SYS_setrlimit: return linux_prlimit(0, I(a), P(b), NULL);
    case SYS_prlimit64: return linux_prlimit((int)PID(a), I(b), P(c), P(d));
    case SYS_getrandom: {
      int error = __bonsai_fails(BONSAI_CALL_GETRANDOM);
      return error ? -error : linux_getrandom(P(a), SIZE(b));
    }
    default: return signals(n, a, b, c, d, e, f);
  }
}

static long memory_and_time(CALL) {
  switch (n) {
    case SYS_mmap: return linux_mmap(A(a), SIZE(b), I(c), I(d), I(e), N(f));
    case SYS_munmap: return linux_munmap(A(a), SIZE(b));
    case SYS_mremap: return linux_mremap(A(a), SIZE(b), SIZE(c), I(d));
    case SYS_msync: return linux_msync(A(a), SIZE(b));
    case SYS_mprotect: return -__bonsai_fails(BONSAI_CALL_MPROTECT);
    case SYS_mlock:
    case SYS_mlockall: return -__bonsai_fails(BONSAI_CALL_MLOCK);
    case SYS_madvise:
    case SYS_munlock:
    case SYS_munlockall: return 0;
    case SYS_brk: return 0;  // as if it failed: memory comes from mmap and malloc
    case SYS_poll: return linux_poll(P(a), SIZE(b), I(c));
    case SYS_ppoll: return linux_ppoll(P(a), SIZE(b), P(c));
    case SYS_select: return linux_select(I(a), P(b), P(c), P(d), P(e), 1000000);
    case SYS_pselect6: return linux_select(I(a), P(b), P(c), P(d), P(e), 1000000000);
    case SYS_clock_gettime: return linux_clock_gettime(I(a), P(b));
    case SYS_clock_getres: return linux_clock_getres(I(a), P(b));
    case SYS_gettimeofday: return linux_gettimeofday(P(a), P(b));
    case SYS_time: return linux_time(P(a));
    case SYS_nanosleep: return linux_nanosleep(CLOCK_REALTIME, 0, P(a), P(b));
    case SYS_clock_nanosleep: return linux_nanosleep(I(a), I(b), P(c), P(d));
    case SYS_times: return linux_times(P(a));
    case SYS_alarm: return linux_alarm(U(a));
    case SYS_setitimer: return linux_setitimer(I(a), P(b), P(c));
    case SYS_getitimer: return linux_setitimer(I(a), NULL, P(b));
    default: return process(n, a, b, c, d, e, f);
  }
}

static long attributes(CALL) {
  switch (n) {
    case SYS_stat: return linux_stat(HERE, P(a), P(b), 0);
    case SYS_lstat: return linux_stat(HERE, P(a), P(b), AT_SYMLINK_NOFOLLOW);
    case SYS_fstat: return linux_fstat(I(a), P(b));
    case SYS_newfstatat: return linux_stat(I(a), P(b), P(c), I(d));
    case SYS_statx: return linux_statx(I(a), P(b), I(c), U(d), P(e));
    case SYS_statfs: return linux_statfs(P(a), P(b));
    case SYS_fstatfs: return linux_fstatfs(I(a), P(b));
    case SYS_access: return linux_access(HERE, P(a), I(b), 0);
    case SYS_faccessat: return linux_access(I(a), P(b), I(c), 0);
    case SYS_faccessat2: return linux_access(I(a), P(b), I(c), I(d));
    case SYS_chmod: return linux_chmod(HERE, P(a), U(b), 0);
    case SYS_fchmod: return linux_fchmod(I(a), U(b));
    case SYS_fchmodat: return linux_chmod(I(a), P(b), U(c), 0);
    case SYS_chown: return linux_chown(HERE, P(a), U(b), U(c), 0);
    case SYS_lchown: return linux_chown(HERE, P(a), U(b), U(c), AT_SYMLINK_NOFOLLOW);
    case SYS_fchown: return linux_fchown(I(a), U(b), U(c));
    case SYS_fchownat: return linux_chown(I(a), P(b), U(c), U(d), I(e));
    case SYS_utimensat: return linux_utimens(I(a), P(b), P(c), I(d));
    case SYS_futimesat: return linux_utimes(I(a), P(b), P(c));
    case SYS_utimes: return linux_utimes(HERE, P(a), P(b));
    case SYS_utime: return linux_utime(P(a), P(b));
    default: return memory_and_time(n, a, b, c, d, e, f);
  }
}

static long names(CALL) {
  switch (n) {
    case SYS_mkdir: return linux_mkdir(HERE, P(a), U(b));
    case SYS_mkdirat: return linux_mkdir(I(a), P(b), U(c));
    case SYS_mknod: return linux_mknod(HERE, P(a), U(b), SIZE(c));
    case SYS_mknodat: return linux_mknod(I(a), P(b), U(c), SIZE(d));
    case SYS_rmdir: return linux_rmdir(HERE, P(a));
    case SYS_unlink: return linux_unlink(HERE, P(a), 0);
    case SYS_unlinkat: return linux_unlink(I(a), P(b), I(c));
    case SYS_rename: return linux_rename(HERE, P(a), HERE, P(b), 0);
    case SYS_renameat: return linux_rename(I(a), P(b), I(c), P(d), 0);
    case SYS_renameat2: return linux_rename(I(a), P(b), I(c), P(d), U(e));
    case SYS_link: return linux_link(HERE, P(a), HERE, P(b), 0);
    case SYS_linkat: return linux_link(I(a), P(b), I(c), P(d), I(e));
    case SYS_symlink: return linux_symlink(P(a), HERE, P(b));
    case SYS_symlinkat: return linux_symlink(P(a), I(b), P(c));
    case SYS_readlink: return linux_readlink(HERE, P(a), P(b), I(c));
    case SYS_readlinkat: return linux_readlink(I(a), P(b), P(c), I(d));
    case SYS_chdir: return linux_chdir(P(a));
    case SYS_fchdir: return linux_fchdir(I(a));
    case SYS_getcwd: return linux_getcwd(P(a), SIZE(b));
    case SYS_umask: return linux_umask(U(a));
    default: return attributes(n, a, b, c, d, e, f);
  }
}

static long files(CALL) {
  switch (n) {
    case SYS_read: return linux_read(I(a), P(b), SIZE(c));
    case SYS_write: return linux_write(I(a), P(b), SIZE(c));
    case SYS_readv: return linux_readv(I(a), P(b), I(c));
    case SYS_writev: return linux_writev(I(a), P(b), I(c));
    case SYS_pread64: return linux_pread(I(a), P(b), SIZE(c), N(d));
    case SYS_pwrite64: return linux_pwrite(I(a), P(b), SIZE(c), N(d));
    case SYS_preadv:
    case SYS_preadv2: return linux_preadv(I(a), P(b), I(c), N(d));
    case SYS_pwritev:
    case SYS_pwritev2: return linux_pwritev(I(a), P(b), I(c), N(d));
    case SYS_open: return linux_open(HERE, P(a), I(b), U(c));
    case SYS_openat: return linux_open(I(a), P(b), I(c), U(d));
    case SYS_creat: return linux_open(HERE, P(a), O_CREAT | O_WRONLY | O_TRUNC, U(b));
    case SYS_close: return linux_close(I(a));
    case SYS_lseek: return linux_lseek(I(a), N(b), I(c));
    case SYS_dup: return linux_dup(I(a));
    case SYS_dup2: return linux_dup3(I(a), I(b), 0, 1);
    case SYS_dup3: return linux_dup3(I(a), I(b), I(c), 0);
    case SYS_fcntl: return linux_fcntl(I(a), I(b), c);
    case SYS_flock: return linux_flock(I(a), I(b));
    case SYS_ioctl: return linux_ioctl(I(a), SIZE(b), P(c));
    case SYS_pipe: return linux_pipe(P(a), 0);
    case SYS_pipe2: return linux_pipe(P(a), I(b));
    case SYS_sendfile: return linux_sendfile(I(a), I(b), P(c), SIZE(d));
    case SYS_truncate: return linux_truncate(P(a), N(b));
    case SYS_ftruncate: return linux_ftruncate(I(a), N(b));
    case SYS_fallocate: return linux_fallocate(I(a), I(b), N(c), N(d));
    case SYS_fadvise64:
    case SYS_readahead: return linux_data_file(I(a)) ? 0 : -EBADF;
    case SYS_fsync:
    case SYS_fdatasync: return linux_sync_file(I(a), BONSAI_CALL_FSYNC);
    case SYS_sync_file_range: return linux_sync_file(I(a), BONSAI_CALL_SYNC_RANGE);
    case SYS_syncfs: return linux_data_file(I(a)) ? -__bonsai_fails(BONSAI_CALL_SYNCFS) : -EBADF;
    case SYS_sync: return 0;
    case SYS_getdents64: return linux_getdents(I(a), P(b), SIZE(c));
    default: return names(n, a, b, c, d, e, f);
  }
}

long __bonsai_syscall(CALL) {
  int inside = linux_inside;
  linux_inside = 1;
  long result = files(I(n), a, b, c, d, e, f);
  linux_inside = inside;
  return result;
}
