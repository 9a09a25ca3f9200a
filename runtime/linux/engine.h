// What the engine does for the model of Linux. Everything else here is ordinary C, executed like the program
// under test: file data are objects in memory, so they fork, merge and replay with no special case.
//
// The names belong to the engine (src/exec/intrinsic.def); a native build of the model defines them itself.
#pragma once

#include <stddef.h>

// Makes the object symbolic: `size` new input bytes of that name. `object` is its beginning, `size` its size.
void bonsai_symbolic(void* object, size_t size, const char* name);
// Only paths on which the condition holds go on.
void bonsai_assume(long condition);
// A wish for the values in tests, heeded where it costs nothing.
void bonsai_prefer(void* object, long condition);
int bonsai_is_symbolic(unsigned long value);
// The value itself if it is concrete; else each of a few values on a path of its own, and on a last path one
// of the others.
long bonsai_concrete(long value);
// The same of an address: the analyses take what bonsai_concrete gives for a number.
long bonsai_concrete_address(long value);

// Bytes that the program wrote to descriptor 1 or 2 of the outside. They may be symbolic.
void bonsai_output(int descriptor, const void* bytes, size_t size);
// The path ends: exit status (0 to 255, may be symbolic), or death by a signal (of which SIGABRT is reported
// as an error).
_Noreturn void bonsai_exit(int status);
_Noreturn void bonsai_killed(int signal);
// The model does here what Linux does not: an entry of the run's ledger, and a line for the user, once per
// run whatever paths say it: "system call 191 (getxattr) has no model: it fails with EOPNOTSUPP".
void bonsai_note(const char* text);
// The path ends here, for the model cannot go on; an entry of the ledger. A native build of the model
// returns.
void bonsai_refuse(const char* text);

// `value` as a symbol with this one value, which Linux could give another one, from `low` to `high`. What
// depends on it is known to. Values with the same serial number and value are the same.
unsigned long bonsai_pinned(unsigned long value, const char* name, unsigned long low, unsigned long high,
                            unsigned long serial);

// The host's files, read only, below the folder of --fs. Paths are absolute, as the program sees them ("/…"
// is the root of the host, the current directory the folder of --fs); what lies outside of --fs does not
// exist, but for the file of `input`. Results are noted on the path's tape, so that a replay does not read
// the host again. All return a negative errno on failure; no path has symbolic bytes.
enum { BONSAI_HOST_WORDS = 13 };
// words: device, inode, mode, links, uid, gid, size, mtime seconds, mtime nanoseconds, blocks, block size,
// rdev, 0.
long bonsai_host_stat(const char* path, unsigned long words[BONSAI_HOST_WORDS]);  // of a symbolic link itself
// Bytes read: fewer than asked for is fine, 0 at the end only.
long bonsai_host_read(const char* path, void* bytes, size_t size, size_t offset);
// All names but "." and "..", sorted, each with a NUL behind, are one sequence of bytes; gives those from
// `offset` on, at most `size`, so the last name may be cut. 0 at the end. Names have at most 255 bytes, and
// `size` is more than that.
long bonsai_host_list(const char* path, void* names, size_t size, size_t offset);
long bonsai_host_link(const char* path, char* target, size_t size);  // bytes of a link's target, without NUL
