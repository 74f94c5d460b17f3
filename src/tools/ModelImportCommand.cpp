//===- ModelImportCommand.cpp - mlgo model import -------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ModelJSON.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"

#include <memory>

namespace mlgo {

void addModelImportCommand(CLI::App &ModelCommand) {
  CLI::App *Import = ModelCommand.add_subcommand(
      "import", "Make a model file of a network in JSON, as train_linear.py "
                "writes it; ModelJSON.h in mlgo's sources describes the form");
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

} // namespace mlgo
