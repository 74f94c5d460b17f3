// Workers on ranks of MPI
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI is in a module of its own: who uses no ranks needs no MPI, and does not
// wait for it at every start.

#include "workers/MPIWorkers.h"
#include "support/ShortNames.h"
#include "workers/MPIRanks.h"
#include <dlfcn.h>

namespace mlgo {
constexpr const char *Module = "mlgo-mpi.so";

/// Beside this program as installed, or as built.
static std::string findModule() {
  std::error_code EC;
  const fs::path Self = fs::read_symlink("/proc/self/exe", EC).parent_path();
  for (const fs::path &Folder :
       {Self / ".." / MLGO_PLUGIN_DIR, Self / "../workers"})
    if (fs::exists(Folder / Module, EC))
      return (Folder / Module).lexically_normal();
  return Module; // Where the system looks for libraries.
}

Result<std::unique_ptr<Worker>>
startMPIWorkers(const std::function<std::unique_ptr<Worker>()> &MakeLocal) {
  // Open MPI's own modules need its symbols.
  void *Library = ::dlopen(findModule().c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!Library)
    return Error("cannot use ranks of MPI: " + std::string(::dlerror()) +
                 "; install the package mlgo-mpi, or libopenmpi-dev and build "
                 "the target mlgo-mpi");
  auto *Start = reinterpret_cast<decltype(&mlgoStartRanks)>(
      ::dlsym(Library, "mlgoStartRanks"));
  if (!Start)
    return Error("cannot use ranks of MPI: " + std::string(::dlerror()));
  std::optional<Result<std::unique_ptr<Worker>>> Started;
  Start(MakeLocal, Started);
  return std::move(*Started);
}
} // namespace mlgo
