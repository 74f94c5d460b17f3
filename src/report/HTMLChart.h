// Bar charts as markup
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <vector>

namespace mlgo {
/// A scale in which 0 lies and which ends at round numbers.
class ChartScale {
public:
  /// Scales values in [\p Low, \p High], widened to hold 0 and at least
  /// \p MinSpan.
  ChartScale(double Low, double High, double MinSpan);

  /// Where \p Value lies, in per cent of the width from the left.
  double at(double Value) const;

  int getNumSteps() const { return LastTick - FirstTick; }
  double getTick(int Index) const { return Step * (FirstTick + Index); }
  /// Decimals that ticks need.
  int getDecimals() const { return Decimals; }

private:
  double Step = 1;
  int FirstTick = 0, LastTick = 1; ///< In steps.
  int Decimals = 0;
};

/// Horizontal bars about zero, a row each, as elements that the page's style
/// sheet lays out: names to the left, values to the right, an axis below. Bars
/// to the left are good.
class BarChart {
public:
  struct Row {
    std::string Name;
    double To = 0;    ///< Where the bar ends; it begins at zero.
    std::string Hint; ///< What the pointer shows.
  };

  /// \p Unit follows each number of the axis.
  BarChart(int Decimals, std::string Unit, double MinSpan)
      : Decimals(Decimals), Unit(std::move(Unit)), MinSpan(MinSpan) {}

  void add(Row Bar) { Rows.push_back(std::move(Bar)); }
  std::string str() const;

private:
  std::string rowText(const Row &Bar, const ChartScale &Scale) const;
  std::string axisText(const ChartScale &Scale, const char *Class) const;

  const int Decimals; ///< How values are printed.
  const std::string Unit;
  const double MinSpan;
  std::vector<Row> Rows;
};

/// "smaller", "larger" or "same", as the style sheet colours them.
const char *classOfChange(double Change, int Decimals);
} // namespace mlgo
