// Modules compiled in many ways, as work
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that costs time is a batch of trials: each request is about one
// module in one setting, by the back end of one task. This is what all tasks
// have in common: how requests and answers become bytes, which modules are kept
// ready, and who serves what. Only back ends know what a request asks.

#pragma once

#include "compile/CodeSetting.h"
#include "support/Archive.h"
#include "support/ServerProcess.h"
#include "workers/Worker.h"

namespace mlgo {
/// What a module is made ready for.
struct TrialPlace {
  std::string Task; ///< Whose back end makes the trials.
  std::string Path; ///< A bitcode file.
  CodeSetting Setting = {};
  std::string Means = {}; ///< What else it depends on, in the task's words.
};

template <typename ArchiveT> void serialize(ArchiveT &A, TrialPlace &P) {
  A(P.Task, P.Path, P.Setting, P.Means);
}

/// Trials of one module.
struct TrialRequest {
  TrialPlace At;
  std::string Asked; ///< In the task's words.
  /// Requests for the same part of a module are best served by one process, and
  /// for different parts by several.
  size_t Part = 0;
  /// Not begun after this moment, in seconds of the system's clock. 0: at any
  /// time.
  double Deadline = 0;
  double DeadlineSeconds = 0; ///< For all of it; 0: none.
};

/// What many requests have in common, for example all candidates.
struct TrialsShared {
  std::string_view Bytes;
  uint64_t Number; ///< Changes when the bytes do; never 0.
};

/// A module that is ready for trials.
class ReadyModule {
public:
  virtual ~ReadyModule() = default;

  virtual Result<std::string> answer(const TrialsShared &Shared,
                                     std::string_view Asked) = 0;

  /// True if it takes so much that only the last few are kept.
  virtual bool isLarge() const = 0;
};

/// Of the system's clock, which all processes share.
double secondsOfClock();

/// True after \p Deadline of a TrialRequest.
bool isTooLate(double Deadline);

/// Makes the trials of all back ends. Keeps the \p KeepReady large modules that
/// were asked for last, and all others.
WorkFunctionMaker makeTrialWork(size_t KeepReady);

/// Has \p Work, which makeTrialWork made, answer \p Requests, and hands each
/// answer, with the request's index, to \p Done when it comes. If \p ShouldStop
/// says so, those that are missing fail.
void runTrials(Worker &Work, const std::vector<TrialRequest> &Requests,
               std::string Shared,
               const std::function<void(size_t, Result<std::string>)> &Done,
               const std::function<bool()> &ShouldStop = {});

/// What toBytes made the answer of.
template <typename AnswerT>
Result<AnswerT> readTrialAnswer(const Result<std::string> &Bytes) {
  if (!Bytes)
    return Bytes.error();
  AnswerT Answer{};
  if (!fromBytes(*Bytes, Answer))
    return Error("the answer to a trial is damaged");
  return Answer;
}

/// What \p Trial returns in a fork of this process, which may take \p Seconds
/// of a processor; errors of the fork itself begin with \p What.
Result<std::string>
tryInFork(const char *What, unsigned Seconds,
          const std::function<Result<std::string>()> &Trial);

template <typename T>
Result<T> tryInFork(const char *What, unsigned Seconds,
                    const std::function<Result<T>()> &Trial) {
  return readTrialAnswer<T>(
      tryInFork(What, Seconds, [&]() -> Result<std::string> {
        const Result<T> Found = Trial();
        return Found ? Result<std::string>(toBytes(*Found)) : Found.error();
      }));
}

/// \name Modules that are ready in a process of their own
/// @{

/// The module at \p Path, for which \p Serve reads requests and sends answers.
/// Started when it is first asked, and again if somebody kills it.
std::unique_ptr<ReadyModule> serveInProcess(const std::string &Path,
                                            ServerProcess::Service Serve);

/// In that process: reads the next request. Hands the shared part to \p
/// OnShared first if it is another than before. False if the other end is gone.
bool receiveTrials(int Pipe,
                   const std::function<void(std::string_view)> &OnShared,
                   std::string &Asked);
/// @}
} // namespace mlgo
