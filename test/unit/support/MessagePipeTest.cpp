// Tests of MessagePipe
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/MessagePipe.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace mlgo;

namespace {

struct Pipe {
  int Ends[2];
  Pipe() { REQUIRE(::pipe(Ends) == 0); }
  ~Pipe() {
    ::close(Ends[0]);
    closeWriter();
  }
  void closeWriter() {
    if (Ends[1] >= 0)
      ::close(Ends[1]);
    Ends[1] = -1;
  }
};

} // namespace

TEST_CASE("MessagePipe: messages come as they were sent") {
  Pipe P;
  const std::string Zeros(1000, '\0');
  REQUIRE(sendMessage(P.Ends[1], "one"));
  REQUIRE(sendMessage(P.Ends[1], ""));
  REQUIRE(sendMessage(P.Ends[1], Zeros));
  P.closeWriter();
  std::string Message;
  REQUIRE(receiveMessage(P.Ends[0], Message));
  CHECK(Message == "one");
  REQUIRE(receiveMessage(P.Ends[0], Message));
  CHECK(Message.empty());
  REQUIRE(receiveMessage(P.Ends[0], Message));
  CHECK(Message == Zeros);
  CHECK_FALSE(receiveMessage(P.Ends[0], Message));
}

TEST_CASE("MessagePipe: a reader takes messages byte by byte") {
  Pipe Source, P;
  REQUIRE(sendMessage(Source.Ends[1], "first"));
  REQUIRE(sendMessage(Source.Ends[1], "second"));
  Source.closeWriter();
  MessageReader Reader;
  std::vector<std::string> Messages;
  std::string Message;
  char Byte;
  while (::read(Source.Ends[0], &Byte, 1) == 1) {
    REQUIRE(::write(P.Ends[1], &Byte, 1) == 1);
    REQUIRE(Reader.readMore(P.Ends[0]));
    while (Reader.next(Message))
      Messages.push_back(Message);
  }
  CHECK(Messages == std::vector<std::string>{"first", "second"});
}

TEST_CASE("MessagePipe: nonsense and a cut end are noticed") {
  const std::string Endless(8, '\xff');
  std::string Message;
  {
    Pipe P;
    REQUIRE(::write(P.Ends[1], Endless.data(), 8) == 8);
    CHECK_FALSE(receiveMessage(P.Ends[0], Message));
  }
  {
    Pipe P;
    REQUIRE(::write(P.Ends[1], Endless.data(), 8) == 8);
    MessageReader Reader;
    CHECK_FALSE(Reader.readMore(P.Ends[0]));
    CHECK_FALSE(Reader.next(Message));
  }
  {
    Pipe P;
    REQUIRE(::write(P.Ends[1], "\x05\0\0\0\0\0\0\0ab", 10) == 10);
    P.closeWriter();
    MessageReader Reader;
    CHECK(Reader.readMore(P.Ends[0]));
    CHECK_FALSE(Reader.next(Message));
    CHECK_FALSE(Reader.readMore(P.Ends[0]));
  }
}

TEST_CASE("MessagePipe: a queue writes what a full pipe takes") {
  Pipe P;
  for (const int End : P.Ends)
    REQUIRE(::fcntl(End, F_SETFL, O_NONBLOCK) == 0);
  MessageQueue Queue;
  const std::string Long(300000, 'x');
  Queue.push(Long);
  Queue.push("end");
  REQUIRE(Queue.writeMore(P.Ends[1]));
  CHECK_FALSE(Queue.empty());
  MessageReader Reader;
  std::vector<std::string> Messages;
  std::string Message;
  while (Messages.size() < 2) {
    REQUIRE(Reader.readMore(P.Ends[0]));
    REQUIRE(Queue.writeMore(P.Ends[1]));
    while (Reader.next(Message))
      Messages.push_back(Message);
  }
  CHECK(Queue.empty());
  CHECK(Messages == std::vector<std::string>{Long, "end"});
}
