// The clock of the model of Linux (runtime/linux/time.c) for a native program, so that one that prints the
// time of day prints the predicted one: 2025-01-01 at first, a millisecond later at each reading, and later
// by each sleep, which takes no time.
//
// The binary is not changed: a process of ours traces it, hides the kernel's shared library (vDSO), so that
// reading the clock is a system call, and answers those calls. The times of files that the program makes stay
// the kernel's.
#pragma once

namespace bonsai::report {

// Splits the caller, who is about to execute a program: the one in whom this returns goes on to do so, the
// other traces it and ends as it ends. Where tracing is not allowed, the real clock stays.
// REQUIRES: runs between fork and exec. Only calls that are safe there are used.
void keep_model_clock();

// May we trace? Not in some sandboxes.
bool can_keep_model_clock();

}  // namespace bonsai::report
