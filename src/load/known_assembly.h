// Inline assembly with a plain meaning in LLVM's instructions: the arithmetic on double words and the bit
// scans of GMP's longlong.h (factor and other programs have a copy), and cpuid, which tells of a processor
// with no extensions at all, so that programs choose their portable code (an entry of the ledger). So is it
// that there are no addresses of frames (__builtin_return_address). Before the checks, which then cover it as
// well. Other assembly stays, for lower_asm.cpp.
#pragma once

namespace llvm {
class Module;
}

namespace bonsai::load {

void replace_known_assembly(llvm::Module& module);

}  // namespace bonsai::load
