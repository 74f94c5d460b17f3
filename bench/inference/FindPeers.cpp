// Which peers there are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InferencePeer.h"
#include <dlfcn.h>
#include <sys/stat.h>

namespace mlgo {

size_t sizeOfLibrary(const void *Function) {
  Dl_info Info;
  struct stat File;
  if (!dladdr(Function, &Info) || stat(Info.dli_fname, &File) != 0)
    return 0;
  return static_cast<size_t>(File.st_size);
}

std::vector<PeerKind> findPeers() {
  std::vector<PeerKind> Peers;
#ifdef MLGO_HAS_DNNL
  Peers.push_back({"oneDNN", createDNNLPeer, sizeOfDNNL()});
#endif
#ifdef MLGO_HAS_XNNPACK
  Peers.push_back({"XNNPACK", createXNNPACKPeer, sizeOfXNNPACK()});
#endif
  if (const size_t Size = sizeOfONNXRuntime())
    Peers.push_back({"ONNX Runtime", createONNXPeer, Size});
  return Peers;
}

} // namespace mlgo
