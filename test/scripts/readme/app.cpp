// Counts the words of its input, as programs do it that use the library much.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

static std::string normalised(const std::string &Word) {
  std::string Result;
  for (char C : Word)
    if (std::isalnum(static_cast<unsigned char>(C)))
      Result += static_cast<char>(std::tolower(static_cast<unsigned char>(C)));
  return Result;
}

static std::map<std::string, int> count(std::istream &In) {
  std::map<std::string, int> Counts;
  std::string Word;
  while (In >> Word)
    if (std::string Key = normalised(Word); !Key.empty())
      ++Counts[Key];
  return Counts;
}

int main() {
  const std::map<std::string, int> Counts = count(std::cin);
  std::vector<std::pair<std::string, int>> Rows(Counts.begin(), Counts.end());
  std::sort(Rows.begin(), Rows.end(), [](const auto &A, const auto &B) {
    return A.second != B.second ? A.second > B.second : A.first < B.first;
  });
  for (const auto &[Word, Times] : Rows)
    std::cout << Word << ' ' << Times << '\n';
}
