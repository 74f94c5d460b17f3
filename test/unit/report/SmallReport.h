// A size report of two programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "report/SizeReport.h"

namespace mlgo {

/// Two policies; one program in C, one in C++; nothing linked.
inline SizeReport smallReport() {
  SizeReport Report;
  Report.BaselineName = "stock";
  Report.PolicyNames = {"first", "second"};
  Report.Programs.resize(2);
  ProgramSizes &C = Report.Programs[0], &Cxx = Report.Programs[1];
  C.Package = C.Program = "bzip2";
  C.Baseline = 100;
  C.Sizes = {88, 101};
  C.Modules = {{"blocksort.c", 60, {50, 61}}, {"huffman.c", 40, {38, 40}}};
  Cxx.Package = "leveldb";
  Cxx.Program = "leveldbutil";
  Cxx.IsCxx = true;
  Cxx.Baseline = 1000;
  Cxx.Sizes = {910, 1000};
  Cxx.Modules = {{"db/db_impl.cc", 600, {500, 600}},
                 {"util/arena.cc", 400, {410, 400}}};
  return Report;
}

} // namespace mlgo
