// What code in other files costs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module has bodies of functions whose code is in a shared library, such as
// those of std::string: they are there to be inlined only (linkage
// available_externally). A call that is left costs what the library's code
// takes, though no code of it is generated here.

#pragma once

#include "compile/CycleCount.h"

namespace mlgo {
/// What one call of each function of \p M takes whose body is only there to be
/// inlined, with what it calls in turn as far as there are bodies. It is an
/// estimate by IR and by how often blocks run, as a profile says or LLVM
/// guesses. Not thread-safe, as \p FAM is not.
CycleTermsByFunction estimateExternalCode(llvm::Module &M,
                                          llvm::FunctionAnalysisManager &FAM);
} // namespace mlgo
