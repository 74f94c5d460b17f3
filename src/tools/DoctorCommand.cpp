// mlgo doctor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo doctor

#include "tools/Commands.h"
#include "tools/doctor/Examination.h"
#include <iostream>

namespace mlgo {
static std::string printExamination(const Examination &E) {
  std::string Text;
  auto pad = [](std::string Word, size_t Width) {
    Word.resize(std::max(Word.size() + 1, Width), ' ');
    return Word;
  };
  for (const FindingTable &Table : E.Tables) {
    Text += Table.Title + "\n";
    for (const FindingRow &Row : Table.Rows)
      Text += "  " + pad(Row.Name, 15) + pad(Row.Version, 13) +
              pad(Row.State, 4) + Row.What + "\n";
    Text += "\n";
  }
  Text += E.Works.empty() ? "Nothing here compiles with learned decisions.\n"
                          : "Compile with " + E.Works + ".\n";
  for (const Advice &A : E.Missing)
    Text += A.Packages.empty() ? "Missing: " + A.Why + "\n"
                               : "Missing: apt-get install " + A.Packages +
                                     "   # " + A.Why + "\n";
  return Text;
}

void addDoctorCommand(CLI::App &App) {
  CLI::App *Doctor = App.add_subcommand(
      "doctor",
      "Say what works together on this machine. Tries compilers, linkers,\n"
      "plugins, caches and targets on a tiny program, and says what to\n"
      "install. The\n"
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
