//===- ModelAotCommand.cpp - mlgo model aot -------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlgo/model/AotCompiler.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"

#include <memory>

namespace mlgo {
namespace {

struct AotOptions {
  std::string File, ClassName, Output;
};

void runAot(const AotOptions &Options) {
  Model M = orFail(loadModel(Options.File));
  std::string Header = orFail(compileModelToHeader(M, Options.ClassName));
  orFail(writeFileAtomically(Options.Output, Header));
}

} // namespace

void addModelAotCommand(CLI::App &ModelCommand) {
  CLI::App *Aot = ModelCommand.add_subcommand(
      "aot", "Compile a model to a C++ header without dependencies at run "
             "time but mlgo's headers");
  Aot->footer("Example:\n  mlgo model aot models/inline-oz.mlgo --class "
              "InlineOz -o InlineOz.h");
  auto Options = std::make_shared<AotOptions>();
  Aot->add_option("file", Options->File, "Model file")->required();
  Aot->add_option("--class", Options->ClassName, "Name of the class")
      ->required();
  Aot->add_option("-o,--output", Options->Output, "Header to write")
      ->required();
  Aot->callback([Options] { runAot(*Options); });
}

} // namespace mlgo
