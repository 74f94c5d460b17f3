// The programs that a build left, and copies of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/KeptBuild.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <filesystem>

namespace fs = std::filesystem;
using namespace mlgo;

namespace {

/// Makes a folder the current one for as long as it lives.
struct InFolder {
  const fs::path Before = fs::current_path();
  explicit InFolder(const fs::path &Folder) { fs::current_path(Folder); }
  ~InFolder() { fs::current_path(Before); }
};

/// As a build that sorts programs into folders named by their flags: \p Bytes
/// are linked in \p Folder, and the two names around it mean that program.
std::vector<LinkCommand> build(const std::string &Folder,
                               const std::string &Bytes) {
  fs::create_directories(Folder);
  REQUIRE(writeFileAtomically(Folder + "/app", Bytes));
  REQUIRE(writeFileAtomically("app", Bytes));
  fs::remove("obj/link");
  fs::create_symlink(fs::path(Folder).filename() / "app", "obj/link");
  return {{fs::current_path().string(), "cc", {"-o", Folder + "/app", "x.o"}}};
}

} // namespace

TEST_CASE("KeptBuild: a program comes back under all its names",
          "[tune][kept-build]") {
  const TemporaryFolder Work, Tree;
  const InFolder Here(Tree.Path);
  const auto One = keepBuild(build("obj/one", "first"), Work.file("one"));
  const auto Two = keepBuild(build("obj/two", "second"), Work.file("two"));
  REQUIRE(One);
  REQUIRE(Two);
  CHECK(One->size() == 1);
  REQUIRE(Two->size() == 1);
  CHECK(Two->front().OtherNames.size() == 2);
  for (const auto &[Build, Bytes] :
       {std::pair(*One, "first"), std::pair(*Two, "second")}) {
    REQUIRE(installBuild(Build));
    for (const char *Name : {"app", "obj/link"})
      CHECK(readFile(Name).take() == Bytes);
    CHECK(fs::is_symlink("obj/link"));
  }
}

TEST_CASE("KeptBuild: what lies outside the build is nobody's copy",
          "[tune][kept-build]") {
  const TemporaryFolder Tree;
  fs::create_directories(Tree.Path / "build");
  REQUIRE(writeFileAtomically(Tree.file("app"), "bytes"));
  const InFolder Here(Tree.Path / "build");
  REQUIRE(writeFileAtomically("app", "bytes"));
  const KeptBuild Places =
      findPlaces({{fs::current_path().string(), "cc", {"-o", "app", "x.o"}}});
  REQUIRE(Places.size() == 1);
  CHECK(Places.front().OtherNames.empty());
}
