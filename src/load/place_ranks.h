// Tells apart what stands at one place of the source.
//
// All that a macro makes has the place where it is used: line and column say nothing of which of two
// accesses in it fails. So before any pass the loads, stores, operations and calls of one place get ranks, in
// order, each kind its own; the first has rank 0. A rank is the discriminator of the debug location, which
// passes carry along and copies keep. A location of the IR has it (ir::Location), and the identity of an
// error.
#pragma once

namespace llvm {
class Module;
}

namespace bonsai::load {

void rank_places(llvm::Module& module);

}  // namespace bonsai::load
