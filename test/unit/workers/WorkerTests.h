// What all kinds of workers are tested with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <csignal>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlgo {

/// A function of its request, some of which are faults: "crash", "hang",
/// "refuse", "once FILE" (a crash unless FILE is there), "await FILE" (until it
/// is there), "sleep MILLISECONDS".
inline Result<std::string> answerTest(std::string_view Shared,
                                      std::string_view Request) {
  const std::string Text(Request);
  if (Text == "crash")
    ::raise(SIGSEGV);
  if (Text == "hang")
    for (;;)
      ::pause();
  if (Text == "refuse")
    return Error("refused as asked");
  if (Text.rfind("once ", 0) == 0 && ::access(Text.c_str() + 5, F_OK) != 0) {
    ::fclose(::fopen(Text.c_str() + 5, "w"));
    ::raise(SIGKILL);
  }
  while (Text.rfind("await ", 0) == 0 && ::access(Text.c_str() + 6, F_OK) != 0)
    ::usleep(1000);
  if (Text.rfind("sleep ", 0) == 0)
    ::usleep(std::stoi(Text.substr(6)) * 1000);
  return std::string(Shared) + "/" + Text;
}

inline WorkFunction makeTestFunction() { return answerTest; }

/// \p Count items of several affinities and two shared parts.
inline std::vector<WorkItem> makeTestItems(size_t Count) {
  const auto A = std::make_shared<const std::string>("A");
  const auto B = std::make_shared<const std::string>(std::string(100000, 'B'));
  std::vector<WorkItem> Items(Count);
  for (size_t I = 0; I < Count; ++I) {
    Items[I].Affinity = I % 7;
    Items[I].Shared = I % 3 == 0 ? A : I % 3 == 1 ? B : nullptr;
    Items[I].Request = std::to_string(I) + std::string(I * 100, 'x');
    if (I % 10 == 9)
      Items[I].Request = "refuse";
  }
  return Items;
}

/// Answers and failures as one text.
inline std::string
describeAnswers(const std::vector<Result<std::string>> &Answers) {
  std::string Text;
  for (const Result<std::string> &Answer : Answers)
    Text += (Answer ? *Answer : "failed: " + Answer.error().message()) + "\n";
  return Text;
}

/// What becomes of the first \p Count test items without any worker.
inline std::string describeExpected(size_t Count) {
  std::vector<Result<std::string>> Answers;
  for (const WorkItem &Item : makeTestItems(Count))
    Answers.push_back(
        answerTest(Item.Shared ? *Item.Shared : std::string(), Item.Request));
  return describeAnswers(Answers);
}

/// Items of these requests.
inline std::vector<WorkItem>
makeItems(const std::vector<std::string> &Requests) {
  std::vector<WorkItem> Items(Requests.size());
  for (size_t I = 0; I < Requests.size(); ++I)
    Items[I].Request = Requests[I];
  return Items;
}

} // namespace mlgo
