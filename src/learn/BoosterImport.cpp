// XGBoost's trees as integer trees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/BoosterImport.h"
#include "mlgo/model/OrderedValue.h"
#include "tensor/JSON.h"
#include <cmath>

namespace mlgo {
namespace {
/// A tree as XGBoost stores it: parallel arrays.
struct SourceTree {
  std::vector<int> Left, Right, Column, SplitType;
  std::vector<float> Value; ///< A leaf's value; another node's threshold.
};

template <typename T>
bool readArray(const OrderedJSON &Tree, const char *Key,
               std::vector<T> &Values) {
  const auto Array = Tree.find(Key);
  if (Array == Tree.end() || !Array->is_array())
    return false;
  for (const OrderedJSON &Value : *Array) {
    if (!Value.is_number())
      return false;
    Values.push_back(Value.get<T>());
  }
  return true;
}

Result<SourceTree> readTree(const OrderedJSON &Tree) {
  SourceTree T;
  if (!Tree.is_object() || !readArray(Tree, "left_children", T.Left) ||
      !readArray(Tree, "right_children", T.Right) ||
      !readArray(Tree, "split_indices", T.Column) ||
      !readArray(Tree, "split_type", T.SplitType) ||
      !readArray(Tree, "split_conditions", T.Value))
    return Error("arrays are missing or not numbers");
  const size_t Size = T.Left.size();
  if (!Size || T.Right.size() != Size || T.Column.size() != Size ||
      T.SplitType.size() != Size || T.Value.size() != Size)
    return Error("arrays are empty or not of one length");
  return T;
}

/// Copies \p Source in depth-first order, which leaves out what XGBoost has
/// pruned. Leaf values stay floats, in \p Leaves at the index of the node.
Status convertTree(const SourceTree &Source, size_t Columns,
                   const std::vector<bool> &IsFloat, TreeEnsemble::Tree &Tree,
                   std::vector<float> &Leaves) {
  struct Pending {
    int Node;
    uint32_t *Link;
  };
  // Links into Tree must stay valid; a node is taken at most once, or the
  // structure is no tree.
  Tree.reserve(Source.Left.size());
  std::vector<Pending> Stack = {{0, nullptr}};
  while (!Stack.empty()) {
    const auto [Node, Link] = Stack.back();
    Stack.pop_back();
    const auto I = static_cast<size_t>(Node);
    if (Node < 0 || I >= Source.Left.size() ||
        Tree.size() == Source.Left.size())
      return Error("node " + std::to_string(Node) + " is not in a tree");
    if (Link)
      *Link = static_cast<uint32_t>(Tree.size());
    if (!std::isfinite(Source.Value[I]))
      return Error("node " + std::to_string(Node) + " is not finite");
    TreeNode &N = Tree.emplace_back();
    Leaves.push_back(0);
    if (Source.Left[I] == -1) {
      Leaves.back() = Source.Value[I];
      continue;
    }
    if (Source.SplitType[I] != 0 || Source.Column[I] < 0 ||
        static_cast<size_t>(Source.Column[I]) >= Columns)
      return Error("node " + std::to_string(Node) +
                   " does not compare one of " + std::to_string(Columns) +
                   " numeric features");
    N.Input = Source.Column[I];
    const auto Column = static_cast<size_t>(N.Input);
    N.Threshold = Column < IsFloat.size() && IsFloat[Column]
                      ? orderedValue(Source.Value[I])
                      : integerThreshold(Source.Value[I]);
    Stack.push_back({Source.Right[I], &N.Right});
    Stack.push_back({Source.Left[I], &N.Left});
  }
  return Success();
}

/// Replaces every subtree whose leaves are all equal by one leaf. Children come
/// after their parents, before and after.
void collapseEqualLeaves(TreeEnsemble::Tree &Tree) {
  for (size_t I = Tree.size(); I-- > 0;) {
    TreeNode &Node = Tree[I];
    if (Node.Input < 0)
      continue;
    const TreeNode &Left = Tree[Node.Left], &Right = Tree[Node.Right];
    if (Left.Input < 0 && Right.Input < 0 && Left.Value == Right.Value) {
      const int32_t Value = Left.Value;
      Node = TreeNode();
      Node.Value = Value;
    }
  }
  TreeEnsemble::Tree Kept;
  std::vector<uint32_t> NewIndex(Tree.size());
  std::vector<bool> IsReached(Tree.size());
  IsReached[0] = true;
  for (size_t I = 0; I < Tree.size(); ++I) {
    if (!IsReached[I])
      continue;
    NewIndex[I] = static_cast<uint32_t>(Kept.size());
    Kept.push_back(Tree[I]);
    if (Tree[I].Input >= 0)
      IsReached[Tree[I].Left] = IsReached[Tree[I].Right] = true;
  }
  for (TreeNode &Node : Kept)
    if (Node.Input >= 0) {
      Node.Left = NewIndex[Node.Left];
      Node.Right = NewIndex[Node.Right];
    }
  Tree = std::move(Kept);
}

/// The element at \p Path in \p Value, or null.
const OrderedJSON *find(const OrderedJSON *Value,
                        std::initializer_list<const char *> Path) {
  for (const char *Key : Path) {
    if (!Value->is_object())
      return nullptr;
    const auto I = Value->find(Key);
    if (I == Value->end())
      return nullptr;
    Value = &*I;
  }
  return Value;
}

std::string text(const OrderedJSON *Value) {
  return Value && Value->is_string() ? Value->get<std::string>() : "";
}

/// What the trees are added to.
Result<double> readBaseMargin(const OrderedJSON &Root) {
  const std::string Score =
      text(find(&Root, {"learner", "learner_model_param", "base_score"}));
  const std::string Objective =
      text(find(&Root, {"learner", "objective", "name"}));
  const double Base = std::strtod(Score.c_str(), nullptr);
  if (Objective == "reg:squarederror" || Objective == "reg:pseudohubererror")
    return Base;
  if (Objective == "binary:logistic" && Base > 0 && Base < 1)
    return Base == 0.5 ? 0 : std::log(Base / (1 - Base));
  return Error("booster has objective '" + Objective + "' and base score '" +
               Score + "', which are not known");
}

/// The largest number of fraction bits at which \p Max fits easily in 32 bits.
unsigned chooseFractionBits(float Max) {
  unsigned Bits = 24;
  while (Bits && std::ldexp(Max, static_cast<int>(Bits)) > 0x1p30f)
    --Bits;
  return Bits;
}
} // namespace

int64_t integerThreshold(float Threshold) {
  int64_t Low = INT64_MIN, High = INT64_MAX;
  while (Low < High) {
    // Rounds down, also where the sum is negative; cannot overflow.
    const int64_t Middle = (Low & High) + ((Low ^ High) >> 1);
    if (static_cast<float>(Middle) >= Threshold)
      High = Middle;
    else
      Low = Middle + 1;
  }
  return Low;
}

double ImportedTrees::margin(int64_t Score) const {
  return std::ldexp(static_cast<double>(Score),
                    -static_cast<int>(FractionBits));
}

Result<ImportedTrees> importBooster(std::string_view Model, unsigned Rounds,
                                    size_t Columns,
                                    const std::vector<bool> &IsFloat) {
  const OrderedJSON Root = parseJSON(Model);
  const OrderedJSON *Trees =
      find(&Root, {"learner", "gradient_booster", "model", "trees"});
  if (!Trees || !Trees->is_array())
    return Error("no XGBoost model, expected JSON with trees");
  if (!Rounds || Trees->size() < Rounds)
    return Error("booster has " + std::to_string(Trees->size()) +
                 " trees, expected " + std::to_string(Rounds));
  double Base = MLGO_TRY(readBaseMargin(Root));
  ImportedTrees Imported;
  std::vector<std::vector<float>> Leaves(Rounds);
  float Max = 0;
  for (unsigned I = 0; I < Rounds; ++I) {
    const std::string Where = "booster: tree " + std::to_string(I);
    const auto Source = MLGO_TRY(readTree((*Trees)[I]).in(Where));
    MLGO_TRY(convertTree(Source, Columns, IsFloat,
                         Imported.Trees.Trees.emplace_back(), Leaves[I])
                 .in(Where));
    for (float Leaf : Leaves[I])
      Max = std::max(Max, std::fabs(Leaf));
  }
  if (Max > 0x1p30f || std::fabs(Base) > 0x1p30)
    return Error("booster has leaves that do not fit in 32 bits");
  Imported.FractionBits = chooseFractionBits(Max);
  const int Bits = static_cast<int>(Imported.FractionBits);
  for (unsigned I = 0; I < Rounds; ++I) {
    TreeEnsemble::Tree &Tree = Imported.Trees.Trees[I];
    for (size_t J = 0; J < Leaves[I].size(); ++J)
      Tree[J].Value =
          static_cast<int32_t>(std::lrint(std::ldexp(Leaves[I][J], Bits)));
    collapseEqualLeaves(Tree);
  }
  Imported.Trees.Base = std::llrint(std::ldexp(Base, Bits));
  return Imported;
}
} // namespace mlgo
