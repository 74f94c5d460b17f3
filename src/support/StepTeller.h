// Long steps, told while they last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace mlgo {
struct ChildCommand;

/// How far a build is that writes \p Log: "31 of 52" where it counts, as ninja
/// and recipes do, "59 %" as makefiles of CMake, else by compilations that were
/// begun, "31 compilations"; empty if it says nothing of that.
std::string describeProgress(const std::string &Log);

/// Writes steps to \p Out, a line each, and while runChild waits during one,
/// every eight seconds how far it is. There is one such teller in a process.
/// \p Clock is for tests.
std::function<void(const std::string &)>
tellSteps(std::ostream &Out, std::function<double()> Clock = {});
} // namespace mlgo
