// The linker's view of an ELF object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkModel.h"
#include "mlgo/support/Result.h"

namespace mlgo {
/// What readLinkUnits says of an ELF object, with lists in any order.
Result<ObjectUnits> readELFLinkUnits(std::string_view Object);
} // namespace mlgo
