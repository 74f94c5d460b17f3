// Long steps, told while they last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/StepTeller.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/Progress.h"
#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>

namespace mlgo {
namespace {
constexpr double SilentSeconds = 8;

/// The numbers in "[31/52]" at the beginning of \p Line.
bool readCount(const std::string &Line, unsigned long &Done,
               unsigned long &All) {
  return std::sscanf(Line.c_str(), "[%lu/%lu]", &Done, &All) == 2 && All > 0;
}

/// Whether \p Line is a command that compiles, or cargo's word for that.
bool isCompilation(const std::string &Line) {
  return Line.find(" -c ") != Line.npos ||
         Line.rfind("   Compiling ", 0) == 0 || Line.rfind("  CC ", 0) == 0;
}
} // namespace

std::string describeProgress(const std::string &Log) {
  std::istringstream In(Log);
  unsigned long Done = 0, All = 0, Compilations = 0;
  unsigned Percent = 0;
  for (std::string Line; std::getline(In, Line);) {
    readCount(Line, Done, All);
    std::sscanf(Line.c_str(), "[%u%%]", &Percent);
    Compilations += isCompilation(Line);
  }
  if (All)
    return std::to_string(Done) + " of " + std::to_string(All);
  if (Percent)
    return std::to_string(Percent) + " %";
  return Compilations
             ? std::to_string(Compilations) +
                   (Compilations == 1 ? " compilation" : " compilations")
             : "";
}

std::function<void(const std::string &)>
tellSteps(std::ostream &Out, std::function<double()> Clock) {
  struct State {
    std::string Step;
    double Began = 0, Told = 0;
  };
  if (!Clock)
    Clock = [] {
      using namespace std::chrono;
      return duration<double>(steady_clock::now().time_since_epoch()).count();
    };
  const auto Now = std::make_shared<State>();
  whileWaiting([&Out, Clock, Now](const ChildCommand &Command) {
    const double Time = Clock();
    if (Now->Step.empty() || Time - Now->Told < SilentSeconds)
      return;
    Now->Told = Time;
    std::string Far;
    if (!Command.LogFile.empty())
      if (const auto Log = readFile(Command.LogFile))
        Far = describeProgress(*Log);
    Out << Now->Step << ": " << Far << (Far.empty() ? "" : ", ")
        << formatSeconds(Time - Now->Began) << std::endl;
  });
  return [&Out, Clock, Now](const std::string &Step) {
    Now->Step = Step;
    Now->Began = Now->Told = Clock();
    Out << Step << std::endl;
  };
}
} // namespace mlgo
