// A network in ONNX Runtime
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// Loaded from the path in MLGO_ONNXRUNTIME, for example of the npm package
// onnxruntime-node, which has the library and no headers. Its C interface is a
// table of functions whose places never change; those used here are named.
//
//===----------------------------------------------------------------------===//

#include "InferencePeer.h"
#include "ONNXModel.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace mlgo {
namespace {

using Handle = void *;
using Table = void *const *;

/// What the library exports.
struct TableOfTables {
  Table (*GetTable)(uint32_t Version);
  const char *(*GetVersion)();
};

enum Place : size_t {
  CreateEnv = 3,
  CreateSessionFromArray = 8,
  Run = 9,
  CreateSessionOptions = 10,
  SetIntraOpNumThreads = 24,
  CreateTensorWithDataAsOrtValue = 49,
  CreateCpuMemoryInfo = 69,
};

void *openLibrary() {
  static void *const Library = [] {
    const char *Path = std::getenv("MLGO_ONNXRUNTIME");
    return Path ? dlopen(Path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  }();
  return Library;
}

void *entry() {
  void *Library = openLibrary();
  return Library ? dlsym(Library, "OrtGetApiBase") : nullptr;
}

class ONNXPeer final : public InferencePeer {
public:
  bool create(const Network &N, size_t Rows) {
    using GetBase = const TableOfTables *(*)();
    constexpr uint32_t Version = 10;
    Functions = reinterpret_cast<GetBase>(entry())()->GetTable(Version);
    if (!Functions)
      return false;
    const std::string Model = onnxModel(N, Rows);
    Handle Environment = nullptr, Options = nullptr, Memory = nullptr;
    constexpr int OnlyErrors = 3, DeviceAllocator = 0, DefaultMemory = 0;
    X.resize(Rows * N.Layers[0].In);
    Y.resize(Rows * N.Layers.back().Out);
    return call(CreateEnv, OnlyErrors, "bench", &Environment) &&
           call(CreateSessionOptions, &Options) &&
           call(SetIntraOpNumThreads, Options, 1) &&
           call(CreateSessionFromArray, Environment,
                static_cast<const void *>(Model.data()), Model.size(), Options,
                &Session) &&
           call(CreateCpuMemoryInfo, DeviceAllocator, DefaultMemory, &Memory) &&
           wrap(Memory, X, Rows, &Input) && wrap(Memory, Y, Rows, &Output);
  }

  void run(const float *From, float *To) override {
    std::memcpy(X.data(), From, X.size() * sizeof(float));
    const char *InputNames[] = {"x"}, *OutputNames[] = {"y"};
    const Handle Inputs[] = {Input};
    Handle Outputs[] = {Output};
    call(Run, Session, static_cast<Handle>(nullptr),
         static_cast<const char *const *>(InputNames), Inputs, size_t(1),
         static_cast<const char *const *>(OutputNames), size_t(1),
         static_cast<Handle *>(Outputs));
    std::memcpy(To, Y.data(), Y.size() * sizeof(float));
  }

private:
  /// All functions give null for success.
  template <typename... Ts> bool call(Place P, Ts... Arguments) {
    return !reinterpret_cast<Handle (*)(Ts...)>(Functions[P])(Arguments...);
  }

  bool wrap(Handle Memory, std::vector<float> &Data, size_t Rows, Handle *To) {
    const int64_t Shape[] = {static_cast<int64_t>(Rows),
                             static_cast<int64_t>(Data.size() / Rows)};
    constexpr int Float = 1;
    return call(CreateTensorWithDataAsOrtValue, Memory,
                static_cast<void *>(Data.data()), Data.size() * sizeof(float),
                static_cast<const int64_t *>(Shape), size_t(2), Float, To);
  }

  Table Functions = nullptr;
  Handle Session = nullptr, Input = nullptr, Output = nullptr;
  std::vector<float> X, Y;
};

} // namespace

std::unique_ptr<InferencePeer> createONNXPeer(const Network &N, size_t Rows) {
  auto Peer = std::make_unique<ONNXPeer>();
  return Peer->create(N, Rows) ? std::move(Peer) : nullptr;
}

size_t sizeOfONNXRuntime() {
  void *Entry = entry();
  return Entry ? sizeOfLibrary(Entry) : 0;
}

} // namespace mlgo
