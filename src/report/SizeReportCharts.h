// Charts of size reports
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "report/SizeReport.h"

namespace mlgo {
/// What people call a program: its package, too, if that tells more.
std::string getFullName(const ProgramSizes &Program);

/// A bar for each program and policy, the programs that the first policy
/// shrinks most first. Where a program was linked, its bar is that and a mark
/// shows the model. Needs a program and a policy.
std::string chartPrograms(const SizeReport &Report);

/// The modules that \p Policy changes most, each bar beginning where the one
/// before ended, what is left, and the sum: of all programs together. Empty if
/// no byte changes.
std::string chartModules(const SizeReport &Report, size_t Policy);

/// The same for one program.
std::string chartModules(const ProgramSizes &Program, size_t Policy);
} // namespace mlgo
