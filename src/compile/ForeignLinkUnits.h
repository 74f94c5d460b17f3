// Units of objects of others
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/LinkUnits.h"

namespace mlgo {
/// What readLinkUnits says of an object that may be broken in any way. LLVM's
/// reader of WebAssembly ends the process when it finds a broken number, so
/// that a process of its own reads these.
Result<ObjectUnits> readForeignLinkUnits(std::string_view Object);
} // namespace mlgo
