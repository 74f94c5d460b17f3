// All answers that a search was given
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SearchJournal.h"
#include "mlgo/support/Random.h"
#include "support/Text.h"
#include <charconv>
#include <cmath>

namespace mlgo {
namespace {
constexpr std::string_view Magic = "# mlgo-search ";
constexpr std::string_view Version = "1";

Error damaged(const std::string &Problem) {
  return Error("search checkpoint: " + Problem);
}

std::string toHex(uint64_t Number) {
  return formatText("%016llx", static_cast<unsigned long long>(Number));
}

std::string toText(double Size) {
  char Text[40];
  return std::string(Text, std::to_chars(Text, Text + sizeof(Text), Size).ptr);
}

/// Takes the text up to the next \p Separator, or all of it, off \p From.
std::string_view takeUntil(std::string_view &From, char Separator) {
  const size_t End = From.find(Separator);
  const std::string_view Taken = From.substr(0, End);
  From = End == From.npos ? std::string_view() : From.substr(End + 1);
  return Taken;
}

template <typename T>
bool parseNumber(std::string_view Text, T &Number, int Base = 10) {
  auto [End, Problem] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number, Base);
  return Problem == std::errc() && End == Text.data() + Text.size();
}

bool parseSize(std::string_view Text, double &Size) {
  auto [End, Problem] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Size);
  return Problem == std::errc() && End == Text.data() + Text.size() &&
         std::isfinite(Size);
}

bool parseChange(std::string_view Text, size_t NumSites,
                 SearchJournal::Change &Change) {
  if (!parseNumber(takeUntil(Text, '='), Change.Site) ||
      Change.Site >= NumSites)
    return false;
  if (Text == "-") {
    Change.Decision = -1;
    return true;
  }
  const bool HasChoices = Text.find(':') != Text.npos;
  return parseNumber(takeUntil(Text, ':'), Change.Decision) &&
         Change.Decision >= 0 && Change.Decision <= MaxDecision &&
         (!HasChoices || parseNumber(Text, Change.Choices, 16));
}

void appendChange(std::string &Text, const SearchJournal::Change &Change) {
  Text.append(std::to_string(Change.Site)).append("=");
  Text.append(Change.Decision < 0 ? "-" : std::to_string(Change.Decision));
  if (Change.Choices != SearchJournal::Change().Choices)
    Text.append(":").append(toHex(Change.Choices));
}

bool parseSite(std::string_view Line, DecidedSite &Site) {
  if (!parseNumber(takeUntil(Line, ' '), Site.Caller) ||
      !parseNumber(takeUntil(Line, ' '), Site.Callee))
    return false;
  Site.Key = Line;
  return !Line.empty();
}

bool parseEntry(char Kind, std::string_view Line, size_t NumSites,
                SearchJournal::Entry &E) {
  E.IsTrial = Kind == 't';
  E.Failed = Kind == 'x';
  if (!parseNumber(takeUntil(Line, ' '), E.Question, 16) ||
      !parseNumber(takeUntil(Line, ' '), E.Milliseconds))
    return false;
  if (Kind == 'x')
    return Line.empty();
  const std::string_view Size = takeUntil(Line, ' ');
  if (E.IsTrial && Size == "x")
    E.Failed = true;
  else if (!parseSize(Size, E.Size))
    return false;
  while (!Line.empty()) {
    SearchJournal::Change Change;
    if (E.IsTrial || !parseChange(takeUntil(Line, ' '), NumSites, Change))
      return false;
    E.Changes.push_back(Change);
  }
  return true;
}

bool parseAhead(std::string_view Line, uint64_t &Question, double &Size) {
  return parseNumber(takeUntil(Line, ' '), Question, 16) &&
         parseSize(Line, Size);
}

/// The text without its last line, which is the checksum of the rest.
Result<std::string_view> checkSum(std::string_view Text) {
  const size_t Last = Text.rfind("\n. ");
  if (Last == Text.npos || Text.back() != '\n')
    return damaged("it is cut off");
  const std::string_view Body = Text.substr(0, Last + 1);
  const std::string Sum = toHex(hashText(Body));
  const std::string_view Found = Text.substr(Last + 3, Text.size() - Last - 4);
  if (Found != Sum)
    return damaged("checksum is '" + std::string(Found.substr(0, 20)) +
                   "', expected " + Sum);
  return Body;
}
} // namespace

uint64_t hashText(std::string_view Text, uint64_t Seed) {
  uint64_t Hash = 0xcbf29ce484222325u ^ mixBits(Seed);
  for (const char C : Text)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3u;
  return mixBits(Hash ^ Text.size());
}

uint64_t hashDecisions(const Decisions &D, uint64_t Seed) {
  for (const auto &[Key, Decision] : D)
    Seed = hashText(Key, Seed + Decision);
  return Seed;
}

Result<SearchJournal> SearchJournal::parse(std::string_view Text) {
  if (Text.substr(0, Magic.size()) != Magic)
    return damaged("found '" + std::string(Text.substr(0, Magic.size())) +
                   "', expected '" + std::string(Magic) + "'");
  auto Body = MLGO_TRY(checkSum(Text));
  std::string_view First = takeUntil(Body, '\n').substr(Magic.size());
  const std::string_view Found = takeUntil(First, ' ');
  if (Found != Version)
    return damaged("version is '" + std::string(Found) + "', expected " +
                   std::string(Version));
  SearchJournal Journal(0);
  if (!parseNumber(First, Journal.Options, 16))
    return damaged("line 1: no hash of the options");
  for (size_t Number = 2; !Body.empty(); ++Number) {
    std::string_view Line = takeUntil(Body, '\n');
    const std::string_view Kind = takeUntil(Line, ' ');
    DecidedSite Site;
    Entry E;
    uint64_t Question = 0;
    double Size = 0;
    if (Kind == "a" && parseAhead(Line, Question, Size))
      Journal.addAhead(Question, Size);
    else if (Kind == "s" && parseSite(Line, Site))
      Journal.numberOf(Site);
    else if ((Kind == "e" || Kind == "x" || Kind == "t") &&
             parseEntry(Kind[0], Line, Journal.Known.size(), E))
      Journal.Entries.push_back(std::move(E));
    else
      return damaged("line " + std::to_string(Number) +
                     ": neither a site nor an answer");
  }
  for (size_t I = 0; I < Journal.Entries.size(); ++I)
    if (!Journal.Entries[I].IsTrial && !Journal.Entries[I].Failed)
      Journal.Last = Journal.evaluation(I, Journal.Last).Sites;
  return Journal;
}

std::string SearchJournal::format() const {
  std::string Text;
  Text.append(Magic).append(Version).append(" ").append(toHex(Options));
  Text += '\n';
  for (const DecidedSite &Site : Known)
    Text.append("s ")
        .append(std::to_string(Site.Caller))
        .append(" ")
        .append(std::to_string(Site.Callee))
        .append(" ")
        .append(Site.Key)
        .append("\n");
  for (const Entry &E : Entries) {
    Text += E.IsTrial ? "t " : E.Failed ? "x " : "e ";
    Text.append(toHex(E.Question)).append(" ");
    Text.append(std::to_string(E.Milliseconds));
    if (E.IsTrial || !E.Failed)
      Text.append(" ").append(E.Failed ? "x" : toText(E.Size));
    for (const Change &C : E.Changes)
      appendChange(Text += ' ', C);
    Text += '\n';
  }
  for (const auto &[Question, Size] : Ahead)
    Text.append("a ")
        .append(toHex(Question))
        .append(" ")
        .append(toText(Size)) += '\n';
  const std::string Sum = toHex(hashText(Text));
  return Text.append(". ").append(Sum).append("\n");
}

void SearchJournal::addTrial(uint64_t Question, uint64_t Milliseconds,
                             std::optional<double> Size) {
  Entries.push_back(
      {true, !Size, Question, Milliseconds, Size.value_or(0), {}});
}

void SearchJournal::addFailure(uint64_t Question, uint64_t Milliseconds) {
  Entries.push_back({false, true, Question, Milliseconds, 0, {}});
}

void SearchJournal::addEvaluation(uint64_t Question, uint64_t Milliseconds,
                                  const Evaluated &E) {
  Entry New{false, false, Question, Milliseconds, E.Size, {}};
  auto Old = Last.begin();
  auto DropUntil = [&](const std::string *Key) {
    for (; Old != Last.end() && (!Key || Old->Key < *Key); ++Old)
      New.Changes.push_back({numberOf(*Old), -1});
  };
  for (const DecidedSite &Site : E.Sites) {
    DropUntil(&Site.Key);
    const bool Stays = Old != Last.end() && Old->Key == Site.Key;
    if (!Stays || Old->Decision != Site.Decision ||
        Old->Choices != Site.Choices)
      New.Changes.push_back({numberOf(Site), Site.Decision, Site.Choices});
    Old += Stays;
  }
  DropUntil(nullptr);
  Last = E.Sites;
  Entries.push_back(std::move(New));
}

std::optional<double> SearchJournal::takeAhead(uint64_t Question) {
  auto Answer = Ahead.find(Question);
  if (Answer == Ahead.end())
    return std::nullopt;
  const double Size = Answer->second;
  Ahead.erase(Answer);
  return Size;
}

void SearchJournal::truncate(size_t Count,
                             const std::vector<DecidedSite> &Sites) {
  Entries.resize(Count);
  Last = Sites;
}

Evaluated
SearchJournal::evaluation(size_t I,
                          const std::vector<DecidedSite> &Sites) const {
  std::map<std::string, DecidedSite> ByKey;
  for (const DecidedSite &Site : Sites)
    ByKey.emplace(Site.Key, Site);
  for (const Change &C : Entries[I].Changes) {
    DecidedSite Site = Known[C.Site];
    Site.Decision = C.Decision;
    Site.Choices = C.Choices;
    if (C.Decision < 0)
      ByKey.erase(Site.Key);
    else
      ByKey[Site.Key] = Site;
  }
  Evaluated E;
  E.Size = Entries[I].Size;
  for (auto &[Key, Site] : ByKey)
    E.Sites.push_back(std::move(Site));
  return E;
}

uint32_t SearchJournal::numberOf(const DecidedSite &Site) {
  auto [At, Added] =
      Numbers.emplace(Site.Key, static_cast<uint32_t>(Known.size()));
  if (Added)
    Known.push_back(Site);
  return At->second;
}
} // namespace mlgo
