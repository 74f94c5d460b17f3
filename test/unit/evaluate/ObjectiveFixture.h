// Objectives over written corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "TemporaryFolder.h"
#include "evaluate/TaskBackEnd.h"
#include "mlgo/support/File.h"
#include "workers/StartWorkers.h"
#include <catch2/catch.hpp>

namespace mlgo {

/// Work of all tasks.
inline WorkFunctionMaker makeAllWork() {
  return makeTrialWork(/*KeepReady=*/2);
}

/// A configuration over corpora that tests write, and what it creates.
struct ObjectiveFixture {
  TemporaryFolder Folder;
  TrainingConfig Config;
  std::atomic<bool> Stop{false};
  std::vector<std::unique_ptr<Worker>> Workers;

  ObjectiveFixture() {
    Config.StartModel = Folder.file("start.mlgo");
    Config.TrainingCorpora = {Folder.file("train")};
    Config.ValidationCorpora = {Folder.file("valid")};
    Config.ModulesPerGeneration = 3;
  }

  void write(const std::string &Name, const std::string &Text) {
    REQUIRE(writeFileAtomically(Folder.file(Name), Text));
  }

  /// A corpus of \p Modules, texts, which are called m0.o and so on.
  void makeCorpus(const std::string &Name,
                  const std::vector<std::string> &Modules) {
    std::filesystem::create_directories(Folder.file(Name));
    std::string List;
    for (size_t I = 0; I < Modules.size(); ++I) {
      const std::string Module = "m" + std::to_string(I) + ".o";
      List += (I ? ", \"" : "\"") + Module + "\"";
      write(Name + "/" + Module + ".bc", Modules[I]);
      write(Name + "/" + Module + ".cmd", "-cc1");
    }
    write(Name + "/corpus_description.json",
          "{\"has_thinlto\": false, \"modules\": [" + List + "]}");
  }

  Result<std::unique_ptr<PolicyObjective>>
  create(const TrainingConfig &Chosen) {
    auto Work = startWorkers({Chosen.Workers, Chosen.Jobs}, makeAllWork());
    REQUIRE(Work);
    Workers.push_back(std::move(*Work));
    return createPolicyObjective(Chosen, {*Workers.back(), Stop, 1});
  }

  std::unique_ptr<PolicyObjective> make() {
    auto Made = create(Config);
    if (!Made)
      FAIL(Made.error().message());
    return std::move(*Made);
  }

  /// \p Changed is refused with a message of which \p Part is a part.
  void refuse(const TrainingConfig &Changed, const std::string &Part) {
    const auto Made = create(Changed);
    REQUIRE_FALSE(Made);
    INFO(Made.error().message());
    CHECK(Made.error().message().find(Part) != std::string::npos);
  }
};

} // namespace mlgo
