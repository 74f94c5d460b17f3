// The value of an option of LLVM's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_REGALLOC_LLVMOPTION_H
#define MLGO_PASSES_REGALLOC_LLVMOPTION_H

#include "llvm/Support/CommandLine.h"

namespace mlgo {

/// The value of LLVM's option \p Name, or \p Default if this LLVM has no such
/// option of this type.
template <typename T> T getLLVMOption(llvm::StringRef Name, T Default) {
  const auto &Options = llvm::cl::getRegisteredOptions();
  auto Option = Options.find(Name);
  if (Option == Options.end())
    return Default;
  const auto *Typed = dynamic_cast<const llvm::cl::opt<T> *>(Option->second);
  return Typed ? Typed->getValue() : Default;
}

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_LLVMOPTION_H
