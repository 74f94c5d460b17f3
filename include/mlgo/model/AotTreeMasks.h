// Small trees in generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/AotModel.h"
#include "mlgo/model/TreeMasks.h"
#include <iterator>

namespace mlgo {
/// The policy of generated ensembles of trees with at most 64 leaves. \p Table,
/// generated, has the type Mask, the arrays Inputs, Nodes and Leaves of
/// scoreTreeMasks, and the numbers Trees and Base.
template <typename Table> class AotTreeMasks {
public:
  /// The score.
  template <typename Values> int64_t logit(const Values &X) {
    return Table::Base + scoreTreeMasks(X.Ordered, Table::Inputs,
                                        std::size(Table::Inputs), Table::Nodes,
                                        Table::Leaves, Alive, Table::Trees);
  }

  template <typename Values> int64_t choose(const Values &X) {
    return logit(X) > 0;
  }
  template <typename Values> int64_t offset(const Values &X) {
    return logit(X);
  }

private:
  typename Table::Mask Alive[Table::Trees] = {};
};
} // namespace mlgo
