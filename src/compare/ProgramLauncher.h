// Programs of other machines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/Target.h"

namespace mlgo {
/// Puts what runs the linked \p Program of \p Target to \p Place: a copy, or
/// for another machine a script that runs one under the target's emulator and
/// looks like the program to those who start it. The folder .images beside \p
/// Place has the copy then.
Status placeProgram(const BuildTarget &Target, const std::string &Program,
                    const std::string &Place);
} // namespace mlgo
