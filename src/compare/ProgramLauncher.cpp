// Programs of other machines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ProgramLauncher.h"
#include "build/CompilerWrapper.h"
#include "embedded/BareMetalHost.h"
#include "embedded/WasmHost.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"

namespace mlgo {
/// The script's one command, but for the program's own arguments.
static std::string commandOf(const BuildTarget &Target,
                             const std::string &Image) {
  std::string Command = "exec";
  for (const std::string &Word : Target.Emulator)
    Command += " " + quoteForShell(Word);
  if (Target.isWasm())
    // Debian's node wants to be asked for WASI; later ones do not mind.
    return Command + " --no-warnings --experimental-wasi-unstable-preview1 " +
           quoteForShell(Image + ".mjs") + " " + quoteForShell(Image) +
           " \"$0\"";
  // The program is to see the name that it was started by.
  return Command + " -0 \"$0\" " + quoteForShell(Image);
}

Status placeProgram(const BuildTarget &Target, const std::string &Program,
                    const std::string &Place) {
  const fs::path To(Place);
  const bool Runs = Target.Emulator.empty();
  const std::string Image =
      Runs ? Place : (To.parent_path() / ".images" / To.filename()).string();
  std::error_code Failure;
  fs::create_directories(fs::path(Image).parent_path(), Failure);
  if (!Failure)
    fs::copy_file(Program, Image, fs::copy_options::overwrite_existing,
                  Failure);
  if (Failure)
    return Error(Program + ": cannot copy the program: " + Failure.message());
  if (Runs)
    return Success();
  if (Target.isWasm())
    if (Status Done = writeFileAtomically(Image + ".mjs", embedded::WasmHost);
        !Done)
      return Done;
  if (Target.isBareMetal()) {
    std::string Script = std::string("#!/bin/sh\n") + embedded::BareMetalHost;
    const std::string Mark = "@IMAGE@";
    Script.replace(Script.find(Mark), Mark.size(), quoteForShell(Image));
    return writeExecutable(Place, Script);
  }
  return writeExecutable(Place, "#!/bin/sh\n" + commandOf(Target, Image) +
                                    " \"$@\"\n");
}
} // namespace mlgo
