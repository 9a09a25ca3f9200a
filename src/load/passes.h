// The passes of --opt, chosen for an interpreter that looks for errors: few executed instructions, every
// error still there, at its line.
//
//   0  none. Locals stay in memory, every branch of the source stays; lay_out() folds blocks that only
//   forward. 1  locals become values (SROA, mem2reg); common subexpressions, simplification, loop rotation,
//   invariant code motion.
//      Branches may become selects where both sides are cheap. No inlining but always_inline and leaves of
//      a few arithmetic instructions (calls are what strategies and reports speak of), no unrolling, no
//      vectors, no tail calls, no dead store elimination.
//   2  clang's -O2 pipeline, inlining included, without vectorisation.
//
// What LLVM may assume of a program without errors would hide or forge the errors we look for. So at every
// level:
//   - null_pointer_is_valid on all functions: an access to null is not "unreachable"
//   - mustprogress and loop metadata are removed: an endless loop stays endless
//   - library functions are unknown (TargetLibraryInfo empty, at level 2 but for memset, memcpy, memmove;
//   allockind removed):
//     malloc and free are not paired off, strlen is not folded, no call appears that the program does not
//     have
//   - optnone is removed
// and in functions whose source is known (is_checked):
//   - parameters, results and calls lose noundef, nonnull, dereferenceable, noalias, returned, range, align
//   and the like;
//     functions lose memory(…), willreturn, norecurse, speculatable: a `pure` function that faults still
//     faults
//   - loads lose !noundef, !nonnull, !range, !invariant.load …
//   - nsw, nuw, inbounds are dropped before the passes of levels 0 and 1 (overflow wraps where it is not
//   checked, as at -O0)
//     and behind those of level 2: lowering finds such flags only in bitcode that arrived optimised
//   - the markers of checks.h stand for overshift, division, overflow, unreachable, uninitialised locals
// and at level 1:
//   - an object in memory is taken apart or deleted only if every access to it is provably in bounds (SROA
//   clips accesses
//     that leave an object, InstCombine deletes one that is only written)
//   - a load that may fault stays when its result is not used, or no longer (it becomes volatile)
//   - instructions that may fault keep their line when they leave a loop; where a line is lost, the nearest
//   one is taken
//
// What level 1 may still lose: of two stores to one place with nothing between them the first goes, so an
// error is found at the second one's line.
// Level 2 loses more: dead stores out of bounds in locals, unused loads, locals' uninitialised members
// (unless check_uninitialised keeps them in memory).
#pragma once

#include "load/load.h"
#include "load/source_branches.h"

namespace llvm {
class Module;
}

namespace bonsai::load {

// Runs the passes of options.optimisation on a linked module. Throws LoadError if the module is broken
// afterwards. Returns the branches that it had before, at levels 0 and 1: what is left of them is marked
// (source_branches.h).
SourceBranches run_passes(llvm::Module& module, const Options& options);

// Answers what the check of -fsanitize=function reads before a function. Once, on the linked module.
void answer_function_signatures(llvm::Module& module);

// Writes out loads from tables of distances (llvm.load.relative). After all passes, some of which make them,
// and on the library too.
void expand_relative_loads(llvm::Module& module);

}  // namespace bonsai::load
