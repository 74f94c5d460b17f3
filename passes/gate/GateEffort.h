// Which sets of passes are left out, by trying them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateSession.h"

namespace mlgo {
/// Has \p S leave out of each function of \p M what makes it smallest: what the
/// policy says, if there is one, then one of \p Sets after the other beside
/// what was best so far, \p Effort of all of these. Where no choice holds, or
/// that cannot be measured, the policy decides, or if it saves nothing, all
/// passes run. Returns in each trial, too. An error: nothing could be tried,
/// and the policy decides.
Status chooseSets(llvm::Module &M, GateSession &S, std::vector<GateSet> Sets,
                  size_t Effort);
} // namespace mlgo
