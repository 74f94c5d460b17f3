//===- EvictionModule.h - A module whose evictions are tried ----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONMODULE_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONMODULE_H

#include "EvictionSession.h"

#include "mlgo/support/Result.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <set>
#include <string>

namespace mlgo {

/// What evictions are to be good for.
enum class EvictionGoal {
  Speed, ///< A low AllocationScore at -O2.
  Size,  ///< Few bytes at -Oz.
};

/// A module that has been optimised as clang does at -O2 or -Oz, and waits for
/// its code to be generated. Forked processes may do that, each in its own way.
class EvictionModule {
public:
  /// Reads \p Path and optimises it for \p Goal. For speed functions lose what
  /// tells the optimiser that they should be small, since corpora are built for
  /// size.
  static Result<std::unique_ptr<EvictionModule>>
  load(const std::string &Path, EvictionGoal Goal = EvictionGoal::Speed);

  /// The module as bitcode, and one that was made so, read from it without
  /// being optimised again. Its code is generated as that of any other that was
  /// read from the same bytes.
  std::string toBitcode() const;
  static Result<std::unique_ptr<EvictionModule>>
  fromBitcode(const std::string &Bytes);

  /// Makes declarations of all functions but \p Names, and of those that an
  /// alias names, and drops what nothing uses then. The code generated for the
  /// others stays as it is.
  void keepOnly(const std::set<std::string> &Names);

  /// Generates code, deciding evictions as \p Config says. Returns the bytes of
  /// code, read-only data and unwind tables. Uses the module up; forks of a
  /// process each have their own.
  Result<uint64_t> generate(EvictionConfig Config);

private:
  EvictionModule() = default;

  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;
  std::unique_ptr<llvm::TargetMachine> TM;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONMODULE_H
