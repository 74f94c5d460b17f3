// A small language by virtual calls, with faults that are thrown
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Fault : std::exception {
  explicit Fault(std::string Text) : Text(std::move(Text)) {}
  const char *what() const noexcept override { return Text.c_str(); }
  std::string Text;
};
struct Return {
  std::int32_t Value;
};

struct State {
  std::vector<std::int32_t> Slots;
  std::map<std::string, std::function<std::int32_t(std::int32_t)>> Functions;
  long Steps = 0;
};

struct Node {
  virtual ~Node() = default;
  virtual std::int32_t run(State &S) const = 0;
};
using NodePtr = std::unique_ptr<Node>;

struct Constant final : Node {
  std::int32_t Value;
  explicit Constant(std::int32_t V) : Value(V) {}
  std::int32_t run(State &) const override { return Value; }
};
struct Slot final : Node {
  unsigned Index;
  explicit Slot(unsigned I) : Index(I) {}
  std::int32_t run(State &S) const override { return S.Slots.at(Index); }
};
struct Assign final : Node {
  unsigned Index;
  NodePtr Value;
  Assign(unsigned I, NodePtr V) : Index(I), Value(std::move(V)) {}
  std::int32_t run(State &S) const override {
    return S.Slots.at(Index) = Value->run(S);
  }
};
template <class Op> struct Binary final : Node {
  NodePtr L, R;
  Binary(NodePtr L, NodePtr R) : L(std::move(L)), R(std::move(R)) {}
  std::int32_t run(State &S) const override {
    ++S.Steps;
    const std::int32_t A = L->run(S);
    return Op()(A, R->run(S));
  }
};
struct Remainder {
  std::int32_t operator()(std::int32_t A, std::int32_t B) const {
    if (B == 0)
      throw Fault("remainder of zero");
    return A % B;
  }
};
struct Call final : Node {
  std::string Name;
  NodePtr Argument;
  Call(std::string N, NodePtr A) : Name(std::move(N)), Argument(std::move(A)) {}
  std::int32_t run(State &S) const override {
    auto Found = S.Functions.find(Name);
    if (Found == S.Functions.end())
      throw Fault("no function " + Name);
    return Found->second(Argument->run(S));
  }
};
struct While final : Node {
  NodePtr Condition;
  std::vector<NodePtr> Body;
  std::int32_t run(State &S) const override {
    while (Condition->run(S))
      for (const NodePtr &One : Body)
        One->run(S);
    return 0;
  }
};
struct If final : Node {
  NodePtr Condition, Then;
  If(NodePtr C, NodePtr T) : Condition(std::move(C)), Then(std::move(T)) {}
  std::int32_t run(State &S) const override {
    return Condition->run(S) ? Then->run(S) : 0;
  }
};
struct Stop final : Node {
  std::int32_t run(State &S) const override { throw Return{S.Slots.at(2)}; }
};

template <class T, class... A> static NodePtr make(A &&...Args) {
  return std::make_unique<T>(std::forward<A>(Args)...);
}
static NodePtr slot(unsigned I) { return make<Slot>(I); }
static NodePtr number(std::int32_t V) { return make<Constant>(V); }

// s0 counts, s1 is the limit, s2 the result, s3 may be 0 where it divides.
static NodePtr program() {
  using Plus = Binary<std::plus<std::int32_t>>;
  auto Loop = std::make_unique<While>();
  Loop->Condition = make<Binary<std::less<std::int32_t>>>(slot(0), slot(1));
  auto add = [&](NodePtr N) { Loop->Body.push_back(std::move(N)); };
  add(make<Assign>(0, make<Plus>(slot(0), number(1))));
  add(make<Assign>(4, make<Binary<Remainder>>(slot(0), slot(3))));
  add(make<If>(
      make<Binary<std::equal_to<std::int32_t>>>(slot(4), number(1)),
      make<Assign>(2, make<Plus>(slot(2), make<Call>("twist", slot(0))))));
  add(make<If>(make<Binary<std::greater<std::int32_t>>>(slot(2), number(3000)),
               make<Stop>()));
  return Loop;
}

int main() {
  const NodePtr Program = program();
  State S;
  S.Functions["twist"] = [](std::int32_t X) { return (X ^ X >> 3) & 63; };
  int Faults = 0, Stops = 0;
  long Sum = 0;
  for (std::int32_t I = 0; I < 60; ++I) {
    S.Slots = {0, 400 + 20 * I, 0, I % 6, 0};
    if (I % 10 == 9)
      S.Slots.resize(4);
    try {
      Program->run(S);
      Sum += S.Slots[2];
    } catch (const Return &R) {
      ++Stops;
      Sum += R.Value % 1000;
    } catch (const std::exception &F) {
      Faults += F.what()[0] == 'r' ? 100 : 1;
    }
  }
  std::printf("scripting %ld %ld %d %d\n", S.Steps, Sum, Faults, Stops);
}
