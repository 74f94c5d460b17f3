// The linker's view of an object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkModel.h"
#include "mlgo/support/Result.h"

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
/// The units of an ELF object (little-endian) or of a WebAssembly object that
/// was compiled with -ffunction-sections -fdata-sections.
///
/// A function's unit has the function's name: its code, its jump and exception
/// tables, its unwind entry and the 8 bytes that this entry gets in
/// .eh_frame_hdr; on ARM its entry in .ARM.exidx and its table. Strings and
/// constants that linkers merge are units of their own, named by content and
/// defined by every object that has them. Any other section is a unit with the
/// section's name; addresses in writable data count with the relocation that a
/// position-independent program needs. Common information entries of unwind
/// tables are left out: a linked program has a few for all objects.
///
/// Of WebAssembly all data count that do not begin as zeros. Indices and
/// addresses in code have the bytes that --compress-relocations leaves.
Result<ObjectUnits> readLinkUnits(std::string_view Object);

/// The name of the unit of section \p Section: what follows the kind of section
/// for those of functions, else the section's own name.
std::string getLinkUnitName(std::string_view Section);

/// The unit that holds the code of \p F.
std::string getUnitOfFunction(const llvm::Function &F);
} // namespace mlgo
