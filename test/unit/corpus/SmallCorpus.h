// A corpus of two programs for tests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CompiledObject.h"
#include "corpus/CorpusPrograms.h"

namespace mlgo {

/// A corpus in a folder of its own: programs `good` (main.o, an archive of
/// used.o, unused.o and an object without bitcode) and `broken`, which lacks
/// what it refers to.
struct SmallCorpus {
  TemporaryFolder Folder;
  CorpusDescription Description;
  std::vector<CorpusProgram> Programs;

  SmallCorpus() {
    addModule("src/main.o", "int puts(const char *); int used(int);\n"
                            "int shared(void) { return 20; }\n"
                            "int main(void) { puts(\"main\");\n"
                            "  return used(1) + shared(); }");
    addModule("used.o", "int native(void); int help(int X) { return X + 1; }\n"
                        "int used(int X) { return help(X) + native(); }");
    addModule("unused.o",
              "int puts(const char *); int unused(void) { return 1; }\n"
              "__attribute__((constructor)) void f(void) { puts(\"bad\"); }");
    compileObject(Folder, "extra/native",
                  "int shared(void); int native(void) { return shared(); }",
                  {});
    CorpusProgram Good;
    Good.Name = "good";
    Good.Link = {{LinkItem::Module, "src/main.o", {}},
                 {LinkItem::Archive,
                  "",
                  {{LinkItem::Module, "unused.o", {}},
                   {LinkItem::Module, "used.o", {}},
                   {LinkItem::Object, "extra/native.o", {}}}},
                 {LinkItem::Flag, "-lm", {}}};
    CorpusProgram Broken;
    Broken.Name = "broken";
    Broken.Link = {{LinkItem::Module, "src/main.o", {}}};
    Programs = {Good, Broken};
    REQUIRE(writeCorpusPrograms(path(), Programs));
    REQUIRE(writeCorpusDescription(path(), Description));
  }

  std::string path() const { return Folder.Path.string(); }

  /// As clang embeds it: before any optimisation.
  void addModule(const std::string &Name, const std::string &Source) {
    compileObject(Folder, Name, Source, {});
    runTool(Folder, {"clang-22", "-Oz", "-ffunction-sections", "-Xclang",
                     "-disable-llvm-passes", "-emit-llvm", "-c", Name + ".c",
                     "-o", Name + ".bc"});
    REQUIRE(writeFileAtomically(Folder.file(Name + ".cmd"),
                                std::string("-cc1\0-Oz\0", 9) + Name + '\0'));
    Description.Modules.push_back(Name);
  }

  /// The objects of all modules of the corpus \p Of, in its folder `objects`.
  void compileModules(const std::string &Of) {
    auto Modules = readCorpusDescription(Of);
    REQUIRE(Modules);
    for (const std::string &Module : Modules->Modules) {
      const std::string Object = Of + "/objects/" + Module + ".o";
      std::filesystem::create_directories(
          std::filesystem::path(Object).parent_path());
      runTool(Folder, {"clang-22", "-Oz", "-ffunction-sections", "-c", "-x",
                       "ir", Of + "/" + Module + ".bc", "-o", Object});
    }
  }
};

} // namespace mlgo
