// The name that was probably meant
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/NearestName.h"
#include <algorithm>

namespace mlgo {
/// The distance of Damerau and Levenshtein, where no letter changes twice.
static size_t countChanges(std::string_view A, std::string_view B) {
  std::vector<std::vector<size_t>> Changes(A.size() + 1,
                                           std::vector<size_t>(B.size() + 1));
  for (size_t I = 0; I <= A.size(); ++I)
    for (size_t J = 0; J <= B.size(); ++J) {
      size_t &Least = Changes[I][J];
      if (!I || !J) {
        Least = I + J;
        continue;
      }
      Least = std::min({Changes[I - 1][J] + 1, Changes[I][J - 1] + 1,
                        Changes[I - 1][J - 1] + (A[I - 1] != B[J - 1])});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Least = std::min(Least, Changes[I - 2][J - 2] + 1);
    }
  return Changes[A.size()][B.size()];
}

std::string findNearestName(std::string_view Word,
                            const std::vector<std::string> &Names) {
  std::string Nearest;
  size_t Least = Word.size() / 3 + 1;
  for (const std::string &Name : Names)
    if (const size_t Changes = countChanges(Word, Name); Changes < Least) {
      Least = Changes;
      Nearest = Name;
    }
  return Nearest;
}
} // namespace mlgo
