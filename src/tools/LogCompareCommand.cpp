// mlgo log compare
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo log compare A B

#include "mlgo/tensor/TrainingLogReader.h"
#include "tools/Commands.h"
#include <cstring>
#include <iostream>

namespace mlgo {
namespace {
struct LogCompareOptions {
  std::string First, Second;
};

std::string describe(const std::optional<TensorSpec> &Spec) {
  return Spec ? toJSON(*Spec) : "absent";
}

bool equal(const TensorBuffer &A, const TensorBuffer &B) {
  return A.size() == B.size() &&
         (A.size() == 0 || std::memcmp(A.data(), B.data(), A.size()) == 0);
}

/// How the headers differ; empty if they do not.
std::string compareHeaders(const TrainingLogReader &A,
                           const TrainingLogReader &B) {
  const size_t Count = std::max(A.features().size(), B.features().size());
  auto feature = [](const TrainingLogReader &Log, size_t I) {
    return I < Log.features().size() ? std::optional(Log.features()[I])
                                     : std::nullopt;
  };
  for (size_t I = 0; I < Count; ++I)
    if (feature(A, I) != feature(B, I))
      return "feature " + std::to_string(I) + " is " + describe(feature(A, I)) +
             ", " + describe(feature(B, I));
  if (A.score() != B.score())
    return "score is " + describe(A.score()) + ", " + describe(B.score());
  if (A.advice() != B.advice())
    return "advice is " + describe(A.advice()) + ", " + describe(B.advice());
  return "";
}

/// The same for observations that both logs have.
std::string compareObservations(const TrainingLogObservation &A,
                                const TrainingLogObservation &B,
                                const TrainingLogReader &Log) {
  if (A.Context != B.Context)
    return "context is '" + A.Context + "', '" + B.Context + "'";
  if (A.Number != B.Number)
    return "number is " + std::to_string(A.Number) + ", " +
           std::to_string(B.Number);
  for (size_t I = 0; I < A.Tensors.size(); ++I)
    if (!equal(A.Tensors[I], B.Tensors[I])) {
      const TensorSpec &Spec = Log.features()[I];
      return Spec.name() + " is " +
             tensorValueToString(A.Tensors[I].data(), Spec) + ", " +
             tensorValueToString(B.Tensors[I].data(), Spec);
    }
  if (A.Score && !equal(*A.Score, *B.Score))
    return "score is " + tensorValueToString(A.Score->data(), *Log.score()) +
           ", " + tensorValueToString(B.Score->data(), *Log.score());
  return "";
}

/// The first difference, or empty; \p Count becomes what was equal before.
Result<std::string> compareLogs(TrainingLogReader &A, TrainingLogReader &B,
                                uint64_t &Count) {
  if (std::string Difference = compareHeaders(A, B); !Difference.empty())
    return Difference;
  TrainingLogObservation InA, InB;
  for (;; ++Count) {
    const bool MoreA = MLGO_TRY(A.next(InA));
    const bool MoreB = MLGO_TRY(B.next(InB));
    const std::string Where = "observation " + std::to_string(Count) + ": ";
    if (MoreA != MoreB)
      return Where + (MoreA ? "is there, absent" : "is absent, there");
    if (!MoreA)
      return std::string();
    if (std::string Difference = compareObservations(InA, InB, A);
        !Difference.empty())
      return Where + Difference;
  }
}

void compare(const LogCompareOptions &Options) {
  TrainingLogReader A = orFail(TrainingLogReader::open(Options.First));
  TrainingLogReader B = orFail(TrainingLogReader::open(Options.Second));
  uint64_t Count = 0;
  const std::string Difference = orFail(compareLogs(A, B, Count));
  if (Difference.empty()) {
    std::cout << Count << " observations of " << A.features().size()
              << " features are equal\n";
    return;
  }
  std::cout << Options.First << ", " << Options.Second << ": " << Difference
            << '\n';
  std::cout.flush();
  endCommand(1);
}
} // namespace

void addLogCompareCommand(CLI::App &LogCommand) {
  auto Options = std::make_shared<LogCompareOptions>();
  CLI::App *Compare = LogCommand.add_subcommand(
      "compare", "Say where two logs first differ. Shows the value in the "
                 "first, then in the second");
  Compare->footer("Example:\n  mlgo log compare stock.log ours.log");
  Compare->add_option("first", Options->First, "A log")->required();
  Compare->add_option("second", Options->Second, "Another")->required();
  Compare->callback([Options] { compare(*Options); });
}
} // namespace mlgo
