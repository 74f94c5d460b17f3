// Workers of workers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/NestingWorker.h"
#include <algorithm>
#include <tuple>

namespace mlgo {
/// One experiment's view.
class NestingWorker::Attached final : public Worker {
public:
  Attached(NestingWorker &Pool, size_t Experiment)
      : Pool(Pool), Experiment(Experiment) {}
  ~Attached() override { abandon(); }

  size_t slots() const override { return Pool.slots(); }
  void submit(WorkItem Item) override {
    Pool.submit(Experiment, std::move(Item));
  }
  size_t pending() const override { return Pool.pending(Experiment); }
  std::vector<WorkDone> advance() override { return Pool.advance(Experiment); }
  void watch(WaitSet &Set) const override {
    Pool.watchChildren(Set);
    // Another one's advance may have brought it.
    if (!Pool.Experiments[Experiment].Done.empty())
      Set.limit(0);
  }
  void abandon() override { Pool.abandon(Experiment); }

private:
  NestingWorker &Pool;
  const size_t Experiment;
};

NestingWorker::NestingWorker() : Experiments(1) {}
NestingWorker::~NestingWorker() = default;

Status NestingWorker::add(std::string WorkerId, std::unique_ptr<Worker> W) {
  if (find(WorkerId))
    return Error("worker '" + WorkerId + "' is there already");
  Children.push_back({std::move(WorkerId), std::move(W), {}});
  feed();
  return Success();
}

Result<Worker *> NestingWorker::find(const std::string &WorkerId) const {
  std::string Known;
  for (const Child &C : Children) {
    if (C.Id == WorkerId)
      return C.W.get();
    Known += (Known.empty() ? "'" : ", '") + C.Id + "'";
  }
  return Error("there is no worker '" + WorkerId + "'; known are " +
               (Known.empty() ? "none" : Known));
}

Status NestingWorker::submitTo(const std::string &WorkerId, WorkItem Item) {
  MLGO_TRY(find(WorkerId));
  for (Child &C : Children)
    if (C.Id == WorkerId)
      C.Reserved.emplace_back(0, std::move(Item));
  ++Experiments[0].Reserved;
  feed();
  return Success();
}

std::unique_ptr<Worker> NestingWorker::attach() {
  Experiments.emplace_back();
  return std::make_unique<Attached>(*this, Experiments.size() - 1);
}

size_t NestingWorker::slots() const {
  size_t Sum = 0;
  for (const Child &C : Children)
    Sum += C.W->slots();
  return Sum;
}

void NestingWorker::submit(size_t Experiment, WorkItem Item) {
  Experiments[Experiment].Queue.push(std::move(Item));
  feed();
}

size_t NestingWorker::pending(size_t Experiment) const {
  const auto &E = Experiments[Experiment];
  return E.Queue.size() + E.Waited + E.Reserved + E.Done.size();
}

/// Takes what the workers have done.
void NestingWorker::collect() {
  for (Child &C : Children)
    for (WorkDone &Done : C.W->advance()) {
      auto Known = Tickets.find(Done.Id);
      if (Known == Tickets.end())
        continue;
      const Ticket T = Known->second;
      Tickets.erase(Known);
      Experiment &E = Experiments[T.Experiment];
      const std::chrono::duration<double> Past = Clock::now() - T.Begin;
      Busy += Past.count();
      E.Served += Past.count();
      --E.Running;
      if (!T.IsWanted)
        continue;
      --E.Waited;
      E.Done.push_back({T.Id, std::move(Done.Answer)});
    }
}

const size_t *NestingWorker::chooseExperiment() {
  const Experiment *Best = nullptr;
  for (size_t I = 0; I < Experiments.size(); ++I) {
    const Experiment &E = Experiments[I];
    if (E.Queue.empty() || (Best && std::tie(Best->Running, Best->Served) <=
                                        std::tie(E.Running, E.Served)))
      continue;
    Best = &E;
    Chosen = I;
  }
  return Best ? &Chosen : nullptr;
}

/// Gives items to whoever is free, and to nobody more than it has slots, so
/// that what waits can still go to another.
void NestingWorker::feed() {
  for (bool IsFed = true; IsFed;) {
    IsFed = false;
    for (size_t I = 0; I < Children.size(); ++I) {
      Child &C = Children[I];
      if (C.W->pending() >= C.W->slots())
        continue;
      if (!C.Reserved.empty()) {
        auto [Experiment, Item] = std::move(C.Reserved.front());
        C.Reserved.pop_front();
        --Experiments[Experiment].Reserved;
        begin(C, Experiment, std::move(Item));
        IsFed = true;
      } else if (const size_t *Next = chooseExperiment()) {
        begin(C, *Next, Experiments[*Next].Queue.take(I));
        IsFed = true;
      }
    }
  }
}

void NestingWorker::begin(Child &C, size_t Experiment, WorkItem Item) {
  const Clock::time_point Now = Clock::now();
  if (!HasBegun)
    FirstItem = Now;
  HasBegun = true;
  const uint64_t Number = NextTicket++;
  Tickets[Number] = {Experiment, Item.Id, true, Now};
  ++Experiments[Experiment].Running;
  ++Experiments[Experiment].Waited;
  Item.Id = Number;
  C.W->submit(std::move(Item));
}

std::vector<WorkDone> NestingWorker::advance(size_t Experiment) {
  collect();
  feed();
  return std::exchange(Experiments[Experiment].Done, {});
}

void NestingWorker::watch(WaitSet &Set) const {
  if (!Experiments[0].Done.empty())
    Set.limit(0);
  watchChildren(Set);
}

void NestingWorker::watchChildren(WaitSet &Set) const {
  for (const Child &C : Children)
    C.W->watch(Set);
}

void NestingWorker::abandon(size_t Experiment) {
  auto &E = Experiments[Experiment];
  E.Queue.clear();
  E.Done.clear();
  for (Child &C : Children)
    C.Reserved.erase(
        std::remove_if(C.Reserved.begin(), C.Reserved.end(),
                       [&](const auto &R) { return R.first == Experiment; }),
        C.Reserved.end());
  E.Reserved = 0;
  // What is being served is served to its end, for nobody: others may have
  // items at the same worker.
  for (auto &[Number, T] : Tickets)
    if (T.Experiment == Experiment)
      T.IsWanted = false;
  E.Waited = 0;
}

Utilisation NestingWorker::utilisation() const {
  Utilisation Found;
  const Clock::time_point Now = Clock::now();
  auto Since = [&](Clock::time_point Begin) {
    return std::chrono::duration<double>(Now - Begin).count();
  };
  for (const Experiment &E : Experiments)
    Found.ByExperiment.push_back(E.Served);
  Found.BusySeconds = Busy;
  for (const auto &[Number, T] : Tickets) {
    Found.BusySeconds += Since(T.Begin);
    Found.ByExperiment[T.Experiment] += Since(T.Begin);
  }
  if (HasBegun)
    Found.SlotSeconds = Since(FirstItem) * static_cast<double>(slots());
  return Found;
}
} // namespace mlgo
