// The state that the model keeps in place of the kernel, and what its files share.
//
// An inode is a file; directories are lists of entries that name inodes; an open file is an inode with an
// offset, shared by all descriptors that were duplicated from one another. Below the folder of --fs a
// directory also has what the host has there: a name is looked up in the entries first, then on the host, and
// what is found becomes an inode. The host is never written.
//
// All of it is ordinary data of the program under test, so a path that forks has its own file system.
// Functions that implement a system call take its arguments and return its result or a negative errno.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

#include "engine.h"
#include "fail.h"

enum {
  LINUX_UID = 1000,
  LINUX_GID = 1000,
  LINUX_PID = 1000,
  LINUX_PARENT_PID = 1,
  LINUX_PAGE = 4096,
  LINUX_PIPE_SIZE = 65536
};

// What reading and writing does, where it is not the content of a file.
enum linux_device {
  LINUX_NO_DEVICE,
  LINUX_NULL,
  LINUX_ZERO,
  LINUX_FULL,
  LINUX_RANDOM,
  LINUX_OUTPUT,
  LINUX_DESCRIPTORS
};

struct linux_entry;

struct linux_inode {
  unsigned long number;
  unsigned mode, uid, gid;
  unsigned long links;
  unsigned long references;  // by open files, mappings and the current directory
  enum linux_device device;
  int outside;  // LINUX_OUTPUT: descriptor of the outside, 1 or 2
  unsigned long rdev;
  struct timespec accessed, modified, changed;

  // Regular file: content; bytes from `stored` to `size` are zero. Symbolic link: target, with a NUL behind.
  // Pipe: bytes that wait.
  char* data;
  unsigned long size, stored, capacity;
  // Regular file: where the content is, until it is read. Directory: where more names may be, until it was
  // listed.
  char* host;

  // Directory. The entries are in the order of their cookies, so that a listing goes on where it was.
  struct linux_inode* parent;
  struct linux_entry *entries, *last;
  long cookies;

  // Pipe
  unsigned readers, writers;
  long writers_ever;
};

struct linux_entry {
  struct linux_entry* next;
  struct linux_inode* inode;  // null: the name was removed, the host's file of this name does not count
  const char* name;           // not NUL-terminated; its bytes may be symbolic, its length is not
  size_t length;
  long cookie;
  int symbolic;  // some byte of the name is
};

struct linux_file {
  struct linux_inode* inode;
  unsigned flags;
  unsigned references;
  // Directory: cookie of the entry given last. Pipe that had no writer when it was opened: writers_ever then.
  long offset;
};

// inode.c
struct linux_inode* linux_new_inode(unsigned mode);
char* linux_copy(const char* text);
void linux_release(struct linux_inode* inode);                 // a link or a reference is gone
int linux_allowed(const struct linux_inode* inode, int mask);  // mask: R_OK, W_OK, X_OK
long linux_load(struct linux_inode* inode);
long linux_data_read(struct linux_inode* inode, char* to, unsigned long size, unsigned long offset);
long linux_data_write(struct linux_inode* inode, const char* from, unsigned long size, unsigned long offset);
long linux_data_resize(struct linux_inode* inode, unsigned long size);
void linux_modified(struct linux_inode* inode);
struct linux_inode* linux_host_inode(const char* path);  // null: not on the host

// tree.c
extern struct linux_inode linux_root, linux_self, linux_null;  // linux_self: /proc/self
extern char* linux_folder;                                     // of --fs, or null
extern struct linux_entry* linux_initial_files;                // appear in the current directory
struct linux_inode* linux_current(void);
void linux_set_current(struct linux_inode* directory);

// directory.c
struct linux_entry* linux_find(struct linux_inode* directory, const char* name, size_t length);
struct linux_entry* linux_find_symbolic(struct linux_inode* directory, const char* path);
void linux_add(struct linux_inode* directory, const char* name, size_t length, struct linux_inode* inode);
void linux_remove(struct linux_inode* directory, struct linux_entry* entry);
int linux_is_empty(struct linux_inode* directory);
long linux_getdents(int descriptor, char* buffer, unsigned long size);
long linux_getcwd(char* buffer, unsigned long size);

// path.c
enum linux_last { LINUX_LAST_NAME, LINUX_LAST_DOT, LINUX_LAST_DOT_DOT, LINUX_LAST_ROOT };
enum {
  LINUX_FOLLOW = 1,  // a symbolic link at the end
  LINUX_PARENT =
      2,  // for a change of the name: slashes at the end, and a name that is too long, are the caller's
  LINUX_CREATE = 4,  // the name may be made: it is measured even if it does not exist
};
struct linux_place {
  struct linux_inode* directory;
  const char* name;
  size_t length;
  enum linux_last last;
  int slash;                  // slashes follow the name
  struct linux_entry* entry;  // null for ".", ".." and "/"
  struct linux_inode* inode;  // null: does not exist
};
long linux_walk(int at, const char* path, int flags, struct linux_place* place);
long linux_missing(const struct linux_place* place);  // the error of a name that does not exist
// The inode of a path that exists; with AT_EMPTY_PATH in at_flags, an empty path means `at` itself.
long linux_lookup(int at, const char* path, int follow, int at_flags, struct linux_inode** inode);

// descriptor.c
struct linux_file* linux_file(int descriptor);       // null: not open
int linux_outside(const struct linux_file* file);    // 0, 1 or 2 if it leads there, else -1
struct linux_file* linux_data_file(int descriptor);  // null also for O_PATH
struct linux_inode* linux_descriptor_inode(const char* name, size_t length);  // "/dev/fd/NAME"
long linux_new_descriptor(struct linux_inode* inode, unsigned flags);
long linux_close(int descriptor);
long linux_dup(int descriptor);
long linux_dup3(int from, int to, int flags, int same_allowed);
long linux_fcntl(int descriptor, int command, long argument);
long linux_flock(int descriptor, int operation);
void linux_set_stdin(struct linux_inode* inode);

// open.c
long linux_open(int at, const char* path, int flags, unsigned mode);
long linux_umask(unsigned mask);
unsigned linux_masked(unsigned mode);
long linux_make(struct linux_place* place, unsigned mode, struct linux_inode** inode);

// io.c
struct iovec;
long linux_read(int descriptor, char* buffer, unsigned long size);
long linux_write(int descriptor, const char* buffer, unsigned long size);
long linux_readv(int descriptor, const struct iovec* parts, int count);
long linux_writev(int descriptor, const struct iovec* parts, int count);
long linux_pread(int descriptor, char* buffer, unsigned long size, long offset);
long linux_pwrite(int descriptor, const char* buffer, unsigned long size, long offset);
long linux_preadv(int descriptor, const struct iovec* parts, int count, long offset);
long linux_pwritev(int descriptor, const struct iovec* parts, int count, long offset);
long linux_lseek(int descriptor, long offset, int whence);
long linux_sendfile(int out, int in, long* offset, unsigned long count);
long linux_ftruncate(int descriptor, long size);
long linux_truncate(const char* path, long size);
long linux_fallocate(int descriptor, int mode, long offset, long size);
long linux_sync_file(int descriptor, enum bonsai_call call);
long linux_ioctl(int descriptor, unsigned long request, void* argument);

// pipe.c
long linux_pipe(int descriptors[2], int flags);
long linux_pipe_read(struct linux_file* file, char* buffer, unsigned long size);
long linux_pipe_write(struct linux_file* file, const char* buffer, unsigned long size);

// names.c
long linux_mkdir(int at, const char* path, unsigned mode);
long linux_mknod(int at, const char* path, unsigned mode, unsigned long device);
long linux_rmdir(int at, const char* path);
long linux_unlink(int at, const char* path, int flags);
long linux_rename(int old_at, const char* old_path, int new_at, const char* new_path, unsigned flags);
long linux_link(int old_at, const char* old_path, int new_at, const char* new_path, int flags);
long linux_symlink(const char* target, int at, const char* path);
long linux_readlink(int at, const char* path, char* buffer, long size);

// attributes.c
struct statx;
struct statfs;
long linux_stat(int at, const char* path, struct stat* result, int flags);
long linux_fstat(int descriptor, struct stat* result);
long linux_statx(int at, const char* path, int flags, unsigned mask, void* result);
long linux_statfs(const char* path, struct statfs* result);
long linux_fstatfs(int descriptor, struct statfs* result);
long linux_access(int at, const char* path, int mode, int flags);
long linux_chmod(int at, const char* path, unsigned mode, int flags);
long linux_fchmod(int descriptor, unsigned mode);
long linux_chown(int at, const char* path, unsigned uid, unsigned gid, int flags);
long linux_fchown(int descriptor, unsigned uid, unsigned gid);
long linux_utimens(int at, const char* path, const struct timespec times[2], int flags);
long linux_utimes(int at, const char* path, const long times[4]);
long linux_utime(const char* path, const long times[2]);
long linux_chdir(const char* path);
long linux_fchdir(int descriptor);

// ready.c
struct pollfd;
long linux_poll(struct pollfd* polled, unsigned long count, long milliseconds);
long linux_ppoll(struct pollfd* polled, unsigned long count, const struct timespec* timeout);
long linux_select(int count, unsigned long* in, unsigned long* out, unsigned long* special, long* timeout,
                  long per_second);

// memory.c
long linux_mmap(long address, unsigned long size, int protection, int flags, int descriptor, long offset);
long linux_munmap(long address, unsigned long size);
long linux_mremap(long address, unsigned long old_size, unsigned long new_size, int flags);
long linux_msync(long address, unsigned long size);

// time.c
struct timespec linux_now(void);  // does not advance the clock
void linux_pass(long seconds, long nanoseconds);
long linux_clock_gettime(int clock, struct timespec* result);
long linux_clock_getres(int clock, struct timespec* result);
long linux_gettimeofday(long result[2], int zone[2]);
long linux_time(long* result);
long linux_nanosleep(int clock, int flags, const struct timespec* request, struct timespec* rest);
long linux_times(long result[4]);
long linux_setitimer(int which, const long value[4], long old[4]);
long linux_alarm(unsigned seconds);

// pinned.c
enum linux_pin {
  LINUX_PIN_CLOCK,
  LINUX_PIN_PID,
  LINUX_PIN_USER,
  LINUX_PIN_TTY,
  LINUX_PIN_HOST,
  LINUX_PIN_RANDOM,
  LINUX_PIN_CPUS,
  LINUX_PINS
};
int linux_unpin(const char* name);
extern int linux_refused_calls_fail;     // with ENOSYS, instead of ending the path
int linux_is_free(enum linux_pin kind);  // symbolic input, and not pinned
// A value that the model fixes, and what Linux could give.
unsigned long linux_pinned(enum linux_pin kind, unsigned long value, unsigned long low, unsigned long high);
// The same each time; `kept` is static.
unsigned long linux_pinned_once(unsigned long kept[2], enum linux_pin kind, unsigned long value,
                                unsigned long low, unsigned long high);
unsigned long linux_pid(void);
unsigned long linux_parent_pid(void);
unsigned long linux_user(void);
unsigned long linux_group(void);
unsigned long linux_is_terminal(int descriptor);

// process.c
struct utsname;
struct rlimit;
struct rusage;
struct sysinfo;
long linux_uname(struct utsname* result);
long linux_prlimit(int pid, int resource, const struct rlimit* value, struct rlimit* old);
unsigned long linux_descriptor_limit(void);
long linux_getrusage(int who, struct rusage* result);
long linux_sysinfo(struct sysinfo* result);
long linux_getrandom(unsigned char* buffer, unsigned long size);
long linux_getgroups(int size, unsigned* groups);
long linux_set_ids(unsigned a, unsigned b, unsigned c);
long linux_get_ids(unsigned long id, unsigned* a, unsigned* b, unsigned* c);
long linux_affinity(unsigned long size, unsigned long* mask);
long linux_getpriority(int which, unsigned who);
long linux_setpriority(int which, unsigned who, int value);

// signal.c
long linux_sigaction(int signal, const void* action, void* old, unsigned long size);
long linux_sigprocmask(int how, const unsigned long* set, unsigned long* old, unsigned long size);
long linux_sigpending(unsigned long* set);
long linux_sigsuspend(const unsigned long* set);
long linux_sigtimedwait(const unsigned long* set, void* info);
long linux_sigaltstack(const void* stack, void* old);
long linux_kill(long pid, int signal);
long linux_raise(int signal);

// syscall.c
long __bonsai_syscall(long n, long a, long b, long c, long d, long e, long f);

// symbolic.c
extern int linux_inside;  // the model or the start of the C library runs, not the program: its allocations do
                          // not fail
void linux_make_files(unsigned count, unsigned long size);
void linux_make_stdin(unsigned long size);
char* linux_make_argument(unsigned long size);
char* linux_make_variable(const char* name, unsigned long size);
unsigned linux_choose_count(unsigned least, unsigned most);
void linux_set_failures(unsigned most);

// fuzz.c
extern unsigned long __bonsai_fuzz_size;
