// InteractiveBench
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What asking a policy in another process costs: one decision of our runner
// and our host, beside the same bytes through two bare FIFOs with blocking
// reads and writes. Host and answering end are processes of their own.
// Arguments: elements of the one int64_t input; 38 are LLVM's inliner, 429 are
// the bytes of an eviction. Aim: at most 1.5 times the bare pipe. As machines
// are noisy, compare medians of turns that mix both:
//
//   interactive-bench --benchmark_repetitions=9
//     --benchmark_enable_random_interleaving=true

#include "runner/InteractiveHost.h"
#include "runner/InteractiveModelRunner.h"
#include "support/ServerProcess.h"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlgo;

namespace {

/// {"observation":12345} and two newlines.
constexpr size_t TextBytes = 23;

/// What both ends answer with: the first element, plus one.
struct NextPolicy final : HostPolicy {
  Status start(const std::vector<TensorSpec> &, const TensorSpec &) override {
    return Success();
  }
  Status decide(const TrainingLogObservation &O, void *Advice) override {
    *static_cast<int64_t *>(Advice) = *O.Tensors[0].as<int64_t>() + 1;
    return Success();
  }
};

[[noreturn]] void stop(const std::string &Why) {
  std::fprintf(stderr, "interactive-bench: %s\n", Why.c_str());
  std::exit(1);
}

void runnerAndHost(benchmark::State &State) {
  // The host is killed with this object; its channel then goes, too.
  ServerProcess Server;
  Status Started = Server.start([](int, int Pipe) {
    auto Host = InteractiveHost::create();
    if (!Host)
      return;
    (void)sendMessage(Pipe, (*Host)->channel().base());
    NextPolicy Policy;
    (void)(*Host)->serve(Policy, [] { return false; });
  });
  std::string Base;
  if (!Started || !receiveMessage(Server.answerPipe(), Base))
    stop("there is no host");
  auto Runner = InteractiveModelRunner::create(
      {TensorSpec::createSpec<int64_t>("x", {1, State.range(0)})},
      TensorSpec::createSpec<int64_t>("next", {1}),
      InteractiveHostAddress::at(Base));
  if (!Runner)
    stop(Runner.error().message());
  (*Runner)->switchContext("x.c");
  int64_t Last = 0;
  for (auto _ : State) {
    *(*Runner)->getTensor<int64_t>(0) = Last;
    const int64_t Next = (*Runner)->evaluate<int64_t>();
    if (Next != Last + 1)
      stop("the answer is wrong");
    Last = Next;
  }
  State.SetItemsProcessed(State.iterations());
}

/// Moves all bytes, blocking; false at the end.
template <typename Byte, typename Function>
bool move(int Pipe, Byte *Bytes, size_t Size, Function Step) {
  for (size_t Done = 0; Done < Size;) {
    const ssize_t N = Step(Pipe, Bytes + Done, Size - Done);
    if (N <= 0)
      return false;
    Done += static_cast<size_t>(N);
  }
  return true;
}

void barePipe(benchmark::State &State) {
  const size_t Size = TextBytes + 8 * static_cast<size_t>(State.range(0));
  std::string Folder =
      (std::filesystem::temp_directory_path() / "mlgo-bench-XXXXXX").string();
  if (!::mkdtemp(Folder.data()))
    stop("cannot make a folder");
  const std::string In = Folder + "/in", Out = Folder + "/out";
  if (::mkfifo(In.c_str(), 0600) != 0 || ::mkfifo(Out.c_str(), 0600) != 0)
    stop("cannot make FIFOs");
  ServerProcess Server;
  Status Started = Server.start([&](int, int) {
    const int Answers = ::open(In.c_str(), O_WRONLY);
    const int Questions = ::open(Out.c_str(), O_RDONLY);
    std::string Bytes(Size, '\0');
    while (move(Questions, Bytes.data(), Size, ::read)) {
      int64_t First;
      std::memcpy(&First, Bytes.data(), sizeof(First));
      ++First;
      if (!move(Answers, reinterpret_cast<char *>(&First), sizeof(First),
                ::write))
        return;
    }
  });
  if (!Started)
    stop(Started.error().message());
  const int Answers = ::open(In.c_str(), O_RDONLY);
  const int Questions = ::open(Out.c_str(), O_WRONLY);
  std::filesystem::remove_all(Folder);
  std::string Bytes(Size, '\0');
  int64_t Last = 0;
  for (auto _ : State) {
    std::memcpy(Bytes.data(), &Last, sizeof(Last));
    int64_t Next = 0;
    if (!move(Questions, Bytes.data(), Size, ::write) ||
        !move(Answers, reinterpret_cast<char *>(&Next), sizeof(Next), ::read) ||
        Next != Last + 1)
      stop("the answer is wrong");
    Last = Next;
  }
  ::close(Questions);
  ::close(Answers);
  State.SetItemsProcessed(State.iterations());
}

} // namespace

BENCHMARK(runnerAndHost)->Arg(38)->Arg(429)->UseRealTime();
BENCHMARK(barePipe)->Arg(38)->Arg(429)->UseRealTime();

BENCHMARK_MAIN();
