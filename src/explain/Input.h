// What mlgo why is asked about
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/LLVMMajors.h"
#include "runner/RecordedDecision.h"
#include "task/FunctionDecisions.h"

namespace mlgo {
struct WhyRequest {
  /// Source, bitcode, an object with bitcode of before inlining, or a record.
  std::string File;
  std::vector<std::string> Flags; ///< For a source; none: -Oz.
  std::string Model; ///< Decides; empty: the policies in the plugin.
  unsigned Major = DefaultLLVMMajor;
};

/// What was decided in a file.
struct WhyAnswers {
  std::vector<RecordedDecision> Calls;
  std::vector<std::string> Functions; ///< Symbols, as far as they are known.
  DecisionsByFunction Others;         ///< On passes and registers.
  /// Why the policy was not asked in the whole file, in a sentence; empty if it
  /// was.
  std::string NotAsked;
};

/// Reads a record, or compiles the file anew with the plugin, which records.
Result<WhyAnswers> collectAnswers(const WhyRequest &Request);
} // namespace mlgo
