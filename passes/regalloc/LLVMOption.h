// The value of an option of LLVM's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

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
