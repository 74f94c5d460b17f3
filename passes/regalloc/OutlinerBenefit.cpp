//===- OutlinerBenefit.cpp - What outlining has to save -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlinerBenefit.h"

#include "UnwindRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

#include <mutex>

using namespace llvm;

namespace mlgo {
namespace {

/// Bytes of a function's entry: 24 in .eh_frame, with what it says of the
/// stack, and 8 in the table of .eh_frame_hdr.
constexpr const char *EntryBytes = "32";

bool hasUnwindTables(const Module &M) {
  return any_of(
      M, [](const Function &F) { return F.hasMinSize() && F.hasUWTable(); });
}

/// ThinLTO generates code of several modules at once, for which the option can
/// have one value only.
bool isForThinLTO(const Module &M) {
  return M.getModuleFlag("EnableSplitLTOUnit") && !M.getModuleFlag("ThinLTO");
}

/// Sets the option before the outliner, which comes last, reads it.
class OutlinerBenefit final : public UnwindRule<OutlinerBenefit> {
public:
  static constexpr const char *Name = "mlgo-outliner-benefit";
  static constexpr const char *Description = "Benefit of outlining";
  static bool serves(const Triple &Target) {
    return (Target.isAArch64() || Target.isRISCV64()) &&
           Target.isOSBinFormatELF();
  }

private:
  bool doInitialization(Module &M) override {
    const auto &Options = cl::getRegisteredOptions();
    const auto Found = Options.find("outliner-benefit-threshold");
    if (Found == Options.end())
      return false;
    // A process may generate code of several modules, and full LTO of parts of
    // one at once, which need the same.
    static std::mutex Mutex;
    const std::lock_guard<std::mutex> Lock(Mutex);
    static bool IsOurs = false;
    cl::Option &Option = *Found->second;
    if (Option.getNumOccurrences() && !IsOurs)
      return false;
    const bool IsNeeded = hasUnwindTables(M) && !isForThinLTO(M);
    if (IsOurs != IsNeeded)
      Option.reset();
    if (!IsOurs && IsNeeded)
      Option.addOccurrence(0, Option.ArgStr, EntryBytes);
    IsOurs = IsNeeded;
    return false;
  }

  bool runOnMachineFunction(MachineFunction &) override { return false; }
};

} // namespace

void installOutlinerBenefit(bool (*IsWanted)()) {
  OutlinerBenefit::install(IsWanted);
}

} // namespace mlgo
