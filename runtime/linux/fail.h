// Calls that --fail N may let fail. Each such call makes a new input "fail" of 4 bytes, which is 0 or one of
// the errnos that its row in fail.def has; once N calls failed on a path, no more inputs are made.
#pragma once

enum bonsai_call {
#define CALL(name, ...) BONSAI_CALL_##name,
#include "fail.def"
};

// The errno that this call shall fail with, or 0. Whether it fails is decided by branching; with which errno
// is not, where there are several: a program that only looks for a failure goes on as one path, and one that
// tells errnos apart branches where it does. Allocations of the model itself never fail, whoever asks.
int __bonsai_fails(int call);
