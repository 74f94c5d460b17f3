// Points gather around means
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

struct Point {
  std::vector<double> At;
  int Cluster = -1;
};

class KMeans {
public:
  KMeans(std::size_t Clusters, std::size_t Dimensions)
      : Means(Clusters, std::vector<double>(Dimensions)) {}

  void begin(const std::vector<Point> &Points) {
    for (std::size_t I = 0; I < Means.size(); ++I)
      Means[I] = Points[I * Points.size() / Means.size()].At;
  }

  int assign(std::vector<Point> &Points) const {
    int Moved = 0;
    for (Point &P : Points) {
      int Nearest = 0;
      double Least = std::numeric_limits<double>::max();
      for (std::size_t I = 0; I < Means.size(); ++I) {
        const double D = distance(P.At, Means[I]);
        if (D < Least) {
          Least = D;
          Nearest = static_cast<int>(I);
        }
      }
      if (P.Cluster != Nearest)
        ++Moved;
      P.Cluster = Nearest;
    }
    return Moved;
  }

  void update(const std::vector<Point> &Points) {
    std::vector<int> Counts(Means.size());
    for (auto &Mean : Means)
      for (double &Value : Mean)
        Value = 0;
    for (const Point &P : Points) {
      ++Counts[P.Cluster];
      for (std::size_t D = 0; D < P.At.size(); ++D)
        Means[P.Cluster][D] += P.At[D];
    }
    for (std::size_t I = 0; I < Means.size(); ++I)
      for (double &Value : Means[I])
        Value /= Counts[I] ? Counts[I] : 1;
  }

  double spread(const std::vector<Point> &Points) const {
    double Sum = 0;
    for (const Point &P : Points)
      Sum += std::sqrt(distance(P.At, Means[P.Cluster]));
    return Sum / static_cast<double>(Points.size());
  }

private:
  static double distance(const std::vector<double> &A,
                         const std::vector<double> &B) {
    double Sum = 0;
    for (std::size_t I = 0; I < A.size(); ++I)
      Sum += (A[I] - B[I]) * (A[I] - B[I]);
    return Sum;
  }

  std::vector<std::vector<double>> Means;
};

int main() {
  std::vector<Point> Points(1500);
  unsigned State = 17;
  for (std::size_t I = 0; I < Points.size(); ++I)
    for (int D = 0; D < 4; ++D) {
      State = State * 22695477u + 1u;
      Points[I].At.push_back(I * (D + 3) % 7 * 10 + (State >> 20) / 512.0);
    }
  KMeans Clusters(9, 4);
  Clusters.begin(Points);
  int Rounds = 0;
  while (Rounds < 15 && Clusters.assign(Points) > 0) {
    Clusters.update(Points);
    ++Rounds;
  }
  std::printf("kmeans %d %.3f\n", Rounds, Clusters.spread(Points));
}
