// How a plugin reaches pipelines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Advisors are linked into plugins of one or of several. Each installs itself
// when its plugin is loaded; LLVM knows the plugin by one entry point.

#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {
using PassBuilderCallback = void (*)(llvm::PassBuilder &);

/// Has \p Callback called for every pass builder that LLVM shows to the plugin.
/// Call it while the plugin is loaded; returns true, to initialise a variable.
bool onPassBuilder(PassBuilderCallback Callback);
} // namespace mlgo
