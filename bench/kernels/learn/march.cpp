// A picture of round shapes, by rays that march
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

struct Vec {
  float X, Y, Z;
};
static Vec operator+(Vec A, Vec B) { return {A.X + B.X, A.Y + B.Y, A.Z + B.Z}; }
static Vec operator-(Vec A, Vec B) { return {A.X - B.X, A.Y - B.Y, A.Z - B.Z}; }
static Vec operator*(Vec A, float S) { return {A.X * S, A.Y * S, A.Z * S}; }
static float dot(Vec A, Vec B) { return A.X * B.X + A.Y * B.Y + A.Z * B.Z; }
static float length(Vec A) { return std::sqrt(dot(A, A)); }

struct Shape {
  virtual ~Shape() = default;
  virtual float distance(Vec P) const = 0;
};

class Ball : public Shape {
  Vec Center;
  float Radius;

public:
  Ball(Vec Center, float Radius) : Center(Center), Radius(Radius) {}
  float distance(Vec P) const override { return length(P - Center) - Radius; }
};

class Ring : public Shape {
  float Large, Small;

public:
  Ring(float Large, float Small) : Large(Large), Small(Small) {}
  float distance(Vec P) const override {
    const float Out = std::sqrt(P.X * P.X + P.Z * P.Z) - Large;
    return std::sqrt(Out * Out + P.Y * P.Y) - Small;
  }
};

struct Floor : Shape {
  float distance(Vec P) const override { return P.Y + 1.5f; }
};

class Scene {
  std::vector<std::unique_ptr<Shape>> Shapes;

public:
  void add(Shape *S) { Shapes.emplace_back(S); }
  float distance(Vec P) const {
    float Least = 100;
    for (const auto &S : Shapes)
      Least = std::fmin(Least, S->distance(P));
    return Least;
  }
  Vec normal(Vec P) const {
    const float E = 0.01f;
    Vec N = {distance(P + Vec{E, 0, 0}) - distance(P - Vec{E, 0, 0}),
             distance(P + Vec{0, E, 0}) - distance(P - Vec{0, E, 0}),
             distance(P + Vec{0, 0, E}) - distance(P - Vec{0, 0, E})};
    return N * (1 / length(N));
  }
  float march(Vec From, Vec Way, int Steps) const {
    float Far = 0;
    while (Steps-- && Far < 30) {
      const float Step = distance(From + Way * Far);
      if (Step < 0.005f)
        return Far;
      Far += Step;
    }
    return -1;
  }
};

int main() {
  Scene S;
  S.add(new Ball({0, 0.2f, 0}, 0.7f));
  S.add(new Ring(1.6f, 0.3f));
  S.add(new Floor);
  const int Width = 48, Height = 32;
  int Hits = 0;
  float Light = 0;
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X) {
      Vec Way = {(X - Width / 2) / 30.0f, (Height / 2 - Y) / 30.0f - 0.3f, 1};
      Way = Way * (1 / length(Way));
      const Vec Eye = {0, 1.5f, -5};
      const float Far = S.march(Eye, Way, 60);
      if (Far < 0)
        continue;
      ++Hits;
      const float Shade = dot(S.normal(Eye + Way * Far), {0.4f, 0.8f, -0.4f});
      Light += Shade > 0 ? Shade : 0;
    }
  std::printf("march %d %.0f\n", Hits / 10, Light / 10);
}
