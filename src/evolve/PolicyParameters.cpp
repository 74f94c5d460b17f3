// A model's trainable numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/PolicyParameters.h"
#include "mlgo/model/LoadedModel.h"
#include <cfloat>
#include <charconv>
#include <cmath>

namespace mlgo {
namespace {
/// Far enough from overflow to be added to a score, or compared.
constexpr double MaxInteger = 0x1p62;

int64_t toInteger(double Value, double Low, double High) {
  return std::llround(std::clamp(Value, Low, High));
}

template <typename Fn> void visitLeaves(TreeEnsemble &Trees, Fn Visit) {
  for (size_t T = 0; T < Trees.Trees.size(); ++T)
    for (TreeNode &Node : Trees.Trees[T])
      if (Node.Input < 0)
        Visit(T, Node.Value);
}

template <typename Fn> void visitThresholds(TreeEnsemble &Trees, Fn Visit) {
  for (TreeEnsemble::Tree &Tree : Trees.Trees)
    for (TreeNode &Node : Tree)
      if (Node.Input >= 0)
        Visit(Node.Input, Node.Threshold);
}

/// How far each of the ascending \p Thresholds is from its neighbours.
std::vector<double> distances(const std::vector<int64_t> &Thresholds) {
  std::vector<double> Gaps;
  for (size_t I = 1; I < Thresholds.size(); ++I)
    Gaps.push_back(static_cast<double>(Thresholds[I]) -
                   static_cast<double>(Thresholds[I - 1]));
  if (Gaps.empty())
    return {std::abs(static_cast<double>(Thresholds[0])) / 10};
  std::vector<double> Distances = {Gaps.front()};
  for (size_t I = 1; I < Gaps.size(); ++I)
    Distances.push_back((Gaps[I - 1] + Gaps[I]) / 2);
  Distances.push_back(Gaps.back());
  return Distances;
}

/// A scale for each threshold of \p Trees, in their order.
std::vector<double> thresholdScales(TreeEnsemble &Trees) {
  std::map<int32_t, std::vector<int64_t>> OfInput;
  visitThresholds(Trees, [&](int32_t Input, int64_t Threshold) {
    OfInput[Input].push_back(Threshold);
  });
  std::map<std::pair<int32_t, int64_t>, double> Scales;
  for (auto &[Input, Thresholds] : OfInput) {
    std::sort(Thresholds.begin(), Thresholds.end());
    Thresholds.erase(std::unique(Thresholds.begin(), Thresholds.end()),
                     Thresholds.end());
    const std::vector<double> Distances = distances(Thresholds);
    for (size_t I = 0; I < Thresholds.size(); ++I)
      Scales[{Input, Thresholds[I]}] = std::max(0.5, Distances[I]);
  }
  std::vector<double> InOrder;
  visitThresholds(Trees, [&](int32_t Input, int64_t Threshold) {
    InOrder.push_back(Scales[{Input, Threshold}]);
  });
  return InOrder;
}

/// The vectors of weights and biases that \p Options choose, in order.
template <typename Fn>
void visitLayers(Network &Net, const PolicyParameterOptions &Options,
                 Fn Visit) {
  const size_t First = Options.LastLayerOnly ? Net.Layers.size() - 1 : 0;
  for (size_t L = First; L < Net.Layers.size(); ++L) {
    if (Options.Weights)
      Visit("weights", Net.Layers[L].Weights);
    if (Options.Biases)
      Visit("biases", Net.Layers[L].Biases);
  }
}
} // namespace

Result<PolicyParameterOptions>
parsePolicyParameters(const std::vector<std::string> &Groups,
                      double ScaleFloor) {
  PolicyParameterOptions Options;
  Options.ScaleFloor = ScaleFloor;
  Options.Leaves = Options.Base = Options.Weights = Options.Biases = false;
  const std::map<std::string, bool *> Switches = {
      {"leaves", &Options.Leaves},
      {"base", &Options.Base},
      {"weights", &Options.Weights},
      {"biases", &Options.Biases},
      {"thresholds", &Options.Thresholds},
      {"last-layer", &Options.LastLayerOnly}};
  for (const std::string &Group : Groups) {
    if (auto Switch = Switches.find(Group); Switch != Switches.end()) {
      *Switch->second = true;
      continue;
    }
    const char *End = Group.data() + Group.size();
    if (Group.compare(0, 7, "blocks:") == 0) {
      const auto Read =
          std::from_chars(Group.data() + 7, End, Options.TreeBlocks);
      if (Read.ec == std::errc() && Read.ptr == End && Options.TreeBlocks)
        continue;
    }
    return Error("parameter group is '" + Group +
                 "', expected leaves, base, thresholds, blocks:NUMBER, "
                 "weights, biases or last-layer");
  }
  return Options;
}

Result<PolicyParameters>
PolicyParameters::create(Model M, const PolicyParameterOptions &Options) {
  MLGO_TRY(validate(M));
  if (M.isGraph())
    return Error("policy is a graph, expected a network or a tree ensemble");
  if (!(Options.ScaleFloor > 0) || !std::isfinite(Options.ScaleFloor))
    return Error("scale floor is " + std::to_string(Options.ScaleFloor) +
                 ", expected a positive number");
  if (Options.Leaves && Options.TreeBlocks && !M.isNetwork())
    return Error("both leaves and factors of blocks of trees are parameters, "
                 "expected one of them");
  PolicyParameters Made;
  Made.Start = std::move(M);
  Made.Options = Options;
  if (const auto *Net = std::get_if<Network>(&Made.Start.Policy))
    Made.addNetwork(*Net);
  else
    Made.addTrees(std::get<TreeEnsemble>(Made.Start.Policy));
  if (Made.Values.empty())
    return Error(std::string("no parameters are chosen of a ") +
                 (Made.Start.isNetwork() ? "network" : "tree ensemble"));
  return Made;
}

void PolicyParameters::add(const char *Group,
                           const std::vector<double> &Numbers,
                           const std::vector<double> &GroupScales) {
  if (Numbers.empty())
    return;
  Values.insert(Values.end(), Numbers.begin(), Numbers.end());
  Scales.insert(Scales.end(), GroupScales.begin(), GroupScales.end());
  Groups.emplace_back(Group, Numbers.size());
}

void PolicyParameters::addTrees(const TreeEnsemble &Trees) {
  TreeEnsemble Copy = Trees;
  std::vector<double> Numbers, NumberScales;
  double Sum = 0;
  visitLeaves(Copy, [&](size_t, int32_t Value) {
    Numbers.push_back(Value);
    Sum += std::abs(static_cast<double>(Value));
  });
  // A tree has a leaf. A mean of 0 would leave nothing to move by.
  const double Mean = std::max(1.0, Sum / static_cast<double>(Numbers.size()));
  for (double Value : Numbers)
    NumberScales.push_back(std::abs(Value) + Options.ScaleFloor * Mean);
  if (Options.Leaves)
    add("leaves", Numbers, NumberScales);
  if (Options.Base)
    add("base", {static_cast<double>(Trees.Base)},
        {std::abs(static_cast<double>(Trees.Base)) + Mean});
  if (Options.Thresholds) {
    Numbers.clear();
    visitThresholds(Copy, [&](int32_t, int64_t Threshold) {
      Numbers.push_back(static_cast<double>(Threshold));
    });
    add("thresholds", Numbers, thresholdScales(Copy));
  }
  const size_t Blocks =
      std::min<size_t>(Options.TreeBlocks, Trees.Trees.size());
  add("blocks", std::vector<double>(Blocks, 1), std::vector<double>(Blocks, 1));
}

void PolicyParameters::addNetwork(const Network &Net) {
  Network Copy = Net;
  visitLayers(Copy, Options,
              [&](const char *Group, const std::vector<float> &Numbers) {
                std::vector<double> Wide(Numbers.begin(), Numbers.end());
                std::vector<double> WideScales;
                for (double Value : Wide)
                  WideScales.push_back(std::abs(Value) + Options.ScaleFloor);
                add(Group, Wide, WideScales);
              });
}

void PolicyParameters::applyTrees(const double *Next,
                                  TreeEnsemble &Trees) const {
  const double *const First = Next;
  // What did not move stays, even where a double cannot hold it.
  const auto Moved = [&](const double *Value) {
    return *Value != Values[static_cast<size_t>(Value - First)];
  };
  if (Options.Leaves)
    visitLeaves(Trees, [&](size_t, int32_t &Value) {
      Value = static_cast<int32_t>(toInteger(*Next++, INT32_MIN, INT32_MAX));
    });
  if (Options.Base) {
    if (Moved(Next))
      Trees.Base = toInteger(*Next, -MaxInteger, MaxInteger);
    ++Next;
  }
  if (Options.Thresholds)
    visitThresholds(Trees, [&](int32_t, int64_t &Threshold) {
      if (Moved(Next))
        Threshold = toInteger(*Next, -MaxInteger, MaxInteger);
      ++Next;
    });
  const size_t Count = Trees.Trees.size();
  if (const size_t Blocks = std::min<size_t>(Options.TreeBlocks, Count))
    visitLeaves(Trees, [&](size_t Tree, int32_t &Value) {
      Value = static_cast<int32_t>(
          toInteger(Value * Next[Tree * Blocks / Count], INT32_MIN, INT32_MAX));
    });
}

void PolicyParameters::applyNetwork(const double *Next, Network &Net) const {
  visitLayers(Net, Options, [&](const char *, std::vector<float> &Numbers) {
    for (float &Value : Numbers)
      Value =
          static_cast<float>(std::clamp<double>(*Next++, -FLT_MAX, FLT_MAX));
  });
}

Result<Model>
PolicyParameters::apply(const std::vector<double> &Parameters) const {
  if (Parameters.size() != Values.size())
    return Error("there are " + std::to_string(Parameters.size()) +
                 " parameters, expected " + std::to_string(Values.size()));
  for (size_t I = 0; I < Parameters.size(); ++I)
    if (!std::isfinite(Parameters[I]))
      return Error("parameter " + std::to_string(I) + " is not finite");
  Model M = Start;
  if (auto *Net = std::get_if<Network>(&M.Policy))
    applyNetwork(Parameters.data(), *Net);
  else
    applyTrees(Parameters.data(), std::get<TreeEnsemble>(M.Policy));
  auto Loaded = MLGO_TRY(LoadedModel::create(M));
  for (ModelExample &Example : M.Examples)
    Example.Output = Loaded.evaluate(Example.Inputs.data());
  return M;
}
} // namespace mlgo
