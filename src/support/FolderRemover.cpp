// What must not stay behind
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/FolderRemover.h"
#include "support/PipeSignal.h"
#include "support/QuietFork.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>

namespace mlgo {
/// Programs that were killed with this process may write for a moment.
constexpr int Attempts = 50;
constexpr unsigned MicrosecondsBetween = 100'000;

/// False if one is still there.
static bool removeAll(const std::vector<std::string> &Folders) {
  bool AreGone = true;
  for (const std::string &Folder : Folders) {
    std::error_code Failure;
    std::filesystem::remove_all(Folder, Failure);
    AreGone &= !Failure;
  }
  return AreGone;
}

/// Keeps nothing open but \p Pipe: who reads what this program prints is not to
/// wait for us.
static void closeOthers(int Pipe) {
  const long Limit = ::sysconf(_SC_OPEN_MAX);
  for (int File = 0; File < (Limit > 0 && Limit < 4096 ? Limit : 4096); ++File)
    if (File != Pipe)
      ::close(File);
}

/// Waits until nobody has the other end of \p Pipe, and removes \p Folders.
[[noreturn]] static void outlive(int Pipe,
                                 const std::vector<std::string> &Folders) {
  for (const int Number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    ::signal(Number, SIG_IGN);
  closeOthers(Pipe);
  char Byte;
  ssize_t Got;
  while ((Got = ::read(Pipe, &Byte, 1)) < 0 && errno == EINTR)
    ;
  // A byte: its owner has removed them.
  for (int I = 0; Got == 0 && I < Attempts && !removeAll(Folders); ++I)
    ::usleep(MicrosecondsBetween);
  ::_exit(0);
}

Result<FolderRemover> FolderRemover::create(std::vector<std::string> Folders) {
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return Error(std::string("cannot create a pipe: ") + std::strerror(errno));
  FileDescriptor Theirs(Ends[0]), Ours(Ends[1]);
  const pid_t Child = forkQuietly();
  if (Child < 0)
    return Error(std::string("cannot start a process: ") +
                 std::strerror(errno));
  if (Child == 0) {
    // In a session of its own, and nobody's child to wait for.
    ::setsid();
    if (::fork() != 0)
      ::_exit(0);
    outlive(Ends[0], Folders);
  }
  while (::waitpid(Child, nullptr, 0) < 0 && errno == EINTR)
    ;
  return FolderRemover(std::move(Folders), std::move(Ours));
}

FolderRemover::~FolderRemover() {
  if (Folders.empty() || !removeAll(Folders))
    return;
  PipeSignalGuard Guard;
  if (::write(Life.get(), "", 1) < 0 && errno == EPIPE)
    Guard.noteRaised();
}
} // namespace mlgo
