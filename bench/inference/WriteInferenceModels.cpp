// Model files, and plain C of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// USAGE: write-inference-models MODELS FOLDER
//
// Writes X.mlgo of all classes X in InferenceModels.h, and Plain.cpp, where
// X_LEVEL is what generators of C make of the policy: of a network a loop for
// each output over constant weights, as by MLIR's EmitC, of trees one condition
// in another, as by Treelite.
//
//===----------------------------------------------------------------------===//

#include "InferenceModels.h"
#include <fstream>

using namespace mlgo;

namespace {

void writeNetwork(std::ostream &Out, const std::string &Class,
                  const Network &N) {
  char Number[40];
  std::string Body;
  std::string From = "x";
  for (size_t I = 0; I < N.Layers.size(); ++I) {
    const DenseLayer &L = N.Layers[I];
    const std::string Index = Class + std::to_string(I);
    const std::string Outs = std::to_string(L.Out), Ins = std::to_string(L.In);
    const bool IsLast = I + 1 == N.Layers.size();
    const std::string To = IsLast ? "y" : "t" + std::to_string(I);
    Out << "static const float W" << Index << "[" << Outs << "][" << Ins
        << "] = {";
    for (uint32_t J = 0; J < L.Out; ++J) {
      Out << "{";
      for (uint32_t K = 0; K < L.In; ++K) {
        std::snprintf(Number, sizeof(Number), "%af,",
                      double(L.Weights[size_t(K) * L.Out + J]));
        Out << Number;
      }
      Out << "},\n";
    }
    Out << "};\nstatic const float B" << Index << "[" << Outs << "] = {";
    for (float B : L.Biases) {
      std::snprintf(Number, sizeof(Number), "%af,", double(B));
      Out << Number;
    }
    Out << "};\n";
    if (!IsLast)
      Body += "  float " + To + "[" + Outs + "];\n";
    Body += "  for (int j = 0; j < " + Outs + "; ++j) {\n    float s = B" +
            Index + "[j];\n    for (int i = 0; i < " + Ins +
            "; ++i)\n      s += " + From + "[i] * W" + Index + "[j][i];\n    " +
            To + "[j] = " + (L.ReLU ? "s > 0 ? s : 0" : "s") + ";\n  }\n";
    From = To;
  }
  Out << "extern \"C\" void NAME(" << Class << ")(const float *x, float *y) {\n"
      << Body << "}\n";
}

void writeNode(std::ostream &Out, const TreeEnsemble::Tree &Tree, uint32_t At) {
  const TreeNode &N = Tree[At];
  if (N.Input < 0) {
    Out << "s += " << N.Value << ";";
    return;
  }
  Out << "if (x[" << N.Input << "] < " << N.Threshold << ") {";
  writeNode(Out, Tree, N.Left);
  Out << "} else {";
  writeNode(Out, Tree, N.Right);
  Out << "}\n";
}

void writeTrees(std::ostream &Out, const std::string &Class,
                const TreeEnsemble &E) {
  Out << "extern \"C\" int64_t NAME(" << Class
      << ")(const int64_t *x) {\nint64_t s = " << E.Base << ";\n";
  for (const TreeEnsemble::Tree &Tree : E.Trees)
    writeNode(Out, Tree, 0);
  Out << "return s;\n}\n";
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    std::fprintf(stderr, "usage: write-inference-models MODELS FOLDER\n");
    return 1;
  }
  const std::string Folder = Argv[2];
  std::ofstream Out(Folder + "/Plain.cpp");
  Out << "#include <stdint.h>\n#define JOIN(a, b) a##_##b\n"
         "#define EXPAND(a, b) JOIN(a, b)\n#define NAME(x) EXPAND(x, LEVEL)\n";
  for (const InferenceShape &S : InferenceShapes) {
    const Model M = inferenceModel(S, Argv[1]);
    if (M.isNetwork())
      writeNetwork(Out, S.ClassName, std::get<Network>(M.Policy));
    else
      writeTrees(Out, S.ClassName, std::get<TreeEnsemble>(M.Policy));
    const std::string Path = Folder + "/" + S.ClassName + ".mlgo";
    if (Status Saved = saveModel(M, Path); !Saved) {
      std::fprintf(stderr, "%s\n", Saved.error().message().c_str());
      return 1;
    }
  }
  return Out.flush() ? 0 : 1;
}
