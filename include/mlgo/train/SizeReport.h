//===- SizeReport.h - Program sizes under several policies ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TRAIN_SIZEREPORT_H
#define MLGO_TRAIN_SIZEREPORT_H

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
  /// By policy: bytes as really linked; with these, LinkedBaseline is there.
  std::vector<uint64_t> Linked;
  std::optional<uint64_t> LinkedBaseline;
  std::vector<ModuleSizes> Modules;
  uint64_t FailedTrials = 0;

  /// Change in per cent under \p Policy; negative is smaller.
  double change(size_t Policy) const;
  /// The same as really linked, if it was.
  std::optional<double> linkedChange(size_t Policy) const;
};

struct SizeReport {
  std::string BaselineName;
  std::vector<std::string> PolicyNames;
  std::vector<ProgramSizes> Programs;
  std::vector<std::string> Failures; ///< What is missing, and why.
};

/// The programs of one language, or all.
enum class ProgramGroup { C, Cxx, All };
const char *getName(ProgramGroup Group);

/// Changes in per cent over the programs of a group.
struct GroupSummary {
  size_t Programs = 0;
  double GeometricMean = 0; ///< Of the ratios.
  /// 95 % of the geometric means of programs drawn with replacement.
  double Low = 0, High = 0;
  double Worst = 0, Best = 0;
  std::string WorstProgram, BestProgram;
};

/// Summarises \p Policy: as really linked where that was done, else modelled.
/// Deterministic: resampling has a fixed seed.
GroupSummary summarize(const SizeReport &Report, size_t Policy,
                       ProgramGroup Group);

/// A table for people, with a line a program and a summary a policy.
std::string formatTable(const SizeReport &Report);
std::string formatJSON(const SizeReport &Report);
/// RFC 4180: a line a program and policy.
std::string formatCSV(const SizeReport &Report);
/// One self-contained page: summary, a bar a program and policy, and the
/// modules that change most.
std::string formatHTML(const SizeReport &Report);

} // namespace mlgo

#endif // MLGO_TRAIN_SIZEREPORT_H
