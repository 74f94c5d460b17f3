// What outlining saves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "RepeatedCode.h"

namespace mlgo {
/// Estimated bytes of WebAssembly that a program has less if calls of \p F take
/// the place of \p Repeated, as the code is now; negative if it has more.
int estimateOutliningGain(const NumberedCode &Code,
                          const RepeatedCode &Repeated,
                          const CommonFunction &F);
} // namespace mlgo
