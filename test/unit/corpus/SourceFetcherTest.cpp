// Tests of SourceFetcher
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/SourceFetcher.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

Recipe recipeOf(const std::string &Source) {
  auto R = parseRecipe(R"({"source": )" + Source + R"(, "role": "example",
                       "language": "C", "system": "make"})",
                       "p", MLGO_TEST_INPUTS "/recipes/tiny");
  REQUIRE(R);
  return *R;
}

/// Programs named like those of apt that do what \p Script says.
struct FakePrograms {
  explicit FakePrograms(const TemporaryFolder &Folder,
                        const std::string &Script) {
    Before = ::getenv("PATH");
    std::filesystem::create_directories(Folder.Path / "bin");
    for (const char *Name : {"apt-get", "apt-cache", "dpkg-source"}) {
      const std::string File = Folder.file(std::string("bin/") + Name);
      REQUIRE(writeFileAtomically(File, "#!/bin/sh\n" + Script));
      std::filesystem::permissions(File, std::filesystem::perms(0755));
    }
    ::setenv("PATH", (Folder.file("bin") + ":" + Before).c_str(), 1);
  }
  ~FakePrograms() { ::setenv("PATH", Before.c_str(), 1); }
  std::string Before;
};

const char *Working = R"(
echo "$0 $*" >>"$LOG"
case $0 in
*apt-get) case $* in *source*) echo x >p_1.dsc ;; esac ;;
*) mkdir tree && echo int x\; >tree/x.c ;;
esac
)";

} // namespace

TEST_CASE("SourceFetcher: lists of packages become lists of sources") {
  CHECK(toSourcePackageList("# c\nTypes: deb\nURIs: http://x\n\nTypes: deb "
                            "deb-src\nSuites: s",
                            true) ==
        "# c\nTypes: deb-src\nURIs: http://x\n\nTypes: deb-src\nSuites: s\n");
  CHECK(toSourcePackageList("deb http://x bookworm main\n# deb off\n"
                            "deb-src http://y bookworm main\n",
                            false) == "deb-src http://x bookworm main\n# deb "
                                      "off\ndeb-src http://y bookworm main\n");
}

TEST_CASE("SourceFetcher: a local folder is used in place") {
  TemporaryFolder Folder;
  SourceFetcher Fetcher(Folder.Path.string());
  auto Tree = Fetcher.fetch(recipeOf(R"({"folder": "tree"})"));
  REQUIRE(Tree);
  CHECK(std::filesystem::exists(*Tree + "/tiny.c"));
  CHECK(std::filesystem::is_empty(Folder.Path));
  CHECK_FALSE(Fetcher.fetch(recipeOf(R"({"folder": "absent"})")));
}

TEST_CASE("SourceFetcher: downloads once, with apt's state in our folder") {
  TemporaryFolder Folder;
  ::setenv("LOG", Folder.file("log").c_str(), 1);
  FakePrograms Fake(Folder, Working);
  const Recipe R = recipeOf(R"({"debian": "zlib"})");
  for (int I = 0; I < 2; ++I) {
    auto Tree = SourceFetcher(Folder.file("w")).fetch(R);
    INFO((Tree ? "" : Tree.error().message()));
    REQUIRE(Tree);
    CHECK(*readFile(*Tree + "/x.c") == "int x;\n");
  }
  const std::string Log = *readFile(Folder.file("log"));
  CHECK(std::count(Log.begin(), Log.end(), '\n') == 3);
  CHECK(Log.find("Dir::Etc::SourceParts=" + Folder.file("w")) != Log.npos);
  CHECK(Log.find("Dir::State::Lists=" + Folder.file("w")) != Log.npos);
  CHECK(Log.find("source --download-only zlib") != Log.npos);
  // An interrupted call leaves no mark and is done again.
  std::filesystem::remove(Folder.file("w/sources/p/complete"));
  CHECK(SourceFetcher(Folder.file("w")).fetch(R));
  ::unsetenv("LOG");
}

TEST_CASE("SourceFetcher: another version is taken if the newest is gone") {
  TemporaryFolder Folder;
  FakePrograms Fake(Folder, R"(
case "$0 $*" in
*apt-cache*only-source*) ;;
*apt-cache*) printf 'Package: p\nVersion: 1-1\n\nVersion: 1-2+deb12u9\n' ;;
*apt-get*source*=1-2+deb12u9) echo x >p_2.dsc ;;
*apt-get*source*) echo x >p_1.dsc; exit 100 ;;
*dpkg-source*p_2.dsc*) mkdir tree && echo int y\; >tree/x.c ;;
esac
)");
  auto Tree =
      SourceFetcher(Folder.file("w")).fetch(recipeOf(R"({"debian": "q"})"));
  INFO((Tree ? "" : Tree.error().message()));
  REQUIRE(Tree);
  CHECK(*readFile(*Tree + "/x.c") == "int y;\n");
  CHECK_FALSE(std::filesystem::exists(Folder.file("w/sources/p/p_1.dsc")));
}

TEST_CASE("SourceFetcher: failures say what the program said") {
  TemporaryFolder Folder;
  FakePrograms Fake(Folder, "echo 'E: no such\npackage' >&2; exit 100\n");
  auto Tree =
      SourceFetcher(Folder.file("w")).fetch(recipeOf(R"({"debian": "q"})"));
  REQUIRE_FALSE(Tree);
  CHECK(Tree.error().message() ==
        "apt-get: exit code 100: E: no such package; before it apt-get: exit "
        "code 100: E: no such package");
  auto Unwritable =
      SourceFetcher("/proc/none").fetch(recipeOf(R"({"debian": "q"})"));
  REQUIRE_FALSE(Unwritable);
  CHECK(Unwritable.error().message().find("/proc/none/sources/p: cannot "
                                          "create") == 0);
}
