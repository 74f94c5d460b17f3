//===- LinkedSizes.cpp - Sizes of linked programs, compared ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/link/LinkedSizes.h"

#include "mlgo/support/ChildProcess.h"

#include <charconv>
#include <cmath>

namespace mlgo {

double LinkedSizes::change() const {
  if (StockBytes == 0)
    return 0;
  return 100 *
         (static_cast<double>(VariantBytes) / static_cast<double>(StockBytes) -
          1);
}

SizeSummary summarize(const std::vector<LinkedSizes> &Programs) {
  SizeSummary Summary;
  double LogSum = 0;
  for (const LinkedSizes &Each : Programs) {
    const double Change = Each.change();
    LogSum += std::log1p(Change / 100);
    if (Summary.Programs == 0 || Change > Summary.Worst) {
      Summary.Worst = Change;
      Summary.WorstProgram = Each.Program;
    }
    if (Summary.Programs == 0 || Change < Summary.Best) {
      Summary.Best = Change;
      Summary.BestProgram = Each.Program;
    }
    ++Summary.Programs;
  }
  if (Summary.Programs)
    Summary.GeometricMean =
        100 * std::expm1(LogSum / static_cast<double>(Summary.Programs));
  return Summary;
}

Result<uint64_t> measureTextBytes(const std::string &Program,
                                  unsigned LLVMMajor) {
  ChildCommand Command;
  Command.Arguments = {"llvm-size-" + std::to_string(LLVMMajor), Program};
  Command.DeadlineSeconds = 60;
  Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return Outcome.error();
  // A heading, then the numbers; the first is text.
  const std::string &Said = Outcome->Output;
  const size_t Begin = Said.find_first_not_of(" \t", Said.find('\n') + 1);
  uint64_t Bytes = 0;
  if (Outcome->ExitCode != 0 || Begin == Said.npos ||
      std::from_chars(&Said[Begin], Said.data() + Said.size(), Bytes).ec !=
          std::errc())
    return Error(Program + ": cannot measure: " + Command.Arguments[0] +
                 " said '" + Outcome->ErrorOutput.substr(0, 200) + "'");
  return Bytes;
}

} // namespace mlgo
