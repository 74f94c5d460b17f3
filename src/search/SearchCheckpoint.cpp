// Where a session is kept
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/File.h"
#include "search/SearchSession.h"
#include <cerrno>
#include <sys/stat.h>

namespace mlgo {
Status SearchSession::load() {
  struct stat Info;
  if (Options.CheckpointFile.empty() ||
      (::stat(Options.CheckpointFile.c_str(), &Info) != 0 && errno == ENOENT))
    return Success();
  auto Text = MLGO_TRY(readFile(Options.CheckpointFile));
  auto Parsed = MLGO_TRY(SearchJournal::parse(Text).in(Options.CheckpointFile));
  if (Parsed.options() != Journal.options())
    return Error(Options.CheckpointFile +
                 ": search checkpoint: made with other options or for another "
                 "problem; remove it to start anew");
  Journal = std::move(Parsed);
  Resumed = !Journal.entries().empty();
  return Success();
}

Status SearchSession::compareStart(const Evaluated &Now) const {
  const SearchJournal::Entry &First = Journal.entries()[0];
  if (First.IsTrial || First.Failed)
    return Error(Options.CheckpointFile +
                 ": search checkpoint: does not begin with an evaluation");
  const Evaluated Then = Journal.evaluation(0, {});
  const bool Same =
      Then.Size == Now.Size && toDecisions(Then) == toDecisions(Now);
  if (Same)
    return Success();
  return Error(Options.CheckpointFile + ": search checkpoint: is of another " +
               "program or policy: its start has " +
               std::to_string(Then.Sites.size()) + " sites and " +
               std::to_string(Then.Size) + " bytes, expected " +
               std::to_string(Now.Sites.size()) + " and " +
               std::to_string(Now.Size) + "; remove it to start anew");
}

Status SearchSession::save() {
  Saved = Clock::now();
  return writeFileAtomically(Options.CheckpointFile, Journal.format());
}

void SearchSession::saveNowAndThen() {
  if (Options.CheckpointFile.empty() ||
      Clock::now() - Saved <
          std::chrono::duration<double>(Options.CheckpointSeconds))
    return;
  Status Written = save();
  CheckpointProblem = Written ? "" : Written.error().message();
}
} // namespace mlgo
