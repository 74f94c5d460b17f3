// Tests of PackageBuilder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/PackageBuilder.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

Recipe inputRecipe(const std::string &Package) {
  auto R = loadRecipe(MLGO_TEST_INPUTS "/recipes", Package);
  REQUIRE(R);
  return *R;
}

BuildRequest requestFor(const Recipe &R, const std::string &Folder) {
  BuildRequest Request;
  Request.SourceTree = R.Folder + "/tree";
  Request.Folder = Folder;
  return Request;
}

} // namespace

TEST_CASE("PackageBuilder: placeholders") {
  CHECK(expandPlaceholders("-I@A@/x:@A@ @B:c@ @C@",
                           {{"A", "/@A@"}, {"B:c", "b"}}) ==
        "-I/@A@/x:/@A@ b @C@");
}

TEST_CASE("PackageBuilder: missing Debian packages") {
  Recipe R = inputRecipe("tiny");
  R.Needs = {"mlgo-no-such-package", "dpkg"};
  CHECK(missingPackages(R.Needs) ==
        std::vector<std::string>{"mlgo-no-such-package"});
}

TEST_CASE("PackageBuilder: a failing build quotes the first complaint") {
  TemporaryFolder Folder;
  const Recipe R = inputRecipe("broken");
  auto Built = buildPackage(R, requestFor(R, Folder.file("b")));
  REQUIRE_FALSE(Built);
  CHECK(Built.error().message() == "build: make: exit code 2, see " +
                                       Folder.file("b/log") +
                                       ": x.c:1: error: it does not compile");
}

TEST_CASE("PackageBuilder: a folder that cannot be written") {
  const Recipe R = inputRecipe("tiny");
  auto Built = buildPackage(R, requestFor(R, "/proc/none"));
  REQUIRE_FALSE(Built);
  CHECK(Built.error().message().find("/proc/none: cannot create") == 0);
}

TEST_CASE("PackageBuilder: the source tree is not written to") {
  TemporaryFolder Folder;
  const Recipe R = inputRecipe("tiny");
  auto Built = buildPackage(R, requestFor(R, Folder.file("b")));
  INFO((Built ? "" : Built.error().message()));
  REQUIRE(Built);
  CHECK_FALSE(std::filesystem::exists(R.Folder + "/tree/tiny.o"));
  for (const ProgramRecipe &Program : R.Programs)
    CHECK(std::filesystem::exists(programPath(Program, Folder.file("b"))));
}
