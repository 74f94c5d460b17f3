// mlgo train-own
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo train-own PROGRAM PROGRAM... -o own.mlgo -- make

#include "support/StepTeller.h"
#include "tools/SearchFlags.h"
#include "tune/TrainOwn.h"
#include <iostream>

namespace mlgo {
void addTrainOwnCommand(CLI::App &App) {
  auto Options = std::make_shared<TrainOwnOptions>();
  auto Workers = std::make_shared<WorkerOptions>();
  CLI::App *Train = App.add_subcommand(
      "train-own",
      "Train on your programs, and measure on another. Labels\n"
      "their calls, learns from that, and prints what it gains over the\n"
      "shipped policy on one program that was held out. Each folder is one\n"
      "where the command after -- builds a program, or has a corpus.\n"
      "The same command goes on after an interrupt.\n"
      "Example: mlgo train-own parser server client -o own.mlgo -- make -B");
  Train
      ->add_option("folders", Options->Folders,
                   "Programs, at least two; then --, and the build command")
      ->required();
  Train->add_option("--hold-out", Options->HeldOut,
                    "The program to measure on [the last]");
  addDefaulted(*Train, "-o,--output", Options->Output, "The model file");
  addDefaulted(*Train, "--work", Options->Work, "(rare) Folder for labels");
  addDefaulted(*Train, "--sites", Options->Sites,
               "Labels of a module at most; 0: all");
  Train
      ->add_option("--seconds", Options->Seconds,
                   "Budget for labels; more of them in the next run")
      ->check(CLI::PositiveNumber);
  addDefaulted(*Train, "--seed", Options->Seed, "(rare) Of everything random");
  addWorkerFlags(*Train, *Workers);
  Train->callback([Options, Workers] {
    Options->Build = wordsAfterDashes();
    const auto Work =
        startTrialWorkers(*Workers, KeptModules / Workers->jobs());
    Options->Jobs = static_cast<unsigned>(Workers->jobs());
    Options->Tell = tellSteps(std::cerr);
    orFail(trainOwn(*Options, terminalFor(*Work)));
  });
}
} // namespace mlgo
