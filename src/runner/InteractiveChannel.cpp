// Two FIFOs to a compiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveChannel.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>

namespace mlgo {
static Error systemError(const std::string &Path, const char *Doing) {
  return Error(Path + ": cannot " + Doing + ": " + std::strerror(errno));
}

static void removeChannel(const std::string &Folder, const std::string &Base) {
  ::unlink((Base + ".in").c_str());
  ::unlink((Base + ".out").c_str());
  ::rmdir(Folder.c_str());
}

static void endGroup(int Group) {
  ::kill(-Group, SIGTERM);
  for (int Tenths = 0; Tenths < 10; ++Tenths) {
    if (::kill(-Group, 0) != 0)
      return;
    ::usleep(100000);
  }
  ::kill(-Group, SIGKILL);
}

/// The watching process: when the pipe from the host ends, so has the host.
static void watchHost(int RequestPipe, int AnswerPipe,
                      const std::string &Folder, const std::string &Base) {
  // It is to live longer than the host, and signals for all of the host's
  // group are not for it.
  ::prctl(PR_SET_PDEATHSIG, 0);
  ::setsid();
  for (const int Signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    ::signal(Signal, SIG_IGN);
  if (!sendMessage(AnswerPipe, "watching"))
    return;
  int Group = 0;
  for (std::string Message; receiveMessage(RequestPipe, Message);)
    Group = std::atoi(Message.c_str());
  removeChannel(Folder, Base);
  if (Group > 0)
    endGroup(Group);
}

Result<std::unique_ptr<InteractiveChannel>> InteractiveChannel::create() {
  std::error_code Failure;
  const std::filesystem::path Parent =
      std::filesystem::temp_directory_path(Failure);
  if (Failure)
    return Error("temporary folder: cannot find: " + Failure.message());
  std::unique_ptr<InteractiveChannel> Channel(new InteractiveChannel());
  std::string Folder = (Parent / "mlgo-channel-XXXXXX").string();
  // mkdtemp makes it for this user only.
  if (!::mkdtemp(Folder.data()))
    return systemError(Folder, "create");
  Channel->Folder = Folder;
  const std::string Base = Channel->Base = Folder + "/channel";
  MLGO_TRY(Channel->Watcher.start([=](int RequestPipe, int AnswerPipe) {
    watchHost(RequestPipe, AnswerPipe, Folder, Base);
  }));
  std::string Ready;
  if (!receiveMessage(Channel->Watcher.answerPipe(), Ready))
    return Error("cannot watch over " + Folder);
  for (const char *End : {".in", ".out"})
    if (::mkfifo((Base + End).c_str(), 0600) != 0)
      return systemError(Base + End, "create a FIFO");
  // Opened for both ways: else opening would have to wait for a compiler.
  const std::string In = Base + ".in";
  Channel->Answers =
      FileDescriptor(::open(In.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!Channel->Answers)
    return systemError(In, "open");
  MLGO_TRY(Channel->openQuestions());
  return Channel;
}

InteractiveChannel::~InteractiveChannel() {
  if (!Folder.empty())
    removeChannel(Folder, Base);
}

Status InteractiveChannel::openQuestions() {
  FileDescriptor Opened = MLGO_TRY(tryOpenFIFO(Base + ".out", FIFOEnd::Read));
  // The old end closes only now: a compiler that opened the FIFO meanwhile is
  // not to find it without a reader.
  Questions = std::move(Opened);
  return Success();
}

Result<InteractiveChannel::Event> InteractiveChannel::read(char *Buffer,
                                                           size_t Size,
                                                           size_t &Count,
                                                           int Milliseconds) {
  Count = 0;
  pollfd Polled = {Questions.get(), POLLIN, 0};
  if (::poll(&Polled, 1, Milliseconds) < 0 && errno != EINTR)
    return systemError(Base + ".out", "wait for");
  if (!(Polled.revents & (POLLIN | POLLHUP | POLLERR)))
    return Event::Silence;
  // Also if there was only a departure: poll may have looked for bytes before
  // it saw that.
  const ssize_t N = ::read(Questions.get(), Buffer, Size);
  if (N > 0) {
    Count = static_cast<size_t>(N);
    return Event::Bytes;
  }
  if (N < 0 && errno != EAGAIN && errno != EINTR)
    return systemError(Base + ".out", "read");
  if (N < 0)
    return Event::Silence;
  // An end that has been opened anew waits again for the first compiler; the
  // old one would tell of the last one's departure for ever.
  MLGO_TRY(openQuestions());
  return Event::Closed;
}

Status InteractiveChannel::write(const void *Data, size_t Size,
                                 Deadline Until) {
  // Nearly always there is room, and no signal to guard against: our own end
  // for reading is open.
  const ssize_t N = ::write(Answers.get(), Data, Size);
  if (N == static_cast<ssize_t>(Size))
    return Success();
  if (N > 0) {
    Data = static_cast<const char *>(Data) + N;
    Size -= static_cast<size_t>(N);
  }
  const IOOutcome Outcome = writeAll(Answers.get(), Data, Size, Until);
  switch (Outcome.Ended) {
  case IOOutcome::Kind::Done:
    return Success();
  case IOOutcome::Kind::Failed:
    return Error(Base +
                 ".in: cannot write: " + std::strerror(Outcome.ErrorNumber));
  case IOOutcome::Kind::Closed:
  case IOOutcome::Kind::Expired:
    break;
  }
  return Error(Base + ".in: compiler does not read its answers");
}

void InteractiveChannel::discardUnread() {
  char Buffer[4096];
  while (::read(Answers.get(), Buffer, sizeof(Buffer)) > 0)
    ;
}

void InteractiveChannel::endWithHost(int Group) {
  // If the watcher has been killed, only its help is missing.
  (void)sendMessage(Watcher.requestPipe(), std::to_string(Group));
}
} // namespace mlgo
