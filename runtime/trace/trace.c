/* The path of a native run: what a module of load/native_module.h reports goes to the file that BONSAI_TRACE
   names; without it, nowhere.

   The file is mapped whole, so that each record is kept whatever ends the process, and nothing is open while
   the program runs. Numbers are little-endian:

     header   "BONSAITR", version (32 bits), flags (32 bits; 1: the path went on when the file was full),
              records (64 bits), 0 (64 bits)
     record   branch (32 bits), kind (32 bits; 0 conditional, 1 switch), outcome (64 bits)

   The file is mapped at the first record and not before, so that a harness may fork to watch the program. A
   program that forks itself afterwards mixes two paths. System calls are made directly: the program or the
   harness may have functions of its own in place of those of the C library. */
#define _GNU_SOURCE /* syscall, O_CLOEXEC */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct record {
  uint32_t branch, kind;
  uint64_t outcome;
};

struct trace {
  char magic[8];
  uint32_t version, flags;
  uint64_t count, unused;
  struct record records[];
};

enum { bytes = 64 << 20, most = (bytes - sizeof(struct trace)) / sizeof(struct record) };

static const char* path; /* in the environment that the process was given */
static struct trace* trace;
static int tried;

/* The environment comes as an argument: getenv may be the program's. */
__attribute__((constructor(101))) static void find_path(int argc, char** argv, char** environment) {
  static const char name[] = "BONSAI_TRACE=";
  (void)argc, (void)argv;
  for (; *environment; ++environment) {
    unsigned i = 0;
    while (name[i] && (*environment)[i] == name[i]) ++i;
    if (!name[i]) path = *environment + i;
  }
}

static void* map(long file) {
#ifdef SYS_mmap2
  return (void*)syscall(SYS_mmap2, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
#else
  return (void*)syscall(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
#endif
}

/* Without success there is no header, which is how a reader knows. */
static void start(void) {
  int error = errno;
  tried = 1;
  if (!path || !*path) return;
  long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file >= 0) {
    if (syscall(SYS_ftruncate, file, (long)bytes) == 0) {
      void* place = map(file);
      if (place != MAP_FAILED) {
        static const char magic[] = "BONSAITR";
        trace = place;
        for (unsigned i = 0; i < sizeof trace->magic; ++i) trace->magic[i] = magic[i];
        trace->version = 1;
      }
    }
    syscall(SYS_close, file);
  }
  errno = error;
}

static void add(uint32_t branch, uint32_t kind, uint64_t outcome) {
  if (!tried) start();
  if (!trace) return;
  if (trace->count == most) {
    trace->flags |= 1;
    return;
  }
  struct record* record = &trace->records[trace->count];
  record->branch = branch;
  record->kind = kind;
  record->outcome = outcome;
  ++trace->count;
}

void __bonsai_branch(uint32_t id, uint32_t taken) { add(id, 0, taken); }
void __bonsai_switch(uint32_t id, uint64_t value) { add(id, 1, value); }
