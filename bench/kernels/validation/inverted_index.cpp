// Documents found by their words, with marks for how well
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct Posting {
  int Document;
  int Count;
};

class Index {
  std::map<std::string, std::vector<Posting>> Words;
  std::vector<std::string> Titles;
  std::vector<int> Lengths;

  static std::string normal(const std::string &Word) {
    std::string Result;
    for (char C : Word)
      if (C >= 'A' && C <= 'Z')
        Result += static_cast<char>(C - 'A' + 'a');
      else if ((C >= 'a' && C <= 'z') || (C >= '0' && C <= '9'))
        Result += C;
    if (Result.size() > 3 && Result.compare(Result.size() - 2, 2, "ed") == 0)
      Result.resize(Result.size() - 2);
    else if (Result.size() > 2 && Result.back() == 's')
      Result.pop_back();
    return Result;
  }

public:
  void add(const std::string &Title, const std::string &Text) {
    const int Document = static_cast<int>(Titles.size());
    Titles.push_back(Title);
    Lengths.push_back(0);
    for (std::size_t Begin = 0; Begin < Text.size();) {
      std::size_t End = Text.find(' ', Begin);
      if (End == std::string::npos)
        End = Text.size();
      const std::string Word = normal(Text.substr(Begin, End - Begin));
      Begin = End + 1;
      if (Word.empty())
        continue;
      ++Lengths.back();
      std::vector<Posting> &Places = Words[Word];
      if (Places.empty() || Places.back().Document != Document)
        Places.push_back({Document, 0});
      ++Places.back().Count;
    }
  }

  std::vector<std::pair<double, std::string>>
  find(const std::vector<std::string> &Query, std::size_t Limit) const {
    std::map<int, double> Scores;
    for (const std::string &Word : Query) {
      const auto Found = Words.find(normal(Word));
      if (Found == Words.end())
        continue;
      const double Rare =
          std::log(1.0 + double(Titles.size()) / double(Found->second.size()));
      for (const Posting &P : Found->second)
        Scores[P.Document] +=
            Rare * P.Count / (1.5 + Lengths[P.Document] / 40.0);
    }
    std::vector<std::pair<double, std::string>> Result;
    for (const auto &[Document, Score] : Scores)
      Result.emplace_back(-Score, Titles[Document]);
    const std::size_t Count = std::min(Limit, Result.size());
    std::partial_sort(Result.begin(), Result.begin() + Count, Result.end());
    Result.resize(Count);
    return Result;
  }
  std::size_t words() const { return Words.size(); }
};

int main() {
  static const char *const Stems[] = {"Walk", "river", "paint", "Cloud",
                                      "jump", "stone", "Open",  "garden"};
  Index I;
  unsigned X = 8;
  for (int D = 0; D < 120; ++D) {
    std::string Text;
    for (int W = 0; W < 20 + D % 30; ++W) {
      X = X * 1103515245u + 12345u;
      Text += Stems[(X >> 16) % 8];
      Text += (X >> 20) % 3 == 0 ? "ed" : (X >> 20) % 3 == 1 ? "s" : "";
      Text += (X >> 24) % 4 == 0 ? std::to_string(X >> 25) + ", " : " ";
    }
    I.add("document " + std::to_string(D), Text);
  }
  std::string Best;
  double Marks = 0;
  for (int Q = 0; Q < 60; ++Q)
    for (const auto &[Score, Title] :
         I.find({Stems[Q % 8], "stones" + std::to_string(Q),
                 Stems[Q * 3 % 8] + std::to_string(Q % 64)},
                5)) {
      Marks -= Score;
      Best = Title;
    }
  std::printf("inverted_index %zu %s %.3f\n", I.words(), Best.c_str(), Marks);
}
