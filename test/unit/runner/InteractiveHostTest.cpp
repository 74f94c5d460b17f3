// Tests of InteractiveHost
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveHost.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "runner/InteractiveModelRunner.h"
#include "support/PipeSignal.h"
#include "tensor/TrainingLogFormat.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace mlgo;

namespace {

const std::vector<TensorSpec> Features = {
    TensorSpec::createSpec<int64_t>("a", {1}),
    TensorSpec::createSpec<float>("b", {2})};
const TensorSpec Sum = TensorSpec::createSpec<float>("sum", {1});

/// Answers with the sum of all elements.
struct SumPolicy final : HostPolicy {
  Status start(const std::vector<TensorSpec> &Given,
               const TensorSpec &Advice) override {
    ++NumStarts;
    if (Given != Features || Advice != Sum)
      return Error("these are other inputs");
    return Success();
  }
  Status decide(const TrainingLogObservation &O, void *Advice) override {
    if (O.Context == "refused")
      return Error("refused");
    const float *B = O.Tensors[1].as<float>();
    *static_cast<float *>(Advice) =
        static_cast<float>(*O.Tensors[0].as<int64_t>()) + B[0] + B[1];
    Seen += O.Context + ":" + std::to_string(O.Number) + " ";
    return Success();
  }
  int NumStarts = 0;
  std::string Seen;
};

/// A compiler in a thread, and a host that serves it.
struct Conversation {
  explicit Conversation(InteractiveHostOptions Options = {}) {
    auto Created = InteractiveHost::create(std::move(Options));
    REQUIRE(Created);
    Host = std::move(*Created);
    Base = Host->channel().base();
  }
  ~Conversation() {
    Host.reset(); // Whoever still writes is disturbed.
    Compiler.join();
  }

  template <typename Function> Status run(Function Compile) {
    Compiler = std::thread([this, Compile] {
      Compile();
      HasEnded = true;
    });
    return Host->serve(Policy, [this] { return HasEnded.load(); });
  }

  /// A compiler that says \p Bytes and closes the channel.
  Status say(std::string Bytes) {
    return run([this, Bytes] {
      const int Out = ::open((Base + ".out").c_str(), O_WRONLY);
      PipeSignalGuard Guard;
      for (size_t Done = 0; Done < Bytes.size();) {
        const ssize_t N =
            ::write(Out, Bytes.data() + Done, Bytes.size() - Done);
        if (N <= 0) {
          Guard.noteRaised();
          break;
        }
        Done += static_cast<size_t>(N);
      }
      ::close(Out);
    });
  }
  std::string complain(const std::string &Bytes) {
    const Status Said = say(Bytes);
    return Said ? "no complaint" : Said.error().message();
  }

  std::unique_ptr<InteractiveHost> Host;
  std::string Base;
  SumPolicy Policy;
  std::thread Compiler;
  std::atomic<bool> HasEnded{false};
};

float ask(InteractiveModelRunner &Runner, int64_t A, float B0, float B1) {
  *Runner.getTensor<int64_t>(0) = A;
  Runner.getTensor<float>(1)[0] = B0;
  Runner.getTensor<float>(1)[1] = B1;
  return Runner.evaluate<float>();
}

std::unique_ptr<InteractiveModelRunner> open(const std::string &Base) {
  auto Runner = InteractiveModelRunner::create(
      Features, Sum, InteractiveHostAddress::at(Base));
  return Runner ? std::move(*Runner) : nullptr;
}

const std::string Header = formatLogHeader(Features, std::nullopt, Sum);
const std::string Context = formatLogContext("x.c");
const std::string Tensors(16, '\n'); // Bytes that look like the ends of lines.

std::string observation(uint64_t N) {
  std::string Text;
  appendLogObservation(Text, N);
  return Text + Tensors + "\n";
}

} // namespace

TEST_CASE("InteractiveHost: answers one module after the other") {
  TemporaryFolder Folder;
  InteractiveHostOptions Options;
  Options.Record = Folder.file("x.log");
  Conversation Talk(Options);
  std::vector<float> Answers;
  const Status Served = Talk.run([&] {
    for (int Module = 0; Module < 3; ++Module) {
      auto Runner = open(Talk.Base);
      if (!Runner)
        return;
      for (const char *Function : {"f", "g", "f"}) {
        Runner->switchContext(Function);
        Answers.push_back(ask(*Runner, 10, 1.5, static_cast<float>(Module)));
      }
    }
  });
  REQUIRE(Served);
  CHECK(Answers == std::vector<float>{11.5, 11.5, 11.5, 12.5, 12.5, 12.5, 13.5,
                                      13.5, 13.5});
  CHECK(Talk.Host->sessions() == 3);
  CHECK(Talk.Host->observations() == 9);
  CHECK(Talk.Policy.NumStarts == 3);
  CHECK(Talk.Policy.Seen == "f:0 g:0 f:1 f:0 g:0 f:1 f:0 g:0 f:1 ");

  // Each is a log of its own.
  for (const char *Name : {"x.log", "x.log.2", "x.log.3"}) {
    auto Log = TrainingLogReader::open(Folder.file(Name));
    REQUIRE(Log);
    CHECK(Log->features() == Features);
    CHECK(Log->advice() == Sum);
    TrainingLogObservation O;
    for (int I = 0; I < 3; ++I) {
      auto More = Log->next(O);
      REQUIRE(More);
      REQUIRE(*More);
      CHECK(*O.Tensors[0].as<int64_t>() == 10);
    }
    CHECK_FALSE(*Log->next(O));
  }
}

TEST_CASE("InteractiveHost: records byte for byte") {
  TemporaryFolder Folder;
  InteractiveHostOptions Options;
  Options.Record = Folder.file("x.log");
  const std::string Sent = Header + Context + observation(0) + observation(1);
  {
    Conversation Talk(Options);
    REQUIRE(Talk.say(Sent));
    CHECK(Talk.Host->observations() == 2);
  }
  CHECK(*readFile(Options.Record) == Sent);
  // What is cut off is no log.
  {
    Conversation Talk(Options);
    CHECK_FALSE(Talk.say(Sent.substr(0, Sent.size() - 1)));
  }
  CHECK(*readFile(Options.Record) == Sent);
  CHECK(std::distance(std::filesystem::directory_iterator(Folder.Path),
                      std::filesystem::directory_iterator()) == 1);
}

TEST_CASE("InteractiveHost: modules that follow at once are told apart") {
  Conversation Talk;
  REQUIRE(Talk.say(Header + Context + observation(0) + Header + Context +
                   observation(0)));
  CHECK(Talk.Host->sessions() == 2);
  CHECK(Talk.Policy.Seen == "x.c:0 x.c:0 ");
}

TEST_CASE("InteractiveHost: a compiler that asks nothing") {
  Conversation Talk;
  REQUIRE(Talk.run([] {}));
  CHECK(Talk.Host->sessions() == 0);
}

TEST_CASE("InteractiveHost: what is wrong is said, with its place") {
  const size_t Start = Header.size() + Context.size();
  auto complain = [](const std::string &Bytes) {
    return Conversation().complain(Bytes);
  };
  CHECK(complain(std::string("\x01\x02\n")) ==
        "session 1: byte 0: no training log, expected a JSON object with an "
        "array 'features' in the first line");
  CHECK(complain("{\"features\":[") ==
        "session 1: byte 0: channel ends after 13 bytes of a line");
  CHECK(complain(std::string((1 << 20) + (1 << 18), 'x')) ==
        "session 1: byte 0: line is longer than 1048576 bytes");
  CHECK(complain(formatLogHeader(Features, std::nullopt, std::nullopt)) ==
        "session 1: byte 0: header has no advice, expected the type of what "
        "is to be answered");
  CHECK(complain(formatLogHeader(Features, Sum, Sum)) ==
        "session 1: byte 0: header has a score, expected only features and an "
        "advice");
  CHECK(complain(formatLogHeader({Sum}, std::nullopt, Sum)) ==
        "these are other inputs");
  CHECK(complain(Header + observation(0)) ==
        "session 1: byte " + std::to_string(Header.size()) +
            R"(: no context, expected {"context":"NAME"})");
  CHECK(complain(Header + Context + "garbage\n") ==
        "session 1: byte " + std::to_string(Start) +
            ": line is 'garbage', expected {\"observation\":N} or "
            "{\"context\":\"NAME\"}");
  CHECK(complain(Header + Context + observation(0) + observation(2)) ==
        "session 1: byte " + std::to_string(Start + observation(0).size()) +
            ": observation number is 2, expected 1");
  const std::string Short = observation(0);
  CHECK(complain(Header + Context + Short.substr(0, Short.size() - 3)) ==
        "session 1: byte " + std::to_string(Start + Short.size() - 17) +
            ": channel ends after 14 bytes of an observation's tensors, "
            "expected 17");
  CHECK(complain(Header + Context + Short.substr(0, Short.size() - 1) + "x" +
                 Short) == "session 1: byte " +
                               std::to_string(Start + Short.size() - 1) +
                               ": byte is 120, expected a newline");
  CHECK(complain(Header + formatLogContext("refused") + Short) == "refused");
}

TEST_CASE("InteractiveHost: silence has an end") {
  InteractiveHostOptions Options;
  Options.DeadlineSeconds = 0.05;
  std::atomic<bool> Done{false}; // The compiler's thread ends with Talk.
  Conversation Talk(Options);
  const Status Served = Talk.run([&] {
    const int Out = ::open((Talk.Base + ".out").c_str(), O_WRONLY);
    (void)!::write(Out, Header.data(), 20);
    while (!Done)
      ::usleep(1000);
    ::close(Out);
  });
  Done = true;
  REQUIRE_FALSE(Served);
  CHECK(Served.error().message() ==
        "session 1: byte 0: compiler has been silent for 0.05 s, expected an "
        "observation or its end");
}

TEST_CASE("InteractiveHost: a record that cannot be written is an error") {
  InteractiveHostOptions Options;
  Options.Record = "/absent/x.log";
  Conversation Talk(Options);
  CHECK_THAT(Talk.complain(Header + Context + observation(0)),
             Catch::StartsWith("/absent/x.log: cannot create"));
}
