// What a program executed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>

namespace mlgo {
/// What an indexed profile says of the program as a whole.
struct ProfileSummary {
  uint64_t Functions = 0;  ///< That it knows.
  uint64_t TotalCount = 0; ///< Executed blocks, summed.
};

/// Reads the file \p Path, which llvm-profdata merged from runs of a program
/// that was built with clang's -fprofile-generate. Another profile is an error.
Result<ProfileSummary> readProfile(const std::string &Path);
} // namespace mlgo
