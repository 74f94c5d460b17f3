// Leaves out passes while code is generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
class GateSession;

/// Who answers code generators. LLVM's hooks take no closures.
struct CodeGateHost {
  /// Asked for each pipeline of code generation; nothing is changed without.
  bool (*IsWanted)();
  /// Who decides about passes of a module; null if all are to run.
  std::shared_ptr<GateSession> (*Start)(llvm::Module &M);
  /// The code of a module has been generated.
  void (*Finish)(llvm::Module &M);
};

/// From now on LLVM's code generators ask \p Host about passes. Whatever gate a
/// context had is asked first. Call it once in a process, in a plugin while it
/// is loaded; returns true.
bool addCodeGate(const CodeGateHost &Host);
} // namespace mlgo
