//===- ProgramLauncher.cpp - Programs of other machines -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/ProgramLauncher.h"

#include "build/CompilerWrapper.h"
#include "mlgo/support/File.h"

#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// Runs a WebAssembly module under node. A module sees the whole file system
/// and ends by a signal if it traps, as a program does. Folders of the root are
/// opened one by one: its C library takes the root itself for the working
/// folder.
constexpr const char *WasmHost = R"js(
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const [image, ...args] = process.argv.slice(2);
const preopens = {'.': process.cwd()};
for (const entry of readdirSync('/', {withFileTypes: true})) {
  const folder = '/' + entry.name;
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    if (entry.isDirectory())
      preopens[folder] = folder;
  } catch {} // Not ours to read.
}
const wasi = new WASI({version: 'preview1', args, env: process.env, preopens,
                       returnOnExit: true});
const code = await WebAssembly.compile(readFileSync(image));
const instance = await WebAssembly.instantiate(
    code, {wasi_snapshot_preview1: wasi.wasiImport});
try {
  process.exitCode = wasi.start(instance);
} catch (trap) {
  console.error(trap.message);
  process.kill(process.pid, 'SIGABRT');
}
)js";

/// Starts qemu's board with a program as if that were started. What words may
/// not have there is written as %HH.
constexpr const char *BareMetalHost = R"sh(list=
for word in "$0" "$@"; do
  case $word in
  *[%,\ ]*) word=$(printf '%s.' "$word" |
    sed 's/%/%25/g; s/ /%20/g; s/,/%2C/g'); word=${word%.} ;;
  esac
  list="$list,arg=$word"
done
exec qemu-system-arm -M mps2-an385 \
  -nic user,restrict=on -display none -monitor none \
  -serial none -semihosting-config "enable=on,target=native$list" -kernel )sh";

/// The script's one command, but for the program's own arguments.
std::string commandOf(const BuildTarget &Target, const std::string &Image) {
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

} // namespace

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
    if (Status Done = writeFileAtomically(Image + ".mjs", WasmHost); !Done)
      return Done;
  if (Target.isBareMetal())
    return writeExecutable(Place, "#!/bin/sh\n" + std::string(BareMetalHost) +
                                      quoteForShell(Image) + "\n");
  return writeExecutable(Place, "#!/bin/sh\n" + commandOf(Target, Image) +
                                    " \"$@\"\n");
}

} // namespace mlgo
