// mlgo why
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo why x.c FUNCTION -- -Oz -Iinclude

#include "explain/FunctionNames.h"
#include "explain/Input.h"
#include "explain/Text.h"
#include "tools/Commands.h"
#include <algorithm>
#include <iostream>

namespace mlgo {
namespace {
struct WhyOptions {
  WhyRequest Request;
  std::string Function;
  size_t MaxInputs = 4;
  bool AsJSON = false;
};

/// The functions that are meant, or ends the command. Where \p Functions has no
/// calls of these, as of a C `main` that calls that of Rust, those with calls
/// whose names end so are meant, too.
std::vector<std::string>
chooseFunctions(const WhyOptions &Options, const WhyAnswers &Answers,
                const std::vector<ExplainedFunction> &Functions) {
  auto Found = matchNames(Options.Function, Answers.Functions);
  std::vector<std::string> Calling;
  for (const ExplainedFunction &Function : Functions)
    if (!Function.Calls.empty())
      Calling.push_back(Function.Name);
  const auto Calls = [&Calling](const std::string &Name) {
    return std::find(Calling.begin(), Calling.end(), Name) != Calling.end();
  };
  if (std::none_of(Found.begin(), Found.end(), Calls))
    for (std::string &Name : matchNames(Options.Function, Calling))
      Found.push_back(std::move(Name));
  if (!Found.empty())
    return Found;
  std::string Near;
  for (const std::string &Name :
       findNearNames(Options.Function, Answers.Functions, 5))
    Near += (Near.empty() ? "; did you mean " : ", ") + Name;
  if (Near.empty())
    Near = "; mlgo why " + Options.Request.File + " lists them";
  fail(Error(Options.Request.File + ": no function is called '" +
             Options.Function + "', of " +
             std::to_string(Answers.Functions.size()) + Near));
}

void runWhy(const WhyOptions &Options) {
  const WhyAnswers Answers = orFail(collectAnswers(Options.Request));
  if (!Answers.NotAsked.empty()) {
    const std::string Why =
        Options.Request.File + ": nothing was asked: " + Answers.NotAsked;
    if (Answers.Others.empty())
      fail(Error(Why));
    std::cerr << "mlgo: note: " << Why << '\n';
  }
  std::vector<ExplainedCall> Calls;
  const InlineExplainer Explainer =
      orFail(InlineExplainer::create(Options.Request.Model));
  for (const RecordedDecision &Call : Answers.Calls)
    Calls.push_back(Explainer.explain(Call));
  const std::vector<ExplainedFunction> Functions =
      groupByFunction(std::move(Calls), Answers.Others);
  if (Options.Function.empty()) {
    std::cout << (Options.AsJSON ? toJSON(Functions) : listFunctions(Functions))
              << std::flush;
    return;
  }
  std::vector<ExplainedFunction> Chosen;
  for (const std::string &Name : chooseFunctions(Options, Answers, Functions)) {
    ExplainedFunction Function = {Name, {}, {}};
    for (const ExplainedFunction &Known : Functions)
      if (Known.Name == Name)
        Function = Known;
    Chosen.push_back(std::move(Function));
  }
  std::cout << (Options.AsJSON ? toJSON(Chosen)
                               : explainFunctions(Chosen, Options.MaxInputs))
            << std::flush;
}
} // namespace

void addWhyCommand(CLI::App &App) {
  auto O = std::make_shared<WhyOptions>();
  CLI::App *Why = App.add_subcommand(
      "why",
      "Say why calls are inlined or not. Shows for each in a function what\n"
      "stock would do, what the policy does, by how many points, and which "
      "inputs weighed\n"
      "most; positive points speak for inlining. Then it lists the passes\n"
      "that were left out of the function and the registers that were\n"
      "exchanged in it. An input's points are what its comparisons in the\n"
      "policy's trees change about the mean of the examples in the model\n"
      "file, so that all add up (Saabas). One point is a power of ten of the\n"
      "model's integers, which --json has.");
  Why->add_option("file", O->Request.File,
                  "A source; bitcode; an object of clang -Xclang "
                  "-fembed-bitcode=all; or "
                  "the record of a build, from mlgo run --record")
      ->required();
  Why->add_option("function", O->Function,
                  "As the source or the symbol table has it; without it the "
                  "functions are listed");
  Why->add_option("flags", O->Request.Flags,
                  "After --: what clang is told for a source (default: -Oz)");
  addDefaulted(*Why, "--inputs", O->MaxInputs,
               "How many inputs to show of a call");
  Why->add_option("--model", O->Request.Model,
                  "Another policy than the shipped ones")
      ->check(CLI::ExistingFile);
  addDefaulted(*Why, "--llvm", O->Request.Major, "Major version of clang");
  Why->add_flag("--json", O->AsJSON, "Print JSON, with all inputs");
  Why->footer("Example:\n"
              "  mlgo why x.cpp Parser::next -- -Oz -Iinclude\n"
              "  mlgo run --record app.record -- make && mlgo why app.record "
              "main");
  Why->callback([O] {
    // Without a function the first flag stands in its place.
    if (O->Function.compare(0, 1, "-") == 0)
      O->Request.Flags.insert(O->Request.Flags.begin(),
                              std::exchange(O->Function, ""));
    runWhy(*O);
  });
}
} // namespace mlgo
