// Trying changes of inlining decisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineDecisionProblem.h"
#include <chrono>

namespace mlgo {
/// Requests take some seconds: all that is lost if the search is interrupted.
/// Each decides what is before its last move once more, so they are not
/// shorter.
size_t InlineDecisionProblem::movesPerRequest() const {
  constexpr double Seconds = 4;
  constexpr size_t Min = 8, Max = 256;
  if (MovesTried == 0)
    return Min;
  const double Fitting = Seconds * double(MovesTried) / SecondsTrying;
  return Fitting < double(Max) ? std::max(Min, size_t(Fitting)) : Max;
}

/// Splits \p Moves over the modules in which they are measured, and those of a
/// module so that all workers have some.
InlineDecisionProblem::MovePlan
InlineDecisionProblem::plan(const std::vector<Move> &Moves) const {
  const size_t MaxMoves = movesPerRequest();
  const size_t MinMoves = std::min<size_t>(16, MaxMoves);
  // By module: numbers of moves, and what they change in it.
  std::map<size_t, std::vector<std::pair<size_t, InlineMove>>> ByModule;
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::map<size_t, InlineMove> Split;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      if (auto At = ModuleOfKey.find(Key); At != ModuleOfKey.end())
        Split[At->second].emplace(Key, Decision);
    for (auto &[M, Changes] : Split)
      ByModule[M].emplace_back(I, std::move(Changes));
  }
  // Modules with most moves first, so that no worker is left over with one at
  // the end.
  std::vector<size_t> Order;
  for (const auto &[M, Own] : ByModule)
    Order.push_back(M);
  std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return ByModule[A].size() > ByModule[B].size();
  });
  MovePlan Plan;
  Plan.Parts.resize(Moves.size());
  for (const size_t M : Order) {
    auto &Own = ByModule[M];
    const size_t Parts = (Work.slots() + Order.size() - 1) / Order.size();
    const size_t Length =
        std::clamp((Own.size() + Parts - 1) / Parts, MinMoves, MaxMoves);
    for (size_t I = 0; I < Own.size(); ++I) {
      if (I % Length == 0) {
        Plan.Requests.push_back(requestFor(M, Modules[M].Now.Known));
        Plan.Requests.back().WantsFirst = false;
        Plan.Requests.back().Alike = Modules[M].Now.Compiled;
        Plan.Requests.back().Options.Deadline = Deadline;
        Plan.Requests.back().Part = I / Length % Parts;
        Plan.Modules.push_back(M);
      }
      auto &[Number, Changes] = Own[I];
      auto &Request = Plan.Requests.back();
      Plan.Parts[Number].emplace_back(Plan.Requests.size() - 1,
                                      Request.Moves.size());
      Request.Moves.push_back(std::move(Changes));
    }
  }
  return Plan;
}

std::vector<std::optional<double>>
InlineDecisionProblem::tryMoves(const Decisions &Base,
                                const std::vector<Move> &Moves) {
  std::vector<std::optional<double>> Answers(Moves.size());
  if (!Current || *Current != Base)
    if (!evaluate(Base))
      return Answers;
  const MovePlan Plan = plan(Moves);
  std::vector<std::vector<MoveTrial>> Trials(Plan.Requests.size());
  size_t Tried = 0;
  auto Accept = [&](size_t Index, Result<ModuleTrials> A) {
    Tried += Plan.Requests[Index].Moves.size();
    if (A)
      Trials[Index] = std::move(A->Moves);
    if (OnTried)
      OnTried(std::min(Tried, Moves.size()), Moves.size());
  };
  const auto Begin = std::chrono::steady_clock::now();
  runTrials(Work, Plan.Requests, Accept, ShouldStop);
  const std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Begin;
  MovesTried += Moves.size();
  SecondsTrying +=
      Taken.count() * double(std::min(Work.slots(), Plan.Requests.size()));
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::vector<std::pair<size_t, const ObjectUnits *>> Changed;
    bool IsWhole = !Plan.Parts[I].empty();
    for (const auto &[Request, InRequest] : Plan.Parts[I]) {
      IsWhole = IsWhole && InRequest < Trials[Request].size() &&
                Trials[Request][InRequest].Failure.empty();
      if (!IsWhole)
        break;
      Changed.emplace_back(Plan.Modules[Request],
                           &Trials[Request][InRequest].Changed);
    }
    if (IsWhole)
      Answers[I] = sizeWith(Changed);
  }
  return Answers;
}

double InlineDecisionProblem::sizeWith(
    const std::vector<std::pair<size_t, const ObjectUnits *>> &Changed) {
  std::map<size_t, std::vector<LinkModel::Change>> ByProgram;
  for (const auto &[M, Units] : Changed)
    for (const auto &[Program, Place] : Modules[M].Places)
      ByProgram[Program].emplace_back(Place, Units);
  std::vector<LinkedCost> Now = Costs;
  for (const auto &[Program, Changes] : ByProgram)
    Now[Program] = Links[Program].costWith(Changes);
  return judge(Now);
}
} // namespace mlgo
