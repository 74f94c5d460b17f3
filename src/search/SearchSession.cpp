//===- SearchSession.cpp - A problem, a budget and a memory ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchSession.h"

#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {

/// Sorts \p E's sites and checks what a problem promises.
Status normalise(Evaluated &E) {
  if (!std::isfinite(E.Size))
    return Error("decision problem: size is not finite");
  auto ByKey = [](const DecidedSite &A, const DecidedSite &B) {
    return A.Key < B.Key;
  };
  std::sort(E.Sites.begin(), E.Sites.end(), ByKey);
  for (size_t I = 0; I < E.Sites.size(); ++I) {
    const std::string &Key = E.Sites[I].Key;
    if (Key.empty() || Key.find('\n') != Key.npos)
      return Error("decision problem: site key '" + Key +
                   "' is empty or has a newline");
    if (I && Key == E.Sites[I - 1].Key)
      return Error("decision problem: site '" + Key + "' is listed twice");
    const int64_t Decision = E.Sites[I].Decision;
    if (Decision < 0 || Decision > MaxDecision)
      return Error("decision problem: site '" + Key + "' has decision " +
                   std::to_string(Decision) + ", expected 0 to " +
                   std::to_string(MaxDecision));
  }
  return Success();
}

uint64_t hashMove(const Move &M, uint64_t Base) {
  return hashDecisions(M.Changes, ~Base);
}

} // namespace

Status SearchSession::open(uint64_t OptionsHash) {
  Began = Saved = Clock::now();
  Journal = SearchJournal(OptionsHash);
  MLGO_TRY(load());
  // Never from the journal, so that it is known to be of this program.
  auto E = MLGO_TRY(Problem.evaluate(Options.Start).in("the start"));
  MLGO_TRY(normalise(E));
  Start = Best = std::move(E);
  BestDecisions = Options.Start;
  Spent.StartSize = Spent.BestSize = Start.Size;
  const uint64_t Question = hashDecisions(Options.Start);
  if (Resumed) {
    MLGO_TRY(compareStart(Start));
    EarlierMilliseconds = Journal.entries()[0].Milliseconds;
    Began = Clock::now();
  } else {
    Journal.addEvaluation(Question, milliseconds(), Start);
  }
  Sites = Start.Sites;
  Next = 1;
  ++Spent.Evaluations;
  count(1, Journal.entries()[0].Milliseconds);
  tell();
  return Options.CheckpointFile.empty() ? Success() : save();
}

uint64_t SearchSession::milliseconds() const {
  return EarlierMilliseconds +
         static_cast<uint64_t>(
             std::chrono::duration_cast<std::chrono::milliseconds>(
                 Clock::now() - Began)
                 .count());
}

void SearchSession::count(uint64_t Trials, uint64_t Milliseconds) {
  Spent.Trials += Trials;
  Spent.Seconds = static_cast<double>(Milliseconds) / 1000;
}

const SearchJournal::Entry *SearchSession::replay(uint64_t Question,
                                                  bool IsTrial) {
  if (Next >= Journal.entries().size())
    return nullptr;
  const SearchJournal::Entry &E = Journal.entries()[Next];
  if (E.Question != Question || E.IsTrial != IsTrial) {
    // Where a smaller budget ended, the search now goes another way.
    Journal.truncate(Next, Sites);
    return nullptr;
  }
  // The clock of the search goes on where it stood.
  EarlierMilliseconds = E.Milliseconds;
  Began = Clock::now();
  ++Next;
  return &E;
}

std::optional<Evaluated> SearchSession::evaluate(const Decisions &D) {
  if (mustStop())
    return std::nullopt;
  const uint64_t Question = hashDecisions(D);
  std::optional<Evaluated> Answer;
  if (const auto *E = replay(Question, false)) {
    if (!E->Failed)
      Answer = Journal.evaluation(Next - 1, Sites);
  } else if (!evaluateAnew(D, Question, Answer)) {
    return std::nullopt;
  }
  ++Spent.Evaluations;
  Spent.FailedTrials += !Answer;
  count(1, Journal.entries()[Next - 1].Milliseconds);
  if (Answer) {
    Sites = Answer->Sites;
    keepBest(*Answer, D);
  }
  tell();
  return Answer;
}

bool SearchSession::evaluateAnew(const Decisions &D, uint64_t Question,
                                 std::optional<Evaluated> &Answer) {
  auto Found = Problem.evaluate(D);
  if (interrupted())
    return false;
  if (Found) {
    if (Status Normal = normalise(*Found); !Normal) {
      fail(Normal.error().message());
      return false;
    }
    Answer = std::move(*Found);
    Journal.addEvaluation(Question, milliseconds(), *Answer);
  } else {
    Journal.addFailure(Question, milliseconds());
  }
  Next = Journal.entries().size();
  saveNowAndThen();
  return true;
}

std::vector<std::optional<double>>
SearchSession::tryMoves(const Decisions &Base, const std::vector<Move> &Moves) {
  std::vector<std::optional<double>> Sizes;
  const uint64_t Hash = hashDecisions(Base);
  const size_t Batch = std::max(1u, Options.BatchSize);
  while (Sizes.size() < Moves.size() && !mustStopTrying()) {
    const size_t First = Sizes.size();
    size_t Count = std::min(Batch, Moves.size() - First);
    if (Options.MaxTrials)
      Count = std::min<uint64_t>(Count, trialLimit(1 - Reserve) - Spent.Trials);
    const std::vector<Move> Now(Moves.begin() + First,
                                Moves.begin() + First + Count);
    if (!tryBatch(Base, Hash, Now, Sizes))
      return {};
    for (size_t I = First; I < Sizes.size(); ++I)
      Spent.FailedTrials += !Sizes[I];
    count(Count, Journal.entries()[Next - 1].Milliseconds);
    Spent.MovesLeft -= std::min<uint64_t>(Spent.MovesLeft, Count);
    tell();
  }
  return Sizes;
}

bool SearchSession::tryBatch(const Decisions &Base, uint64_t BaseHash,
                             const std::vector<Move> &Moves,
                             std::vector<std::optional<double>> &Sizes) {
  size_t Known = 0;
  for (; Known < Moves.size(); ++Known) {
    const auto *E = replay(hashMove(Moves[Known], BaseHash), true);
    if (!E)
      break;
    Sizes.push_back(E->Failed ? std::nullopt : std::optional(E->Size));
  }
  if (Known == Moves.size())
    return true;
  // Answered is what an interrupted process found out before its turn.
  std::vector<std::optional<double>> Answered(Moves.size());
  std::vector<Move> Rest;
  for (size_t I = Known; I < Moves.size(); ++I)
    if (!(Answered[I] = Journal.takeAhead(hashMove(Moves[I], BaseHash))))
      Rest.push_back(Moves[I]);
  const auto Found = Rest.empty() ? std::vector<std::optional<double>>()
                                  : Problem.tryMoves(Base, Rest);
  if (Found.size() != Rest.size()) {
    fail("decision problem: " + std::to_string(Found.size()) +
         " answers, expected " + std::to_string(Rest.size()));
    return false;
  }
  const bool IsCut = interrupted();
  const uint64_t Now = milliseconds();
  for (size_t I = Known, InRest = 0; I < Moves.size(); ++I) {
    auto Size = Answered[I] ? Answered[I] : Found[InRest++];
    if (Size && !std::isfinite(*Size))
      Size = std::nullopt;
    const uint64_t Question = hashMove(Moves[I], BaseHash);
    if (!IsCut)
      Journal.addTrial(Question, Now, Size);
    else if (Size) // Whether the others fail is not known.
      Journal.addAhead(Question, *Size);
    Sizes.push_back(Size);
  }
  if (IsCut)
    return false;
  Next = Journal.entries().size();
  saveNowAndThen();
  return true;
}

uint64_t SearchSession::trialLimit(double Share) const {
  return static_cast<uint64_t>(static_cast<double>(Options.MaxTrials) * Share);
}

bool SearchSession::isOver(double Share) {
  if (!Failure.empty())
    return true;
  if (interrupted() && Next >= Journal.entries().size()) {
    End = SearchEnd::Interrupted;
    return true;
  }
  if (Options.MaxTrials && Spent.Trials >= trialLimit(Share)) {
    End = SearchEnd::OutOfTrials;
    return true;
  }
  if (Options.MaxSeconds > 0 && Spent.Seconds >= Options.MaxSeconds * Share) {
    End = SearchEnd::OutOfTime;
    return true;
  }
  return false;
}

bool SearchSession::mustStop() { return isOver(1); }
bool SearchSession::mustStopTrying() { return isOver(1 - Reserve); }

void SearchSession::setMovesLeft(uint64_t Left, uint64_t OfRound) {
  Spent.MovesLeft = Left;
  RoundDone = static_cast<double>(OfRound);
}

double SearchSession::budgetSpent() const {
  double Share = 0;
  if (Options.MaxTrials)
    Share = static_cast<double>(Spent.Trials) /
            static_cast<double>(Options.MaxTrials);
  if (Options.MaxSeconds > 0)
    Share = std::max(Share, Spent.Seconds / Options.MaxSeconds);
  return std::min(Share, 1.);
}

void SearchSession::tell() {
  Spent.Fraction = budgetSpent();
  if (!Options.MaxTrials && !(Options.MaxSeconds > 0) && RoundDone > 0)
    Spent.Fraction =
        std::max(0., 1 - static_cast<double>(Spent.MovesLeft) / RoundDone);
  if (Options.OnProgress)
    Options.OnProgress(Spent);
}

void SearchSession::keepBest(const Evaluated &E, const Decisions &D) {
  if (E.Size >= Best.Size)
    return;
  Best = E;
  BestDecisions = D;
  Spent.BestSize = E.Size;
}

void SearchSession::fail(std::string Message) { Failure = std::move(Message); }

Result<SearchResult> SearchSession::close() {
  if (!Failure.empty())
    return Error(Failure);
  SearchResult Result;
  if (!Options.CheckpointFile.empty()) {
    Status Written = save();
    Result.CheckpointProblem = Written ? "" : Written.error().message();
  }
  Result.End = End;
  Result.StartSize = Start.Size;
  Result.Best = Best;
  Result.BestDecisions = BestDecisions;
  Result.Spent = Spent;
  return Result;
}

} // namespace mlgo
