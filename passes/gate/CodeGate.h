// Leaves out passes while code is generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_GATE_CODEGATE_H
#define MLGO_PASSES_GATE_CODEGATE_H

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {

class GateSession;

/// Who decides while code is generated.
struct CodeGateHost {
  bool (*IsWanted)(); ///< Asked before code of a module is generated.
  /// The session of a module; null: all passes are to run.
  std::shared_ptr<GateSession> (*Start)(llvm::Module &M);
  void (*Finish)(llvm::Module &M); ///< The module's code is there.
};

/// From now on LLVM's code generators ask \p Host about passes. Whatever gate a
/// context had is asked first. Call it once in a process; returns true.
bool addCodeGate(const CodeGateHost &Host);

} // namespace mlgo

#endif // MLGO_PASSES_GATE_CODEGATE_H
