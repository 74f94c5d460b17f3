// Nearest neighbours by a tree of boxes, and means by them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <queue>
#include <vector>

template <std::size_t D> class KDTree {
public:
  using Point = std::array<float, D>;

  explicit KDTree(std::vector<Point> Points) : Points(std::move(Points)) {
    build(0, this->Points.size(), 0);
  }

  // Squared distances of the nearest, farthest on top.
  std::priority_queue<std::pair<float, std::size_t>>
  nearest(const Point &P, std::size_t Count) const {
    std::priority_queue<std::pair<float, std::size_t>> Found;
    search(P, Count, 0, Points.size(), 0, Found);
    return Found;
  }
  const Point &operator[](std::size_t I) const { return Points[I]; }
  std::size_t size() const { return Points.size(); }

private:
  void build(std::size_t Begin, std::size_t End, std::size_t Axis) {
    if (End - Begin < 2)
      return;
    const std::size_t Middle = Begin + (End - Begin) / 2;
    std::nth_element(
        Points.begin() + Begin, Points.begin() + Middle, Points.begin() + End,
        [Axis](const Point &A, const Point &B) { return A[Axis] < B[Axis]; });
    build(Begin, Middle, (Axis + 1) % D);
    build(Middle + 1, End, (Axis + 1) % D);
  }

  template <class Queue>
  void search(const Point &P, std::size_t Count, std::size_t Begin,
              std::size_t End, std::size_t Axis, Queue &Found) const {
    if (Begin >= End)
      return;
    const std::size_t Middle = Begin + (End - Begin) / 2;
    float Sum = 0;
    for (std::size_t I = 0; I < D; ++I) {
      const float Part = Points[Middle][I] - P[I];
      Sum += Part * Part;
    }
    Found.emplace(Sum, Middle);
    if (Found.size() > Count)
      Found.pop();
    const float Beside = P[Axis] - Points[Middle][Axis];
    const std::size_t Next = (Axis + 1) % D;
    const bool Left = Beside < 0;
    search(P, Count, Left ? Begin : Middle + 1, Left ? Middle : End, Next,
           Found);
    if (Found.size() < Count || Beside * Beside < Found.top().first)
      search(P, Count, Left ? Middle + 1 : Begin, Left ? End : Middle, Next,
             Found);
  }

  std::vector<Point> Points;
};

int main() {
  std::vector<std::array<float, 3>> Points;
  unsigned X = 1;
  auto draw = [&X] {
    X = X * 747796405u + 2891336453u;
    return static_cast<float>(X >> 16) / 65536;
  };
  for (int I = 0; I < 1200; ++I) {
    const float Center = static_cast<float>(I % 5);
    Points.push_back({Center + draw(), Center * 2 + draw(), draw()});
  }
  KDTree<3> Tree(std::move(Points));
  double Sum = 0;
  int Bad = 0;
  for (std::size_t I = 0; I < Tree.size(); I += 3) {
    auto Found = Tree.nearest(Tree[I], 6);
    std::array<float, 3> Mean{};
    float Far = Found.top().first;
    for (; !Found.empty(); Found.pop()) {
      Bad += Found.top().first > Far;
      Far = Found.top().first;
      for (int D = 0; D < 3; ++D)
        Mean[D] += Tree[Found.top().second][D] / 6;
    }
    Sum += std::sqrt(Mean[0] * Mean[0] + Mean[1]) + Mean[2];
  }
  std::printf("neighbours %d %.2f\n", Bad, Sum);
}
