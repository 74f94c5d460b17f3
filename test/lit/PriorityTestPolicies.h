// Policies of tests' priorities
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TEST_LIT_PRIORITYTESTPOLICIES_H
#define MLGO_TEST_LIT_PRIORITYTESTPOLICIES_H

#include "mlgo/model/Model.h"

#include <map>
#include <string>

/// Policies by file name:
/// - priority-as-stock: the stock advisor's priority, plus nothing;
/// - priority-arbitrary: a float that depends on all of LLVM's inputs and
///   follows no reason;
/// - priority-reversed: last what stock puts first;
/// - priority-wild: answers that are no priorities;
/// - priority-far: none, since its inputs are out of range everywhere.
std::map<std::string, mlgo::Model> priorityTestPolicies();

#endif // MLGO_TEST_LIT_PRIORITYTESTPOLICIES_H
