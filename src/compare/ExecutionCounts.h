// What a program executes, counted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs are counted by running them on the simulated processor of valgrind's
// cachegrind: the same numbers on a busy machine as on an idle one. It knows
// no AVX-512 and tells programs so; code that chooses by processor runs what
// that processor would.

#pragma once

#include "link/ProgramLanguage.h"
#include "mlgo/support/Result.h"
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace mlgo {
/// What one process or several execute, with all that they call in shared
/// libraries.
struct ExecutionCounts {
  uint64_t Instructions = 0;
  uint64_t Reads = 0;  ///< Instructions that read memory.
  uint64_t Writes = 0; ///< Instructions that only write memory.

  ExecutionCounts &operator+=(const ExecutionCounts &Other);
};

/// One program's counted workloads in all builds.
struct ProgramCounts {
  std::string Package;
  std::string Program;
  ProgramLanguage Language = ProgramLanguage::C;
  ExecutionCounts Stock;
  ExecutionCounts Variant;
  ExecutionCounts Other; ///< As another compiler has built it; or nothing.
};

/// Limit of a counted run.
constexpr unsigned CountSeconds = 3600;
/// How often a program with threads is counted. The fewest instructions are of
/// when its threads waited least, and repeat best.
constexpr unsigned ThreadedCounts = 9;

/// Valgrind, as it counts here: what to write before a program, after options
/// of its own. The counts go to \p OutputFile.
std::vector<std::string> cachegrindCommand(const std::string &OutputFile);

/// What to write before a program and its arguments to have it do the same each
/// time. The program sees nothing of the caller's environment but \p Home, and
/// \p Preload (see SteadyWorld.h).
std::vector<std::string> steadyCommand(const std::string &Home,
                                       const std::string &Preload);

/// Reads the sums of a cachegrind output file.
Result<ExecutionCounts> parseExecutionCounts(std::string_view Text);

/// What functions execute themselves, by symbol; those of one name in several
/// files together.
using CountsByFunction = std::map<std::string, ExecutionCounts, std::less<>>;

/// Adds to \p To what the functions in a cachegrind output file execute.
/// Valgrind has to run with --demangle=no.
Status addFunctionCounts(std::string_view Text, CountsByFunction &To);
} // namespace mlgo
