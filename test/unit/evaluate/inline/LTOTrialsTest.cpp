// Tests of LTOTrials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CompiledObject.h"
#include "TrialRequests.h"
#include "compile/LinkUnits.h"
#include "compile/ModulePipeline.h"
#include "evaluate/inline/InlineTrials.h"
#include "link/LinkedSizes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

namespace {

/// A program whose files call each other, as full LTO merges it. Pointers that
/// can become values and results that nothing uses give the passes between
/// inlining and optimising something to do.
struct MergedProgram {
  TemporaryFolder Folder;
  std::string Path, Program;

  MergedProgram() {
    addFile("main", "int parse(int, const int *); int emit(int, int *);\n"
                    "int main(int C, char **V) { int X = C, Y = 0;\n"
                    "  for (int I = 0; I < C; ++I) Y += parse(I, &X);\n"
                    "  emit(Y, &X); return X + emit(C, &Y); }");
    std::string Text = "extern int puts(const char *); int state;\n"
                       "int step0(int X, const int *P) { return X ^ *P; }\n";
    for (int I = 1; I < 12; ++I) {
      const std::string N = std::to_string(I), Last = std::to_string(I - 1);
      Text += "int step" + N + "(int X, const int *P) { int Y = X * " + N +
              " + *P;\n  if (Y & " + N + ") { state += step" + Last +
              "(Y, P); " + (I % 3 ? "" : "puts(\"odd\"); ") +
              "}\n  return step" + Last + "(X + " + N + ", &Y) + state; }\n";
    }
    addFile("parse", Text + "int parse(int X, const int *P) {\n"
                            "  return step11(X, P) + step7(X, P); }");
    addFile("emit", "int step3(int, const int *); int step9(int, const int *);"
                    "int puts(const char *);\n"
                    "static int say(int X, int *Out) { if (X > 3) *Out += "
                    "step3(X, Out); puts(\"x\"); return step9(X, Out); }\n"
                    "int emit(int X, int *Out) { int A = say(X, Out);\n"
                    "  return A + say(X + 1, Out); }");
    link({"-Wl,--save-temps=internalize"});
    Path = Program + ".0.2.internalize.bc";
  }

  void addFile(const std::string &Name, const std::string &Source) {
    REQUIRE(writeFileAtomically(Folder.file(Name + ".c"), Source));
    runTool(Folder,
            {"clang-22", "-Oz", "-flto", "-c", Name + ".c", "-o", Name + ".o"});
  }

  void link(const std::vector<std::string> &Flags) {
    Program = Folder.file("program");
    std::vector<std::string> Command = {
        "clang-22", "-flto",   "-fuse-ld=lld", "-Wl,--gc-sections",
        "main.o",   "parse.o", "emit.o",       "-o",
        Program};
    Command.insert(Command.end(), Flags.begin(), Flags.end());
    runTool(Folder, Command);
  }
};

uint64_t programSize(const ObjectUnits &Units) {
  LinkModel Link(std::vector<std::string>{"main"});
  Link.addObject(Units, false);
  return Link.size();
}

} // namespace

TEST_CASE_METHOD(MergedProgram, "LTOTrials: only merged modules are the "
                                "linker's") {
  llvm::LLVMContext Ctx;
  auto Merged = loadModule(Ctx, Path);
  REQUIRE(Merged);
  CHECK(isMergedForLTO(**Merged));
  runTool(Folder, {"clang-22", "-Oz", "-flto", "-emit-llvm", "-c", "main.c",
                   "-o", "before.bc"});
  auto Before = loadModule(Ctx, Folder.file("before.bc"));
  REQUIRE(Before);
  CHECK_FALSE(isMergedForLTO(**Before));
}

TEST_CASE_METHOD(MergedProgram, "LTOTrials: stock decisions give lld's code") {
  link({"-Wl,--save-temps=prelink"});
  auto Object = readFile(Program + ".lto.o");
  REQUIRE(Object);
  auto Units = readLinkUnits(*Object);
  REQUIRE(Units);
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}};
  auto Found = ask(Request);
  REQUIRE(Found);
  REQUIRE(Found->Policies[0].Failure == "");
  CHECK(Found->Policies[0].Sites.size() > 10);
  CHECK(programSize(*Found->Policies[0].Units) == programSize(*Units));
}

TEST_CASE_METHOD(MergedProgram, "LTOTrials: flips by slice are what whole "
                                "compilations find") {
  ModuleRequest Request = requestFlips(Path);
  REQUIRE(Request.Moves.size() > 10);
  auto Sliced = ask(Request);
  Request.Options.Exact = true;
  auto Exact = ask(Request);
  REQUIRE(Sliced);
  REQUIRE(Exact);
  LinkModel Link(std::vector<std::string>{"main"});
  Link.addObject(*Sliced->Policies[0].Units, false);
  CHECK(Link.size() == programSize(*Exact->Policies[0].Units));
  unsigned Different = 0;
  for (size_t I = 0; I < Request.Moves.size(); ++I) {
    INFO(Request.Moves[I].begin()->first);
    REQUIRE(Sliced->Moves[I].Failure == "");
    REQUIRE(Exact->Moves[I].Failure == "");
    const uint64_t Size = Link.sizeWith({{0, &Sliced->Moves[I].Changed}});
    const uint64_t Truth = programSize(Exact->Moves[I].Changed);
    CHECK(Size == Truth);
    Different += Truth != Link.size();
  }
  CHECK(Different > 3);
}
