//===- ModelCommand.cpp - mlgo model ---------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo model info|verify|aot FILE
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/tensor/JSON.h"

#include <iostream>

namespace mlgo {
namespace {

const char *const DecisionNames[] = {"argmax", "masked argmax",
                                     "flip the default"};

/// How often the policy looks at each input.
std::vector<size_t> countUses(const Model &M) {
  std::vector<size_t> Uses(M.Inputs.size());
  if (const auto *N = std::get_if<Network>(&M.Policy)) {
    for (const InputTransform &T : N->Transforms)
      ++Uses[T.Input];
    return Uses;
  }
  for (const auto &Tree : std::get<TreeEnsemble>(M.Policy).Trees)
    for (const TreeNode &Node : Tree)
      if (Node.Input >= 0)
        ++Uses[static_cast<size_t>(Node.Input)];
  return Uses;
}

OrderedJSON describePolicy(const Model &M) {
  OrderedJSON Policy;
  if (const auto *N = std::get_if<Network>(&M.Policy)) {
    std::string Shape = std::to_string(N->Transforms.size());
    size_t Parameters = 0;
    for (const DenseLayer &L : N->Layers) {
      Shape += "-" + std::to_string(L.Out);
      Parameters += L.Weights.size() + L.Biases.size();
    }
    Policy["kind"] = "network";
    Policy["shape"] = Shape;
    Policy["parameters"] = Parameters;
    return Policy;
  }
  const auto &E = std::get<TreeEnsemble>(M.Policy);
  size_t Nodes = 0, Leaves = 0;
  for (const auto &Tree : E.Trees)
    for (const TreeNode &Node : Tree) {
      ++Nodes;
      Leaves += Node.Input < 0;
    }
  Policy["kind"] = "tree ensemble";
  Policy["trees"] = E.Trees.size();
  Policy["nodes"] = Nodes;
  Policy["leaves"] = Leaves;
  return Policy;
}

OrderedJSON describe(const Model &M) {
  OrderedJSON Info;
  Info["task"] = M.Task;
  Info["version"] = ModelFileVersion;
  Info["policy"] = describePolicy(M);
  Info["decision"] = DecisionNames[static_cast<size_t>(M.Decision)];
  Info["output"] = OrderedJSON::parse(toJSON(M.Output));
  if (M.DefaultInput >= 0)
    Info["default_input"] = M.Inputs[M.DefaultInput].name();
  if (M.MaskInput >= 0)
    Info["mask_input"] = M.Inputs[M.MaskInput].name();
  Info["inputs"] = OrderedJSON::array();
  const std::vector<size_t> Uses = countUses(M);
  for (size_t I = 0; I < M.Inputs.size(); ++I) {
    OrderedJSON Input = OrderedJSON::parse(toJSON(M.Inputs[I]));
    Input["uses"] = Uses[I];
    if (!M.Ranges.empty())
      Input["range"] = {M.Ranges[I].Low, M.Ranges[I].High};
    Info["inputs"].push_back(Input);
  }
  Info["provenance"] = OrderedJSON::object();
  for (const auto &[Key, Value] : M.Provenance)
    Info["provenance"][Key] = Value;
  Info["examples"] = M.Examples.size();
  return Info;
}

void printInfo(const OrderedJSON &Info) {
  auto Text = [](const OrderedJSON &Value) {
    return Value.is_string() ? Value.get<std::string>() : Value.dump();
  };
  for (const auto &[Key, Value] : Info.items()) {
    if (Key == "inputs") {
      std::cout << "inputs:\n";
      for (const OrderedJSON &Input : Value) {
        std::cout << "  " << Text(Input["name"]) << ": " << Text(Input["type"])
                  << Text(Input["shape"]) << ", " << Input["uses"] << " uses";
        if (Input.contains("range"))
          std::cout << ", trained on " << Input["range"][0] << " to "
                    << Input["range"][1];
        std::cout << '\n';
      }
      continue;
    }
    std::cout << Key << ':';
    if (!Value.is_object()) {
      std::cout << ' ' << Text(Value) << '\n';
      continue;
    }
    std::cout << '\n';
    for (const auto &[Name, Item] : Value.items())
      std::cout << "  " << Name << ": " << Text(Item) << '\n';
  }
}

Model loadOrFail(const std::string &Path) {
  auto M = loadModel(Path);
  if (!M)
    fail(M.error());
  return std::move(*M);
}

void addInfo(CLI::App &Command, const std::shared_ptr<std::string> &Path) {
  CLI::App *Info = Command.add_subcommand("info", "Print what a file holds");
  auto AsJSON = std::make_shared<bool>(false);
  Info->add_option("file", *Path, "Model file")->required();
  Info->add_flag("--json", *AsJSON, "Print JSON");
  Info->callback([Path, AsJSON] {
    const OrderedJSON Text = describe(loadOrFail(*Path));
    if (*AsJSON)
      std::cout << Text.dump(2) << '\n';
    else
      printInfo(Text);
  });
}

void addVerify(CLI::App &Command, const std::shared_ptr<std::string> &Path) {
  CLI::App *Verify = Command.add_subcommand(
      "verify", "Check that a file is whole, sound, and answers as recorded");
  Verify->add_option("file", *Path, "Model file")->required();
  Verify->callback([Path] {
    const Model M = loadOrFail(*Path);
    std::cout << *Path << ": sound; " << M.Examples.size()
              << " recorded examples give the recorded answers\n";
  });
}

} // namespace

void addModelCommand(CLI::App &App) {
  CLI::App *Command = App.add_subcommand("model", "Look at and compile models");
  Command->require_subcommand(1);
  Command->footer("Example:\n  mlgo model info models/inline-oz.mlgo");
  auto Path = std::make_shared<std::string>();
  addInfo(*Command, Path);
  addVerify(*Command, Path);
}

} // namespace mlgo
