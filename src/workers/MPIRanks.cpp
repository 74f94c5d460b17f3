// What is loaded where MPI is used
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/MPIRanks.h"
#include "support/Archive.h"
#include "workers/AffinityQueue.h"
#include <climits>
#include <list>

// The C interface only.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace mlgo {
namespace {
enum Tag { Command = 1, Answer, Hello };

// The first byte of a command.
constexpr char SharedPart = 's', Item = 'i', Stop = 'q';

/// MPI waits by spinning; this sleeps, as ranks may share processors.
constexpr double PollSeconds = 0.0005;

/// Messages on their way.
class Outbox {
public:
  /// False if MPI cannot send that many bytes at once.
  bool send(int Rank, Tag T, std::string Message) {
    if (Message.size() > INT_MAX)
      return false;
    Sent.push_back({std::move(Message), MPI_REQUEST_NULL});
    MPI_Isend(Sent.back().Bytes.data(),
              static_cast<int>(Sent.back().Bytes.size()), MPI_BYTE, Rank, T,
              MPI_COMM_WORLD, &Sent.back().Request);
    return true;
  }

  void advance() {
    for (auto I = Sent.begin(); I != Sent.end();) {
      int IsDone = 0;
      MPI_Test(&I->Request, &IsDone, MPI_STATUS_IGNORE);
      I = IsDone ? Sent.erase(I) : std::next(I);
    }
  }

  void finish() {
    for (Message &M : Sent)
      MPI_Wait(&M.Request, MPI_STATUS_IGNORE);
    Sent.clear();
  }

private:
  struct Message {
    std::string Bytes;
    MPI_Request Request;
  };
  std::list<Message> Sent;
};

/// Takes the next message with tag \p T, if it is there; \p Rank is its sender.
bool receive(Tag T, std::string &Message, int &Rank) {
  MPI_Status Status;
  int IsThere = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, T, MPI_COMM_WORLD, &IsThere, &Status);
  if (!IsThere)
    return false;
  int Size = 0;
  MPI_Get_count(&Status, MPI_BYTE, &Size);
  Message.resize(static_cast<size_t>(Size));
  Rank = Status.MPI_SOURCE;
  MPI_Recv(Message.data(), Size, MPI_BYTE, Rank, T, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return true;
}

/// Rank 0.
class Coordinator final : public Worker {
public:
  explicit Coordinator(int NumRanks) : Ranks(NumRanks) {
    for (int Left = NumRanks - 1; Left > 0;) {
      std::string Message;
      int Rank = 0;
      if (receive(Hello, Message, Rank)) {
        fromBytes(Message, Ranks[Rank].Slots);
        --Left;
      } else {
        WaitSet Set;
        Set.limit(PollSeconds);
        Set.wait();
      }
    }
  }

  ~Coordinator() override {
    for (int Rank = 1; Rank < static_cast<int>(Ranks.size()); ++Rank)
      Out.send(Rank, Command, std::string(1, Stop));
    // Answers that nobody wants any more may keep a rank from ending.
    std::string Message;
    int Rank = 0;
    Out.finish();
    for (size_t Left = Ranks.size() - 1; Left > 0;)
      if (receive(Answer, Message, Rank)) {
      } else if (receive(Hello, Message, Rank)) {
        --Left;
      } else {
        WaitSet Set;
        Set.limit(PollSeconds);
        Set.wait();
      }
    MPI_Finalize();
  }

  size_t slots() const override {
    size_t Sum = 0;
    for (const RankState &R : Ranks)
      Sum += R.Slots;
    return Sum;
  }

  void submit(WorkItem I) override {
    Queue.push(std::move(I));
    feed();
  }

  size_t pending() const override {
    return Queue.size() + Wanted + Failed.size();
  }

  std::vector<WorkDone> advance() override {
    std::vector<WorkDone> Done = std::exchange(Failed, {});
    Out.advance();
    std::string Message;
    int Rank = 0;
    while (receive(Answer, Message, Rank))
      accept(Rank, Message, Done);
    feed();
    return Done;
  }

  void watch(WaitSet &Set) const override {
    Set.limit(Failed.empty() ? PollSeconds : 0);
  }

  void abandon() override {
    Queue.clear();
    Failed.clear();
    for (auto &[Number, T] : Tickets)
      T.IsWanted = false;
    Wanted = 0;
  }

private:
  struct RankState {
    size_t Slots = 0, Busy = 0;
    std::shared_ptr<const std::string> Shared; ///< As sent last.
  };
  struct Ticket {
    uint64_t Id;
    bool IsWanted;
  };

  void accept(int Rank, std::string_view Message, std::vector<WorkDone> &Done) {
    uint64_t Number = 0;
    bool IsAnswer = false;
    std::string Bytes;
    fromBytes(Message, Number, IsAnswer, Bytes);
    --Ranks[Rank].Busy;
    auto Known = Tickets.find(Number);
    if (Known == Tickets.end())
      return;
    const Ticket T = Known->second;
    Tickets.erase(Known);
    if (!T.IsWanted)
      return;
    --Wanted;
    Done.push_back({T.Id, IsAnswer ? Result<std::string>(std::move(Bytes))
                                   : Result<std::string>(Error(Bytes))});
  }

  void feed() {
    for (bool IsFed = true; IsFed;) {
      IsFed = false;
      for (size_t Rank = 1; Rank < Ranks.size() && !Queue.empty(); ++Rank)
        if (Ranks[Rank].Busy < Ranks[Rank].Slots) {
          begin(static_cast<int>(Rank), Queue.take(Rank));
          IsFed = true;
        }
    }
  }

  void begin(int Rank, WorkItem I) {
    RankState &R = Ranks[Rank];
    bool IsSent = true;
    if (I.Shared != R.Shared) {
      R.Shared = I.Shared;
      IsSent = Out.send(Rank, Command,
                        SharedPart + (R.Shared ? *R.Shared : std::string()));
    }
    if (!IsSent || !Out.send(Rank, Command,
                             Item + toBytes(NextTicket, I.Affinity,
                                            I.DeadlineSeconds, I.Request))) {
      R.Shared = nullptr;
      Failed.push_back({I.Id, Error("the request is too long for MPI")});
      return;
    }
    Tickets[NextTicket++] = {I.Id, true};
    ++Wanted;
    ++R.Busy;
  }

  std::vector<RankState> Ranks;
  Outbox Out;
  AffinityQueue Queue;
  std::map<uint64_t, Ticket> Tickets;
  uint64_t NextTicket = 0;
  size_t Wanted = 0;
  std::vector<WorkDone> Failed;
};

/// Answers with \p Local until the coordinator says stop.
void serve(Worker &Local) {
  Outbox Out;
  Out.send(0, Hello, toBytes(Local.slots()));
  std::shared_ptr<const std::string> Shared;
  for (;;) {
    std::string Message;
    int Rank = 0;
    bool IsIdle = true;
    while (receive(Command, Message, Rank) && !Message.empty()) {
      IsIdle = false;
      const char Kind = Message.front();
      Message.erase(0, 1);
      if (Kind == Stop) {
        Local.abandon();
        Out.send(0, Hello, "");
        Out.finish();
        MPI_Finalize();
        return;
      }
      if (Kind == SharedPart) {
        Shared = std::make_shared<const std::string>(std::move(Message));
        continue;
      }
      WorkItem New;
      fromBytes(Message, New.Id, New.Affinity, New.DeadlineSeconds,
                New.Request);
      New.Shared = Shared;
      Local.submit(std::move(New));
    }
    for (WorkDone &Done : Local.advance()) {
      IsIdle = false;
      const std::string &Text =
          Done.Answer ? *Done.Answer : Done.Answer.error().message();
      if (!Out.send(0, Answer, toBytes(Done.Id, bool(Done.Answer), Text)))
        Out.send(0, Answer,
                 toBytes(Done.Id, false,
                         std::string_view("the answer is too long for MPI")));
    }
    Out.advance();
    if (!IsIdle)
      continue;
    WaitSet Set;
    Local.watch(Set);
    Set.limit(PollSeconds);
    Set.wait();
  }
}

Result<std::unique_ptr<Worker>>
startRanks(const std::function<std::unique_ptr<Worker>()> &MakeLocal) {
  int IsStarted = 0;
  MPI_Initialized(&IsStarted);
  if (IsStarted)
    return Error("MPI is started already");
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS)
    return Error("cannot start MPI");
  int Rank = 0, NumRanks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &NumRanks);
  if (NumRanks < 2) {
    MPI_Finalize();
    return Error("found one rank of MPI, expected at least two, of which the "
                 "first coordinates: start with mpirun -n 3, for example");
  }
  if (Rank == 0)
    return std::unique_ptr<Worker>(new Coordinator(NumRanks));
  serve(*MakeLocal());
  return std::unique_ptr<Worker>();
}
} // namespace
} // namespace mlgo

void mlgoStartRanks(
    const std::function<std::unique_ptr<mlgo::Worker>()> &MakeLocal,
    std::optional<mlgo::Result<std::unique_ptr<mlgo::Worker>>> &Started) {
  Started.emplace(mlgo::startRanks(MakeLocal));
}
