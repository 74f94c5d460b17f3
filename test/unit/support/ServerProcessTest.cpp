// Tests of ServerProcess
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ServerProcess.h"
#include "support/ChildProcess.h"
#include "support/ChildStart.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <unistd.h>

using namespace mlgo;

namespace {

void echo(int In, int Out) {
  for (std::string Message; receiveMessage(In, Message);)
    if (Message == "crash")
      ::raise(SIGSEGV);
    else if (Message == "deaf")
      for (::close(Out), ::close(In);;)
        ::pause();
    else
      sendMessage(Out, Message + "!");
}

std::string ask(ServerProcess &Server, const std::string &Message) {
  std::string Answer;
  if (!sendMessage(Server.requestPipe(), Message) ||
      !receiveMessage(Server.answerPipe(), Answer))
    return "gone: " + Server.awaitEnd();
  return Answer;
}

} // namespace

TEST_CASE("ServerProcess: answers until it is stopped or dies") {
  ServerProcess Server;
  CHECK_FALSE(Server.isRunning());
  REQUIRE(Server.start(echo));
  CHECK(ask(Server, "a") == "a!");
  CHECK(ask(Server, "b") == "b!");
  CHECK(ask(Server, "crash") == "gone: killed by signal 11");
  CHECK_FALSE(Server.isRunning());
  REQUIRE(Server.start(echo));
  CHECK(ask(Server, "c") == "c!");
  const int Process = Server.process();
  Server.stop();
  CHECK(::kill(Process, 0) != 0);
}

TEST_CASE("ServerProcess: one that goes on without its pipes is killed") {
  ServerProcess Server;
  REQUIRE(Server.start(echo));
  CHECK(ask(Server, "deaf") == "gone: killed by signal 9");
}

TEST_CASE("ServerProcess: each notices the end of its own requests") {
  // The second has no copy of the first one's pipe.
  ServerProcess First, Second;
  REQUIRE(First.start([](int In, int Out) {
    std::string Message;
    while (receiveMessage(In, Message))
      ;
    sendMessage(Out, "ended");
  }));
  REQUIRE(Second.start(echo));
  ::close(First.requestPipe());
  std::string Message;
  REQUIRE(receiveMessage(First.answerPipe(), Message));
  CHECK(Message == "ended");
  CHECK(ask(Second, "d") == "d!");
}

TEST_CASE("ServerProcess: the caller's SIGPIPE stays as it is") {
  int Heard = 0;
  static int *Count = nullptr;
  Count = &Heard;
  const auto Before = ::signal(SIGPIPE, [](int) { ++*Count; });
  {
    ServerProcess Server;
    REQUIRE(Server.start([](int, int) {}));
    while (!hasProgramEnded(Server.process()))
      ::usleep(1000);
    CHECK_FALSE(sendMessage(Server.requestPipe(), "hello"));
    MessageQueue Queue;
    Queue.push("hello");
    CHECK_FALSE(Queue.writeMore(Server.requestPipe()));
  }
  CHECK(Heard == 0);
  ::raise(SIGPIPE);
  CHECK(Heard == 1);
  ::signal(SIGPIPE, Before);
}

TEST_CASE("ServerProcess: ends what it has started if it is asked to end") {
  int Life[2];
  REQUIRE(::pipe(Life) == 0);
  ServerProcess Server;
  REQUIRE(Server.start([&](int, int Out) {
    ::close(Life[0]);
    ChildCommand Sleeper;
    Sleeper.Arguments = {"sh", "-c",
                         "echo >&" + std::to_string(Life[1]) + "; sleep 1000"};
    (void)runChild(Sleeper);
    sendMessage(Out, "");
  }));
  ::close(Life[1]);
  char Byte;
  REQUIRE(::read(Life[0], &Byte, 1) == 1);
  Server.end();
  CHECK(::read(Life[0], &Byte, 1) == 0);
  ::close(Life[0]);
}
