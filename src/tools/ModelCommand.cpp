//===- ModelCommand.cpp - mlgo model --------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo model info|verify|aot|convert|import FILE
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ModelInfo.h"

#include "mlgo/model/ModelFile.h"

#include <iostream>

namespace mlgo {
namespace {

void addInfo(CLI::App &Command, const std::shared_ptr<std::string> &Path) {
  CLI::App *Info = Command.add_subcommand("info", "Print what a file holds");
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
  Verify->add_option("file", *Path, "Model file")->required();
  Verify->callback([Path] {
    const Model M = orFail(loadModel(*Path));
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
  addModelAotCommand(*Command);
  addModelConvertCommand(*Command);
  addModelImportCommand(*Command);
}

} // namespace mlgo
