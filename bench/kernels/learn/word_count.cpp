// Counts of words in maps, sorted and printed into a string
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

static const char *const Nouns[] = {"Stone",    "river", "cloud", "Tree",
                                    "mountain", "bird",  "road",  "lamp"};
static const char *const Verbs[] = {"sees", "follows", "forgets", "Finds"};

static std::string makeText(int Sentences) {
  std::string Text;
  unsigned X = 3;
  for (int I = 0; I < Sentences; ++I) {
    X = X * 48271u % 2147483647u;
    Text += "The ";
    Text += Nouns[X % 8];
    Text += X & 64 ? "s " : " ";
    Text += Verbs[X / 8 % 4];
    Text += " a " + std::to_string(X % 40) + "th " + Nouns[X / 512 % 8];
    Text += X % 5 ? ". " : ", and ";
  }
  return Text;
}

static std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Words;
  std::string Word;
  for (char C : Text)
    if (std::isalnum(static_cast<unsigned char>(C))) {
      Word.push_back(
          static_cast<char>(std::tolower(static_cast<unsigned char>(C))));
    } else if (!Word.empty()) {
      Words.push_back(Word);
      Word.clear();
    }
  return Words;
}

struct Entry {
  std::string Word;
  int Count;
  bool operator<(const Entry &Other) const {
    return Count != Other.Count ? Count > Other.Count : Word < Other.Word;
  }
};

int main() {
  const std::vector<std::string> Words = split(makeText(1500));
  std::map<std::string, int> Counts;
  std::unordered_map<std::string, std::set<std::string>> Followers;
  for (std::size_t I = 0; I < Words.size(); ++I) {
    ++Counts[Words[I]];
    if (I)
      Followers[Words[I - 1]].insert(Words[I]);
  }
  std::vector<Entry> Entries;
  for (const auto &[Word, Count] : Counts)
    Entries.push_back({Word, Count});
  std::sort(Entries.begin(), Entries.end());
  std::string Report;
  for (const Entry &E : Entries) {
    Report += E.Word + ':' + std::to_string(E.Count) + '(';
    for (const std::string &Next : Followers[E.Word])
      Report += Next.substr(0, 2);
    Report += ")\n";
  }
  unsigned Hash = 0;
  for (char C : Report)
    Hash = Hash * 131 + static_cast<unsigned char>(C);
  std::printf("word_count %zu %zu %s %u\n", Words.size(), Entries.size(),
              Entries[0].Word.c_str(), Hash);
}
