// What more workers would bring
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScalingSimulation.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <sstream>

namespace mlgo {
namespace {

/// A point in simulated time.
struct Event {
  double Time;
  size_t Number; ///< Orders events of the same time.
  size_t Experiment;
  bool IsItem; ///< An item is done, else a generation begins.

  bool operator>(const Event &Other) const {
    return Time != Other.Time ? Time > Other.Time : Number > Other.Number;
  }
};

class Simulation {
public:
  Simulation(const TrialTimes &Times, const ScalingSetup &Setup)
      : Times(Times), Setup(Setup), Experiments(Setup.Experiments),
        Idle(std::max<size_t>(1, Setup.Workers)) {}

  ScalingResult run() {
    const size_t AtOnce = Setup.IsNested
                              ? Setup.Experiments
                              : std::min<size_t>(1, Setup.Experiments);
    for (; Begun < AtOnce; ++Begun)
      Events.push({0, NextEvent++, Begun, false});
    while (!Events.empty()) {
      const Event Now = Events.top();
      Events.pop();
      Found.Seconds = Now.Time;
      if (Now.IsItem)
        endItem(Now);
      else
        beginGeneration(Now.Experiment);
      dispatch(Now.Time);
    }
    const double All =
        Found.Seconds * double(std::max<size_t>(1, Setup.Workers));
    Found.Utilisation = All > 0 ? Found.BusySeconds / All : 0;
    return Found;
  }

private:
  struct Experiment {
    std::deque<double> Queue; ///< Seconds of items.
    size_t Running = 0, Generation = 0;
  };

  void beginGeneration(size_t Index) {
    Experiment &E = Experiments[Index];
    Random Draw(Setup.Seed, Index * Setup.Generations + E.Generation);
    const size_t Population = std::max<size_t>(1, Setup.Population);
    const size_t Batch = std::max<size_t>(1, Setup.Batch);
    const size_t Parts =
        std::clamp<size_t>(4 * Setup.Workers / Batch, 1, Population);
    std::vector<size_t> Modules(Batch);
    for (size_t &Module : Modules)
      Module = Draw.below(Times.size());
    std::stable_sort(Modules.begin(), Modules.end(), [&](size_t A, size_t B) {
      return Times[A][0] > Times[B][0];
    });
    for (const size_t Module : Modules) {
      const std::vector<double> &Of = Times[Module];
      for (size_t Part = 0; Part < Parts; ++Part) {
        double Seconds = Setup.PrepareSeconds;
        const size_t End = (Part + 1) * Population / Parts;
        for (size_t C = Part * Population / Parts; C < End; ++C)
          Seconds += Of[Draw.below(Of.size())];
        E.Queue.push_back(Seconds);
      }
    }
  }

  void endItem(const Event &Now) {
    Experiment &E = Experiments[Now.Experiment];
    ++Idle;
    if (--E.Running > 0 || !E.Queue.empty())
      return;
    const double Next = Now.Time + Setup.SerialSeconds;
    if (++E.Generation < Setup.Generations)
      Events.push({Next, NextEvent++, Now.Experiment, false});
    else if (Begun < Setup.Experiments)
      Events.push({Next, NextEvent++, Begun++, false});
  }

  void dispatch(double Time) {
    while (Idle > 0) {
      Experiment *Next = nullptr;
      for (Experiment &E : Experiments)
        if (!E.Queue.empty() && (!Next || E.Running < Next->Running))
          Next = &E;
      if (!Next)
        return;
      Coordinator = std::max(Coordinator, Time) + Setup.ItemSeconds;
      const double Seconds = Next->Queue.front();
      Next->Queue.pop_front();
      ++Next->Running;
      --Idle;
      ++Found.Items;
      Found.BusySeconds += Seconds;
      Events.push({Coordinator + Seconds, NextEvent++,
                   static_cast<size_t>(Next - Experiments.data()), true});
    }
  }

  const TrialTimes &Times;
  const ScalingSetup &Setup;
  std::vector<Experiment> Experiments;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> Events;
  size_t Idle, Begun = 0, NextEvent = 0;
  double Coordinator = 0; ///< When it is free.
  ScalingResult Found;
};

} // namespace

Result<TrialTimes> parseTrialTimes(std::string_view Text,
                                   const std::string &Where) {
  TrialTimes Times;
  std::map<std::string, size_t> Modules;
  std::istringstream In{std::string(Text)};
  std::string Line;
  for (size_t Number = 1; std::getline(In, Line); ++Number) {
    if (Line.empty() || (Number == 1 && Line == "module,seconds"))
      continue;
    const size_t Comma = Line.rfind(',');
    char *End = nullptr;
    const double Seconds =
        Comma == Line.npos ? -1 : std::strtod(Line.c_str() + Comma + 1, &End);
    if (Comma == Line.npos || End == Line.c_str() + Comma + 1 || *End != 0 ||
        !(Seconds >= 0) || !std::isfinite(Seconds))
      return Error(Where + ":" + std::to_string(Number) + ": found '" +
                   Line.substr(0, 100) + "', expected module,seconds");
    auto [Known, IsNew] = Modules.emplace(Line.substr(0, Comma), Times.size());
    if (IsNew)
      Times.emplace_back();
    Times[Known->second].push_back(Seconds);
  }
  if (Times.empty())
    return Error(Where + ": there is no trial in it");
  return Times;
}

ScalingResult simulateScaling(const TrialTimes &Times,
                              const ScalingSetup &Setup) {
  return Simulation(Times, Setup).run();
}

} // namespace mlgo
