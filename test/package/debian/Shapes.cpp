#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const = 0;
};
struct Square : Shape {
  explicit Square(double Side) : Side(Side) {}
  double area() const override { return Side * Side; }
  std::string name() const override { return "square"; }
  double Side;
};
struct Circle : Shape {
  explicit Circle(double Radius) : Radius(Radius) {}
  double area() const override { return 3.14159265 * Radius * Radius; }
  std::string name() const override { return "circle"; }
  double Radius;
};

int main() {
  std::vector<std::unique_ptr<Shape>> Shapes;
  std::map<std::string, double> Sums;
  for (int I = 1; I < 10; ++I) {
    Shapes.push_back(std::make_unique<Square>(I));
    Shapes.push_back(std::make_unique<Circle>(I));
  }
  std::sort(Shapes.begin(), Shapes.end(),
            [](const auto &A, const auto &B) { return A->area() < B->area(); });
  for (const auto &S : Shapes)
    Sums[S->name()] += S->area();
  std::ostringstream Text;
  for (const auto &[Name, Sum] : Sums)
    Text << Name << ' ' << static_cast<int>(Sum) << '\n';
  std::cout << Text.str();
}
