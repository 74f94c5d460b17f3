// Changes, and what they touch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SearchMoves.h"
#include <algorithm>
#include <set>

namespace mlgo {
static void sortUnique(std::vector<uint32_t> &Numbers) {
  std::sort(Numbers.begin(), Numbers.end());
  Numbers.erase(std::unique(Numbers.begin(), Numbers.end()), Numbers.end());
}

static bool isAllowed(const DecidedSite &Site, int64_t Decision) {
  return Site.Choices >> Decision & 1;
}

/// Decides \p Decision at all of \p Sites.
static Candidate change(const std::vector<const DecidedSite *> &Sites,
                        int64_t Decision) {
  Candidate C;
  for (const DecidedSite *Site : Sites) {
    C.M.Changes[Site->Key] = Decision;
    C.Functions.push_back(Site->Caller);
    C.Functions.push_back(Site->Callee);
  }
  sortUnique(C.Functions);
  return C;
}

std::string Candidate::name() const {
  std::string Name;
  for (const auto &[Key, Decision] : M.Changes)
    Name.append(std::to_string(Decision)).append(Key).append("\n");
  return Name;
}

std::vector<Candidate>
groupByPromise(const std::vector<DecidedSite> &Sites,
               const std::function<double(const DecidedSite &)> &PromiseOf,
               size_t First) {
  std::vector<std::pair<double, const DecidedSite *>> Order;
  for (const DecidedSite &Site : Sites)
    if (const double Promise = PromiseOf(Site);
        Promise > 0 && Site.Decision == 0 && Site.Choices == 3)
      Order.emplace_back(-Promise, &Site);
  std::stable_sort(
      Order.begin(), Order.end(),
      [](const auto &A, const auto &B) { return A.first < B.first; });
  std::vector<Candidate> Groups;
  std::vector<const DecidedSite *> Together;
  for (size_t Size = First; Together.size() < Order.size(); Size *= First) {
    while (Together.size() < std::min(Size, Order.size()))
      Together.push_back(Order[Together.size()].second);
    Groups.push_back(change(Together, 1));
  }
  return Groups;
}

std::vector<Candidate> flipSites(const std::vector<DecidedSite> &Sites) {
  std::vector<Candidate> Flips;
  for (const DecidedSite &Site : Sites)
    for (int64_t D = 0; D <= MaxDecision; ++D)
      if (D != Site.Decision && isAllowed(Site, D))
        Flips.push_back(change({&Site}, D));
  return Flips;
}

std::vector<Candidate> flipCallees(const std::vector<DecidedSite> &Sites,
                                   unsigned MaxGroup) {
  std::map<uint32_t, std::vector<const DecidedSite *>> Calls[2];
  for (const DecidedSite &Site : Sites)
    if (Site.Choices == 3)
      Calls[Site.Decision][Site.Callee].push_back(&Site);
  std::vector<Candidate> Flips;
  for (const int64_t Decision : {0, 1})
    for (const auto &[Callee, Group] : Calls[Decision])
      if (Group.size() >= 2 && Group.size() <= MaxGroup)
        Flips.push_back(change(Group, 1 - Decision));
  return Flips;
}

Candidate merge(const Candidate &A, const Candidate &B) {
  Candidate Both = A;
  apply(B.M, Both.M.Changes);
  Both.Functions.insert(Both.Functions.end(), B.Functions.begin(),
                        B.Functions.end());
  sortUnique(Both.Functions);
  Both.Delta = A.Delta + B.Delta;
  return Both;
}

const DecidedSite *findSite(const std::vector<DecidedSite> &Sites,
                            const std::string &Key) {
  auto Site = std::lower_bound(
      Sites.begin(), Sites.end(), Key,
      [](const DecidedSite &A, const std::string &B) { return A.Key < B; });
  return Site == Sites.end() || Site->Key != Key ? nullptr : &*Site;
}

bool applies(const Candidate &C, const std::vector<DecidedSite> &Sites) {
  return std::all_of(C.M.Changes.begin(), C.M.Changes.end(),
                     [&](const auto &Change) {
                       const DecidedSite *Site = findSite(Sites, Change.first);
                       return Site && Site->Decision != Change.second;
                     });
}

void apply(const Move &M, Decisions &D) {
  for (const auto &[Key, Decision] : M.Changes)
    D[Key] = Decision;
}

std::vector<uint32_t> touched(const std::vector<DecidedSite> &Before,
                              const std::vector<DecidedSite> &After) {
  std::vector<uint32_t> Functions;
  auto AddMissing = [&](const auto &From, const auto &In) {
    for (const DecidedSite &Site : From) {
      const DecidedSite *Other = findSite(In, Site.Key);
      if (Other && Other->Decision == Site.Decision)
        continue;
      Functions.push_back(Site.Caller);
      Functions.push_back(Site.Callee);
    }
  };
  AddMissing(Before, After);
  AddMissing(After, Before);
  sortUnique(Functions);
  return Functions;
}

std::vector<std::vector<Candidate>> layer(std::vector<Candidate> Found) {
  std::sort(Found.begin(), Found.end(),
            [](const Candidate &A, const Candidate &B) {
              return A.Delta != B.Delta ? A.Delta < B.Delta
                                        : A.M.Changes < B.M.Changes;
            });
  std::vector<std::vector<Candidate>> Layers;
  std::vector<std::set<uint32_t>> Taken;
  std::set<std::string> Changed;
  for (Candidate &C : Found) {
    const auto &Changes = C.M.Changes;
    if (std::any_of(Changes.begin(), Changes.end(),
                    [&](const auto &D) { return Changed.count(D.first); }))
      continue;
    for (const auto &D : Changes)
      Changed.insert(D.first);
    size_t In = 0;
    for (; In < Layers.size(); ++In)
      if (std::none_of(C.Functions.begin(), C.Functions.end(),
                       [&](uint32_t F) { return Taken[In].count(F); }))
        break;
    if (In == Layers.size()) {
      Layers.emplace_back();
      Taken.emplace_back();
    }
    Taken[In].insert(C.Functions.begin(), C.Functions.end());
    Layers[In].push_back(std::move(C));
  }
  return Layers;
}
} // namespace mlgo
