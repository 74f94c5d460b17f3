// What mlgo train is told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingConfig.h"
#include "support/Text.h"
#include "tensor/JSON.h"
#include <iterator>
#include <set>
#include <sstream>

namespace mlgo {
namespace {
using List = std::vector<std::string>;

/// A key: where its value is, and what it may be.
struct Key {
  const char *Name;
  std::variant<std::string TrainingConfig::*, List TrainingConfig::*,
               uint64_t TrainingConfig::*, double TrainingConfig::*>
      Member;
  const char *Help;
  /// Two runs that differ in this alone have nothing else different.
  bool ChangesResults = true;
  double Low = 0, High = 0; ///< Bounds, for numbers.
  List Choices = {};        ///< For strings; empty: any.
};

constexpr double Many = 1e15;

List words(const char *Text) {
  std::istringstream In(Text);
  return {std::istream_iterator<std::string>(In), {}};
}

const std::vector<Key> &keys() {
  using C = TrainingConfig;
  static const std::vector<Key> Keys = {
      {"task", &C::Task, "What is decided: inline, evict, ..."},
      {"objective", &C::Objective,
       "(rare) What decisions are judged by: size or score; empty: what the "
       "task is "
       "for",
       false},
      {"start-model", &C::StartModel, "The model file to start from", false},
      {"beside", &C::Beside,
       "(rare) Model files of other tasks of the register allocator, which "
       "decide in "
       "all trials",
       false},
      {"training-corpora", &C::TrainingCorpora,
       "Folders of corpora to train on (mlgo corpus fetch)", false},
      {"training-packages", &C::TrainingPackages,
       "(rare) Only these packages of them; empty: all"},
      {"validation-corpora", &C::ValidationCorpora,
       "Folders of corpora to choose the best by", false},
      {"validation-packages", &C::ValidationPackages,
       "(rare) Only these packages of them; empty: all"},
      {"settings", &C::Settings,
       "(rare) Levels that modules are compiled at: Oz, Os, "
       "Oz-no-unwind-tables, "
       "Os-no-unwind-tables, or mixed for all of these; empty: as they were "
       "built",
       false},
      {"profiles", &C::Profiles,
       "(rare) evict, priority: whether the compiler sees the profile that "
       "cycles are "
       "counted by: hidden, used, or both, each in half of the trials",
       false, 0, 0, words("hidden used both")},
      {"parameters", &C::Parameters,
       "(rare) What is trained: leaves, base, thresholds, blocks:N (a factor "
       "for each "
       "of N blocks of trees), weights, biases, last-layer (only that)"},
      {"scale-floor", &C::ScaleFloor,
       "(rare) A parameter moves in units of its magnitude plus this", true,
       1e-9, 1e9},
      {"seed", &C::Seed, "(rare) Of everything random", true, 0, Many},
      {"algorithm", &C::Algorithm,
       "(rare) es: evolution strategy with pairs; cma, sep-cma: CMA-ES with a "
       "full or "
       "a diagonal covariance",
       true, 0, 0, words("es cma sep-cma")},
      {"pairs", &C::Pairs,
       "(rare) Mirrored pairs of candidates in a generation; CMA-ES: twice as "
       "many "
       "candidates",
       true, 1, 1e6},
      {"sigma", &C::Sigma, "(rare) Deviation of candidates from the centre",
       true, 1e-9, 1e9},
      {"step-rule", &C::StepRule, "(rare) es: from gradient to step", true, 0,
       0, words("plain clipup")},
      {"step-size", &C::StepSize, "(rare) es: of the step rule", true, 1e-12,
       1e9},
      {"momentum", &C::Momentum, "(rare) es: of clipup", true, 0, 0.999999},
      {"max-step", &C::MaxStep, "(rare) es: the longest step of clipup", true,
       1e-12, 1e9},
      {"shaping", &C::Shaping,
       "(rare) es: rewards count by rank, or standardised", true, 0, 0,
       words("ranks standardised")},
      {"top-pairs", &C::TopPairs,
       "(rare) es: only so many best pairs count; 0: all", true, 0, 1e6},
      {"min-survivors", &C::MinSurvivors,
       "(rare) No step if a smaller share of pairs has its rewards", true, 0,
       1},
      {"decay", &C::Decay,
       "(rare) es: share of the way back to the start that each step goes",
       true, 0, 0.999999},
      {"modules-per-package", &C::ModulesPerPackage,
       "(rare) Of register allocation: only so many training modules of a "
       "package, "
       "large ones "
       "more likely; 0: all",
       true, 0, Many},
      {"largest-module", &C::LargestModule,
       "(rare) Of register allocation: only training modules of at most so "
       "many bytes "
       "of "
       "bitcode; 0: all",
       true, 0, Many},
      {"modules-per-generation", &C::ModulesPerGeneration,
       "(rare) Modules that all candidates of a generation are measured on",
       true, 1, Many},
      {"generations", &C::Generations, "How long to train", false, 0, Many},
      {"validation-interval", &C::ValidationInterval,
       "(rare) Generations from one validation to the next", true, 1, Many},
      {"patience", &C::Patience,
       "(rare) Stop after so many validations without a new best; 0: never",
       false, 0, Many},
      {"jobs", &C::Jobs, "Processes that compile", false, 1, 1024},
      {"workers", &C::Workers,
       "What compiles: this process, forked ones, or ranks of MPI", false, 0, 0,
       words("in-process forked mpi")},
      {"output", &C::Output, "The best model", false},
      {"checkpoint", &C::Checkpoint,
       "(rare) Where state is kept; empty: OUTPUT.checkpoint", false},
      {"metrics", &C::Metrics,
       "(rare) Comma-separated values of each generation; empty: OUTPUT.csv",
       false},
  };
  return Keys;
}

const Key *findKey(const std::string &Name) {
  for (const Key &Known : keys())
    if (Name == Known.Name)
      return &Known;
  return nullptr;
}

Error unknownKey(const std::string &Name) {
  List Names;
  for (const Key &Known : keys())
    Names.push_back(Known.Name);
  return Error("key '" + Name + "' is unknown, expected one of " +
               joinText(Names, ", "));
}

std::string dump(const OrderedJSON &Value, int Indent = -1) {
  return toJSONText(Value, Indent);
}

std::string numberText(double Value) { return dump(OrderedJSON(Value)); }

/// Sets one member from JSON.
class Setter {
public:
  Setter(const Key &Of, TrainingConfig &Config, const OrderedJSON &Value)
      : Of(Of), Config(Config), Value(Value) {}

  Status operator()(std::string TrainingConfig::*Member) const {
    if (!Value.is_string())
      return wrong("a string");
    const std::string Text = Value.get<std::string>();
    if (!Of.Choices.empty() && std::find(Of.Choices.begin(), Of.Choices.end(),
                                         Text) == Of.Choices.end())
      return wrong(joinText(Of.Choices, ", "));
    Config.*Member = Text;
    return Success();
  }

  Status operator()(List TrainingConfig::*Member) const {
    if (!Value.is_array())
      return wrong("a list of strings");
    List Texts;
    for (const OrderedJSON &Item : Value) {
      if (!Item.is_string())
        return wrong("a list of strings");
      Texts.push_back(Item.get<std::string>());
    }
    Config.*Member = Texts;
    return Success();
  }

  Status operator()(uint64_t TrainingConfig::*Member) const {
    if (!Value.is_number_unsigned() || !isWithin(Value.get<double>()))
      return wrong("a whole number" + bounds());
    Config.*Member = Value.get<uint64_t>();
    return Success();
  }

  Status operator()(double TrainingConfig::*Member) const {
    if (!Value.is_number() || !isWithin(Value.get<double>()))
      return wrong("a number" + bounds());
    Config.*Member = Value.get<double>();
    return Success();
  }

private:
  bool isWithin(double Found) const {
    return Found >= Of.Low && Found <= Of.High;
  }

  std::string bounds() const {
    return " from " + numberText(Of.Low) + " to " + numberText(Of.High);
  }

  Error wrong(const std::string &Expected) const {
    return Error("key '" + std::string(Of.Name) + "' is " +
                 dump(Value).substr(0, 200) + ", expected " + Expected);
  }

  const Key &Of;
  TrainingConfig &Config;
  const OrderedJSON &Value;
};

Status set(const Key &Of, TrainingConfig &Config, const OrderedJSON &Value) {
  return std::visit(Setter(Of, Config, Value), Of.Member);
}

OrderedJSON get(const Key &Of, const TrainingConfig &Config) {
  return std::visit([&](auto Member) { return OrderedJSON(Config.*Member); },
                    Of.Member);
}

/// \p Text as a value of \p Of: JSON, or without quotes and brackets.
OrderedJSON fromText(const Key &Of, const std::string &Text) {
  const OrderedJSON Parsed = parseJSON(Text);
  if (std::holds_alternative<std::string TrainingConfig::*>(Of.Member))
    return Parsed.is_string() ? Parsed : OrderedJSON(Text);
  if (!std::holds_alternative<List TrainingConfig::*>(Of.Member))
    return Parsed.is_discarded() ? OrderedJSON(Text) : Parsed;
  if (Parsed.is_array())
    return Parsed;
  OrderedJSON Items = OrderedJSON::array();
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find(',', Begin), Text.size());
    if (End > Begin)
      Items.push_back(Text.substr(Begin, End - Begin));
    Begin = End + 1;
  }
  return Items;
}
} // namespace

std::vector<TrainingKey> describeTrainingKeys() {
  const TrainingConfig Defaults;
  std::vector<TrainingKey> Described;
  for (const Key &Known : keys())
    Described.push_back({Known.Name, Known.Help, dump(get(Known, Defaults))});
  return Described;
}

Result<TrainingConfig> parseTrainingConfig(std::string_view Text) {
  std::set<std::string> Seen;
  std::string Twice;
  // The library prints and copies by recursion.
  bool IsTooDeep = false;
  const auto Watch = [&](int Depth, OrderedJSON::parse_event_t Event,
                         OrderedJSON &Value) {
    if (Depth == 1 && Event == OrderedJSON::parse_event_t::key &&
        !Seen.insert(Value.get<std::string>()).second && Twice.empty())
      Twice = Value.get<std::string>();
    IsTooDeep |= Depth > 8;
    return !IsTooDeep;
  };
  // Comments are welcome where people write.
  const OrderedJSON Parsed = OrderedJSON::parse(Text, Watch, false, true);
  if (IsTooDeep)
    return Error("training configuration nests deeper than 8 levels");
  if (!Parsed.is_object())
    return Error(
        "training configuration is " +
        std::string(Parsed.is_discarded() ? "no JSON" : Parsed.type_name()) +
        ", expected a JSON object");
  if (!Twice.empty())
    return Error("key '" + Twice + "' occurs twice");
  TrainingConfig Config;
  for (const auto &Item : Parsed.items()) {
    const Key *Known = findKey(Item.key());
    if (!Known)
      return unknownKey(Item.key());
    MLGO_TRY(set(*Known, Config, Item.value()));
  }
  return Config;
}

Status setTrainingKey(TrainingConfig &Config, const std::string &Name,
                      const std::string &Value) {
  const Key *Known = findKey(Name);
  if (!Known)
    return unknownKey(Name);
  return set(*Known, Config, fromText(*Known, Value));
}

std::string formatTrainingConfig(const TrainingConfig &Config) {
  OrderedJSON Object = OrderedJSON::object();
  for (const Key &Known : keys())
    Object[Known.Name] = get(Known, Config);
  return dump(Object, 2) + '\n';
}

std::string fingerprint(const TrainingConfig &Config) {
  std::string Text;
  for (const Key &Known : keys())
    if (Known.ChangesResults)
      Text += std::string(Known.Name) + ' ' + dump(get(Known, Config)) + '\n';
  // Runs from before there was one have none.
  if (!Config.Objective.empty())
    Text += "objective " + dump(OrderedJSON(Config.Objective)) + '\n';
  if (!Config.Settings.empty())
    Text += "settings " + dump(OrderedJSON(Config.Settings)) + '\n';
  if (Config.Profiles != TrainingConfig().Profiles)
    Text += "profiles " + dump(OrderedJSON(Config.Profiles)) + '\n';
  return Text;
}
} // namespace mlgo
