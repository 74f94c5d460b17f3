// Tests of InteractiveModelRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveModelRunner.h"
#include "AllocationCounter.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <thread>

using namespace mlgo;

namespace {

const std::vector<TensorSpec> Inputs = {
    TensorSpec::createSpec<int64_t>("x", {1}),
    TensorSpec::createSpec<float>("y", {2})};
const auto FloatAdvice = TensorSpec::createSpec<float>("advice", {1});
const auto IntAdvice = TensorSpec::createSpec<int64_t>("advice", {1});

const std::string Header =
    "{\"features\":["
    "{\"name\":\"x\",\"type\":\"int64_t\",\"port\":0,\"shape\":[1]},"
    "{\"name\":\"y\",\"type\":\"float\",\"port\":0,\"shape\":[2]}],"
    "\"advice\":"
    "{\"name\":\"advice\",\"type\":\"float\",\"port\":0,\"shape\":[1]}}\n";

template <typename T> std::string bytesOf(T Value) {
  std::string Bytes(sizeof(T), '\0');
  std::memcpy(Bytes.data(), &Value, sizeof(T));
  return Bytes;
}

/// What the runner sends for the observation \p N of \p X, \p Y and 2 * \p Y.
std::string observation(int N, int64_t X, float Y) {
  return "{\"observation\":" + std::to_string(N) + "}\n" + bytesOf(X) +
         bytesOf(Y) + bytesOf(2 * Y) + "\n";
}

/// Two FIFOs, and a host that talks through them as LLVM's do: with plain
/// blocking calls.
struct Channel {
  TemporaryFolder Folder;
  InteractiveHostAddress Address =
      InteractiveHostAddress::at(Folder.file("channel"));
  std::thread Host;

  Channel() {
    REQUIRE(::mkfifo(Address.InboundPath.c_str(), 0600) == 0);
    REQUIRE(::mkfifo(Address.OutboundPath.c_str(), 0600) == 0);
    Address.DeadlineSeconds = 30;
  }
  ~Channel() {
    if (Host.joinable())
      Host.join();
  }

  /// Runs \p Script with the ends that the host writes to and reads from.
  void serve(std::function<void(int To, int From)> Script) {
    Host = std::thread([this, Script = std::move(Script)] {
      FileDescriptor To(::open(Address.InboundPath.c_str(), O_WRONLY));
      FileDescriptor From(::open(Address.OutboundPath.c_str(), O_RDONLY));
      Script(To.get(), From.get());
    });
  }

  std::unique_ptr<InteractiveModelRunner> connect(const TensorSpec &Advice) {
    auto Runner = InteractiveModelRunner::create(Inputs, Advice, Address);
    REQUIRE(Runner);
    return std::move(*Runner);
  }
};

/// Reads \p Size bytes, or what there is.
std::string take(int From, size_t Size) {
  std::string Text(Size, '\0');
  size_t Done = 0;
  while (Done < Size) {
    const ssize_t N = ::read(From, Text.data() + Done, Size - Done);
    if (N <= 0)
      break;
    Done += static_cast<size_t>(N);
  }
  Text.resize(Done);
  return Text;
}

/// The host's thread calls this, and Catch's checks are for one thread.
void give(int To, const std::string &Bytes) {
  if (::write(To, Bytes.data(), Bytes.size()) !=
      static_cast<ssize_t>(Bytes.size()))
    std::abort();
}

void fill(MLModelRunner &Runner, int64_t X, float Y) {
  *Runner.getTensor<int64_t>(0) = X;
  Runner.getTensor<float>(1)[0] = Y;
  Runner.getTensor<float>(1)[1] = 2 * Y;
}

/// The failure of a runner whose first evaluation goes as \p Script says.
std::string failureAfter(Channel &C, const TensorSpec &Advice,
                         std::function<void(int To, int From)> Script) {
  C.serve(std::move(Script));
  auto Runner = C.connect(Advice);
  Runner->switchContext("");
  fill(*Runner, 3, 4);
  const bool IsZero = Advice.isElementType<float>()
                          ? Runner->evaluate<float>() == 0
                          : Runner->evaluate<int64_t>() == 0;
  CHECK(IsZero);
  REQUIRE(Runner->failure());
  CHECK(Runner->hasAbstained());
  const std::string Message = Runner->failure()->message();
  // From now on nothing is waited for, and the reason stays.
  Runner->switchContext("other");
  if (Advice.isElementType<float>())
    CHECK(Runner->evaluate<float>() == 0);
  CHECK(Runner->failure()->message() == Message);
  // The inputs are still those of the compiler.
  CHECK(*Runner->getTensor<int64_t>(0) == 3);
  return Message;
}

size_t sizeOfFirst() {
  return std::string("{\"context\":\"\"}\n").size() +
         observation(0, 0, 0).size();
}

} // namespace

TEST_CASE("InteractiveModelRunner: two FIFOs, two observations") {
  Channel C;
  std::string Heard;
  C.serve([&](int To, int From) {
    Heard = take(From, Header.size() + 17 + observation(0, 0, 0).size());
    give(To, bytesOf(1.5f));
    Heard += take(From, observation(1, 0, 0).size());
    give(To, bytesOf(-2.f));
    Heard += take(From, 1000);
  });
  {
    auto Runner = C.connect(FloatAdvice);
    CHECK(Runner->getKind() == MLModelRunner::Kind::Interactive);
    CHECK(InteractiveModelRunner::classof(Runner.get()));
    Runner->switchContext("hi");
    fill(*Runner, 42, 0.5f);
    CHECK(Runner->evaluate<float>() == 1.5f);
    CHECK(*Runner->getTensor<int64_t>(0) == 42);
    fill(*Runner, 10, 3);
    CHECK(Runner->evaluate<float>() == -2.f);
    CHECK_FALSE(Runner->failure());
    CHECK_FALSE(Runner->hasAbstained());
  }
  C.Host.join();
  CHECK(Heard == Header + "{\"context\":\"hi\"}\n" + observation(0, 42, 0.5f) +
                     observation(1, 10, 3));
}

TEST_CASE("InteractiveModelRunner: counts go on when a context returns") {
  Channel C;
  std::string Heard;
  const std::string First =
      Header + "{\"context\":\"f\"}\n" + observation(0, 1, 1);
  const std::string Rest = "{\"context\":\"g\"}\n" + observation(0, 2, 2) +
                           "{\"context\":\"f\"}\n" + observation(1, 3, 3);
  C.serve([&](int To, int From) {
    Heard = take(From, First.size());
    give(To, bytesOf(1.f));
    Heard += take(From, Rest.size() / 2);
    give(To, bytesOf(2.f));
    Heard += take(From, Rest.size() - Rest.size() / 2);
    give(To, bytesOf(3.f));
    Heard += take(From, 1000);
  });
  {
    auto Runner = C.connect(FloatAdvice);
    float Answer = 0;
    for (const char *Name : {"f", "g", "f"}) {
      // LLVM's hosts cannot go on after a context that asks nothing.
      Runner->switchContext("asks nothing");
      Runner->switchContext(Name);
      Answer += 1;
      fill(*Runner, int64_t(Answer), Answer);
      CHECK(Runner->evaluate<float>() == Answer);
    }
  }
  C.Host.join();
  CHECK(Heard == First + Rest);
}

TEST_CASE("InteractiveModelRunner: evaluation does not allocate") {
  Channel C;
  constexpr int Rounds = 50;
  C.serve([&](int To, int From) {
    take(From, Header.size() + 16);
    for (int I = 0; I < Rounds; ++I) {
      take(From, observation(I, 0, 0).size());
      give(To, bytesOf(float(I)));
    }
  });
  auto Runner = C.connect(FloatAdvice);
  Runner->switchContext("f");
  float Sum = Runner->evaluate<float>();
  const size_t Before = countAllocations();
  for (int I = 1; I < Rounds; ++I)
    Sum += Runner->evaluate<float>();
  CHECK(countAllocations() == Before);
  CHECK(Sum == Rounds * (Rounds - 1) / 2);
}

TEST_CASE("InteractiveModelRunner: a host that goes is missed at once") {
  const size_t Asked = Header.size() + sizeOfFirst();
  {
    Channel C; // Before it is asked.
    const std::string Message = failureAfter(C, FloatAdvice, [](int, int) {});
    CHECK(Message.find("the host closed the channel") != Message.npos);
  }
  {
    Channel C; // While it is waited for.
    CHECK(failureAfter(C, FloatAdvice,
                       [&](int, int From) { take(From, Asked); }) ==
          C.Address.InboundPath + ": the host closed the channel: found 0 "
                                  "bytes of an answer, expected 4");
  }
  {
    Channel C; // In the middle of an answer.
    CHECK(failureAfter(C, FloatAdvice,
                       [&](int To, int From) {
                         take(From, Asked);
                         give(To, "abc");
                       }) == C.Address.InboundPath +
                                 ": the host closed the channel: found 3 "
                                 "bytes of an answer, expected 4");
  }
  {
    Channel C; // After an answer.
    C.serve([&](int To, int From) {
      take(From, Asked);
      give(To, bytesOf(7.f));
    });
    auto Runner = C.connect(FloatAdvice);
    Runner->switchContext("");
    CHECK(Runner->evaluate<float>() == 7);
    C.Host.join();
    CHECK(Runner->evaluate<float>() == 0);
    REQUIRE(Runner->failure());
    CHECK(Runner->failure()->message() ==
          C.Address.InboundPath + ": the host closed the channel: found 0 "
                                  "bytes of an answer, expected 4");
  }
}

TEST_CASE("InteractiveModelRunner: a host that goes unread is missed at once") {
  // What is sent does not fit into the pipe.
  Channel C;
  C.serve([](int, int From) { take(From, 1000); });
  auto Runner = InteractiveModelRunner::create(
      {TensorSpec::createSpec<int8_t>("large", {200000})}, FloatAdvice,
      C.Address);
  REQUIRE(Runner);
  (*Runner)->switchContext("");
  CHECK((*Runner)->evaluate<float>() == 0);
  REQUIRE((*Runner)->failure());
  CHECK((*Runner)->failure()->message() ==
        C.Address.OutboundPath + ": the host closed the channel");
}

TEST_CASE("InteractiveModelRunner: a host that says nothing is given up") {
  for (const std::string Part : {"", "abc"}) {
    Channel C;
    C.Address.DeadlineSeconds = 0.1;
    CHECK(failureAfter(C, FloatAdvice,
                       [&](int To, int From) {
                         give(To, Part);
                         // Ends when the runner gives up.
                         take(From, 10000);
                       }) ==
          C.Address.InboundPath + ": no answer within 0.1 seconds: found " +
              std::to_string(Part.size()) + " bytes of an answer, expected 4");
  }
}

TEST_CASE("InteractiveModelRunner: garbage is told from an answer") {
  {
    Channel C;
    CHECK(failureAfter(C, FloatAdvice,
                       [&](int To, int From) {
                         give(To, "hello, compiler\n");
                         take(From, 10000);
                       }) == C.Address.InboundPath +
                                 ": the host answers with more than the 4 "
                                 "bytes that are expected");
  }
  for (int64_t Answer : {int64_t(-1), int64_t(2), INT64_MAX}) {
    Channel C;
    C.Address.AdviceBound = 2;
    CHECK(failureAfter(C, IntAdvice,
                       [&](int To, int From) {
                         give(To, bytesOf(Answer));
                         take(From, 10000);
                       }) == C.Address.InboundPath + ": the host answers " +
                                 std::to_string(Answer) +
                                 ", expected at least 0 and less than 2");
  }
}

TEST_CASE("InteractiveModelRunner: a host that reads slowly is waited for") {
  // The observation is larger than the pipe.
  Channel C;
  const std::vector<TensorSpec> Large = {
      TensorSpec::createSpec<int8_t>("large", {200000})};
  std::string Heard;
  C.serve([&](int To, int From) {
    std::string Part = " ";
    while (!Part.empty() && Heard.size() < 200000) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      Part = take(From, 20000);
      Heard += Part;
    }
    give(To, bytesOf(5.f));
    Heard += take(From, 1000000);
  });
  {
    auto Runner = InteractiveModelRunner::create(Large, FloatAdvice, C.Address);
    REQUIRE(Runner);
    (*Runner)->switchContext("");
    std::memset((*Runner)->getTensorUntyped(0), 'x', 200000);
    CHECK((*Runner)->evaluate<float>() == 5);
  }
  C.Host.join();
  CHECK(Heard.substr(Heard.find("{\"observation\"")) ==
        "{\"observation\":0}\n" + std::string(200000, 'x') + "\n");
}

TEST_CASE("InteractiveModelRunner: a host that reads nothing is given up") {
  Channel C;
  C.Address.DeadlineSeconds = 0.1;
  const std::vector<TensorSpec> Large = {
      TensorSpec::createSpec<int8_t>("large", {200000})};
  // Both ends stay open without anybody reading.
  FileDescriptor To(::open(C.Address.InboundPath.c_str(), O_RDWR));
  FileDescriptor From(::open(C.Address.OutboundPath.c_str(), O_RDWR));
  auto Runner = InteractiveModelRunner::create(Large, FloatAdvice, C.Address);
  REQUIRE(Runner);
  CHECK((*Runner)->evaluate<float>() == 0);
  REQUIRE((*Runner)->failure());
  CHECK((*Runner)->failure()->message() ==
        C.Address.OutboundPath +
            ": the host reads nothing more within 0.1 seconds");
}

TEST_CASE("InteractiveModelRunner: a host that never comes is not awaited") {
  Channel C;
  C.Address.DeadlineSeconds = 0.1;
  auto Runner = InteractiveModelRunner::create(Inputs, FloatAdvice, C.Address);
  REQUIRE_FALSE(Runner);
  CHECK(Runner.error().message() ==
        C.Address.OutboundPath +
            ": nobody opened it for reading before the deadline");
}

TEST_CASE("InteractiveModelRunner: without FIFOs there is no channel") {
  TemporaryFolder Folder;
  const auto messageOf = [&] {
    auto Runner = InteractiveModelRunner::create(
        Inputs, FloatAdvice, InteractiveHostAddress::at(Folder.file("c")));
    return Runner ? std::string() : Runner.error().message();
  };
  const std::string In = Folder.file("c.in"), Out = Folder.file("c.out");
  CHECK(messageOf() ==
        In + ": cannot open for reading: No such file or directory");
  std::filesystem::create_directory(In);
  CHECK(messageOf() == In + ": is a directory, expected a FIFO");
  std::filesystem::remove(In);
  REQUIRE(writeFileAtomically(In, "text"));
  CHECK(messageOf() == In + ": is a regular file, expected a FIFO");
  std::filesystem::remove(In);
  REQUIRE(::mkfifo(In.c_str(), 0600) == 0);
  CHECK(messageOf() ==
        Out + ": cannot open for writing: No such file or directory");
}

TEST_CASE("InteractiveModelRunner: the lease ends with the channel") {
  Channel C;
  auto Lease = std::make_shared<int>(0);
  C.Address.Lease = Lease;
  C.serve([](int, int) {});
  auto Runner = C.connect(FloatAdvice);
  C.Address.Lease.reset();
  CHECK(Lease.use_count() == 2);
  CHECK(Runner->evaluate<float>() == 0);
  CHECK(Lease.use_count() == 1);
}
