// Logs to standard error and to a sink of its own, without times: severities,
// verbosity, conditions, counts, checks, demangled names.

#include <glog/logging.h>
#include <glog/stl_logging.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

struct Sink : google::LogSink {
  unsigned Count = 0;
  size_t Bytes = 0;
  void send(google::LogSeverity Severity, const char *, const char *Base,
            int Line, const google::LogMessageTime &, const char *Message,
            size_t Length) override {
    Count += static_cast<unsigned>(Severity) + 1;
    Bytes += Length;
    if (Bytes < 2000)
      std::printf("%d %s:%d %.*s\n", Severity, Base, Line,
                  static_cast<int>(Length), Message);
  }
};

int positive(int Number) { return CHECK_NOTNULL(&Number)[0]; }

} // namespace

int main(int, char **Argv) {
  FLAGS_log_prefix = false;
  FLAGS_logtostderr = true;
  FLAGS_v = 1;
  FLAGS_vmodule = "events=2,other*=4";
  google::InitGoogleLogging(Argv[0]);
  Sink Own;
  google::AddLogSink(&Own);
  const std::vector<int> Numbers = {3, 1, 2};
  const std::map<std::string, double> Table = {{"a", 0.5}, {"b", -2}};
  LOG(INFO) << "numbers " << Numbers << " table " << Table;
  LOG(WARNING) << "hexadecimal " << std::hex << 255 << " pointer " << nullptr;
  LOG(ERROR) << "width " << std::string(20, '*');
  VLOG(1) << "seen " << VLOG_IS_ON(2);
  VLOG(2) << "by module";
  VLOG(3) << "not seen";
  for (int I = 0; I < 3000; ++I) {
    LOG_EVERY_N(INFO, 1000) << "every " << google::COUNTER;
    LOG_IF(WARNING, I == 77) << "if " << I;
    LOG_IF_EVERY_N(INFO, I % 3 == 0, 400) << "both " << I;
    LOG_FIRST_N(ERROR, 2) << "first " << I;
    LOG_TO_SINK_BUT_NOT_TO_LOGFILE(&Own, INFO)
        << "number " << I << ' ' << 0.5 * I;
    CHECK_EQ(positive(I + 1), I + 1) << "never";
    CHECK_STRNE("a", "b");
  }
  std::vector<std::string> Lines;
  LOG_STRING(INFO, &Lines) << "kept";
  std::string Text;
  LOG_TO_STRING(INFO, &Text) << "text";
  google::RemoveLogSink(&Own);
  LOG(INFO) << "alone";
  std::printf("%u %zu %zu %s\n", Own.Count, Own.Bytes, Lines.size(),
              Text.c_str());
  google::ShutdownGoogleLogging();
}
