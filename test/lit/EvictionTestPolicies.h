// Policies that tests evict with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TEST_LIT_EVICTIONTESTPOLICIES_H
#define MLGO_TEST_LIT_EVICTIONTESTPOLICIES_H

#include "mlgo/model/Model.h"

#include <map>
#include <string>

/// Policies by file name:
/// - first-legal: the first legal column;
/// - as-stock: the stock advisor's;
/// - arbitrary: a column that depends on everything and follows no reason;
/// - one: column 1, legal or not;
/// - narrow: the first legal of 9 columns, fewer than registers;
/// - far: none, since its inputs are out of range everywhere.
std::map<std::string, mlgo::Model> evictionTestPolicies();

#endif // MLGO_TEST_LIT_EVICTIONTESTPOLICIES_H
