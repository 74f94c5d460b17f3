//===- DecisionSearch.cpp - Looks for decisions that shrink a program
//-------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/DecisionSearch.h"

#include "SearchMethods.h"

namespace mlgo {
namespace {

Status check(const SearchOptions &O) {
  auto Complain = [](const char *Problem) {
    return Error(std::string("search options: ") + Problem);
  };
  if (O.Method == SearchMethod::Local)
    return O.Local.FromStart || O.Local.FromNothing
               ? Status(Success())
               : Complain("local search from nowhere, expected from the start "
                          "or from nothing");
  if (!O.MaxTrials && !(O.MaxSeconds > 0))
    return Complain("no budget, expected trials or seconds");
  if (O.Method == SearchMethod::Annealing &&
      !(O.Annealing.LastTemperature > 0 &&
        O.Annealing.FirstTemperature >= O.Annealing.LastTemperature))
    return Complain("temperatures do not fall, expected first >= last > 0");
  return Success();
}

} // namespace

Result<SearchResult> searchDecisions(DecisionProblem &Problem,
                                     const SearchOptions &Options) {
  if (Status Ok = check(Options); !Ok)
    return Ok.error();
  SearchSession Session(Problem, Options);
  if (Status Open = Session.open(); !Open)
    return Open.error();
  switch (Options.Method) {
  case SearchMethod::Local:
    searchLocally(Session);
    break;
  case SearchMethod::Annealing:
    anneal(Session);
    break;
  case SearchMethod::RandomWalk:
    walkRandomly(Session);
    break;
  }
  return Session.close();
}

Decisions toDecisions(const Evaluated &E) {
  Decisions D;
  for (const DecidedSite &Site : E.Sites)
    D[Site.Key] = Site.Decision;
  return D;
}

} // namespace mlgo
