// A problem, a budget and a memory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SearchSession.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
/// Sorts \p E's sites and checks what a problem promises.
static Status normalise(Evaluated &E) {
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

static uint64_t hashMove(const Move &M, uint64_t Base) {
  return hashDecisions(M.Changes, ~Base);
}

SearchSession::~SearchSession() {
  Problem.stopWhen({});
  Problem.beginNothingAfter(0);
}

Status SearchSession::open(uint64_t OptionsHash) {
  Opened = Began = Saved = Clock::now();
  Journal = SearchJournal(OptionsHash);
  MLGO_TRY(load());
  Problem.stopWhen([this] { return interrupted(); });
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
  // What takes too long is given up: evaluations at the end of the time.
  Problem.stopWhen([this] {
    const double Limit = IsTrying ? (secondsToTry() + Options.MaxSeconds) / 2
                                  : Options.MaxSeconds;
    return interrupted() || (Limit > 0 && secondsSpent() > Limit);
  });
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
  const auto *E = replay(Question, false);
  if (E) {
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
    const bool IsBest = keepBest(*Answer, D);
    if (IsBest && !E && Options.OnBest)
      Options.OnBest(Best);
  }
  tell();
  return Answer;
}

bool SearchSession::evaluateAnew(const Decisions &D, uint64_t Question,
                                 std::optional<Evaluated> &Answer) {
  const Clock::time_point Asked = Clock::now();
  auto Found = Problem.evaluate(D);
  LongestEvaluation = std::max(LongestEvaluation, secondsSince(Asked));
  if (interrupted() || (!Found && Problem.isStopping()))
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

std::vector<TrialAnswer>
SearchSession::tryMoves(const Decisions &Base, const std::vector<Move> &Moves) {
  std::vector<TrialAnswer> Answers;
  const uint64_t Hash = hashDecisions(Base);
  while (Answers.size() < Moves.size() && !mustStopTrying()) {
    const size_t First = Answers.size();
    size_t Count = std::min(batchSize(), Moves.size() - First);
    if (Options.MaxTrials)
      Count = std::min<uint64_t>(Count, trialLimit(1 - Reserve) - Spent.Trials);
    const std::vector<Move> Now(Moves.begin() + First,
                                Moves.begin() + First + Count);
    const bool GoesOn = tryBatch(Base, Hash, Now, Answers);
    uint64_t Known = 0;
    for (size_t I = First; I < Answers.size(); ++I) {
      Known += Answers[I].IsKnown;
      Spent.FailedTrials += Answers[I].IsKnown && !Answers[I].Size;
    }
    count(Known, Known == Count ? Journal.entries()[Next - 1].Milliseconds
                                : milliseconds());
    if (!GoesOn)
      return {};
    Spent.MovesLeft -= std::min<uint64_t>(Spent.MovesLeft, Count);
    tell();
    if (Known < Count)
      break;
  }
  return Answers;
}

bool SearchSession::tryBatch(const Decisions &Base, uint64_t BaseHash,
                             const std::vector<Move> &Moves,
                             std::vector<TrialAnswer> &Answers) {
  const size_t First = Answers.size();
  size_t Known = 0;
  for (; Known < Moves.size(); ++Known) {
    const auto *E = replay(hashMove(Moves[Known], BaseHash), true);
    if (!E)
      break;
    Answers.push_back(
        {true, E->Failed ? std::nullopt : std::optional(E->Size)});
  }
  if (Known == Moves.size())
    return true;
  // Answered is what an interrupted process found out before its turn.
  std::vector<std::optional<double>> Answered(Moves.size());
  std::vector<Move> Rest;
  for (size_t I = Known; I < Moves.size(); ++I)
    if (!(Answered[I] = Journal.takeAhead(hashMove(Moves[I], BaseHash))))
      Rest.push_back(Moves[I]);
  std::vector<std::optional<double>> Found;
  if (!Rest.empty()) {
    const Clock::time_point Asked = Clock::now();
    if (Options.MaxSeconds > 0)
      Problem.beginNothingAfter(
          std::chrono::duration<double>(
              std::chrono::system_clock::now().time_since_epoch())
              .count() +
          secondsToTry() - secondsSpent());
    IsTrying = true;
    Found = Problem.tryMoves(Base, Rest);
    IsTrying = false;
    SecondsTrying += secondsSince(Asked);
  }
  if (Found.size() != Rest.size()) {
    fail("decision problem: " + std::to_string(Found.size()) +
         " answers, expected " + std::to_string(Rest.size()));
    return false;
  }
  const bool HasAll = std::all_of(Found.begin(), Found.end(),
                                  [](const auto &Size) { return Size; });
  const bool IsCut = interrupted() || (!HasAll && Options.MaxSeconds > 0 &&
                                       secondsSpent() >= secondsToTry());
  for (size_t I = Known, InRest = 0; I < Moves.size(); ++I) {
    auto Size = Answered[I] ? Answered[I] : Found[InRest++];
    if (Size && !std::isfinite(*Size))
      Size = std::nullopt;
    // Whether the others fail is not known.
    Answers.push_back({!IsCut || Size, Size});
    TriedNow += Answers.back().IsKnown;
  }
  note(Moves, BaseHash, Known,
       {Answers.begin() + static_cast<ptrdiff_t>(First), Answers.end()}, IsCut);
  return !interrupted();
}

/// Adds to the journal what \p Answers have for \p Moves, beginning with number
/// \p From.
void SearchSession::note(const std::vector<Move> &Moves, uint64_t BaseHash,
                         size_t From, const std::vector<TrialAnswer> &Answers,
                         bool IsCut) {
  const uint64_t Now = milliseconds();
  for (size_t I = From; I < Moves.size(); ++I) {
    const uint64_t Question = hashMove(Moves[I], BaseHash);
    if (!IsCut)
      Journal.addTrial(Question, Now, Answers[I].Size);
    else if (Answers[I].Size)
      Journal.addAhead(Question, *Answers[I].Size);
  }
  Next = Journal.entries().size();
  saveNowAndThen();
}

void SearchSession::setMovesLeft(uint64_t Left, uint64_t OfRound) {
  Spent.MovesLeft = Left;
  Spent.RoundMoves = OfRound;
}

void SearchSession::tell() {
  Spent.Fraction = budgetSpent();
  if (!Options.MaxTrials && !(Options.MaxSeconds > 0) && Spent.RoundMoves > 0)
    Spent.Fraction = 1 - static_cast<double>(Spent.MovesLeft) /
                             static_cast<double>(Spent.RoundMoves);
  if (Options.OnProgress)
    Options.OnProgress(Spent);
}

bool SearchSession::keepBest(const Evaluated &E, const Decisions &D) {
  if (E.Size >= Best.Size)
    return false;
  Best = E;
  BestDecisions = D;
  Spent.BestSize = E.Size;
  return true;
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
