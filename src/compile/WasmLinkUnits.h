// The linker's view of a WebAssembly object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkModel.h"
#include "mlgo/support/Result.h"

namespace mlgo {
/// What readLinkUnits says of a WebAssembly object, with lists in any order.
Result<ObjectUnits> readWasmLinkUnits(std::string_view Object);
} // namespace mlgo
