// Passes that are not left out, whatever a policy says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateFeatures.h"
#include "compile/CodePlace.h"

namespace mlgo {
/// Whether a function with the inputs \p Features, compiled for \p Level, is so
/// large, and \p Pass one that saves so little, that a wrong decision would
/// cost more than all right ones bring.
bool mayBeLargeWithout(size_t Pass, const GateFeatures &Features,
                       SizeLevel Level);

/// Whether a function with the inputs \p Features may execute noticeably more
/// if \p Pass is left out: it has a loop that can go round without a call and
/// there has what the pass takes out or makes simpler; or it is so short that a
/// frame pointer takes a good part of its time. Inputs of machine code count if
/// the pass runs there.
bool mayBeSlowWithout(size_t Pass, const GateFeatures &Features);
} // namespace mlgo
