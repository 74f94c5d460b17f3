//===- DoctorCommand.cpp - mlgo doctor ------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo doctor
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "doctor/Examination.h"

#include <cstdio>
#include <iostream>

namespace mlgo {

void addDoctorCommand(CLI::App &App) {
  CLI::App *Doctor = App.add_subcommand(
      "doctor",
      "Looks for compilers, linkers, plugins, caches and targets, tries each "
      "on\n"
      "a tiny program, and says what works together and what to install. The\n"
      "exit code is 1 if nothing compiles with learned decisions.");
  Doctor->footer("Example:\n  mlgo doctor");
  Doctor->callback([] {
    const Probe P = orFail(Probe::create());
    const Examination E = examineMachine(P);
    std::cout << printExamination(E);
    if (E.Works.empty()) {
      std::cout.flush();
      fail(Error("no clang here compiles with mlgo's plugin; see above what is "
                 "missing"));
    }
  });
}

} // namespace mlgo
