// Programs beside those of another compiler, as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/OtherFunctions.h"
#include "link/LinkedSizes.h"
#include "tensor/JSON.h"

namespace mlgo {
/// The sizes of \p Programs that \p Compiler builds, too, beside the variant's:
/// a line a program, those first where the compiler is furthest ahead, then
/// what stock and the variant are in the mean. Empty if \p Compiler is.
std::string otherTable(const std::string &Compiler,
                       const std::vector<LinkedSizes> &Programs,
                       const std::vector<SizeColumn> &Columns);

/// The functions of \p Programs, each with its heading: where \p Compiler is
/// ahead, and what only one of both has.
std::string functionTable(const std::string &Compiler,
                          const std::vector<OtherFunctions> &Programs);

OrderedJSON functionsAsJSON(const std::vector<OtherFunctions> &Programs);

/// The same numbers as in otherTable.
OrderedJSON otherAsJSON(const std::string &Compiler,
                        const std::vector<LinkedSizes> &Programs,
                        const std::vector<SizeColumn> &Columns);
} // namespace mlgo
