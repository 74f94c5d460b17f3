// What else runs a network
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mlgo {

/// Dense layers of a network in somebody else's code, for \p Rows rows at once.
class InferencePeer {
public:
  virtual ~InferencePeer() = default;

  /// From the transformed inputs [Rows][In] to the logits [Rows][Out].
  virtual void run(const float *X, float *Y) = 0;
};

/// A peer that this build has. \p Create gives null where it cannot serve.
struct PeerKind {
  std::string Name;
  std::unique_ptr<InferencePeer> (*Create)(const Network &N, size_t Rows);
  size_t CodeBytes; ///< Of the library that it needs; 0 if it needs none.
};

/// Size of the loaded library that has \p Function; 0 if that is unknown.
size_t sizeOfLibrary(const void *Function);

std::unique_ptr<InferencePeer> createDNNLPeer(const Network &N, size_t Rows);
std::unique_ptr<InferencePeer> createXNNPACKPeer(const Network &N, size_t Rows);
std::unique_ptr<InferencePeer> createONNXPeer(const Network &N, size_t Rows);

/// Of the libraries themselves; 0 where there is none.
size_t sizeOfDNNL();
size_t sizeOfXNNPACK();
size_t sizeOfONNXRuntime();

/// Those that were found when this was built, and ONNX Runtime if it is at the
/// path in MLGO_ONNXRUNTIME.
std::vector<PeerKind> findPeers();

} // namespace mlgo
