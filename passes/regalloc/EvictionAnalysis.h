//===- EvictionAnalysis.h - Gives LLVM our advisor --------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H
#define MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H

#include "EvictionSession.h"

#include "llvm/IR/Module.h"

namespace mlgo {

/// Who is asked when code is generated. Threads of an in-process LTO link may
/// ask at the same time.
struct EvictionSessionFactory {
  /// False to leave everything to LLVM, whose own analysis is then used as if
  /// we were not there.
  bool (*IsWanted)();
  /// The session of \p M, or null if the stock advisor is to decide there.
  std::unique_ptr<EvictionSession> (*Create)(llvm::Module &M);
  /// If there, and true, sessions begin with the first function that has
  /// registers to allocate; else they begin with the module.
  bool (*IsLazy)() = nullptr;
};

/// From now on LLVM's code generators use \p Factory in this process. May be
/// called again with another one, when no code is being generated.
void installEvictionAdvisor(EvictionSessionFactory Factory);

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONANALYSIS_H
