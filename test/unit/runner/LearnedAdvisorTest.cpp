// A heuristic that can be learned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/LearnedAdvisor.h"
#include "TemporaryFolder.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace mlgo {
namespace {

using ModeKind = LearnedAdvisorOptions::ModeKind;

TensorSpec scalar(const char *Name) {
  return TensorSpec::createSpec<int64_t>(Name, {1});
}

/// Answers 1 if x > 4.
Model makeModel() {
  Model M;
  M.Inputs = {scalar("x")};
  M.Output = scalar("decision");
  TreeEnsemble E;
  TreeNode Root, Left, Right;
  Root.Input = 0;
  Root.Threshold = 5;
  Root.Left = 1;
  Root.Right = 2;
  Right.Value = 1;
  E.Trees = {{Root, Left, Right}};
  M.Policy = E;
  return M;
}

/// What mlgo_add_aot_model makes, in small: answers 1 if x < 0.
struct GeneratedModel {
  int64_t X = 0, Answer = 0;
  int LookupArgIndex(const std::string &Name) const {
    return Name == "feed_x" ? 0 : -1;
  }
  int LookupResultIndex(const std::string &Name) const {
    return Name == "fetch_decision" ? 0 : -1;
  }
  void *arg_data(int) { return &X; }
  void *result_data(int) { return &Answer; }
  void Run() { Answer = X < 0; }
};

template <typename Model = LoadedModel>
Result<LearnedAdvisor> makeAdvisor(const LearnedAdvisorOptions &O) {
  return LearnedAdvisor::create<Model>({scalar("x"), scalar("y")},
                                       scalar("decision"), O);
}

int64_t decide(LearnedAdvisor &Advisor, int64_t X, int64_t Default) {
  *Advisor.input<int64_t>(0) = X;
  *Advisor.input<int64_t>(1) = 7;
  return Advisor.decide(Default);
}

/// The columns x and decision of the log at \p Path.
std::vector<std::pair<int64_t, int64_t>> readLog(const std::string &Path) {
  auto Reader = TrainingLogReader::open(Path);
  REQUIRE(Reader);
  REQUIRE(Reader->features() == std::vector<TensorSpec>{scalar("x"),
                                                        scalar("y"),
                                                        scalar("decision")});
  std::vector<std::pair<int64_t, int64_t>> Rows;
  TrainingLogObservation O;
  for (;;) {
    auto More = Reader->next(O);
    REQUIRE(More);
    if (!*More)
      return Rows;
    CHECK(O.Context == "f");
    Rows.emplace_back(*O.Tensors[0].as<int64_t>(), *O.Tensors[2].as<int64_t>());
  }
}

TEST_CASE("LearnedAdvisor releases a generated class or a model file") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  auto Generated = makeAdvisor<GeneratedModel>(O);
  REQUIRE(Generated);
  CHECK(decide(*Generated, -1, 0) == 1);
  CHECK(decide(*Generated, 9, 0) == 0);

  O.Model = Folder.file("x.mlgo");
  REQUIRE(saveModel(makeModel(), O.Model));
  auto FromFile = makeAdvisor<GeneratedModel>(O);
  REQUIRE(FromFile);
  CHECK(decide(*FromFile, -1, 0) == 0);
  CHECK(decide(*FromFile, 9, 0) == 1);
  CHECK(FromFile->finish());
}

TEST_CASE("LearnedAdvisor says what a mode lacks") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  auto NoModel = makeAdvisor(O);
  REQUIRE(!NoModel);
  CHECK(NoModel.error().message() ==
        "mode is 'release' and no policy is built in, expected a model file");
  O.Mode = ModeKind::Interactive;
  auto NoChannel = makeAdvisor(O);
  REQUIRE(!NoChannel);
  CHECK(NoChannel.error().message() ==
        "mode is 'interactive' without a channel, expected the base of two "
        "FIFOs");
  O.Channel = Folder.file("absent");
  CHECK(!makeAdvisor(O));
  for (ModeKind Mode : {ModeKind::Release, ModeKind::Development}) {
    O.Mode = Mode;
    O.Model = Folder.file("absent.mlgo");
    auto Absent = makeAdvisor(O);
    REQUIRE(!Absent);
    CHECK(Absent.error().message().find("absent.mlgo") != std::string::npos);
  }
}

TEST_CASE("LearnedAdvisor takes models for its task only") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  O.Model = Folder.file("x.mlgo");
  Model M = makeModel();
  M.Task = "loops";
  REQUIRE(saveModel(M, O.Model));
  CHECK(makeAdvisor(O));
  O.Task = "calls";
  for (ModeKind Mode : {ModeKind::Release, ModeKind::Development}) {
    O.Mode = Mode;
    auto Other = makeAdvisor(O);
    REQUIRE(!Other);
    CHECK(Other.error().message() ==
          O.Model + ": task is 'loops', expected 'calls'");
  }
}

TEST_CASE("LearnedAdvisor leaves decisions to the heuristic, and logs it") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  O.Mode = ModeKind::Default;
  auto Default = makeAdvisor<GeneratedModel>(O);
  REQUIRE(Default);
  CHECK(decide(*Default, -1, 5) == 5);
  CHECK(Default->finish());

  O.Mode = ModeKind::Development;
  O.TrainingLog = Folder.file("log");
  auto Logged = makeAdvisor<GeneratedModel>(O);
  REQUIRE(Logged);
  Logged->switchContext("f");
  CHECK(decide(*Logged, -1, 5) == 5);
  CHECK(decide(*Logged, 9, 6) == 6);
  REQUIRE(Logged->finish());
  CHECK(readLog(O.TrainingLog) ==
        std::vector<std::pair<int64_t, int64_t>>{{-1, 5}, {9, 6}});
}

TEST_CASE("LearnedAdvisor logs a model under training") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  O.Mode = ModeKind::Development;
  O.Model = Folder.file("x.mlgo");
  O.TrainingLog = Folder.file("log");
  REQUIRE(saveModel(makeModel(), O.Model));
  auto Advisor = makeAdvisor<GeneratedModel>(O);
  REQUIRE(Advisor);
  Advisor->switchContext("f");
  CHECK(decide(*Advisor, -1, 5) == 0);
  CHECK(decide(*Advisor, 9, 5) == 1);
  REQUIRE(Advisor->finish());
  CHECK(readLog(O.TrainingLog) ==
        std::vector<std::pair<int64_t, int64_t>>{{-1, 0}, {9, 1}});
}

TEST_CASE("LearnedAdvisor asks a host, and the heuristic when it is gone") {
  TemporaryFolder Folder;
  LearnedAdvisorOptions O;
  O.Mode = ModeKind::Interactive;
  O.Channel = Folder.file("channel");
  O.ChannelDeadline = 20;
  REQUIRE(::mkfifo((O.Channel + ".in").c_str(), 0600) == 0);
  REQUIRE(::mkfifo((O.Channel + ".out").c_str(), 0600) == 0);
  std::thread Host([&] {
    const int In = ::open((O.Channel + ".in").c_str(), O_WRONLY);
    const int Out = ::open((O.Channel + ".out").c_str(), O_RDONLY);
    const int64_t Answer = 3;
    [[maybe_unused]] auto Sent = ::write(In, &Answer, sizeof(Answer));
    ::close(In);
    char Buffer[4096]; // Until the advisor gives up.
    while (::read(Out, Buffer, sizeof(Buffer)) > 0)
      ;
    ::close(Out);
  });
  {
    auto Advisor = makeAdvisor(O);
    REQUIRE(Advisor);
    CHECK(decide(*Advisor, 1, 5) == 3);
    CHECK(decide(*Advisor, 1, 5) == 5);
    CHECK(decide(*Advisor, 1, 6) == 6);
    CHECK(!Advisor->finish());
  }
  Host.join();
}

TEST_CASE("LearnedAdvisorOptions come from the environment") {
  ::setenv("TRY_MODE", "development", 1);
  ::setenv("TRY_MODEL", "a.mlgo", 1);
  ::setenv("TRY_CHANNEL_DEADLINE", "1.5", 1);
  auto O = LearnedAdvisorOptions::fromEnvironment("TRY");
  REQUIRE(O);
  CHECK(O->Mode == ModeKind::Development);
  CHECK(O->Model == "a.mlgo");
  CHECK(O->TrainingLog.empty());
  CHECK(O->ChannelDeadline == 1.5);
  ::setenv("TRY_CHANNEL_DEADLINE", "nan", 1);
  auto Deadline = LearnedAdvisorOptions::fromEnvironment("TRY");
  REQUIRE(!Deadline);
  CHECK(Deadline.error().message() ==
        "TRY_CHANNEL_DEADLINE is 'nan', expected seconds, more than 0 and at "
        "most 86400");
  ::setenv("TRY_MODE", "faster", 1);
  auto Mode = LearnedAdvisorOptions::fromEnvironment("TRY");
  REQUIRE(!Mode);
  CHECK(Mode.error().message() ==
        "TRY_MODE is 'faster', expected release or development or interactive "
        "or default");
  for (const char *Name : {"TRY_MODE", "TRY_MODEL", "TRY_CHANNEL_DEADLINE"})
    ::unsetenv(Name);
}

} // namespace
} // namespace mlgo
