// Machines that packages are built for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Target.h"
#include "embedded/BareMetalRuntime.h"
#include "embedded/WasmRuntime.h"
#include "mlgo/support/LLVMMajors.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <charconv>

namespace mlgo {
/// The numbers of a version, to be compared.
static std::vector<unsigned> parseVersion(const std::string &Name) {
  std::vector<unsigned> Numbers;
  const char *At = Name.data(), *const End = At + Name.size();
  while (At < End) {
    unsigned Number = 0;
    const auto [Rest, Failure] = std::from_chars(At, End, Number);
    if (Failure != std::errc() || (Rest != End && *Rest != '.'))
      return {};
    Numbers.push_back(Number);
    At = Rest + (Rest != End);
  }
  return Numbers;
}

std::string findNewestVersion(const std::string &Folder) {
  std::string Newest;
  std::error_code Failure;
  for (fs::directory_iterator I(Folder, Failure), E; !Failure && I != E;
       I.increment(Failure))
    if (const std::string Name = I->path().filename().string();
        parseVersion(Name) > parseVersion(Newest))
      Newest = Name;
  return Newest;
}

/// A Cortex-M3, as in qemu's mps2-an385: code and data from address 0, 4 MB of
/// stack, 16 MB of heap. Debian's C++ library for it is there if the user has
/// it: a gigabyte.
static BuildTarget bareMetal() {
  const std::string Variant = "/thumb/v7-m/nofp";
  const std::string Libraries = "/usr/include/newlib/c++/",
                    Compilers = "/usr/lib/gcc/arm-none-eabi/";
  const std::string Cxx = Libraries + findNewestVersion(Libraries);
  BuildTarget T = {
      "thumb2-bare", {}, "arm-none-eabi", "Generic", "arm", {}, {}, {}};
  T.Flags = {"--target=thumbv7m-none-eabi", "-stdlib++-isystem" + Cxx,
             "-stdlib++-isystem" + Cxx + "/arm-none-eabi" + Variant,
             "-idirafter/usr/lib/picolibc/arm-none-eabi/include"};
  T.Emulator = {"qemu-system-arm"};
  T.Packages = {"picolibc-arm-none-eabi", "gcc-arm-none-eabi",
                "qemu-system-arm"};
  T.LinkFlags = {
      "-nostartfiles",
      "-unwindlib=none",
      "-stdlib=libstdc++",
      "-L/usr/lib/picolibc/arm-none-eabi/lib" + Variant,
      "-L" + Compilers + findNewestVersion(Compilers) + Variant,
      "-lsemihost",
      "-lm",
      "-Wl,-e,_start,--image-base=0,--section-start=vectors=0,-n",
      "-Wl,--defsym=__tdata_start=ADDR(.tdata)",
      "-Wl,--defsym=__tdata_size=SIZEOF(.tdata)",
      "-Wl,--defsym=__arm32_tls_tcb_offset=8",
      "-Wl,--defsym=__stack=0x20400000",
      "-Wl,--defsym=__heap_start=0x21000000,--defsym=__heap_end=0x22000000"};
  return T;
}

static const std::vector<BuildTarget> &targets() {
  static const std::string Major = std::to_string(DefaultLLVMMajor);
  static const std::vector<BuildTarget> Targets = {
      {"x86-64", {}, "", "Linux", "x86_64", {}, {}, {}},
      // The kernel's headers are the same for both, and lie there alone.
      {"i386",
       {"--target=i386-linux-gnu", "-idirafter/usr/include/x86_64-linux-gnu"},
       "i386-linux-gnu",
       "Linux",
       "i686",
       {},
       {"libc6-dev-i386", "lib32stdc++-12-dev"},
       {}},
      {"aarch64",
       {"--target=aarch64-linux-gnu"},
       "aarch64-linux-gnu",
       "Linux",
       "aarch64",
       {"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"},
       {"g++-aarch64-linux-gnu", "qemu-user"},
       {}},
      {"thumb2",
       {"--target=arm-linux-gnueabihf", "-mthumb", "-march=armv7-a"},
       "arm-linux-gnueabihf",
       "Linux",
       "armv7l",
       {"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"},
       {"g++-arm-linux-gnueabihf", "qemu-user"},
       {}},
      bareMetal(),
      {"riscv64",
       {"--target=riscv64-linux-gnu", "-march=rv64gc"},
       "riscv64-linux-gnu",
       "Linux",
       "riscv64",
       {"qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"},
       {"g++-riscv64-linux-gnu", "qemu-user"},
       {}},
      // Debian's C library is older than the name wasm32-wasip1.
      {"wasm32",
       {"--target=wasm32-wasi", "-Wno-deprecated"},
       "wasm32-wasi",
       "Generic",
       "wasm32",
       {"node"},
       {"wasi-libc", "libclang-rt-" + Major + "-dev-wasm32",
        "libc++-" + Major + "-dev-wasm32", "libc++abi-" + Major + "-dev-wasm32",
        "nodejs"},
       // What ships has no padded indices, as wasm-opt leaves none either.
       {"-Wl,--strip-debug,--compress-relocations"}},
  };
  return Targets;
}

static const BuildTarget *find(const std::string &Name) {
  for (const BuildTarget &Target : targets())
    if (Target.Name == Name)
      return &Target;
  return nullptr;
}

Strings BuildTarget::configureArguments(bool Knows) const {
  return isForeign() && Knows ? Strings{"--host=" + Host} : Strings();
}

Strings BuildTarget::cmakeArguments() const {
  if (!isForeign())
    return {};
  Strings Arguments = {"-DCMAKE_SYSTEM_NAME=" + SystemName,
                       "-DCMAKE_SYSTEM_PROCESSOR=" + Processor,
                       // This machine's libraries are of no use.
                       "-DCMAKE_FIND_ROOT_PATH=/usr/" + Host,
                       "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY",
                       "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY",
                       "-DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY"};
  if (!isWasm() && !isBareMetal() && !Emulator.empty())
    Arguments.push_back("-DCMAKE_CROSSCOMPILING_EMULATOR=" +
                        joinText(Emulator, ";"));
  return Arguments;
}

Strings listBuildTargets() {
  Strings Names;
  for (const BuildTarget &Target : targets())
    Names.push_back(Target.Name);
  return Names;
}

Strings listScopeTargets() {
  Strings Names;
  for (const BuildTarget &Target : targets())
    if (Target.scopeName() == Target.Name)
      Names.push_back(Target.Name);
  return Names;
}

Result<const BuildTarget *> findBuildTarget(const std::string &Name) {
  if (const BuildTarget *Target = find(Name))
    return Target;
  std::string Names;
  for (const std::string &Known : listBuildTargets())
    Names += " " + Known;
  return Error("target '" + Name + "' is unknown, expected one of" + Names);
}

Status BuildSettings::check() const {
  auto Found = MLGO_TRY(findBuildTarget(Target));
  if (!ICF.empty() && Found->isWasm())
    return Error("lld folds no equal code of wasm32, expected no --icf");
  return Success();
}

std::string BuildSettings::describe() const {
  return Target + " -" + Level + (HasUnwindTables ? "" : " no unwind tables") +
         (ICF.empty() ? "" : " icf=" + ICF);
}

const BuildTarget &BuildSettings::target() const {
  const BuildTarget *Found = find(Target);
  assert(Found && "check() has not been called");
  return *Found;
}

const char *BuildTarget::runtime() const {
  return isWasm()        ? embedded::WasmRuntime
         : isBareMetal() ? embedded::BareMetalRuntime
                         : "";
}
} // namespace mlgo
