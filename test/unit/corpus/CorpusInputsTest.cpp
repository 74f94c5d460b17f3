// Tests of CorpusInputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusInputs.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;
namespace fs = std::filesystem;

namespace {

/// "path=module" of each object, then "!path: why" of each refused one.
std::string listed(const Result<CorpusInputs> &Inputs) {
  if (!Inputs)
    return Inputs.error().message();
  std::string Text;
  for (const CorpusObject &Object : Inputs->Objects)
    Text += Object.Path + "=" + Object.Module + "\n";
  for (const CorpusFailure &Refused : Inputs->Refused)
    Text += "!" + Refused.What + ": " + Refused.Why + "\n";
  return Text;
}

} // namespace

TEST_CASE("CorpusInputs: compile commands") {
  CHECK(listed(objectsOfCompileCommands(R"([
    {"directory": "/b", "file": "x.c", "command": "cc -DA='\"b c\"' -c x.c -o './d e/../x.o'"},
    {"directory": "/b", "file": "y.c", "arguments": ["cc", "-o", "/b/s/y.o"]},
    {"directory": "/b", "file": "y.c", "arguments": ["cc", "-o", "s/y.o"]},
    {"directory": "/b", "file": "z.c", "arguments": ["cc", "-c", "z.c"]},
    {"directory": "/b", "file": "z.c", "arguments": ["cc", "-o"]},
    {"directory": "/b", "file": "z.c"},
    {"directory": "/b", "file": "z.c", "arguments": ["cc", "-o", "/out/z.o"]},
    {"directory": "/b", "file": "z.c", "arguments": ["cc", "-o", "../z.o"]}])")) ==
        "/b/x.o=x.o\n/b/s/y.o=s/y.o\n/out/z.o=out/z.o\n"
        "!../z.o: leads out of its base folder '/b'\n");
  CHECK(listed(objectsOfCompileCommands("{}")) ==
        "is no JSON list, expected compile commands");
  CHECK(listed(objectsOfCompileCommands("[{}]")) ==
        "command 1: has no directory");
  CHECK(listed(objectsOfCompileCommands(
            R"([{"directory": "/", "command": "cc '"}])")) ==
        "command 1: flags: quote ' is not closed");
}

TEST_CASE("CorpusInputs: equal names in several folders are told apart") {
  CHECK(listed(objectsOfCompileCommands(R"([
    {"directory": "/b/one", "arguments": ["cc", "-o", "x.o"]},
    {"directory": "/b/two", "arguments": ["cc", "-o", "x.o"]},
    {"directory": "/b/two", "arguments": ["cc", "-o", "y.o"]}])")) ==
        "/b/one/x.o=one/x.o\n/b/two/x.o=two/x.o\n/b/two/y.o=y.o\n");
  CHECK(listed(objectsOfCompileCommands(R"([
    {"directory": "/b", "arguments": ["cc", "-o", "one/x.o"]},
    {"directory": "/b/one", "arguments": ["cc", "-o", "x.o"]},
    {"directory": "/b/two", "arguments": ["cc", "-o", "x.o"]},
    {"directory": "/b/two", "arguments": ["cc", "-o", "one/x.o"]}])")) ==
        "/b/one/x.o=one/x.o\n/b/two/x.o=x.o\n/b/two/one/x.o=two/one/x.o\n");
}

TEST_CASE("CorpusInputs: linker parameters") {
  CHECK(listed(objectsOfLinkerParameters(
            "--start-lib\n a.o \r\n-o\nbin/p.o\nd/b.o\nlib.a\n-x.o\n\na.o",
            "/b")) == "/b/a.o=a.o\n/b/d/b.o=d/b.o\n");
  // Without -o, all that is no option is an object.
  CHECK(listed(objectsOfLinkerParameters("a\n-x\nb.o", "")) ==
        "a=a\nb.o=b.o\n");
  CHECK(listed(objectsOfLinkerParameters("a.o\n-o", "")) == "a.o=a.o\n");
  CHECK(listed(objectsOfLinkerParameters("", "")).empty());
}

TEST_CASE("CorpusInputs: bazel's actions") {
  CHECK(listed(objectsOfBazelQuery(R"({"actions": [
    {"mnemonic": "CppCompile", "arguments": ["-o", "c.o"]},
    {"mnemonic": "CppLink", "arguments": ["ld", "-o", "p", "a.o", "-lm"]},
    {"mnemonic": "CppLink", "arguments": ["ld", "-o", "q"],
     "paramFiles": [{"arguments": ["b.o", "a.o", "-o", "q"]}, 3]},
    3, {}]})",
                                   "/b")) == "/b/a.o=a.o\n/b/b.o=b.o\n");
  CHECK(listed(objectsOfBazelQuery("[]", "")) ==
        "has no list of actions, expected bazel aquery's JSON");
}

TEST_CASE("CorpusInputs: files of a folder") {
  TemporaryFolder Folder;
  const std::string Root = Folder.Path.string();
  for (const char *File :
       {"z.o", "a/b.o", "a/c.obj", "a/d.c", "CMakeFiles/CompilerIdC/x.o",
        "t/m.o.3.import.bc", "t/m.o.thinlto.bc", ".3.import.bc"}) {
    fs::create_directories(fs::path(Folder.file(File)).parent_path());
    REQUIRE(writeFileAtomically(Folder.file(File), ""));
  }
  fs::create_directories(Folder.file("folder.o"));
  CHECK(listed(objectsInFolder(Root)) == Root + "/a/b.o=a/b.o\n" + Root +
                                             "/a/c.obj=a/c.obj\n" + Root +
                                             "/z.o=z.o\n");
  CHECK(listed(modulesOfLocalThinLTO(Root)) == Root + "/t/m.o=t/m.o\n");
  CHECK_FALSE(objectsInFolder(Folder.file("none")));
  CHECK_FALSE(modulesOfLocalThinLTO(Folder.file("z.o")));
}

TEST_CASE("CorpusInputs: failures are listed one a line") {
  TemporaryFolder Folder;
  REQUIRE(writeCorpusFailures(Folder.Path.string(), {}));
  CHECK_FALSE(fs::exists(Folder.file("failed.txt")));
  REQUIRE(writeCorpusFailures(Folder.Path.string(),
                              {{"a.o", "one\ntwo"}, {"b.o", "three"}}));
  CHECK(*readFile(Folder.file("failed.txt")) == "a.o\tone two\nb.o\tthree\n");
}
