// Tests of StepTeller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/StepTeller.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>
#include <sstream>

using namespace mlgo;

TEST_CASE("StepTeller: how far builds are") {
  CHECK(describeProgress("") == "");
  CHECK(describeProgress("checking for gcc... no\n") == "");
  CHECK(describeProgress("[1/2] cmake\n[31/52] Building CXX object\nx.c: "
                         "warning\n") == "31 of 52");
  CHECK(describeProgress("[  7%] Building\n[ 59%] Building C object\n") ==
        "59 %");
  CHECK(describeProgress("clang -c a.c\nclang -c b.c\nar rcs l.a\n") ==
        "2 compilations");
  CHECK(describeProgress("   Compiling grep v1\n") == "1 compilation");
}

TEST_CASE("StepTeller: is silent for eight seconds at most") {
  TemporaryFolder Folder;
  std::ostringstream Out;
  double Now = 10;
  const auto Tell = tellSteps(Out, [&] { return Now; });
  ChildCommand Build;
  Build.LogFile = Folder.file("log");
  noteWaiting(Build);
  CHECK(Out.str().empty());
  Tell("leveldb: building");
  Now += 7;
  noteWaiting(Build);
  CHECK(Out.str() == "leveldb: building\n");
  REQUIRE(writeFileAtomically(Build.LogFile, "[31/52] a\n"));
  Now += 1;
  noteWaiting(Build);
  noteWaiting(Build);
  Now += 61;
  noteWaiting();
  CHECK(Out.str() == "leveldb: building\nleveldb: building: 31 of 52, 0:08\n"
                     "leveldb: building: 1:09\n");
  whileWaiting({});
}

TEST_CASE("StepTeller: while a program runs") {
  std::ostringstream Out;
  double Now = 0;
  const auto Tell = tellSteps(Out, [&] { return Now += 5; });
  Tell("sleeps");
  ChildCommand Sleep;
  Sleep.Arguments = {"sleep", "2.5"};
  REQUIRE(runChild(Sleep));
  CHECK(Out.str() == "sleeps\nsleeps: 0:10\n");
  whileWaiting({});
}
