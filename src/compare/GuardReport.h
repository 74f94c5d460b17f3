// Checks of sizes, for people and their services
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/Guard.h"
#include "tensor/JSON.h"

namespace mlgo {
/// A line for each of \p Checks that is broken.
std::string brokenLines(const std::vector<SizeCheck> &Checks);

/// The same as annotations of GitHub's actions.
std::string brokenAnnotations(const std::vector<SizeCheck> &Checks);

/// All checks as JUnit has tests: a case a check, by program.
std::string checksAsJUnit(const std::vector<SizeCheck> &Checks);

OrderedJSON checksAsJSON(const std::vector<SizeCheck> &Checks);
} // namespace mlgo
