// Checks of sizes, for people and their services
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/GuardReport.h"
#include "report/HTMLText.h"
#include "support/Text.h"

namespace mlgo {
/// What a runner reads as an annotation would end at these.
static std::string escapeAnnotation(const std::string &Text, bool IsTitle) {
  const std::string Safe =
      escapeText(Text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
  return IsTitle ? escapeText(Safe, {{':', "%3A"}, {',', "%2C"}}) : Safe;
}

/// For attributes of XML, which is UTF-8 or is none: names of files need not
/// be, and JSON's replacement does for both.
static std::string escapeXML(const std::string &Text) {
  return escapeHTML(parseJSON(toJSONText(Text)).get<std::string>());
}

std::string brokenLines(const std::vector<SizeCheck> &Checks) {
  std::string Lines;
  for (const SizeCheck &Check : Checks)
    if (Check.IsBroken)
      Lines +=
          "mlgo: too large: " + Check.Program + ": " + Check.Message + "\n";
  return Lines;
}

std::string brokenAnnotations(const std::vector<SizeCheck> &Checks) {
  std::string Lines;
  for (const SizeCheck &Check : Checks)
    if (Check.IsBroken)
      Lines += "::error title=" + escapeAnnotation(Check.Program, true) +
               " is too large::" +
               escapeAnnotation(Check.Program + ": " + Check.Message, false) +
               "\n";
  return Lines;
}

std::string checksAsJUnit(const std::vector<SizeCheck> &Checks) {
  const auto Broken =
      std::count_if(Checks.begin(), Checks.end(),
                    [](const SizeCheck &Check) { return Check.IsBroken; });
  std::string Text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites>\n<testsuite name=\"mlgo compare\" tests=\"" +
                     std::to_string(Checks.size()) + "\" failures=\"" +
                     std::to_string(Broken) + "\" errors=\"0\">\n";
  for (const SizeCheck &Check : Checks) {
    const std::string Name =
        Check.Rule == "budget" ? "budget of " + Check.Column : Check.Rule;
    Text += "<testcase classname=\"" + escapeXML(Check.Program) + "\" name=\"" +
            escapeXML(Name) + "\" time=\"0\"";
    Text += Check.IsBroken ? "><failure message=\"" + escapeXML(Check.Message) +
                                 "\"/></testcase>\n"
                           : "/>\n";
  }
  return Text + "</testsuite>\n</testsuites>\n";
}

OrderedJSON checksAsJSON(const std::vector<SizeCheck> &Checks) {
  OrderedJSON Entries = OrderedJSON::array();
  for (const SizeCheck &Check : Checks) {
    OrderedJSON Entry = {{"program", Check.Program},
                         {"column", Check.Column},
                         {"rule", Check.Rule},
                         {"broken", Check.IsBroken}};
    if (Check.Found)
      Entry["bytes"] = *Check.Found;
    if (Check.IsBroken)
      Entry["message"] = Check.Message;
    Entries.push_back(std::move(Entry));
  }
  return Entries;
}
} // namespace mlgo
