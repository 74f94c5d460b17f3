#include "total.h"

#include <cstdio>

static std::string join(const std::vector<std::string> &Words) {
  std::string Text;
  for (const std::string &Word : Words)
    Text += (Text.empty() ? "" : " ") + Word;
  return Text;
}

std::string describe(const std::vector<int> &Numbers) {
  std::vector<std::string> Words;
  for (int Number : Numbers)
    Words.push_back(std::to_string(Number));
  return join(Words);
}

void report(const int *Numbers, int Count) {
  std::printf("%s: %d\n",
              describe(std::vector<int>(Numbers, Numbers + Count)).c_str(),
              total(Numbers, Count));
}
