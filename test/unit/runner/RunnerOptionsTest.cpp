// Tests of RunnerOptions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/RunnerOptions.h"
#include <catch2/catch.hpp>
#include <map>

using namespace mlgo;

namespace {

/// A reader of \p Given, whose options are called `-name` in errors.
OptionReader readerOf(std::map<std::string, std::string> Given) {
  return OptionReader({[Given](const std::string &Name) {
                         auto Known = Given.find(Name);
                         return Known == Given.end() ? "" : Known->second;
                       },
                       [](const std::string &Name) { return "-" + Name; }});
}

std::string faultOf(std::map<std::string, std::string> Given) {
  OptionReader Reader = readerOf(std::move(Given));
  (void)RunnerOptions::read(Reader);
  return Reader.fault() ? Reader.fault()->message() : "";
}

} // namespace

TEST_CASE("RunnerOptions: what is not given has its default", "[runner]") {
  OptionReader Reader = readerOf({});
  const RunnerOptions O = RunnerOptions::read(Reader);
  CHECK_FALSE(Reader.fault());
  CHECK(O.Mode == RunnerMode::Release);
  CHECK(O.ChannelDeadline == 60);
  CHECK(O.hasPolicy());
}

TEST_CASE("RunnerOptions: what is given counts", "[runner]") {
  OptionReader Reader = readerOf({{"mode", "development"},
                                  {"training-log", "log"},
                                  {"channel-deadline", "0.5"}});
  RunnerOptions O = RunnerOptions::read(Reader);
  CHECK_FALSE(Reader.fault());
  CHECK(O.Mode == RunnerMode::Development);
  CHECK(O.TrainingLog == "log");
  CHECK(O.ChannelDeadline == 0.5);
  CHECK_FALSE(O.hasPolicy());
  O.Model = "m";
  CHECK(O.hasPolicy());
}

TEST_CASE("RunnerOptions: what cannot be is a fault", "[runner]") {
  CHECK(faultOf({{"mode", "fast"}, {"channel-deadline", "0"}}) ==
        "-mode is 'fast', expected release or development or interactive or "
        "default");
  for (const char *Seconds : {"0", "-1", "soon", "1x", "nan", "86401"})
    CHECK(faultOf({{"channel-deadline", Seconds}}) ==
          "-channel-deadline is '" + std::string(Seconds) +
              "', expected seconds, more than 0 and at most 86400");
  CHECK(faultOf({{"channel-deadline", "86400"}}) == "");
}

TEST_CASE("OptionReader: flags are given, and not 0", "[runner]") {
  const OptionReader Reader = readerOf({{"a", "0"}, {"b", "1"}, {"c", ""}});
  CHECK_FALSE(Reader.flag("a"));
  CHECK(Reader.flag("b"));
  CHECK_FALSE(Reader.flag("c"));
  CHECK_FALSE(Reader.flag("d"));
}
