//===- Outlining.cpp - What LLVM's outliner does at -Oz -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outlining.h"

#include "LLVMOption.h"
#include "UnwindRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
namespace {

bool isThumb(const Triple &Target) { return Target.getArch() == Triple::thumb; }

/// Bytes of a function's entry: 24 in .eh_frame, with what it says of the
/// stack, and 8 in the table of .eh_frame_hdr; on Thumb-2 8 in .ARM.exidx,
/// which has all functions.
const char *entryBytes(const Module &M) {
  return isThumb(M.getTargetTriple()) ? "8" : "32";
}

bool hasUnwindTables(const Module &M) {
  return any_of(
      M, [](const Function &F) { return F.hasMinSize() && F.hasUWTable(); });
}

/// ThinLTO generates code of several modules at once, for which the option can
/// have one value only.
bool isForThinLTO(const Module &M) {
  return M.getModuleFlag("EnableSplitLTOUnit") && !M.getModuleFlag("ThinLTO");
}

BorrowedOption &outliner() {
  static BorrowedOption Only("enable-machine-outliner");
  return Only;
}

/// Sets LLVM's options before the outliner, which comes last, reads them.
class Outlining final : public UnwindRule<Outlining> {
public:
  static constexpr const char *Name = "mlgo-outlining";
  static constexpr const char *Description = "Outlining";
  static bool serves(const Triple &Target) {
    return (Target.isAArch64() || Target.isRISCV64() || isThumb(Target)) &&
           Target.isOSBinFormatELF();
  }

  /// Says which functions the code generator that is set up outlines from.
  static void chooseFunctions(TargetMachine &Target, legacy::PassManagerBase &,
                              TargetPassConfig *) {
    static BorrowedOption LinkOnce("enable-linkonceodr-outlining");
    const Triple &T = Target.getTargetTriple();
    const bool IsOurs = serves(T) && isWanted();
    outliner().set(IsOurs && isThumb(T) ? "always" : nullptr);
    LinkOnce.set(IsOurs && Target.getFunctionSections() ? "true" : nullptr);
  }

private:
  bool doInitialization(Module &M) override {
    static BorrowedOption Benefit("outliner-benefit-threshold");
    const bool Counts = (hasUnwindTables(M) || isThumb(M.getTargetTriple())) &&
                        !isForThinLTO(M);
    Benefit.set(Counts ? entryBytes(M) : nullptr);
    if (!outliner().isOurs())
      return false;
    // What is outlined "always" is code of all functions.
    for (Function &F : M)
      if (!F.hasMinSize())
        F.addFnAttr("nooutline");
    return true;
  }

  bool runOnMachineFunction(MachineFunction &) override { return false; }
};

} // namespace

void installOutlining(bool (*IsWanted)()) {
  Outlining::install(IsWanted);
  static const RegisterTargetPassConfigCallback Callback(
      Outlining::chooseFunctions);
}

} // namespace mlgo
