// What a plugin did to a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlgo {
/// Bytes in both builds; one of them is not there where there was one build, or
/// where a function is in one program only.
struct ReportedSize {
  std::string Name;
  std::optional<uint64_t> Stock, Variant;

  /// Variant - Stock, where what is not there has no bytes.
  int64_t change() const {
    return static_cast<int64_t>(Variant.value_or(0)) -
           static_cast<int64_t>(Stock.value_or(0));
  }
};

/// An input of a decision, and its points for it.
struct ReportedInput {
  std::string Name, Meaning;
  int64_t Value = 0, Points = 0;
};

/// A call that was decided otherwise than stock would have.
struct ReportedCall {
  std::string Caller, Callee; ///< As the source has them.
  std::string Which;          ///< Which call of the caller; may be empty.
  std::string Reason;         ///< A sentence.
  bool Inlined = false;
  /// \name Points for inlining add up to those of the decision
  /// @{
  std::vector<ReportedInput> Inputs; ///< The heaviest; none: not known.
  uint64_t OtherInputs = 0;
  int64_t OtherPoints = 0, UsualPoints = 0, Points = 0;
  /// @}
};

/// What was decided otherwise about a function, beside calls.
struct ReportedDecision {
  std::string Short; ///< A few words.
  std::string Text;  ///< All of it, in a line.
};

/// A function whose size has changed, or about which something was decided
/// otherwise.
struct ReportedFunction {
  ReportedSize Size;
  std::vector<ReportedDecision> Decisions;
  uint64_t NumDecisions = 0; ///< With calls in it: passes, registers and so on.
  std::vector<ReportedCall> Calls; ///< In it.
  std::vector<ReportedCall> Uses;  ///< Of it, in others.
  uint64_t MoreCalls = 0, MoreUses = 0;
};

struct ReportedProgram {
  std::string Name;
  /// All, code, read-only data, unwind tables, compressed; the first is what
  /// programs are compared by.
  std::vector<ReportedSize> Sizes;
  bool HasSymbols = false;
  /// The functions that shrank and grew most, the largest changes first; if
  /// there was one build only, the first list has those with most decisions
  /// that are not stock's.
  std::vector<ReportedFunction> Shrunk, Grown;
  /// \name Of all of them
  /// @{
  uint64_t NumShrunk = 0, NumGrown = 0;
  int64_t ShrunkBytes = 0, GrownBytes = 0; ///< The sums of the changes.
  /// @}
};

/// What one task decided in a build.
struct ReportedDecisions {
  std::string Task;                  ///< For people: "inlining".
  uint64_t Files = 0;                ///< In which it was asked.
  std::optional<uint64_t> Functions; ///< With a decision, where it is counted.
  std::optional<uint64_t> Decisions; ///< Where they are counted.
  uint64_t Differ = 0;               ///< Otherwise than stock would have.
  /// What that saves, where it is modelled.
  std::optional<int64_t> SavedBytes = std::nullopt;
};

/// One build, or two that are compared.
struct BuildReport {
  std::string Title;    ///< What was built.
  std::string Command;  ///< How.
  std::string Compiler; ///< Name and version; may be empty.
  std::vector<ReportedDecisions> Decisions;
  std::vector<std::string> Facts; ///< What was not covered, and other things.
  std::vector<ReportedProgram> Programs;
  std::vector<std::string> Notes; ///< What is missing, and why.
};

/// One self-contained page without scripts, for wide and narrow screens, light
/// or dark as the reader's system is. Names may hold any bytes.
std::string formatHTML(const BuildReport &Report);
} // namespace mlgo
