//===- SizeReportHTML.cpp - A size report as a page -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/SizeReport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mlgo {
namespace {

std::string escaped(const std::string &Text) {
  std::string Safe;
  for (const char C : Text)
    switch (C) {
    case '&':
      Safe += "&amp;";
      break;
    case '<':
      Safe += "&lt;";
      break;
    case '>':
      Safe += "&gt;";
      break;
    case '"':
      Safe += "&quot;";
      break;
    case '\'':
      Safe += "&#39;";
      break;
    default:
      Safe += static_cast<unsigned char>(C) < ' ' ? ' ' : C;
    }
  return Safe;
}

std::string number(const char *Format, double Value) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), Format, Value);
  return Text;
}

std::string percent(double Value) { return number("%+.2f", Value) + " %"; }

const char *classOf(double Change) {
  return Change < -0.005 ? "smaller" : Change > 0.005 ? "larger" : "same";
}

constexpr const char *Style = R"(<style>
:root{color-scheme:light dark;--fg:#1c2024;--dim:#60646c;--bg:#fcfcfd;
--line:#d9d9e0;--good:#2b9a66;--bad:#ce2c31;--same:#8b8d98;--row:#f4f4f6}
@media(prefers-color-scheme:dark){:root{--fg:#edeef0;--dim:#b0b4ba;
--bg:#111113;--line:#363a3f;--good:#33b074;--bad:#e5484d;--same:#777b84;
--row:#18191b}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);
max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}
p{color:var(--dim);margin:.3rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;
white-space:nowrap}
th{color:var(--dim);font-weight:500}
th:first-child,td:first-child,.text{text-align:left}
.chart{display:grid;grid-template-columns:minmax(6rem,15rem) 1fr 4.8rem;
gap:.2rem .7rem;align-items:center;font-variant-numeric:tabular-nums}
.name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.value{text-align:right}
.track{position:relative;height:1.1rem;background:var(--row);
border-radius:2px}
.track i{position:absolute;top:0;bottom:0;width:1px;background:var(--dim)}
.track b{position:absolute;top:.12rem;bottom:.12rem;border-radius:2px}
b.smaller{background:var(--good)}b.larger{background:var(--bad)}
b.same,b.rest{background:var(--same)}
.axis{position:relative;height:1.3rem;color:var(--dim);font-size:.8rem}
.axis span{position:absolute;transform:translateX(-50%);white-space:nowrap}
.axis span:first-child{transform:none}
.axis span:last-child{transform:translateX(-100%)}
li{overflow-wrap:anywhere}
</style>
)";

/// A scale over [Low, High] in which 0 lies.
struct Scale {
  double Low = 0, High = 0;

  void include(double Value) {
    if (!std::isfinite(Value))
      return;
    Low = std::min(Low, Value);
    High = std::max(High, Value);
  }
  double at(double Value) const {
    const double Span = High - Low;
    return Span > 0 ? 100 * (Value - Low) / Span : 50;
  }
  std::string axis(const char *Format) const {
    std::string Text =
        "<div></div><div class=\"axis\"><span style=\"left:0\">" +
        number(Format, Low) + "</span>";
    // A label between two others needs room.
    if (at(0) > 12 && at(0) < 88)
      Text += "<span style=\"left:" + number("%.2f", at(0)) + "%\">0</span>";
    return Text + "<span style=\"left:100%\">" + number(Format, High) +
           "</span></div><div></div>\n";
  }
};

/// Paths differ at their ends.
std::string shortened(const std::string &Name) {
  constexpr size_t MaxName = 30;
  if (Name.size() <= MaxName)
    return Name;
  size_t Start = Name.size() - MaxName;
  // Not into the middle of a UTF-8 sequence.
  while (Start < Name.size() && (Name[Start] & 0xC0) == 0x80)
    ++Start;
  return "\xE2\x80\xA6" + Name.substr(Start);
}

/// One line of a chart: a bar from \p From to \p To.
std::string bar(const Scale &S, const std::string &Name, double From, double To,
                const char *Class, const std::string &Value) {
  const double Left = std::min(S.at(From), S.at(To));
  const double Width = std::max(0.2, std::fabs(S.at(From) - S.at(To)));
  return "<div class=\"name\" title=\"" + escaped(Name) + "\">" +
         escaped(shortened(Name)) + "</div><div class=\"track\"><i style=\"left:" +
         number("%.2f", S.at(0)) + "%\"></i><b class=\"" + Class +
         "\" style=\"left:" + number("%.2f", std::min(Left, 99.8)) +
         "%;width:" + number("%.2f", Width) + "%\"></b></div>" +
         "<div class=\"value\">" + Value + "</div>\n";
}

std::string summaryTable(const SizeReport &Report) {
  std::string Text =
      "<div class=\"scroll\"><table><tr><th>policy</th><th>programs</th>"
      "<th>count</th><th>geometric mean</th><th>95 % of resamples</th>"
      "<th class=\"text\">worst</th><th class=\"text\">best</th></tr>\n";
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
    for (const ProgramGroup Group :
         {ProgramGroup::C, ProgramGroup::Cxx, ProgramGroup::All}) {
      const GroupSummary S = summarize(Report, Policy, Group);
      if (S.Programs == 0)
        continue;
      Text += "<tr><td>" + escaped(Report.PolicyNames[Policy]) + "</td><td>" +
              getName(Group) + "</td><td>" + std::to_string(S.Programs) +
              "</td><td>" + percent(S.GeometricMean) + "</td><td>" +
              percent(S.Low) + " to " + percent(S.High) +
              "</td><td class=\"text\">" + percent(S.Worst) + " " +
              escaped(S.WorstProgram) + "</td><td class=\"text\">" +
              percent(S.Best) + " " + escaped(S.BestProgram) + "</td></tr>\n";
    }
  return Text + "</table></div>\n";
}

std::string programBars(const SizeReport &Report, size_t Policy) {
  std::vector<std::pair<double, const ProgramSizes *>> Changes;
  Scale S;
  for (const ProgramSizes &Program : Report.Programs) {
    const double Change =
        Program.linkedChange(Policy).value_or(Program.change(Policy));
    Changes.emplace_back(Change, &Program);
    S.include(Change);
  }
  std::stable_sort(
      Changes.begin(), Changes.end(),
      [](const auto &A, const auto &B) { return A.first < B.first; });
  std::string Text = "<div class=\"chart\">\n";
  for (const auto &[Change, Program] : Changes)
    Text += bar(S,
                Program->Package == Program->Program
                    ? Program->Program
                    : Program->Package + " / " + Program->Program,
                0, Change, classOf(Change), percent(Change));
  return Text + S.axis("%+.1f %%") + "</div>\n";
}

/// Changes of modules, the largest first, each bar beginning where the one
/// before ended.
std::string moduleWaterfall(const ProgramSizes &Program, size_t Policy) {
  constexpr size_t MaxBars = 15;
  std::vector<std::pair<double, std::string>> Changes;
  for (const ModuleSizes &Module : Program.Modules)
    if (Module.Sizes[Policy] != Module.Baseline)
      Changes.emplace_back(Module.Sizes[Policy] - Module.Baseline,
                           Module.Module);
  std::stable_sort(Changes.begin(), Changes.end(),
                   [](const auto &A, const auto &B) {
                     return std::fabs(A.first) > std::fabs(B.first);
                   });
  const size_t Others = Changes.size() > MaxBars ? Changes.size() - MaxBars : 0;
  double Rest = Program.Sizes[Policy] - Program.Baseline;
  Changes.resize(Changes.size() - Others);
  Scale S;
  double Level = 0;
  for (const auto &[Change, Name] : Changes) {
    Rest -= Change;
    S.include(Level += Change);
  }
  S.include(Level + Rest);
  std::string Text = "<div class=\"chart\">\n";
  Level = 0;
  for (const auto &[Change, Name] : Changes) {
    Text += bar(S, Name, Level, Level + Change, classOf(Change),
                number("%+.0f", Change));
    Level += Change;
  }
  if (std::fabs(Rest) >= 0.5)
    Text += bar(S, "other modules (" + std::to_string(Others) + ")", Level,
                Level + Rest, "rest", number("%+.0f", Rest));
  const double Total = Program.Sizes[Policy] - Program.Baseline;
  Text +=
      bar(S, "whole program", 0, Total, classOf(Total), number("%+.0f", Total));
  return Text + S.axis("%+.0f bytes") + "</div>\n";
}

/// The programs whose modules are shown: those that change most.
std::vector<const ProgramSizes *> chooseLargest(const SizeReport &Report,
                                                size_t Policy) {
  constexpr size_t MaxPrograms = 6;
  std::vector<const ProgramSizes *> Chosen;
  for (const ProgramSizes &Program : Report.Programs)
    if (!Program.Modules.empty() && Program.Sizes[Policy] != Program.Baseline)
      Chosen.push_back(&Program);
  std::stable_sort(Chosen.begin(), Chosen.end(),
                   [&](const ProgramSizes *A, const ProgramSizes *B) {
                     return std::fabs(A->Sizes[Policy] - A->Baseline) >
                            std::fabs(B->Sizes[Policy] - B->Baseline);
                   });
  Chosen.resize(std::min(Chosen.size(), MaxPrograms));
  return Chosen;
}

} // namespace

std::string formatHTML(const SizeReport &Report) {
  const bool IsLinked = std::any_of(
      Report.Programs.begin(), Report.Programs.end(),
      [](const ProgramSizes &Program) { return !Program.Linked.empty(); });
  std::string Text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Program sizes</title>\n";
  Text += Style;
  Text += "</head><body>\n<h1>Program sizes</h1>\n<p>" +
          std::to_string(Report.Programs.size()) + " programs against " +
          escaped(Report.BaselineName) +
          (IsLinked ? ", as really linked" : ", link modelled") +
          ". Bytes of code, read-only data and unwind tables.</p>\n";
  Text += summaryTable(Report);
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    const std::string Name = escaped(Report.PolicyNames[Policy]);
    Text += "<h2>" + Name + ": change of each program</h2>\n" +
            programBars(Report, Policy);
    for (const ProgramSizes *Program : chooseLargest(Report, Policy))
      Text += "<h2>" + Name + ": modules of " + escaped(Program->Program) +
              ", bytes as modelled</h2>\n" + moduleWaterfall(*Program, Policy);
  }
  if (!Report.Failures.empty()) {
    Text += "<h2>Left out</h2>\n<ul>\n";
    for (const std::string &Failure : Report.Failures)
      Text += "<li>" + escaped(Failure) + "</li>\n";
    Text += "</ul>\n";
  }
  return Text + "</body></html>\n";
}

} // namespace mlgo
