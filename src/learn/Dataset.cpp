// Logged decisions as a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/Dataset.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <map>

namespace mlgo {
namespace {
/// The entries of \p Folder that \p Keep accepts, sorted.
template <typename Iterator, typename Fn>
Result<std::vector<fs::path>> listFolder(const fs::path &Folder, Fn Keep) {
  std::vector<fs::path> Paths;
  std::error_code EC;
  Iterator I(Folder, EC);
  for (; !EC && I != Iterator(); I.increment(EC))
    if (Keep(*I))
      Paths.push_back(I->path());
  if (EC)
    return Error(Folder.string() + ": cannot list: " + EC.message());
  std::sort(Paths.begin(), Paths.end());
  return Paths;
}

template <typename T>
std::optional<uint32_t> findName(const std::vector<T> &Names, const T &Name) {
  const auto I = std::find(Names.begin(), Names.end(), Name);
  if (I == Names.end())
    return std::nullopt;
  return static_cast<uint32_t>(I - Names.begin());
}

/// A column before the decision that is no input of policies.
constexpr const char *ConfidenceName = "label_confidence";

bool isScalar(const TensorSpec &Spec, TensorType Type) {
  return Spec.type() == Type && Spec.getElementCount() == 1;
}

/// The names of the inputs in \p Log, whose columns are scalars or an error.
Result<std::vector<std::string>> readColumns(const std::string &Path,
                                             const TrainingLogReader &Log) {
  if (Log.features().empty())
    return Error(Path + ": has no features, expected at least the decision");
  std::vector<std::string> Names;
  for (const TensorSpec &Spec : Log.features()) {
    if (!isScalar(Spec, TensorType::Int64))
      return Error(Path + ": feature is " + toJSON(Spec) +
                   ", expected one int64_t");
    Names.push_back(Spec.name());
  }
  if (Log.score() && !isScalar(*Log.score(), TensorType::Float))
    return Error(Path + ": score is " + toJSON(*Log.score()) +
                 ", expected one float");
  Names.pop_back();
  if (!Names.empty() && Names.back() == ConfidenceName)
    Names.pop_back();
  return Names;
}

class DatasetLoader {
public:
  explicit DatasetLoader(const LaterFeatures &Later) : Later(Later) {}

  /// Adds the logs of the program that \p Folder is named after; programs are
  /// added in the order of their names.
  Status addFolder(const fs::path &Folder) {
    auto Logs = MLGO_TRY(listFolder<fs::recursive_directory_iterator>(
        Folder, [](const fs::directory_entry &Entry) {
          std::error_code EC;
          return Entry.path().extension() == ".log" &&
                 Entry.is_regular_file(EC);
        }));
    const std::string Name = Folder.filename().string();
    if (Data.Programs.empty() || Data.Programs.back() != Name)
      Data.Programs.push_back(Name);
    for (const fs::path &Path : Logs)
      MLGO_TRY(addLog(Path.string()));
    return Success();
  }

  /// What came later than all logs is no feature of theirs.
  Dataset take() {
    std::vector<uint32_t> Kept;
    for (uint32_t I = 0; I < Data.Features.size(); ++I)
      if (IsSeen[Data.Features[I]])
        Kept.push_back(I);
    if (Kept.size() == Data.Features.size())
      return std::move(Data);
    Dataset Narrow = Data;
    Narrow.Features.clear();
    Narrow.Values.clear();
    for (uint32_t I : Kept)
      Narrow.Features.push_back(Data.Features[I]);
    for (size_t Row = 0; Row < Data.size(); ++Row)
      for (uint32_t I : Kept)
        Narrow.Values.push_back(Data.row(Row)[I]);
    return Narrow;
  }

  Dataset Data;

private:
  /// Where a feature's value is in a log, or what it is where it is not there.
  struct Source {
    std::optional<uint32_t> Column;
    int64_t Otherwise = 0;
  };

  /// Finds all features in a log that has \p Names. Those of the first log, and
  /// what came later, are the features of all.
  Status findSources(const std::string &Path, std::vector<std::string> Names) {
    if (IsFirst) {
      Data.Features = Names;
      for (const auto &[Name, Value] : Later)
        if (!findName(Names, Name))
          Data.Features.push_back(Name);
    }
    Sources.clear();
    size_t Found = 0;
    for (const std::string &Feature : Data.Features) {
      Source From{findName(Names, Feature), 0};
      const auto Known =
          std::find_if(Later.begin(), Later.end(),
                       [&](const auto &L) { return L.first == Feature; });
      if (!From.Column && Known == Later.end())
        return Error(Path + ": has other features than the logs before it");
      if (!From.Column)
        From.Otherwise = Known->second;
      Found += From.Column.has_value();
      IsSeen[Feature] |= From.Column.has_value();
      Sources.push_back(From);
    }
    if (Found != Names.size())
      return Error(Path + ": has other features than the logs before it");
    return Success();
  }

  Status addLog(const std::string &Path) {
    auto Log = MLGO_TRY(TrainingLogReader::open(Path));
    auto Names = MLGO_TRY(readColumns(Path, Log));
    ConfidenceColumn = Names.size();
    MLGO_TRY(findSources(Path, std::move(Names)));
    // A log of a module without decisions says nothing of scores.
    bool More = MLGO_TRY(Log.next(Observation));
    if (!More)
      return Success();
    if (!IsFirst && HasScore != Log.score().has_value())
      return Error(Path + (HasScore ? ": has no score" : ": has a score") +
                   ", unlike the logs before it");
    IsFirst = false;
    HasScore = Log.score().has_value();
    HasConfidence = Log.features().size() - 1 > ConfidenceColumn;
    while (More) {
      addObservation();
      More = MLGO_TRY(Log.next(Observation));
    }
    return Success();
  }

  void addObservation() {
    for (const Source &From : Sources) {
      const int64_t Value =
          From.Column ? *Observation.Tensors[*From.Column].as<int64_t>()
                      : From.Otherwise;
      Data.Values.push_back(static_cast<int32_t>(
          std::clamp<int64_t>(Value, INT32_MIN, INT32_MAX)));
    }
    Data.Decisions.push_back(*Observation.Tensors.back().as<int64_t>() != 0);
    Data.ProgramOf.push_back(static_cast<uint32_t>(Data.Programs.size() - 1));
    Data.Confidences.push_back(
        HasConfidence
            ? static_cast<float>(
                  *Observation.Tensors[ConfidenceColumn].as<int64_t>()) /
                  100
            : 1);
    if (HasScore)
      Data.DeltaSizes.push_back(*Observation.Score->as<float>());
  }

  const LaterFeatures &Later;
  std::map<std::string, bool> IsSeen; ///< The feature is in a log.
  std::vector<Source> Sources;        ///< For each feature, in the current log.
  size_t ConfidenceColumn = 0;
  TrainingLogObservation Observation;
  bool IsFirst = true;
  bool HasScore = false;
  bool HasConfidence = false;
};
} // namespace

std::optional<uint32_t> Dataset::findFeature(const std::string &Name) const {
  return findName(Features, Name);
}

Result<uint32_t> Dataset::requireFeature(const std::string &Name) const {
  if (const auto Feature = findFeature(Name))
    return *Feature;
  return Error("feature '" + Name + "' is not in the logs");
}

std::optional<uint32_t> Dataset::findProgram(const std::string &Name) const {
  return findName(Programs, Name);
}

std::vector<uint32_t> Dataset::rowsOf(const std::vector<bool> &Selected) const {
  std::vector<uint32_t> Rows;
  for (size_t I = 0; I < size(); ++I)
    if (Selected[ProgramOf[I]])
      Rows.push_back(static_cast<uint32_t>(I));
  return Rows;
}

Result<Dataset> loadDataset(const std::string &Root,
                            const std::vector<std::string> &Programs,
                            const LaterFeatures &Later) {
  return loadDataset(std::vector<std::string>{Root}, Programs, Later);
}

Result<Dataset> loadDataset(const std::vector<std::string> &Roots,
                            const std::vector<std::string> &Programs,
                            const LaterFeatures &Later) {
  std::vector<fs::path> Folders;
  std::string Where;
  for (const std::string &Root : Roots) {
    auto Found = MLGO_TRY(listFolder<fs::directory_iterator>(
        Root, [&](const fs::directory_entry &Entry) {
          std::error_code EC;
          return Entry.is_directory(EC) &&
                 (Programs.empty() ||
                  findName(Programs, Entry.path().filename().string()));
        }));
    Folders.insert(Folders.end(), Found.begin(), Found.end());
    Where += (Where.empty() ? "" : ", ") + Root;
  }
  // Stable: the folders of one program stay in the order of the roots.
  std::stable_sort(Folders.begin(), Folders.end(),
                   [](const fs::path &A, const fs::path &B) {
                     return A.filename() < B.filename();
                   });
  DatasetLoader Loader(Later);
  for (const fs::path &Folder : Folders)
    MLGO_TRY(Loader.addFolder(Folder));
  for (const std::string &Name : Programs)
    if (!Loader.Data.findProgram(Name))
      return Error(Where + ": has no program '" + Name + "'");
  if (!Loader.Data.size())
    return Error(Where + ": has no decisions, expected logs in folders named "
                         "after programs");
  return Loader.take();
}
} // namespace mlgo
