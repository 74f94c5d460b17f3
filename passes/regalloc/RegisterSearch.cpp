// Searches an assignment that needs fewer bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
constexpr unsigned MaxRounds = 2, MaxEjected = 4, MaxVacated = 12;
/// Of one range in one round.
constexpr unsigned MaxEjections = 2;
constexpr int MaxLoss = 1'000'000; ///< No function has as many bytes to lose.

/// What a change of numbers does to a function.
struct RegisterSearch::Difference {
  RegisterSearch &Of;
  SmallVector<unsigned, 32> Instructions; ///< That use what changes.
  /// Blocks, and how many instructions more are executed there.
  SmallVector<std::pair<unsigned, int>, 8> Executed;
  int Bytes = 0;
  int NumSaves = 0; ///< Registers that the function saves more than before.

  /// Begins before the change of \p Ranges.
  Difference(RegisterSearch &Of, ArrayRef<unsigned> Ranges) : Of(Of) {
    const unsigned Stamp = ++Of.NumDifferences;
    for (const unsigned Range : Ranges)
      for (const unsigned I : Of.Bytes.users(Range))
        if (std::exchange(Of.Seen[I], Stamp) != Stamp)
          Instructions.push_back(I);
    add(-1);
  }

  /// Whether the change, which has been made, is for the better: then it is
  /// counted.
  bool isGood() {
    add(1);
    if (!Of.Wild && (Bytes >= 0 || NumSaves > 0 || isSlower()))
      return false;
    Of.SavedBytes -= Bytes;
    return true;
  }

  void add(int Sign) {
    for (const unsigned I : Instructions) {
      Bytes += Sign * Of.Bytes.bytesOf(I);
      if (Of.Bytes.mayVanish(I))
        Executed.emplace_back(Of.Bytes.blockOf(I),
                              Sign * Of.Bytes.executions(I));
    }
    Bytes += Sign * Of.Saves.bytes(Of.Used);
    NumSaves += Sign * int(Of.Saves.count(Of.Used));
  }

private:
  bool isSlower() {
    sort(Executed);
    int Sum = 0;
    for (unsigned I = 0; I < Executed.size(); ++I) {
      const unsigned Block = Executed[I].first;
      Sum += Executed[I].second;
      if (I + 1 < Executed.size() && Executed[I + 1].first == Block)
        continue;
      if (Sum > 0 && Of.IsHot[Block])
        return true;
      Sum = 0;
    }
    return false;
  }
};

RegisterSearch::RegisterSearch(const Analyses &With,
                               AssignableRegisters &Registers,
                               InstructionBytes &Bytes,
                               std::optional<uint64_t> Seed)
    : With(With), Registers(Registers), Bytes(Bytes), MRI(With.MF.getRegInfo()),
      NumNumbers(Registers.numNumbers()), Saves(With.MF, With.VRM, Registers),
      Occupancy(With.MF, With.LIS, With.VRM, Registers, Bytes.places()),
      Possible(Bytes.numRanges()), HasLeft(Bytes.numRanges()),
      Profiles(Bytes.numRanges()), HasProfile(Bytes.numRanges()),
      Seen(Bytes.numInstructions()) {
  if (Seed)
    Wild.emplace(*Seed);
  findPossible();
  findHotBlocks();
  findEarlyReturns();
}

void RegisterSearch::findPossible() {
  for (unsigned Range = 0; Range < Bytes.numRanges(); ++Range) {
    const RegisterPlace Place = Bytes.place(Range);
    if (!Place || Occupancy.isEmpty(Range))
      continue;
    if (Place.Bank == RegisterPlace::General) {
      ++NumUsers[Place.Number];
      Used |= 1u << Place.Number;
    }
    if (!Occupancy.isMovable(Range) || Bytes.isFrozen(Place.Bank) ||
        Saves.hasLargeFrame() || (!Wild && Bytes.isJoined(Range)))
      continue;
    Movable.push_back(Range);
    const AssignableRegisters::Row &Row = row(Range);
    for (unsigned N = 0; N < NumNumbers; ++N)
      Possible[Range] |= NumberSet(bool(Row[N])) << N;
    Possible[Range] &= Occupancy.possible(Range);
  }
}

const LiveInterval &RegisterSearch::interval(unsigned Range) const {
  return With.LIS.getInterval(Register::index2VirtReg(Range));
}

const AssignableRegisters::Row &RegisterSearch::row(unsigned Range) const {
  return Registers.row(*MRI.getRegClass(Register::index2VirtReg(Range)));
}

void RegisterSearch::findHotBlocks() {
  const bool IsForSpeed = !With.MF.getFunction().hasOptSize();
  const BlockFrequency Limit = With.MBFI.getBlockFreq(&With.MF.front());
  IsHot.assign(With.MF.getNumBlockIDs(), false);
  for (const MachineBasicBlock &Block : With.MF)
    IsHot[Block.getNumber()] =
        IsForSpeed || With.MBFI.getBlockFreq(&Block) >= Limit;
}

/// A function whose first block has nothing in a register that has to be saved
/// may return early without saving anything. It has to stay so, but for -Oz.
void RegisterSearch::findEarlyReturns() {
  if (With.MF.getFunction().hasMinSize() || Wild)
    return;
  const MachineBasicBlock &Entry = With.MF.front();
  const SlotIndex Begin = With.LIS.getMBBStartIdx(&Entry),
                  End = With.LIS.getMBBEndIdx(&Entry);
  MayComeToSaves = any_of(Movable, [&](unsigned Range) {
    const RegisterPlace Place = Bytes.place(Range);
    return Place.Bank == RegisterPlace::General && Saves.has(Place.Number) &&
           interval(Range).overlaps(Begin, End);
  });
}

void RegisterSearch::setNumber(unsigned Range, unsigned Number) {
  const RegisterPlace Place = Bytes.place(Range);
  if (Place.Bank == RegisterPlace::General) {
    if (--NumUsers[Place.Number] == 0)
      Used &= ~(1u << Place.Number);
    ++NumUsers[Number];
    Used |= 1u << Number;
  }
  Bytes.setNumber(Range, Number);
}

void RegisterSearch::leave(unsigned Range) {
  Occupancy.remove(Range, number(Range));
  HasLeft[Range] = true;
}

void RegisterSearch::enter(unsigned Range, unsigned Number) {
  Occupancy.add(Range, Number);
  HasLeft[Range] = false;
  if (Number == number(Range))
    return;
  setNumber(Range, Number);
  Bytes.forEachNeighbour(Range,
                         [&](unsigned Other) { HasProfile[Other] = false; });
}

const RegisterSearch::Numbers &RegisterSearch::profile(unsigned Range) {
  if (!HasProfile[Range]) {
    HasProfile[Range] = true;
    Profiles[Range] = Bytes.profile(Range);
  }
  return Profiles[Range];
}

void RegisterSearch::restore(ArrayRef<unsigned> Ranges,
                             ArrayRef<unsigned> Before) {
  for (const unsigned Range : Ranges)
    if (!HasLeft[Range])
      leave(Range);
  for (const auto &[Range, Number] : zip_equal(Ranges, Before))
    enter(Range, Number);
}

/// Exchanges all ranges of two registers that have to be saved, as long as that
/// is for the better.
void RegisterSearch::permuteSaves() {
  std::array<SmallVector<unsigned, 16>, MaxNumbers> In;
  // What all ranges of a register would cost elsewhere says which exchanges are
  // worth a try.
  std::array<Numbers, MaxNumbers> Sums = {};
  for (const unsigned Range : Movable) {
    const unsigned From = number(Range);
    if (!isGeneral(Range) || !Saves.has(From))
      continue;
    In[From].push_back(Range);
    const Numbers &Costs = profile(Range);
    for (unsigned N = 0; N < NumNumbers; ++N)
      Sums[From][N] += Costs[N];
  }
  for (unsigned A = 0; A < NumNumbers; ++A)
    for (unsigned B = A + 1; B < NumNumbers; ++B) {
      if (!Saves.has(A) || !Saves.has(B) ||
          In[A].size() != unsigned(NumUsers[A]) ||
          In[B].size() != unsigned(NumUsers[B]))
        continue;
      const bool IsNew = In[A].empty() || In[B].empty();
      if (!IsNew && Sums[A][B] + Sums[B][A] >= Sums[A][A] + Sums[B][B])
        continue;
      if (!tryExchange(A, B, In[A], In[B]))
        continue;
      std::swap(In[A], In[B]);
      std::swap(Sums[A], Sums[B]);
    }
}

bool RegisterSearch::tryExchange(unsigned A, unsigned B, ArrayRef<unsigned> InA,
                                 ArrayRef<unsigned> InB) {
  const auto Fits = [&](ArrayRef<unsigned> Ranges, unsigned Number) {
    return all_of(
        Ranges, [&](unsigned Range) { return Possible[Range] >> Number & 1; });
  };
  if ((InA.empty() && InB.empty()) || !Fits(InA, B) || !Fits(InB, A))
    return false;
  const auto SetNumbers = [&](unsigned ToA, unsigned ToB) {
    for (const unsigned Range : InA)
      setNumber(Range, ToA);
    for (const unsigned Range : InB)
      setNumber(Range, ToB);
  };
  SmallVector<unsigned, 64> Both(InA);
  Both.append(InB.begin(), InB.end());
  Difference D(*this, Both);
  SetNumbers(B, A);
  const bool IsGood = D.isGood();
  SetNumbers(A, B);
  if (!IsGood)
    return false;
  for (const unsigned Range : Both)
    leave(Range);
  for (const unsigned Range : InA)
    enter(Range, B);
  for (const unsigned Range : InB)
    enter(Range, A);
  return true;
}

/// Numbers that are used when one range has gone.
NumberSet RegisterSearch::usedAfter(unsigned From, unsigned To) const {
  const NumberSet Left = NumUsers[From] == 1 ? Used & ~(1u << From) : Used;
  return Left | 1u << To;
}

RegisterSearch::Numbers RegisterSearch::costs(unsigned Range) {
  Numbers Costs = profile(Range);
  if (!isGeneral(Range))
    return Costs;
  const unsigned From = number(Range);
  const int Now = Saves.bytes(Used);
  if (NumUsers[From] == 1 && Saves.has(From)) {
    for (unsigned N = 0; N < NumNumbers; ++N)
      Costs[N] += Saves.bytes(usedAfter(From, N)) - Now;
    return Costs;
  }
  if (UsedThere != Used) {
    UsedThere = Used;
    for (unsigned N = 0; N < NumNumbers; ++N)
      SaveCosts[N] = Saves.bytes(Used | 1u << N) - Now;
  }
  for (unsigned N = 0; N < NumNumbers; ++N)
    Costs[N] += SaveCosts[N];
  return Costs;
}

bool RegisterSearch::mayGo(unsigned Range, unsigned To) const {
  if (Wild || !isGeneral(Range) || !Saves.has(To))
    return true;
  const unsigned From = number(Range);
  return (MayComeToSaves || Saves.has(From)) &&
         Saves.count(usedAfter(From, To)) <= Saves.count(Used);
}

SmallVector<uint8_t, 16>
RegisterSearch::cheaper(unsigned Range, const Numbers &Costs, int Limit) const {
  SmallVector<uint8_t, 16> Found;
  for (unsigned N = 0; N < NumNumbers; ++N)
    if (Costs[N] < Limit && Possible[Range] >> N & 1 && mayGo(Range, N))
      Found.push_back(uint8_t(N));
  sort(Found, [&](uint8_t A, uint8_t B) {
    return std::pair(Costs[A], A) < std::pair(Costs[B], B);
  });
  return Found;
}

bool RegisterSearch::tryMove(unsigned Range, unsigned To) {
  const unsigned From = number(Range);
  Difference D(*this, Range);
  setNumber(Range, To);
  const bool IsGood = D.isGood();
  setNumber(Range, From);
  if (!IsGood)
    return false;
  leave(Range);
  enter(Range, To);
  return true;
}

/// The least of \p Costs among \p Allowed; no costs are more than that of none.
static int findLeast(const InstructionBytes::Profile &Costs,
                     NumberSet Allowed) {
  int Least = std::numeric_limits<int>::max();
  for (unsigned N = 0; Allowed; ++N, Allowed >>= 1)
    if (Allowed & 1)
      Least = std::min(Least, Costs[N]);
  return Least;
}

/// What \p Range costs more at least if it has to leave to where nothing is, or
/// to \p Freed.
std::optional<int> RegisterSearch::leastLoss(unsigned Range, unsigned Freed) {
  const unsigned From = number(Range);
  const NumberSet Free = ~Occupancy.taken(Range) | 1u << Freed;
  const NumberSet Allowed = Possible[Range] & Free & ~(1u << From);
  if (!Allowed)
    return std::nullopt;
  const Numbers Costs = costs(Range);
  return findLeast(Costs, Allowed) - Costs[From];
}

/// Enters \p Range, which has left, where it costs less than \p Limit more.
bool RegisterSearch::place(unsigned Range, unsigned Avoided, int &Limit) {
  const NumberSet Taken = Occupancy.taken(Range);
  const Numbers Costs = costs(Range);
  const int Now = Costs[number(Range)];
  for (const uint8_t N : cheaper(Range, Costs, Now + Limit)) {
    if (N == Avoided || Taken >> N & 1)
      continue;
    Limit -= Costs[N] - Now;
    enter(Range, N);
    return true;
  }
  return false;
}

/// Gives \p Range a register that others have, who go elsewhere.
bool RegisterSearch::tryEject(unsigned Range, unsigned To, int Gain) {
  SmallVector<unsigned, MaxEjected + 2> All;
  Occupancy.findOwners(Range, To, MaxEjected, All);
  if (All.size() > MaxEjected)
    return false;
  int Left = Gain;
  for (const unsigned Other : All) {
    const auto Loss = leastLoss(Other, number(Range));
    if (!Loss || (Left -= *Loss) <= 0)
      return false;
  }
  All.push_back(Range);
  SmallVector<unsigned, MaxEjected + 2> Before;
  for (const unsigned Each : All) {
    Before.push_back(number(Each));
    leave(Each);
  }
  enter(Range, To);
  if (all_of(ArrayRef(All).drop_back(),
             [&](unsigned Other) { return place(Other, To, Gain); }) &&
      isBetterThan(All, Before))
    return true;
  restore(All, Before);
  return false;
}

/// Whether the numbers of \p Ranges are better than \p Before.
bool RegisterSearch::isBetterThan(ArrayRef<unsigned> Ranges,
                                  ArrayRef<unsigned> Before) {
  SmallVector<unsigned, 16> After;
  for (const auto &[Range, Number] : zip_equal(Ranges, Before)) {
    After.push_back(number(Range));
    setNumber(Range, Number);
  }
  Difference D(*this, Ranges);
  for (const auto &[Range, Number] : zip_equal(Ranges, After))
    setNumber(Range, Number);
  return D.isGood();
}

/// Has nothing left in a register that has to be saved.
bool RegisterSearch::tryVacate(unsigned Number) {
  if (!NumUsers[Number] || NumUsers[Number] > int(MaxVacated) ||
      !Saves.has(Number) || Saves.alwaysUsed() >> Number & 1)
    return false;
  SmallVector<unsigned, MaxVacated> Ranges;
  for (const unsigned Range : Movable)
    if (isGeneral(Range) && number(Range) == Number)
      Ranges.push_back(Range);
  if (Ranges.size() != unsigned(NumUsers[Number]))
    return false; // Some cannot move.
  const SmallVector<unsigned> Before(Ranges.size(), Number);
  int Limit = MaxLoss;
  for (const unsigned Range : Ranges)
    leave(Range);
  if (all_of(Ranges,
             [&](unsigned Range) { return place(Range, Number, Limit); }) &&
      isBetterThan(Ranges, Before))
    return true;
  restore(Ranges, Before);
  return false;
}

bool RegisterSearch::improve(unsigned Range) {
  const Numbers Costs = costs(Range);
  const unsigned From = number(Range);
  const NumberSet Taken = Occupancy.taken(Range);
  unsigned Ejections = 0;
  for (const uint8_t To : cheaper(Range, Costs, Costs[From])) {
    const bool IsFree = !(Taken >> To & 1);
    if (IsFree ? tryMove(Range, To)
               : Ejections++ < MaxEjections &&
                     tryEject(Range, To, Costs[From] - Costs[To]))
      return true;
  }
  return false;
}

/// Improves each range, those first that may gain most.
bool RegisterSearch::improveAll() {
  std::vector<std::pair<int, unsigned>> Gains;
  for (const unsigned Range : Movable) {
    const Numbers Costs = costs(Range);
    const int Now = Costs[number(Range)];
    if (const int Least = findLeast(Costs, Possible[Range]); Least < Now)
      Gains.emplace_back(Least - Now, Range);
  }
  sort(Gains);
  bool HasChanged = false;
  for (const auto &[Gain, Range] : Gains)
    HasChanged |= improve(Range);
  return HasChanged;
}

/// Draws an assignment, whatever it costs: any that is legal has to be right.
void RegisterSearch::runWild() {
  for (unsigned Draws = 4; Draws; --Draws)
    for (const unsigned Range : Movable) {
      const unsigned To = (*Wild)() % NumNumbers;
      if (!(Possible[Range] >> To & 1) || To == number(Range))
        continue;
      if (Occupancy.taken(Range) >> To & 1)
        tryEject(Range, To, MaxLoss);
      else
        tryMove(Range, To);
    }
}

void RegisterSearch::runExact() {
  permuteSaves();
  bool Again = true;
  for (unsigned Round = 0; Again && Round < MaxRounds; ++Round) {
    Again = improveAll();
    for (unsigned N = 0; N < NumNumbers; ++N)
      Again |= tryVacate(N);
  }
  permuteSaves();
}

AssignmentCounts RegisterSearch::run() {
  std::vector<uint8_t> Before;
  for (const unsigned Range : Movable)
    Before.push_back(uint8_t(number(Range)));
  if (Wild)
    runWild();
  else
    runExact();
  AssignmentCounts Counts;
  Counts.SavedBytes = SavedBytes;
  for (const auto &[Range, Number] : zip_equal(Movable, Before)) {
    if (number(Range) == Number)
      continue;
    const Register Reg = Register::index2VirtReg(Range);
    With.VRM.clearVirt(Reg);
    With.VRM.assignVirt2Phys(Reg, row(Range)[number(Range)]);
    ++Counts.Reassigned;
  }
  return Counts;
}
} // namespace mlgo
