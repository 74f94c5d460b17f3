// Logs values of many types through sinks of several kinds, with patterns,
// levels, a backtrace and an asynchronous logger.

#include <spdlog/async.h>
#include <spdlog/fmt/bin_to_hex.h>
#include <spdlog/fmt/ostr.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/dup_filter_sink.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct CountingSink : spdlog::sinks::base_sink<std::mutex> {
  size_t Messages = 0, Bytes = 0;

protected:
  void sink_it_(const spdlog::details::log_msg &Message) override {
    spdlog::memory_buf_t Text;
    formatter_->format(Message, Text);
    ++Messages;
    Bytes += Text.size();
  }
  void flush_() override {}
};

template <typename T> void logLevels(spdlog::logger &Log, const T &Value) {
  Log.trace("trace {}", Value);
  Log.debug("debug {:>20}", Value);
  Log.info("info {} and {}", Value, Value);
  Log.warn("warn {}", Value);
  Log.error("error {:<20}|", Value);
  Log.critical(Value);
}

} // namespace

int main() {
  std::ostringstream Text;
  auto Stream = std::make_shared<spdlog::sinks::ostream_sink_st>(Text);
  auto Counting = std::make_shared<CountingSink>();
  auto Ring = std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(4);
  auto Filter = std::make_shared<spdlog::sinks::dup_filter_sink_mt>(
      std::chrono::seconds(60));
  Filter->add_sink(Counting);
  spdlog::logger Log("main", {Stream, Ring, Filter});
  Log.set_level(spdlog::level::debug);
  Log.set_pattern("[%n] [%^%l%$] %v (%s:%#) %% %!");
  logLevels(Log, 42);
  logLevels(Log, -7LL);
  logLevels(Log, 3.25);
  logLevels(Log, std::string("string"));
  logLevels(Log, "characters");
  logLevels(Log, true);
  logLevels(Log, 'c');
  Log.info("hex {}", spdlog::to_hex(std::vector<char>(40, 'x')));
  Log.info("{0:x} {0:o} {0:b} {1:.3f} {1:e} {2:*^9}", 255, 1.5, "mid");
  Log.log(spdlog::source_loc{"file.cpp", 12, "function"}, spdlog::level::err,
          "with a place");
  Log.info(fmt::runtime("{} {}"), 1);
  Log.enable_backtrace(3);
  for (int I = 0; I < 5; ++I)
    Log.trace("behind {}", I);
  Log.dump_backtrace();
  for (int I = 0; I < 3; ++I)
    Log.warn("repeated");
  Log.flush();

  auto File = std::make_shared<spdlog::sinks::rotating_file_sink_st>(
      "rotated.log", 2000, 3);
  spdlog::logger Rotating("rotating", File);
  Rotating.set_pattern("%v");
  for (int I = 0; I < 500; ++I)
    Rotating.info("line {:05}", I);
  auto Basic =
      std::make_shared<spdlog::sinks::basic_file_sink_mt>("basic.log", true);
  spdlog::init_thread_pool(64, 1);
  auto Async = std::make_shared<spdlog::async_logger>(
      "async", spdlog::sinks_init_list{Basic, Counting}, spdlog::thread_pool());
  Async->set_pattern("%L %v");
  for (int I = 0; I < 300; ++I)
    Async->info("asynchronous {}", I);
  Async.reset();
  spdlog::shutdown();

  auto Console = spdlog::stdout_color_mt("console");
  Console->set_pattern("%5!l|%-8n|%v");
  Console->info("to the console");
  spdlog::get("console")->error("again");
  std::cout << Text.str() << Counting->Messages << ' ' << Counting->Bytes
            << '\n';
  for (const std::string &Line : Ring->last_formatted())
    std::cout << Line;
}
