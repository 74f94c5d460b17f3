// Tests of WorkloadPlace
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/WorkloadPlace.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>

using namespace mlgo;
namespace fs = std::filesystem;

TEST_CASE("programs run in a folder of one name, one process at a time") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("text"), "kept"));
  std::string Path;
  std::atomic<bool> IsFree = false;
  std::thread Other;
  {
    auto Place = WorkloadPlace::create();
    REQUIRE(Place);
    Path = Place->name("run");
    auto Link = Place->link("source", Folder.Path.string());
    REQUIRE(Link);
    CHECK(*readFile(*Link + "/text") == "kept");
    CHECK_FALSE(Place->link("source", Folder.Path.string()));
    fs::create_directories(Path);
    Other = std::thread([&] {
      auto Next = WorkloadPlace::create();
      // The first is gone, with all that was in it.
      CHECK(IsFree);
      REQUIRE(Next);
      CHECK(Next->name("run") == Path);
      CHECK_FALSE(fs::exists(Path));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    IsFree = true;
  }
  Other.join();
  CHECK_FALSE(fs::exists(fs::path(Path).parent_path()));
  CHECK(*readFile(Folder.file("text")) == "kept");
}
