// Leaves out passes while code is generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_GATE_CODEGATE_H
#define MLGO_PASSES_GATE_CODEGATE_H

namespace mlgo {

/// From now on LLVM's code generators ask about passes if \p IsWanted. Whatever
/// gate a context had is asked first. Call it while the plugin is loaded;
/// returns true.
bool addCodeGate(bool (*IsWanted)());

} // namespace mlgo

#endif // MLGO_PASSES_GATE_CODEGATE_H
