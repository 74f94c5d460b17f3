// Items that wait for their server
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/AffinityQueue.h"
#include <iterator>

namespace mlgo {
void AffinityQueue::push(WorkItem Item) {
  ++Size;
  const uint64_t Affinity = Item.Affinity;
  auto Waiting = Affinity ? GroupOf.find(Affinity) : GroupOf.end();
  if (Waiting != GroupOf.end()) {
    Groups.at(Waiting->second).Items.push_back(std::move(Item));
    return;
  }
  const uint64_t Age = Clock++;
  auto Last = Affinity ? LastServer.find(Affinity) : LastServer.end();
  const size_t Home = Last == LastServer.end() ? Nobody : Last->second;
  Group &New = Groups[Age];
  New.Home = Home;
  New.Items.push_back(std::move(Item));
  Of[Home].insert(Age);
  if (Affinity)
    GroupOf[Affinity] = Age;
}

uint64_t AffinityQueue::choose(size_t Server) const {
  for (const size_t Home : {Server, Nobody})
    if (auto Own = Of.find(Home); Own != Of.end())
      return *Own->second.begin();
  // From the server with most left, what it would come to last.
  auto Richest = Of.begin();
  for (auto I = Of.begin(); I != Of.end(); ++I)
    if (I->second.size() > Richest->second.size())
      Richest = I;
  return *std::prev(Richest->second.end());
}

WorkItem AffinityQueue::take(size_t Server) {
  const uint64_t Age = choose(Server);
  Group &Chosen = Groups.at(Age);
  WorkItem Item = std::move(Chosen.Items.front());
  Chosen.Items.pop_front();
  --Size;
  auto Home = Of.find(Chosen.Home);
  if (Chosen.Home != Server || Chosen.Items.empty()) {
    Home->second.erase(Age);
    if (Home->second.empty())
      Of.erase(Home);
  }
  if (Item.Affinity)
    LastServer[Item.Affinity] = Server;
  if (Chosen.Items.empty()) {
    GroupOf.erase(Item.Affinity);
    Groups.erase(Age);
  } else if (Chosen.Home != Server) {
    Chosen.Home = Server;
    Of[Server].insert(Age);
  }
  return Item;
}

void AffinityQueue::clear() {
  Size = 0;
  Groups.clear();
  GroupOf.clear();
  Of.clear();
}
} // namespace mlgo
