// Checks whose evidence optimisation would destroy or forge, inserted as calls of marker functions before any
// pass.
//
// Why before: clang -O1 turns `n < 32 ? x << n : 0` into an unconditional shift and a select, so a check on
// the optimised shift reports an overshift that the program does not have; and it deletes a division whose
// result is unused, so a check on the optimised code misses the error that the program does have. A marker
// stands where the source has the operation, under the source's conditions, and says what is checked; the
// operation itself is then free to move.
//
//   void @bonsai.check.shift.iN(iN amount)          overshift if amount >= N
//   void @bonsai.check.divisor.iN(iN divisor)       division by zero if divisor = 0
//   void @bonsai.check.sdiv.iN(iN a, iN b)          signed overflow if a = MIN and b = -1
//   void @bonsai.check.{sadd,ssub,smul}.iN(iN, iN)  signed overflow, with check_overflow
//   void @bonsai.check.sshl.iN(iN, iN)              signed overflow of `shl nsw`, with check_overflow
//   void @bonsai.check.unreachable()                stands before an `unreachable` of the source: does
//   nothing itself,
//                                                   but keeps passes from folding the branch that leads there
//   T    @bonsai.uninit.T()                         value of a local, or a part of one, that was not written
//                                                   (T: iN, ptr, float, …)
//   void @bonsai.keep(ptr)                          does nothing: passes.h keeps an object's accesses with
//   it,
//                                                   and removes it again
//   void @bonsai.hold(T)                            the same of a load that may fault (evidence.h)
//   void @bonsai.branch(…), @bonsai.switch.iN(…)    a branch of the source: see source_branches.h
//
// The check markers are nounwind and touch only memory inaccessible to the program, so that loads and stores
// may move past them, but may not return: a pass can neither delete one, nor move one to where the source
// would not execute it, nor move an operation that may fault from behind it to before it. The uninit markers
// are pure: an unused one disappears. With --uninit=symbolic each is a value of its own, so they are not: two
// of them are not one, and run_passes removes those that are not used.
//
// Functions of which the source is known get checks: those that we compiled, and those of bitcode that was
// compiled at -O0 and not optimised since. Other bitcode runs with poison semantics instead. Vector shifts
// and divisions get none: clang makes them of vector extensions only, and a lane's shift out of range is
// poison in the lowered code, an error when it is used.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <optional>

#include "load/load.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace bonsai::load {

enum class Marker {
  shift,
  divisor,
  sdiv,
  sadd,
  ssub,
  smul,
  sshl,
  unreachable,
  uninit,
  keep,
  hold,
  branch,
  choice
};

// What a function of a module marks; nothing if it is no marker.
std::optional<Marker> marker_of(const llvm::Function& function);

// True if the function looks as clang -O0 left it, so that each operation still stands where the source has
// it.
bool is_unoptimised(const llvm::Function& function);

// Inserts the markers in every unoptimised function of the module (all of them if it was compiled here), and
// marks those functions as ours (is_checked). REQUIRES: no pass ran on the module since it was compiled or
// read.
void insert_checks(llvm::Module& module, const Options& options, bool compiled_here);

// The marker for the value of a local of that type that was not written.
llvm::FunctionCallee uninit_marker(llvm::Module& module, llvm::Type* type, const Options& options);

// The function has its markers: overflow flags, attributes and the like carry no evidence any more.
bool is_checked(const llvm::Function& function);

}  // namespace bonsai::load
