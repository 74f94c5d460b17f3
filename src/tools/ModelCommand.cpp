// mlgo model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo model info|verify|aot|convert|import|scope FILE

#include "build/Target.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "model/AotCompiler.h"
#include "model/ModelExamples.h"
#include "model/ModelInfo.h"
#include "model/ModelJSON.h"
#include "model/TFLiteImport.h"
#include "task/Task.h"
#include "tools/Commands.h"
#include <iostream>

namespace mlgo {
namespace {
void addInfo(CLI::App &Command, const std::shared_ptr<std::string> &Path) {
  CLI::App *Info = Command.add_subcommand("info", "Print what a file holds");
  Info->footer("Example:\n  mlgo model info policy.mlgo");
  auto AsJSON = std::make_shared<bool>(false);
  Info->add_option("file", *Path, "Model file")->required();
  Info->add_flag("--json", *AsJSON, "Print JSON");
  Info->callback([Path, AsJSON] {
    const OrderedJSON Description = describeModel(orFail(loadModel(*Path)));
    std::cout << (*AsJSON ? Description.dump(2) + '\n' : toText(Description));
  });
}

void addVerify(CLI::App &Command, const std::shared_ptr<std::string> &Path) {
  CLI::App *Verify = Command.add_subcommand(
      "verify", "Check that a file is whole, sound, and answers as recorded");
  Verify->footer("Example:\n  mlgo model verify policy.mlgo");
  Verify->add_option("file", *Path, "Model file")->required();
  Verify->callback([Path] {
    const Model M = orFail(loadModel(*Path));
    std::cout << *Path << ": sound; " << M.Examples.size()
              << " recorded examples give the recorded answers\n";
  });
}

struct AotOptions {
  std::string File, ClassName, Output;
};

void runAot(const AotOptions &Options) {
  Model M = orFail(loadModel(Options.File));
  std::string Header = orFail(compileModelToHeader(M, Options.ClassName));
  orFail(writeFileAtomically(Options.Output, Header));
}

void addAot(CLI::App &Command) {
  CLI::App *Aot = Command.add_subcommand(
      "aot", "Compile a model to a C++ header. It needs nothing at run time "
             "but mlgo's headers");
  Aot->footer("Example:\n  mlgo model aot models/inline-size.mlgo --class "
              "InlineSize -o InlineSize.h");
  auto Options = std::make_shared<AotOptions>();
  Aot->add_option("file", Options->File, "Model file")->required();
  Aot->add_option("--class", Options->ClassName, "Name of the class")
      ->required();
  Aot->add_option("-o,--output", Options->Output, "Header to write")
      ->required();
  Aot->callback([Options] { runAot(*Options); });
}

/// Evaluations that the new file repeats whenever it is loaded.
constexpr size_t ExampleCount = 8;

struct ConvertOptions {
  std::string File, Task, Decision, Output;
};

/// Makes the output \p Name the answer.
Status chooseDecision(Model &M, const std::string &Name) {
  auto &Outputs = std::get<Graph>(M.Policy).Outputs;
  for (size_t I = 0; I < M.ExtraOutputs.size(); ++I)
    if (M.ExtraOutputs[I].name() == Name) {
      std::swap(M.ExtraOutputs[I], M.Output);
      std::swap(Outputs[I + 1], Outputs[0]);
    }
  if (M.Output.name() == Name)
    return Success();
  std::string Found = M.Output.name();
  for (const TensorSpec &Spec : M.ExtraOutputs)
    Found += ", " + Spec.name();
  return Error("model has no output '" + Name + "', found: " + Found);
}

Status convert(Model &M, const ConvertOptions &Options) {
  if (!M.isGraph())
    return Error("is a model file of mlgo already");
  if (!Options.Decision.empty())
    MLGO_TRY(chooseDecision(M, Options.Decision));
  if (const auto Known = findTask(Options.Task))
    adoptGraph(M, Options.Task, (*Known)->Decision.Spec);
  if (!Options.Task.empty())
    M.Task = Options.Task;
  return recordExamples(M, ExampleCount);
}

void runConvert(const ConvertOptions &Options) {
  Model M = orFail(loadModel(Options.File));
  orFail(convert(M, Options).in(Options.File));
  orFail(saveModel(M, Options.Output));
}

void addConvert(CLI::App &Command) {
  CLI::App *Convert = Command.add_subcommand(
      "convert", "Write a .tflite file as a model file. Its recorded "
                 "evaluations are repeated whenever it is loaded");
  Convert->footer("Example:\n  mlgo model convert model.tflite policy.mlgo "
                  "--task inline-oz");
  auto Options = std::make_shared<ConvertOptions>();
  Convert->add_option("file", Options->File, "A .tflite file")->required();
  Convert->add_option("output", Options->Output, "Model file to write")
      ->required();
  Convert->add_option("--task", Options->Task,
                      "What the model decides: inline-oz, regalloc-evict");
  Convert->add_option("--decision", Options->Decision,
                      "Name of the output that is the answer");
  Convert->callback([Options] { runConvert(*Options); });
}

void addImport(CLI::App &Command) {
  CLI::App *Import = Command.add_subcommand(
      "import",
      "Make a model file of a network in JSON. train_linear.py "
      "writes such; ModelJSON.h in mlgo's sources describes the form");
  Import->footer("Example:\n  mlgo model import policy.json -o policy.mlgo");
  auto Input = std::make_shared<std::string>();
  auto Output = std::make_shared<std::string>();
  Import->add_option("file", *Input, "Network in JSON")->required();
  Import->add_option("-o,--output", *Output, "Model file to write")->required();
  Import->callback([Input, Output] {
    std::string Text = orFail(readFile(*Input));
    Model M = orFail(parseModelJSON(Text).in(*Input));
    orFail(saveModel(M, *Output));
  });
}

/// Levels and targets are what a model was trained and tried for; that is known
/// when it is trained, or, for targets, only after trying.
void addScope(CLI::App &Command) {
  CLI::App *Scope = Command.add_subcommand(
      "scope", "Say what a policy is for. At other levels and for other "
               "targets LLVM decides");
  Scope->footer("Example:\n  mlgo model scope policy.mlgo --levels Oz Os "
                "--targets x86-64 aarch64 -o policy.mlgo");
  struct ScopeOptions {
    std::string Input, Output;
    ModelScope Scope;
  };
  auto Options = std::make_shared<ScopeOptions>();
  Scope->add_option("file", Options->Input, "Model file")->required();
  addScopeOptions(*Scope, Options->Scope);
  Scope->add_option("-o,--output", Options->Output, "Model file to write")
      ->required();
  Scope->callback([Options] {
    Model M = orFail(loadModel(Options->Input));
    // A policy without the limits that it learned with is another one.
    ModelScope Old = std::exchange(M.Scope, Options->Scope);
    M.Scope.Limits.merge(Old.Limits);
    orFail(saveModel(M, Options->Output));
  });
}
} // namespace

std::string limitOption(const ScopeLimit &Limit) {
  std::string Option = "--" + Limit.Name;
  std::replace(Option.begin(), Option.end(), '_', '-');
  return Option;
}

void addScopeOptions(CLI::App &Command, ModelScope &Scope,
                     const std::string &Tag) {
  Command
      .add_option("--levels", Scope.Levels,
                  Tag + "Levels that the policy is for; by default Oz")
      ->check(CLI::IsMember({"Oz", "Os", "O2"}))
      ->delimiter(',');
  Command
      .add_option("--targets", Scope.Targets,
                  Tag + "Targets that the policy is for; by default all")
      ->check(CLI::IsMember(listScopeTargets()))
      ->delimiter(',');
  for (const Task &T : allTasks())
    for (const ScopeLimit &Limit : T.Limits) {
      const std::string Option = limitOption(Limit);
      // Tasks of one allocator share theirs.
      if (!Command.get_option_no_throw(Option))
        Command
            .add_option_function<int>(
                Option,
                [&Scope, Name = Limit.Name](int Value) {
                  Scope.Limits[Name] = Value;
                },
                Tag + "Of task " + T.Name + ": " + Limit.Meaning)
            ->check(CLI::Range(Limit.Low, Limit.High));
    }
}

void addModelCommand(CLI::App &App) {
  CLI::App *Command = App.add_subcommand("model", "Look at and compile models");
  Command->require_subcommand(1);
  Command->footer("Example:\n  mlgo model info models/inline-size.mlgo");
  auto Path = std::make_shared<std::string>();
  addInfo(*Command, Path);
  addVerify(*Command, Path);
  addAot(*Command);
  addConvert(*Command);
  addImport(*Command);
  addScope(*Command);
}
} // namespace mlgo
