// Tests of FileDescriptor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/FileDescriptor.h"
#include <catch2/catch.hpp>
#include <fcntl.h>

using namespace mlgo;

namespace {

bool isOpen(int Number) { return ::fcntl(Number, F_GETFD) >= 0; }

} // namespace

TEST_CASE("FileDescriptor: has one owner, who closes") {
  CHECK_FALSE(FileDescriptor());
  const int Number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  REQUIRE(Number >= 0);
  {
    FileDescriptor First(Number);
    FileDescriptor Second(std::move(First));
    CHECK(First.get() == -1);
    FileDescriptor Third;
    Third = std::move(Second);
    CHECK(Third.get() == Number);
    CHECK(isOpen(Number));
  }
  CHECK_FALSE(isOpen(Number));
}
