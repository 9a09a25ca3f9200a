// Calls that --fail N may let fail. Each such call makes a new input "fail" of 4 bytes, which is 0 or one of
// the errnos given here; once N calls failed on a path, no more inputs are made.
#pragma once

enum bonsai_call {
  BONSAI_CALL_READ,    // read, readv, pread64, preadv, getdents64: EIO, EINTR
  BONSAI_CALL_WRITE,   // write, writev, pwrite64, pwritev, sendfile, fallocate: ENOSPC, EIO, EINTR
  BONSAI_CALL_OPEN,    // open, openat, creat: EACCES, EMFILE
  BONSAI_CALL_PIPE,    // pipe, pipe2: EMFILE
  BONSAI_CALL_CLOSE,   // close, fsync, fdatasync: EIO
  BONSAI_CALL_STAT,    // stat, lstat, newfstatat, statx, access, faccessat: EACCES
  BONSAI_CALL_FSTAT,   // fstat: EIO
  BONSAI_CALL_SEEK,    // lseek on a regular file or directory: EINVAL
  BONSAI_CALL_NAME,    // what makes, removes or renames names; chmod, chown, utimensat, truncate: EACCES, EIO
  BONSAI_CALL_RESIZE,  // ftruncate: EIO
  BONSAI_CALL_MAP,     // mmap, mremap: ENOMEM
  BONSAI_CALL_MALLOC,  // malloc, calloc, realloc, aligned_alloc: ENOMEM; the engine asks before each
};

// The errno that this call shall fail with, or 0. Decided by branching, so the result is concrete.
// Allocations of the model itself never fail, whoever asks.
int __bonsai_fails(int call);
