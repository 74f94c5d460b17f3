// mlgo log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo log print|stats|check|to-csv FILE, mlgo log compare A B

#include "mlgo/tensor/TrainingLogReader.h"
#include "support/Text.h"
#include "tensor/LogTable.h"
#include "tools/Commands.h"
#include <cstring>
#include <iomanip>
#include <iostream>
#include <limits>
#include <set>

namespace mlgo {
namespace {
struct LogOptions {
  std::string File;
  std::string Context;
  uint64_t Limit = 0;
};

/// Calls \p Visit for each observation of \p Log until it returns false.
Status visit(TrainingLogReader &Log,
             const std::function<bool(const TrainingLogObservation &)> &Visit) {
  TrainingLogObservation O;
  for (;;) {
    const bool More = MLGO_TRY(Log.next(O));
    if (!More || !Visit(O))
      return Success();
  }
}

TrainingLogReader openLog(const LogOptions &Options) {
  return orFail(TrainingLogReader::open(Options.File));
}

void print(const LogOptions &Options) {
  TrainingLogReader Log = openLog(Options);
  std::optional<std::string> Context;
  uint64_t NumPrinted = 0;
  const Status Read = visit(Log, [&](const TrainingLogObservation &O) {
    if (!Options.Context.empty() && O.Context != Options.Context)
      return true;
    if (Context != O.Context) {
      Context = O.Context;
      std::cout << "context: " << printable(O.Context) << '\n';
    }
    std::cout << "observation: " << O.Number << '\n';
    for (size_t I = 0; I < O.Tensors.size(); ++I)
      std::cout << printable(Log.features()[I].name()) << ": "
                << tensorValueToString(O.Tensors[I].data(), Log.features()[I])
                << '\n';
    if (O.Score)
      std::cout << "outcome: "
                << tensorValueToString(O.Score->data(), *Log.score()) << '\n';
    return ++NumPrinted != Options.Limit;
  });
  std::cout.flush();
  if (!Read)
    fail(Read.error());
}

/// What the elements of one tensor were, over all observations.
class ValueRange {
public:
  void add(const void *Data, const TensorSpec &Spec) {
    switch (Spec.type()) {
#define MLGO_ADD_ELEMENTS(T, Name)                                             \
  case TensorType::Name:                                                       \
    return addElements<T>(Data, Spec.getElementCount());
      MLGO_TENSOR_TYPES(MLGO_ADD_ELEMENTS)
#undef MLGO_ADD_ELEMENTS
    case TensorType::Invalid:
      return;
    }
  }

  /// Column by column: smallest, mean, largest, share of zeroes.
  void print(std::ostream &OS) const {
    if (!Count) {
      OS << std::setw(14) << '-' << std::setw(14) << '-' << std::setw(14) << '-'
         << std::setw(9) << '-';
      return;
    }
    const double Total = static_cast<double>(Count);
    OS << std::setw(14) << Min << std::setw(14) << Sum / Total << std::setw(14)
       << Max << std::setw(8) << std::fixed << std::setprecision(1)
       << 100 * static_cast<double>(Zeroes) / Total << '%' << std::defaultfloat
       << std::setprecision(6);
  }

private:
  template <typename T> void addElements(const void *Data, size_t N) {
    for (size_t I = 0; I < N; ++I) {
      T Element;
      std::memcpy(&Element, static_cast<const char *>(Data) + I * sizeof(T),
                  sizeof(T));
      const double Value = static_cast<double>(Element);
      Min = std::min(Min, Value);
      Max = std::max(Max, Value);
      Sum += Value;
      Zeroes += Element == T(0);
      ++Count;
    }
  }

  double Min = std::numeric_limits<double>::infinity();
  double Max = -std::numeric_limits<double>::infinity();
  double Sum = 0;
  uint64_t Zeroes = 0;
  uint64_t Count = 0;
};

void printStats(const LogOptions &Options) {
  TrainingLogReader Log = openLog(Options);
  std::vector<ValueRange> Ranges(Log.features().size());
  ValueRange Scores;
  std::set<std::string> Contexts;
  uint64_t NumObservations = 0;
  orFail(visit(Log, [&](const TrainingLogObservation &O) {
    ++NumObservations;
    if (!Contexts.count(O.Context))
      Contexts.insert(O.Context);
    for (size_t I = 0; I < Ranges.size(); ++I)
      Ranges[I].add(O.Tensors[I].data(), Log.features()[I]);
    if (O.Score)
      Scores.add(O.Score->data(), *Log.score());
    return true;
  }));
  std::cout << NumObservations << " observations in " << Contexts.size()
            << " contexts\n"
            << std::left << std::setw(44) << "tensor" << std::right
            << std::setw(14) << "smallest" << std::setw(14) << "mean"
            << std::setw(14) << "largest" << std::setw(9) << "zero" << '\n';
  auto printRow = [](const TensorSpec &Spec, const ValueRange &Range) {
    std::cout << std::left << std::setw(44) << printable(Spec.name())
              << std::right;
    Range.print(std::cout);
    std::cout << '\n';
  };
  for (size_t I = 0; I < Ranges.size(); ++I)
    printRow(Log.features()[I], Ranges[I]);
  if (Log.score())
    printRow(*Log.score(), Scores);
}

void check(const LogOptions &Options) {
  TrainingLogReader Log = openLog(Options);
  uint64_t NumObservations = 0;
  orFail(visit(Log, [&](const TrainingLogObservation &) {
    ++NumObservations;
    return true;
  }));
  std::cout << Options.File << ": " << NumObservations << " observations of "
            << Log.features().size() << " features"
            << (Log.score() ? ", with scores" : "") << '\n';
}

void printTable(const LogOptions &Options) {
  TrainingLogReader Log = openLog(Options);
  std::string Text = formatTableHeader(Log);
  uint64_t NumPrinted = 0;
  const Status Read = visit(Log, [&](const TrainingLogObservation &O) {
    if (!Options.Context.empty() && O.Context != Options.Context)
      return true;
    appendTableRow(Text, Log, O);
    std::cout << Text;
    Text.clear();
    return ++NumPrinted != Options.Limit && std::cout;
  });
  std::cout << Text;
  std::cout.flush();
  if (!Read)
    fail(Read.error());
  if (!std::cout)
    fail(Error("standard output: cannot write"));
}
} // namespace

void addLogCommand(CLI::App &App) {
  auto Options = std::make_shared<LogOptions>();
  CLI::App *Log = App.add_subcommand(
      "log", "Show training logs, ours and LLVM's. Where a log is broken, the "
             "exit code is 1, and the error names the byte.");
  Log->require_subcommand(1);
  Log->footer("Example:\n  mlgo log stats x.log");
  auto add = [&](const char *Name, const char *Does,
                 void (*Run)(const LogOptions &)) {
    CLI::App *Command = Log->add_subcommand(Name, Does);
    Command->footer(std::string("Example:\n  mlgo log ") + Name + " x.log");
    Command->add_option("file", Options->File, "The log")->required();
    Command->callback([Options, Run] { Run(*Options); });
    return Command;
  };
  for (CLI::App *Command :
       {add("print", "Print every observation as text", print),
        add("to-csv", "Print a line of comma-separated values for each",
            printTable)}) {
    Command->add_option("--context", Options->Context,
                        "Only those of this module or function");
    Command->add_option("--limit", Options->Limit, "At most so many");
  }
  add("stats", "Print the range of each feature", printStats);
  add("check", "Say whether the file is a complete log", check);
  addLogCompareCommand(*Log);
}
} // namespace mlgo
