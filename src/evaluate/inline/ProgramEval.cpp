// Policies of inlining measured in linked programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/ProgramEval.h"
#include "InlineAdvisor.h"
#include "evaluate/inline/PolicyEvaluation.h"
#include "evaluate/inline/RealLink.h"
#include "mlgo/support/File.h"
#include <filesystem>

namespace mlgo {
namespace {
/// `stock`, thresholds, a model file, a decisions file (before
/// stock), or a model and a decisions file, in this order, with a comma
/// between.
Result<InlinePolicy> readPolicy(const std::string &Text) {
  InlinePolicy Policy;
  if (InlineThresholds::isMeantBy(Text)) {
    Policy.Thresholds = MLGO_TRY(InlineThresholds::parse(Text));
    return Policy;
  }
  const size_t Comma = Text.find(',');
  std::string Decider = Text.substr(0, Comma);
  std::string Decisions = Comma == Text.npos ? "" : Text.substr(Comma + 1);
  if (Decider == "stock" && Decisions.empty())
    return Policy;
  std::string Bytes =
      MLGO_TRY((Decider == "stock" ? Result<std::string>("")
                                   : readFile(Decider, size_t(1) << 30))
                   .in("policy"));
  if (Bytes.compare(0, 10, InlineDecisions::header(), 0, 10) == 0)
    std::swap(Decisions, Decider);
  else if (Decider != "stock")
    Policy.Model = std::filesystem::absolute(Decider).string();
  if (!Policy.Model.empty())
    MLGO_TRY(createPolicyRunner(defaultTask().policy(), Policy.Model));
  if (Decisions.empty())
    return Policy;
  InlineDecisions Known = MLGO_TRY(InlineDecisions::read(Decisions));
  Policy.Decisions = std::make_shared<const InlineDecisions>(std::move(Known));
  Policy.DecisionsFile = std::filesystem::absolute(Decisions).string();
  return Policy;
}

/// What tables call a policy: its files without folders and endings.
std::string nameOf(const std::string &Text) {
  std::string Name;
  for (size_t Start = 0; Start <= Text.size();) {
    const size_t Comma = std::min(Text.find(',', Start), Text.size());
    const std::filesystem::path Part = Text.substr(Start, Comma - Start);
    Name += (Name.empty() ? "" : ",") + Part.stem().string();
    Start = Comma + 1;
  }
  return Name;
}

/// The baseline first.
Result<std::vector<InlinePolicy>>
readPolicies(const ProgramEvalOptions &Options) {
  std::vector<InlinePolicy> Policies = {MLGO_TRY(readPolicy(Options.Baseline))};
  for (const std::string &Text : Options.Policies)
    Policies.push_back(MLGO_TRY(readPolicy(Text)));
  for (InlinePolicy &Policy : Policies)
    Policy.Beside = Options.Beside;
  return Policies;
}

/// Programs that main reaches nothing of have no size to compare. Fails if all
/// are so; \p Unit is what is measured.
Status noteEmpty(SizeReport &Report, const char *Unit) {
  std::vector<std::string> Empty;
  for (const ProgramSizes &Program : Report.Programs)
    if (Program.Baseline <= 0 && Program.FailedTrials == 0)
      Empty.push_back(Program.Package + "/" + Program.Program + ": has no " +
                      Unit +
                      ": nothing of its modules is reached from main(); "
                      "expected a program, or --as-library");
  if (!Empty.empty() && Empty.size() == Report.Programs.size())
    return Error(Empty[0]);
  if (Unit == std::string("bytes"))
    Report.Failures.insert(Report.Failures.end(), Empty.begin(), Empty.end());
  return Success();
}

SizeReport measure(const ProgramEvalOptions &Options, MeasuredCorpus &Corpus,
                   const std::vector<InlinePolicy> &Policies, Worker &Work) {
  std::vector<std::string> Names = {nameOf(Options.Baseline)};
  for (const std::string &Text : Options.Policies)
    Names.push_back(nameOf(Text));
  InlineTrialOptions Trial;
  Trial.TrialSeconds = Options.Limits.Seconds;
  Trial.TrialMegabytes = Options.Limits.Megabytes;
  SizeReport Report = evaluatePolicies(
      Corpus, Work, Options.Setting, Trial, Policies, Names,
      [&](size_t Done) { Options.Tell(Done, Corpus.Paths.size()); });
  for (const std::string &Folder : Options.Selection.Folders)
    Report.Corpus += (Report.Corpus.empty() ? "" : ", ") + Folder;
  return Report;
}
} // namespace

Result<ProgramEval> evaluateInlining(const ProgramEvalOptions &Options,
                                     Worker &Work) {
  if (!Options.Beside.empty() && Options.Links)
    return Error(Options.Beside[0] +
                 ": beside task inline nothing is linked, expected --beside "
                 "without --link");
  const auto Policies = MLGO_TRY(readPolicies(Options));
  MeasuredCorpus Corpus = MLGO_TRY(loadMeasuredCorpus(Options.Selection));
  ProgramEval Done;
  Done.Report = measure(Options, Corpus, Policies, Work);
  Done.Unmeasured = Done.Report.Failures.size();
  MLGO_TRY(noteEmpty(Done.Report, Options.Setting.Profile.empty()
                                      ? "bytes"
                                      : "executed cycles"));
  if (Options.Links)
    Done.Linked =
        MLGO_TRY(linkPrograms(Corpus, Policies, Options.Link, Done.Report));
  return Done;
}
} // namespace mlgo
