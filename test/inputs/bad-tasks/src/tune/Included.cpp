// Includes its header
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UnrollAdvisor.h"
