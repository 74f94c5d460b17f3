// Rays meet balls, their shadows and mirrors; and a fractal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

template <class T> struct Vec3 {
  T X{}, Y{}, Z{};
  Vec3 operator+(const Vec3 &O) const { return {X + O.X, Y + O.Y, Z + O.Z}; }
  Vec3 operator-(const Vec3 &O) const { return {X - O.X, Y - O.Y, Z - O.Z}; }
  Vec3 operator*(T S) const { return {X * S, Y * S, Z * S}; }
  T dot(const Vec3 &O) const { return X * O.X + Y * O.Y + Z * O.Z; }
  Vec3 unit() const { return *this * (T(1) / std::sqrt(dot(*this))); }
};
using Vec = Vec3<double>;

struct Sphere {
  Vec Center;
  double Radius;
  double Color, Mirror;
};

struct Ray {
  Vec From, Way;
  Vec at(double Far) const { return From + Way * Far; }
};

static bool meets(const Sphere &S, const Ray &R, double &Far) {
  const Vec To = S.Center - R.From;
  const double Along = To.dot(R.Way);
  const double Inside = S.Radius * S.Radius - (To.dot(To) - Along * Along);
  if (Inside < 0)
    return false;
  const double Half = std::sqrt(Inside);
  Far = Along - Half > 1e-4 ? Along - Half : Along + Half;
  return Far > 1e-4;
}

class World {
  std::vector<Sphere> Spheres;
  Vec Sun = Vec{0.5, 0.8, -0.6}.unit();

  const Sphere *nearest(const Ray &R, double &Far) const {
    const Sphere *Nearest = nullptr;
    Far = 1e9;
    for (const Sphere &S : Spheres) {
      double One;
      if (meets(S, R, One) && One < Far) {
        Far = One;
        Nearest = &S;
      }
    }
    return Nearest;
  }

public:
  void add(Sphere S) { Spheres.push_back(S); }
  double trace(const Ray &R, int Depth) const {
    double Far;
    const Sphere *S = nearest(R, Far);
    if (!S)
      return 0.3 + 0.3 * R.Way.Y;
    const Vec Point = R.at(Far), Normal = (Point - S->Center).unit();
    double Light = 0.1, Shadow;
    if (!nearest({Point, Sun}, Shadow))
      Light += std::max(0.0, Normal.dot(Sun));
    double Color = S->Color * Light;
    if (Depth > 0 && S->Mirror > 0) {
      const Vec Away = R.Way - Normal * (2 * Normal.dot(R.Way));
      Color =
          Color * (1 - S->Mirror) + trace({Point, Away}, Depth - 1) * S->Mirror;
    }
    return Color;
  }
};

static int escape(std::complex<double> C, int Limit) {
  std::complex<double> Z = 0;
  for (int I = 0; I < Limit; ++I) {
    Z = {Z.real() * Z.real() - Z.imag() * Z.imag() + C.real(),
         2 * Z.real() * Z.imag() + C.imag()};
    if (std::norm(Z) > 4)
      return I;
  }
  return Limit;
}

int main() {
  World W;
  for (int I = 0; I < 9; ++I)
    W.add({{I % 3 * 1.5 - 1.5, I / 3 * 1.2 - 1, 4.0 + I % 4},
           0.6,
           0.2 + I * 0.08,
           I % 2 * 0.5});
  W.add({{0, -1002, 5}, 1000, 0.6, 0.2});
  double Sum = 0;
  for (int Y = 0; Y < 48; ++Y)
    for (int X = 0; X < 64; ++X)
      Sum += W.trace(
          {{0, 0, -2}, Vec{(X - 32) / 40.0, (24 - Y) / 40.0, 1}.unit()}, 3);
  int Steps = 0;
  for (int Y = 0; Y < 40; ++Y)
    for (int X = 0; X < 60; ++X)
      Steps += escape({X / 20.0 - 2.2, Y / 16.0 - 1.21}, 60);
  std::printf("spheres %.1f %d\n", Sum, Steps / 100);
}
