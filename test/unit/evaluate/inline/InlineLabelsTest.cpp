// Tests of InlineLabels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineLabels.h"
#include "evaluate/ObjectiveFixture.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// A chain of functions that call the two before them, as clang writes them at
/// -Oz.
std::string makeModule(unsigned Functions) {
  std::string Text = "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "declare i32 @sink(i32, i32) nounwind\n";
  for (unsigned I = 0; I < Functions; ++I) {
    Text += "define " + std::string(I % 2 ? "internal " : "") + "i32 @f" +
            std::to_string(I) + "(i32 %x) minsize optsize uwtable {\n";
    for (unsigned K = 0; K < 1 + I % 4; ++K)
      Text += "  %s" + std::to_string(K) + " = call i32 @sink(i32 %x, i32 " +
              std::to_string(K) + ")\n";
    std::string Last = "%s0";
    for (unsigned K = 1; K <= 2 && K <= I; ++K) {
      const std::string Next = "%c" + std::to_string(K);
      Text += "  " + Next + " = call i32 @f" + std::to_string(I - K) + "(i32 " +
              Last + ")\n";
      Last = Next;
    }
    Text += "  ret i32 " + Last + "\n}\n";
  }
  return Text + "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"uwtable\", i32 "
                "2}\n";
}

/// A function that calls @shared, of which every module has a copy and the
/// linker keeps one.
std::string makeUser(const std::string &Name) {
  std::string Text = "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "declare i32 @sink(i32, i32) nounwind\n"
                     "define linkonce_odr i32 @shared(i32 %x) minsize optsize "
                     "uwtable {\n"
                     "  %a = call i32 @sink(i32 %x, i32 1)\n"
                     "  %b = call i32 @sink(i32 %a, i32 2)\n"
                     "  ret i32 %b\n}\n"
                     "define i32 @";
  return Text + Name +
         "(i32 %x) minsize optsize uwtable {\n"
         "  %a = call i32 @shared(i32 %x)\n"
         "  ret i32 %a\n}\n"
         "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"uwtable\", i32 2}\n";
}

struct Sweep : ObjectiveFixture {
  unsigned MaxTogether = 6;
  bool OnlyTogether = false;

  Sweep() { makeCorpus("train/alpha", {makeModule(24)}); }

  /// Ends after so many tells, as an interrupt does; 0: never.
  unsigned EndAfter = 0;
  double Deadline = 0;
  LabelSweepProgress Last;

  Status label(const std::string &Into, const std::vector<std::string> &Names,
               const char *Kind, const CodeSetting &Setting = {}) {
    auto Work = startWorkers({Kind, 2}, makeAllWork());
    REQUIRE(Work);
    ProblemOptions Problem;
    Problem.Selection.Folders = {Folder.file("train/alpha")};
    Problem.Objective = **findObjective("size");
    Problem.Setting = Setting;
    LabelOptions Labels;
    Labels.MaxTogether = MaxTogether;
    Labels.OnlyTogether = OnlyTogether;
    auto Settings = parseCodeSettings(Names);
    REQUIRE(Settings);
    Labels.Settings = *Settings;
    auto Source =
        (*findBackEnd("inline"))->createLabels(Problem, Labels, **Work);
    REQUIRE(Source);
    unsigned Told = 0;
    (*Source)->problems()[0]->stopWhen(
        [&] { return EndAfter && Told >= EndAfter; });
    const auto Swept =
        sweepLabels(**Source,
                    {Folder.file(Into),
                     Names.empty() ? formatCodeSetting(Setting)
                                   : formatCodeSettings(*Settings),
                     2, Deadline},
                    [&](const LabelSweepProgress &P) {
                      Told += P.Compiling == 0;
                      Last = P;
                    });
    return Swept ? Success() : Status(Swept.error());
  }

  std::string read(const std::string &Into) {
    auto Bytes = readFile(Folder.file(Into + "/alpha/m0.o.log"));
    REQUIRE(Bytes);
    return *Bytes;
  }

  std::vector<float> scores(const std::string &Into) {
    auto Log = TrainingLogReader::open(Folder.file(Into + "/alpha/m0.o.log"));
    REQUIRE(Log);
    std::vector<float> Scores;
    TrainingLogObservation Observation;
    while (true) {
      auto More = Log->next(Observation);
      REQUIRE(More);
      if (!*More)
        return Scores;
      REQUIRE(Observation.Score);
      Scores.push_back(*static_cast<const float *>(Observation.Score->data()));
    }
  }

  /// The score of the only label of m0.
  float onlyScore(const std::string &Into) {
    const std::vector<float> Scores = scores(Into);
    REQUIRE(Scores.size() == 1);
    return Scores[0];
  }
};

} // namespace

TEST_CASE_METHOD(Sweep, "InlineLabels: each is drawn for a setting") {
  REQUIRE(label("mixed", {"mixed"}, "forked"));
  REQUIRE(label("again", {"mixed"}, "in-process"));
  CHECK(read("mixed") == read("again"));
  // Those of one setting are the same whichever option names it.
  REQUIRE(label("built", {}, "in-process"));
  REQUIRE(label("oz", {"Oz"}, "in-process"));
  CHECK(read("built") == read("oz"));
  REQUIRE(label("os", {"Os"}, "in-process"));
  REQUIRE(label("option", {}, "in-process", {CodeLevel::Os, false}));
  CHECK(read("os") == read("option"));
  REQUIRE(label("bare", {"Oz-no-unwind-tables"}, "in-process"));
  for (const char *Other : {"os", "bare", "mixed"}) {
    INFO(Other);
    CHECK(bool(read(Other) != read("built")));
  }
  // The policy decides in functions without minsize.
  CHECK(scores("os").size() > 10);
  CHECK(scores("mixed").size() > 10);
}

TEST_CASE_METHOD(Sweep, "InlineLabels: settings are not mixed in a folder") {
  REQUIRE(label("labels", {"Os"}, "in-process"));
  REQUIRE(label("labels", {"Os"}, "in-process"));
  const auto Mixed = label("labels", {}, "in-process");
  REQUIRE_FALSE(Mixed);
  CHECK(Mixed.error().message().find("has labels of settings Os, expected "
                                     "built or another folder") !=
        std::string::npos);
  // Folders from before there were settings have no note.
  REQUIRE(label("old", {}, "in-process"));
  CHECK_FALSE(readFile(Folder.file("old/alpha/settings.txt")));
  CHECK_FALSE(label("old", {"Os"}, "in-process"));
  CHECK(label("old", {}, "in-process"));
}

TEST_CASE_METHOD(Sweep, "InlineLabels: calls in several modules go together") {
  makeCorpus("train/alpha", {makeUser("f"), makeUser("g"), makeUser("h")});
  // A copy more, as long as the function itself stays for other modules.
  MaxTogether = 0;
  REQUIRE(label("alone", {}, "in-process"));
  CHECK(onlyScore("alone") > 0);
  // Three copies, and the function is gone.
  MaxTogether = 3;
  REQUIRE(label("together", {}, "in-process"));
  CHECK(onlyScore("together") < onlyScore("alone"));
  REQUIRE(label("forked", {}, "forked"));
  CHECK(onlyScore("forked") == onlyScore("together"));
  MaxTogether = 2;
  REQUIRE(label("too-many", {}, "in-process"));
  CHECK(onlyScore("too-many") == onlyScore("alone"));
}

TEST_CASE_METHOD(Sweep, "InlineLabels: a share alone may be the label") {
  REQUIRE(label("better", {}, "in-process"));
  OnlyTogether = true;
  REQUIRE(label("share", {}, "in-process"));
  const auto Better = scores("better"), Share = scores("share");
  REQUIRE(Better.size() == Share.size());
  CHECK(Better != Share);
  for (size_t I = 0; I < Share.size(); ++I)
    CHECK(Better[I] <= Share[I]);
}

TEST_CASE_METHOD(Sweep, "InlineLabels: go on inside a module") {
  makeCorpus("train/alpha", {makeModule(24), makeModule(9)});
  REQUIRE(label("whole", {}, "in-process"));
  unsigned Cut = 0;
  size_t Known = 0;
  for (EndAfter = 2; !label("cut", {}, "in-process"); ++Cut) {
    REQUIRE(Cut < 100);
    // Nothing of it is lost, and nothing is taken for a whole log.
    CHECK(Last.Tried > Known);
    Known = Last.Tried;
    CHECK_FALSE(std::filesystem::exists(Folder.file("cut/alpha/m0.o.log")));
    EndAfter = Cut < 1 ? 2 : 0;
  }
  CHECK(Cut >= 1);
  CHECK(read("cut") == read("whole"));
  CHECK_FALSE(std::filesystem::exists(Folder.file("cut/alpha/m0.o.tries")));
}

TEST_CASE_METHOD(Sweep, "InlineLabels: what was tried in other code is not") {
  EndAfter = 2;
  REQUIRE_FALSE(label("labels", {}, "in-process"));
  REQUIRE(std::filesystem::exists(Folder.file("labels/alpha/m0.o.tries")));
  makeCorpus("train/alpha", {makeModule(20)});
  EndAfter = 0;
  REQUIRE(label("labels", {}, "in-process"));
  CHECK(Last.Known == 0);
  REQUIRE(label("whole", {}, "in-process"));
  CHECK(read("labels") == read("whole"));
}

TEST_CASE_METHOD(Sweep, "InlineLabels: a file that is torn is used in part") {
  EndAfter = 3;
  REQUIRE_FALSE(label("labels", {}, "in-process"));
  const std::string File = Folder.file("labels/alpha/m0.o.tries");
  std::filesystem::resize_file(File, std::filesystem::file_size(File) - 3);
  EndAfter = 0;
  REQUIRE(label("labels", {}, "in-process"));
  CHECK(Last.Known > 0);
  REQUIRE(label("whole", {}, "in-process"));
  CHECK(read("labels") == read("whole"));
}

TEST_CASE_METHOD(Sweep, "InlineLabels: when the time is over, logs are there") {
  makeCorpus("train/alpha", {makeModule(24), makeModule(24)});
  Deadline = 1; // Long ago.
  REQUIRE(label("short", {}, "in-process"));
  CHECK_FALSE(std::filesystem::exists(Folder.file("short/alpha/m0.o.log")));
  Deadline = 0;
  REQUIRE(label("short", {}, "in-process"));
  REQUIRE(label("whole", {}, "in-process"));
  CHECK(read("short") == read("whole"));
}
