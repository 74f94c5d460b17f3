// Training as a picture
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingRecord.h"
#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
namespace {
constexpr double Left = 70, Top = 40, Width = 720, Height = 300;

std::string number(double Value) { return formatText("%.1f", Value); }

/// Generations from left to right, rewards from below.
class LearningCurve {
public:
  explicit LearningCurve(const std::vector<TrainingRecord> &Records)
      : Records(Records), Scale(scaleFor(Records)) {
    for (const TrainingRecord &Record : Records)
      Last = std::max(Last, static_cast<double>(Record.Generation));
  }

  std::string str(const std::string &Title) const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"820\" "
           "height=\"400\" viewBox=\"0 0 820 400\" font-family=\"sans-serif\" "
           "font-size=\"12\">\n<rect width=\"820\" height=\"400\" "
           "fill=\"white\"/>\n" +
           text(Left, 22, "start", escapeHTML(Title)) + axes() + band() +
           lines() + legend() + "</svg>\n";
  }

private:
  /// Fits what is drawn. Outliers among single candidates are not drawn.
  static ChartScale scaleFor(const std::vector<TrainingRecord> &Records) {
    double Low = 0, High = 0;
    const auto Add = [&](double Value) {
      if (std::isfinite(Value) && std::abs(Value) < 1e6) {
        Low = std::min(Low, Value);
        High = std::max(High, Value);
      }
    };
    for (const TrainingRecord &Record : Records) {
      for (size_t Q = 1; Q < 4; ++Q)
        Add(Record.Quantiles[Q]);
      if (Record.Validation)
        Add(*Record.Validation);
    }
    return ChartScale(Low, High, 1e-4);
  }

  double x(double Generation) const {
    return Left + Width * Generation / std::max(Last, 1.0);
  }

  double y(double Value) const {
    const double Share = std::clamp(Scale.at(Value) / 100, 0.0, 1.0);
    return Top + Height * (1 - Share);
  }

  std::string point(double Generation, double Value) const {
    return number(x(Generation)) + ',' + number(y(Value)) + ' ';
  }

  static std::string text(double X, double Y, const char *Anchor,
                          const std::string &Text) {
    return "<text x=\"" + number(X) + "\" y=\"" + number(Y) +
           "\" text-anchor=\"" + Anchor + "\">" + Text + "</text>\n";
  }

  std::string axes() const {
    std::string Out;
    for (int I = 0; I <= Scale.getNumSteps(); ++I) {
      const double Tick = Scale.getTick(I);
      Out += "<line x1=\"" + number(Left) + "\" x2=\"" + number(Left + Width) +
             "\" y1=\"" + number(y(Tick)) + "\" y2=\"" + number(y(Tick)) +
             "\" stroke=\"#ddd\"/>\n" +
             text(Left - 6, y(Tick) + 4, "end",
                  formatNumber(Tick, Scale.getDecimals(), false));
    }
    Out += text(Left, Top + Height + 18, "middle", "0");
    if (Last > 0)
      Out += text(Left + Width, Top + Height + 18, "middle",
                  formatNumber(Last, 0, false));
    return Out +
           text(Left + Width / 2, Top + Height + 18, "middle", "generation");
  }

  std::string band() const {
    std::string Up, Down;
    for (const TrainingRecord &Record : Records) {
      const double Generation = static_cast<double>(Record.Generation);
      if (!std::isfinite(Record.Mean))
        continue;
      Up += point(Generation, Record.Quantiles[3]);
      Down.insert(0, point(Generation, Record.Quantiles[1]));
    }
    return "<polygon fill=\"#c6dbef\" points=\"" + Up + Down + "\"/>\n";
  }

  std::string lines() const {
    std::string Median, Validation, Best;
    for (const TrainingRecord &Record : Records) {
      const double Generation = static_cast<double>(Record.Generation);
      if (std::isfinite(Record.Mean))
        Median += point(Generation, Record.Quantiles[2]);
      if (!Record.Validation)
        continue;
      Validation += point(Generation, *Record.Validation);
      if (Record.IsBest)
        Best += "<circle r=\"4\" fill=\"#d95f02\" cx=\"" +
                number(x(Generation)) + "\" cy=\"" +
                number(y(*Record.Validation)) + "\"/>\n";
    }
    const auto Line = [](const char *Colour, const std::string &Points) {
      return std::string("<polyline fill=\"none\" stroke-width=\"2\" stroke="
                         "\"") +
             Colour + "\" points=\"" + Points + "\"/>\n";
    };
    return Line("#3182bd", Median) + Line("#d95f02", Validation) + Best;
  }

  static std::string legend() {
    const double Y = Top + Height + 42;
    return "<g fill=\"#3182bd\">" +
           text(Left, Y, "start",
                "reward of the candidates: median, quartiles") +
           "</g>\n<g fill=\"#d95f02\">" +
           text(Left + Width, Y, "end", "validation; dots: best so far") +
           "</g>\n";
  }

  const std::vector<TrainingRecord> &Records;
  ChartScale Scale;
  double Last = 0;
};
} // namespace

std::string drawLearningCurve(const std::vector<TrainingRecord> &Records,
                              const std::string &Title) {
  return LearningCurve(Records).str(Title);
}
} // namespace mlgo
