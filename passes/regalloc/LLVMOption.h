//===- LLVMOption.h - The value of an option of LLVM's ----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_LLVMOPTION_H
#define MLGO_PASSES_REGALLOC_LLVMOPTION_H

#include "llvm/Support/CommandLine.h"

#include <mutex>

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

/// An option of LLVM's, which this process sets while its user has not. All of
/// a process share its value; threads may set it at once.
class BorrowedOption {
public:
  explicit BorrowedOption(llvm::StringRef Name) : Name(Name) {}

  /// Gives it \p Value, which lives as long as the process; null: LLVM's own.
  void set(const char *Value) {
    const std::lock_guard<std::mutex> Lock(Mutex);
    const auto &Options = llvm::cl::getRegisteredOptions();
    const auto Found = Options.find(Name);
    if (Found == Options.end())
      return;
    llvm::cl::Option &Option = *Found->second;
    const bool IsUsers = Option.getNumOccurrences() && Ours.empty();
    const llvm::StringRef New = Value ? Value : "";
    if (IsUsers || New == Ours)
      return;
    Option.reset();
    if (Value)
      Option.addOccurrence(0, Option.ArgStr, Value);
    Ours = New;
  }

  /// Whether it has a value that was set here.
  bool isOurs() const {
    const std::lock_guard<std::mutex> Lock(Mutex);
    return !Ours.empty();
  }

private:
  const llvm::StringRef Name;
  mutable std::mutex Mutex;
  llvm::StringRef Ours; ///< Empty: what LLVM or the user has.
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_LLVMOPTION_H
