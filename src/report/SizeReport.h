// Program sizes under several policies
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlgo {
/// Bytes that a module contributes to its linked program.
struct ModuleSizes {
  std::string Module;
  double Baseline = 0;
  std::vector<double> Sizes; ///< By policy.
};

/// One program under a baseline and some policies.
struct ProgramSizes {
  std::string Package, Program;
  bool IsCxx = false;
  double Baseline = 0;       ///< Bytes, modelled.
  std::vector<double> Sizes; ///< By policy: bytes, modelled.
  /// Bytes as really linked, for each policy; then LinkedBaseline is there,
  /// too.
  std::vector<uint64_t> Linked;
  std::optional<uint64_t> LinkedBaseline;
  std::vector<ModuleSizes> Modules;
  uint64_t FailedTrials = 0;

  /// Change in per cent under \p Policy; negative is smaller. 0 if there is no
  /// ratio, as for an empty baseline.
  double change(size_t Policy) const;
  /// The same as really linked, if it was.
  std::optional<double> linkedChange(size_t Policy) const;
  /// As really linked if it was, else as modelled.
  double reportedChange(size_t Policy) const;
  /// change() - linkedChange(), in points of per cent, if it was linked.
  std::optional<double> predictionError(size_t Policy) const;
};

/// Every list by policy has the length of PolicyNames, except Linked, which may
/// be shorter where links failed. Names may hold any bytes: each format escapes
/// them in its way.
struct SizeReport {
  std::string Corpus; ///< What was measured, for headings; may be empty.
  std::string BaselineName;
  std::vector<std::string> PolicyNames;
  std::vector<ProgramSizes> Programs;
  std::vector<std::string> Failures; ///< What is missing, and why.
};

/// The programs of one language, or all.
enum class ProgramGroup { C, Cxx, All };
const char *getName(ProgramGroup Group);

/// Changes in per cent over the programs of a group. All zero for none.
struct GroupSummary {
  size_t Programs = 0;
  size_t Linked = 0;        ///< How many of them are as really linked.
  double GeometricMean = 0; ///< Mean of the ratios.
  /// A 95 % interval of the geometric mean, by resampling programs; that mean
  /// itself for a single program.
  double Low = 0, High = 0;
  double Worst = 0, Best = 0;
  std::string WorstProgram, BestProgram;
};

/// Summarises \p Policy: as really linked where that was done, else modelled.
/// Deterministic: resampling has a fixed seed.
GroupSummary summarize(const SizeReport &Report, size_t Policy,
                       ProgramGroup Group);

/// How far the model was from the real links, in points of per cent.
struct PredictionError {
  size_t Programs = 0;      ///< Linked under both baseline and policy.
  double MeanPoints = 0;    ///< Mean of the absolute errors.
  double LargestPoints = 0; ///< Signed: negative promised too much.
  std::string LargestProgram;
};
PredictionError summarizePrediction(const SizeReport &Report, size_t Policy);

/// A table for people, with a line a program and a summary a policy.
std::string formatTable(const SizeReport &Report);
/// The same numbers and those of modules. What is no number becomes null.
std::string formatJSON(const SizeReport &Report);
/// RFC 4180: a line a program and policy.
std::string formatCSV(const SizeReport &Report);
} // namespace mlgo
