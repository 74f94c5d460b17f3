// Uses much of the library: containers, strings, formats, times, numbers,
// random sequences of a fixed seed, status, hashes, synchronisation; prints
// what it finds.

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/fixed_array.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/container/node_hash_set.h"
#include "absl/numeric/int128.h"
#include "absl/random/random.h"
#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/substitute.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "absl/types/variant.h"

#include <iostream>
#include <random>
#include <thread>

namespace {

absl::StatusOr<int> parse(absl::string_view Text) {
  int Number = 0;
  if (!absl::SimpleAtoi(Text, &Number))
    return absl::InvalidArgumentError(absl::StrCat("no number: ", Text));
  return Number;
}

void containers() {
  absl::flat_hash_map<std::string, int> Flat;
  absl::btree_map<int, std::string> Tree;
  absl::node_hash_set<int> Nodes;
  for (int I = 0; I < 5000; ++I) {
    Flat[absl::StrCat("key", I * 7919 % 3001)] += I;
    Tree.emplace(I * 31 % 4001, absl::Substitute("$0-$1", I, I % 7));
    Nodes.insert(I % 777);
    if (I % 5 == 0)
      Flat.erase(absl::StrCat("key", I));
  }
  int Sum = 0;
  for (const auto &Each : Flat)
    Sum ^= Each.second;
  absl::InlinedVector<int, 4> Few;
  for (const auto &Each : Tree)
    if (Each.first % 500 == 0)
      Few.push_back(Each.first);
  absl::c_sort(Few, std::greater<int>());
  std::cout << Flat.size() << ' ' << Sum << ' ' << Tree.size() << ' '
            << Nodes.size() << ' ' << absl::StrJoin(Few, ",") << '\n';
}

void strings() {
  const std::string Text = "a=1, b = two ,c=3.5e2,,d=0x1f";
  for (absl::string_view Part :
       absl::StrSplit(Text, ',', absl::SkipWhitespace())) {
    const std::pair<std::string, std::string> Pair =
        absl::StrSplit(Part, absl::MaxSplits('=', 1));
    double Real = 0;
    const bool IsReal = absl::SimpleAtod(Pair.second, &Real);
    std::cout << absl::StrFormat("%-4s|%8.3f|%d|%d\n",
                                 absl::StripAsciiWhitespace(Pair.first), Real,
                                 IsReal, parse(Pair.second).value_or(-1));
  }
  std::cout << absl::CEscape("a\n\x01\"") << absl::Base64Escape(Text)
            << absl::BytesToHexString("xyz")
            << absl::StrReplaceAll(Text, {{"=", ":"}, {"two", "2"}}) << '\n';
  absl::Cord Cord;
  for (int I = 0; I < 500; ++I)
    Cord.Append(absl::StrCat(absl::Hex(I, absl::kZeroPad4), " "));
  Cord.RemovePrefix(100);
  std::cout << Cord.size() << ' ' << Cord.Subcord(40, 20) << ' '
            << (Cord < absl::Cord("x")) << '\n';
  const absl::uint128 Large = absl::MakeUint128(12, 34) * 1000003;
  std::cout << Large << ' ' << Large % 97 << '\n';
}

void times() {
  const absl::Time When = absl::FromUnixSeconds(1600000000);
  const absl::TimeZone Zone = absl::FixedTimeZone(3600);
  std::cout << absl::FormatTime(absl::RFC3339_full, When, Zone) << ' '
            << absl::FormatDuration(absl::Seconds(3.25) * 1000) << '\n';
  absl::Time Parsed;
  std::string Problem;
  std::cout << absl::ParseTime("%Y-%m-%d %H:%M", "2021-02-03 04:05", &Parsed,
                               &Problem)
            << absl::ToUnixSeconds(Parsed) << ' '
            << absl::ToCivilDay(Parsed, Zone) + 30 << '\n';
  absl::Duration Length;
  absl::ParseDuration("1h2m3.5s", &Length);
  std::cout << absl::ToDoubleSeconds(Length) << '\n';
}

void others() {
  std::mt19937_64 Bits(7);
  std::cout << absl::Uniform(Bits, 0, 1000) << ' ' << absl::Bernoulli(Bits, 0.5)
            << ' ' << absl::Poisson<int>(Bits, 9) << ' '
            << absl::Zipf(Bits, 100) << '\n';
  absl::variant<int, std::string> Either = std::string("text");
  absl::optional<int> Maybe;
  std::cout << absl::get<std::string>(Either) << Maybe.value_or(5) << ' '
            << parse("x").status() << '\n';
  absl::Mutex Lock;
  int Count = 0;
  std::thread Other([&] {
    for (int I = 0; I < 1000; ++I) {
      absl::MutexLock Hold(&Lock);
      ++Count;
    }
  });
  Lock.LockWhen(absl::Condition(
      +[](int *C) { return *C == 1000; }, &Count));
  Lock.Unlock();
  Other.join();
  std::cout << Count << '\n';
}

} // namespace

int main() {
  containers();
  strings();
  times();
  others();
}
