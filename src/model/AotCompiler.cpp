// Policies as C++ headers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AotCompiler.h"
#include "model/AotText.h"

namespace mlgo {
namespace {
/// The words that are no identifiers in C++17, nor in C++20, which users of the
/// header may compile as.
constexpr const char *Keywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor",
    "bool", "break", "case", "catch", "char", "char8_t", "char16_t", "char32_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "consteval", "constexpr", "constinit", "const_cast", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
    "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // Namespaces and macros that the header itself uses.
    "mlgo", "std", "INT64_MIN"};

Status checkClassName(const std::string &Name) {
  const std::string Found = "class name is '" + Name + "', expected ";
  const auto IsLetter = [](char C) {
    return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
  };
  const auto IsLetterOrDigit = [&](char C) {
    return IsLetter(C) || (C >= '0' && C <= '9');
  };
  constexpr size_t MaxLength = 200;
  if (Name.empty() || Name.size() > MaxLength || !IsLetter(Name[0]) ||
      !std::all_of(Name.begin(), Name.end(), IsLetterOrDigit))
    return Error(Found + "an identifier of letters, digits and underscores");
  if (Name[0] == '_' || Name.find("__") != std::string::npos)
    return Error(Found + "no name that C++ reserves");
  for (const char *Keyword : Keywords)
    if (Name == Keyword)
      return Error(Found + "no word that C++ or the header uses");
  return Success();
}

/// The class of the policy, which has a header of its own.
std::string policyClass(const Model &M) {
  if (M.isNetwork())
    return "AotNetwork";
  return fitsTreeMasks(std::get<TreeEnsemble>(M.Policy)) ? "AotTreeMasks"
                                                         : "AotTrees";
}

/// The constants of the policy.
Result<std::string> tableText(const Model &M) {
  if (const auto *N = std::get_if<Network>(&M.Policy))
    return networkTableText(*N);
  const auto &E = std::get<TreeEnsemble>(M.Policy);
  if (fitsTreeMasks(E))
    return treeMaskTableText(E);
  return treeTableText(E, M.Inputs.size());
}

/// Generates the Traits of AotModel.
class TraitsText {
public:
  TraitsText(const Model &M, const std::string &ClassName)
      : M(M), ClassName(ClassName), IsOrdered(M.Inputs.size()),
        IsNumber(M.Inputs.size()), Offsets(M.Inputs.size()) {
    findUses();
    placeInputs();
  }

  std::string text() const {
    return "struct " + ClassName + "Traits {\n" + inputsText() +
           constantsText() + rangesText() + scopeText(M.Scope) +
           readerText("readShared", "const unsigned char *Memory, Values &X",
                      false) +
           readerText("readColumn",
                      "const unsigned char *Memory, size_t C, Values &X",
                      true) +
           "  using Policy = mlgo::" + policyClass(M) + "<" + ClassName +
           "Table>;\n};\n";
  }

private:
  /// Which inputs are read, and as what.
  void findUses() {
    if (const auto *N = std::get_if<Network>(&M.Policy)) {
      for (const InputTransform &T : N->Transforms)
        (T.Kind == InputTransform::KindType::ScaleClamp ? IsNumber
                                                        : IsOrdered)[T.Input] =
            true;
    } else {
      for (const auto &Tree : std::get<TreeEnsemble>(M.Policy).Trees)
        for (const TreeNode &Node : Tree)
          if (Node.Input >= 0)
            IsOrdered[Node.Input] = true;
    }
    for (size_t I = 0; I < M.Ranges.size(); ++I)
      if (isLimited(M.Ranges[I]))
        IsOrdered[I] = true;
    if (M.Decision == DecisionKind::MaskedArgmax)
      IsOrdered[M.MaskInput] = true;
    if (M.DefaultInput >= 0)
      IsOrdered[M.DefaultInput] = true;
  }

  static bool isLimited(const InputRange &R) {
    return R.Low != INT64_MIN || R.High != INT64_MAX;
  }

  /// Columns begin at cache lines; scalars lie close together.
  void placeInputs() {
    for (size_t I = 0; I < M.Inputs.size(); ++I) {
      const size_t Alignment =
          M.Inputs[I].getElementCount() == 1 ? sizeof(int64_t) : 64;
      MemorySize = (MemorySize + Alignment - 1) / Alignment * Alignment;
      Offsets[I] = MemorySize;
      MemorySize += M.Inputs[I].getTotalTensorBufferSize();
    }
  }

  std::string inputsText() const {
    std::string Text = "  static constexpr mlgo::AotInput Inputs[] = {\n";
    for (size_t I = 0; I < M.Inputs.size(); ++I)
      Text += "    {" + stringText(M.Inputs[I].name()) + ",\n     " +
              "mlgo::tensorTypeOf<" + cppType(M.Inputs[I]) + ">(), " +
              std::to_string(M.Inputs[I].getElementCount()) + ", " +
              std::to_string(Offsets[I]) + "},\n";
    return Text + "  };\n";
  }

  std::string constantsText() const {
    const auto Flag = [](bool B) { return B ? "true;\n" : "false;\n"; };
    const auto Index = [](int32_t I) {
      return std::to_string(std::max(I, int32_t(0))) + ";\n";
    };
    const std::string Size = "  static constexpr size_t ";
    const std::string Bool = "  static constexpr bool ";
    return Size + "MemorySize = " + std::to_string(MemorySize) + ";\n" +
           "  static constexpr const char *Fetch =\n      " +
           stringText("fetch_" + M.Output.name()) + ";\n" +
           "  using Output = " + cppType(M.Output) + ";\n" + Bool +
           "IsMasked = " + Flag(M.Decision == DecisionKind::MaskedArgmax) +
           Bool + "IsFlip = " + Flag(M.Decision == DecisionKind::FlipDefault) +
           Bool + "IsSum = " + Flag(M.Decision == DecisionKind::AddToDefault) +
           Size + "Columns = " + std::to_string(M.columns()) + ";\n" + Size +
           "MaskInput = " + Index(M.MaskInput) + Size +
           "DefaultInput = " + Index(M.DefaultInput);
  }

  std::string rangesText() const {
    std::vector<std::string> Ranges;
    for (size_t I = 0; I < M.Ranges.size(); ++I)
      if (isLimited(M.Ranges[I]))
        Ranges.push_back("{" + std::to_string(I) + ", " +
                         integerText(M.Ranges[I].Low) + ", " +
                         integerText(M.Ranges[I].High) + "}");
    return arrayText("mlgo::AotRange", "Ranges", Ranges);
  }

  /// A function that reads the inputs with, or without, columns.
  std::string readerText(const std::string &Name, const std::string &Parameters,
                         bool OfColumns) const {
    std::string Body;
    for (size_t I = 0; I < M.Inputs.size(); ++I) {
      if ((M.Inputs[I].getElementCount() != 1) != OfColumns)
        continue;
      const std::string Call = "<" + cppType(M.Inputs[I]) + ">(" +
                               std::to_string(I) + ", Memory + " +
                               std::to_string(Offsets[I]) + ", " +
                               (OfColumns ? "C" : "0") + ");\n";
      if (IsOrdered[I])
        Body += "    X.template readOrdered" + Call;
      if (IsNumber[I])
        Body += "    X.template readNumber" + Call;
    }
    if (Body.empty())
      Body = std::string("    (void)Memory, ") +
             (OfColumns ? "(void)C, " : "") + "(void)X;\n";
    return "  template <typename Values>\n  static void " + Name + "(" +
           Parameters + ") {\n" + Body + "  }\n";
  }

  static std::string cppType(const TensorSpec &Spec) {
    return std::string(getTensorTypeName(Spec.type()));
  }

  const Model &M;
  const std::string &ClassName;
  std::vector<bool> IsOrdered, IsNumber;
  std::vector<size_t> Offsets;
  size_t MemorySize = 0;
};

/// A whole header.
Result<std::string> graphHeaderText(const Model &M,
                                    const std::string &ClassName) {
  const std::string Traits = MLGO_TRY(graphTraitsText(M));
  const std::string Guard = "MLGO_AOT_MODEL_" + ClassName;
  return "// Generated by mlgo model aot. Do not edit.\n\n#ifndef " + Guard +
         "\n#define " + Guard +
         "\n\n#include \"mlgo/model/AotGraph.h\"\n\nnamespace mlgo_aot {"
         "\n\nstruct " +
         ClassName + "Traits {\n" + Traits +
         "};\n\n} // namespace mlgo_aot\n\nclass " + ClassName +
         "\n    : public mlgo::AotGraphModel<mlgo_aot::" + ClassName +
         "Traits> {};\n\n#endif // " + Guard + "\n";
}
} // namespace

Result<std::string> compileModelToHeader(const Model &M,
                                         const std::string &ClassName) {
  MLGO_TRY(checkClassName(ClassName));
  MLGO_TRY(validate(M));
  if (M.isGraph())
    return graphHeaderText(M, ClassName);
  const std::string Table = MLGO_TRY(tableText(M));
  const std::string Guard = "MLGO_AOT_MODEL_" + ClassName;
  std::string Dense;
  if (const auto *N = std::get_if<Network>(&M.Policy))
    Dense = "#include \"mlgo/model/" + denseHeader(*N) + ".h\"\n";
  return "// Generated by mlgo model aot. Do not edit.\n\n#ifndef " + Guard +
         "\n#define " + Guard + "\n\n#include \"mlgo/model/" + policyClass(M) +
         ".h\"\n" + Dense + "\nnamespace mlgo_aot {\n\nstruct " + ClassName +
         "Table {\n" + Table + "};\n\n" + TraitsText(M, ClassName).text() +
         "\n} // namespace mlgo_aot\n\nclass " + ClassName +
         "\n    : public mlgo::AotModel<mlgo_aot::" + ClassName + "Traits> {" +
         (M.isNetwork()
              ? "\npublic:\n  void setDenseFunction(mlgo::DenseFunction "
                "Function) {\n    this->ThePolicy.setDenseFunction(Function);"
                "\n  }\n"
              : "") +
         "};\n\n#endif // " + Guard + "\n";
}
} // namespace mlgo
