// Bar charts as markup
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
/// A length for style attributes.
static std::string share(double PerCent) {
  return formatText("%.2f%%", std::min(std::max(PerCent, 0.0), 100.0));
}

ChartScale::ChartScale(double Low, double High, double MinSpan) {
  constexpr double MaxSteps = 5;
  constexpr double Limit = 1e300; // The span of two of these is finite.
  Low = std::max(std::min(Low, 0.0), -Limit);
  High = std::min(std::max(High, 0.0), Limit);
  if (High == Low) {
    High = MinSpan / 2;
    Low = -High;
  } else if (High - Low < MinSpan) {
    (High > -Low ? High : Low) = High > -Low ? Low + MinSpan : High - MinSpan;
  }
  const double Rough = (High - Low) / MaxSteps;
  const double Power = std::floor(std::log10(Rough));
  Step = std::pow(10.0, Power);
  for (const double Factor : {2, 5, 10})
    if (Step < Rough * (1 - 1e-9))
      Step = Factor * std::pow(10.0, Power);
  FirstTick = static_cast<int>(std::floor(Low / Step + 1e-9));
  LastTick = static_cast<int>(std::ceil(High / Step - 1e-9));
  Decimals =
      std::max(0, -static_cast<int>(std::floor(std::log10(Step) + 1e-9)));
}

double ChartScale::at(double Value) const {
  return 100 * (Value / Step - FirstTick) / getNumSteps();
}

const char *classOfChange(double Change, int Decimals) {
  // As the number beside it is rounded.
  const double Visible = 0.5 * std::pow(10.0, -Decimals);
  return Change <= -Visible ? "smaller" : Change >= Visible ? "larger" : "same";
}

std::string BarChart::rowText(const Row &Bar, const ChartScale &Scale) const {
  const double Left = Scale.at(std::min(0.0, Bar.To));
  const double Right = Scale.at(std::max(0.0, Bar.To));
  std::string Text;
  Text += "<div class=\"name\" title=\"" + escapeHTML(Bar.Name) + "\">" +
          escapeHTML(shortenPath(Bar.Name)) + "</div>";
  Text += "<div class=\"track\" title=\"" + escapeHTML(Bar.Hint) +
          "\"><b class=\"" + classOfChange(Bar.To, Decimals) +
          "\" style=\"left:" + share(Left) + ";width:" + share(Right - Left) +
          "\"></b>";
  return Text + "</div><div class=\"value\">" +
         formatNumber(Bar.To, Decimals, true) + Unit + "</div>\n";
}

std::string BarChart::axisText(const ChartScale &Scale,
                               const char *Class) const {
  std::string Text = "<div class=\"name\"></div>";
  Text += std::string("<div class=\"") + Class + "\">";
  for (int I = 0; I <= Scale.getNumSteps(); ++I) {
    const double Tick = Scale.getTick(I);
    // Every other label goes where there is no room; zero never does.
    const bool IsMinor =
        std::lround(Tick / (Scale.getTick(1) - Scale.getTick(0))) % 2 != 0;
    Text += std::string("<span") + (IsMinor ? " class=\"minor\"" : "") +
            " style=\"left:" + share(Scale.at(Tick)) + "\">" +
            formatNumber(Tick, Tick == 0 ? 0 : Scale.getDecimals(), true) +
            Unit + "</span>";
  }
  return Text + "</div><div></div>\n";
}

std::string BarChart::str() const {
  double Low = 0, High = 0;
  for (const Row &Bar : Rows) {
    Low = std::min(Low, Bar.To);
    High = std::max(High, Bar.To);
  }
  const ChartScale Scale(Low, High, MinSpan);
  constexpr size_t ManyRows = 20;
  std::string Text =
      "<div class=\"chart\" style=\"--zero:" + share(Scale.at(0)) +
      ";--step:" + share(100.0 / Scale.getNumSteps()) + "\">\n";
  // So that there is always one in view.
  if (Rows.size() > ManyRows)
    Text += axisText(Scale, "axis top");
  for (const Row &Bar : Rows)
    Text += rowText(Bar, Scale);
  return Text + axisText(Scale, "axis") + "</div>\n";
}
} // namespace mlgo
