// Formats many kinds of values in many ways.

#include <fmt/args.h>
#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/printf.h>
#include <fmt/ranges.h>

#include <complex>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

struct Point {
  double X, Y;
};

template <> struct fmt::formatter<Point> : fmt::formatter<double> {
  template <typename Context> auto format(const Point &P, Context &C) const {
    auto Out = fmt::format_to(C.out(), "(");
    C.advance_to(Out);
    Out = fmt::formatter<double>::format(P.X, C);
    Out = fmt::format_to(Out, "; ");
    C.advance_to(Out);
    Out = fmt::formatter<double>::format(P.Y, C);
    return fmt::format_to(Out, ")");
  }
};

struct Streamed {
  int Value;
  friend std::ostream &operator<<(std::ostream &OS, const Streamed &S) {
    return OS << "streamed " << S.Value;
  }
};
template <> struct fmt::formatter<Streamed> : fmt::ostream_formatter {};

template <typename T> void limits(const char *Name) {
  using L = std::numeric_limits<T>;
  fmt::print("{:>12} {:>25} {:>25} {:#x}\n", Name, L::min(), L::max(),
             L::max());
}

int main() {
  limits<signed char>("signed char");
  limits<unsigned short>("short");
  limits<int>("int");
  limits<long long>("long long");
  limits<unsigned long long>("unsigned");
  fmt::print("{:b} {:o} {:#X} {:+d} {:010} {:<8}|{:^8}|{:>8}|{:*^9}\n", 42, 42,
             42, 42, -42, 1, 2, 3, 4);
  for (double D : {0.0, -0.0, 1.0 / 3, 1e300, 5e-324, 123456789.125,
                   std::numeric_limits<double>::infinity()})
    fmt::print("{} {:.3f} {:e} {:g} {:a} {:#.2g} {:012.4}\n", D, D, D, D, D, D,
               D);
  fmt::print("{} {:.5} {}\n", 0.1f, 3.14159265L, static_cast<void *>(nullptr));
  fmt::print("{0} {1} {0} {name:>{width}} {2:?<3}\n", "a", 'b', "c",
             fmt::arg("name", "named"), fmt::arg("width", 10));
  fmt::print("{} {} {} {}\n", std::vector<int>{1, 2, 3},
             std::map<std::string, double>{{"x", 1.5}, {"y", 2.5}},
             std::set<char>{'a', 'b'}, std::make_tuple(1, "two", 3.0));
  fmt::print("{} {:.2f} {} {}\n", fmt::join(std::vector<int>{4, 5}, "; "),
             Point{1, 2.345}, Streamed{7}, true);
  fmt::print("{:%Y-%m-%d %H:%M:%S} {} {}\n", fmt::gmtime(1600000000),
             std::chrono::milliseconds(1234), std::chrono::hours(5));
  fmt::print("{}\n", fmt::styled("styled", fmt::fg(fmt::color::red)));
  fmt::printf("%5d|%-5s|%#x|%+.2e|%c|%%\n", 42, "ab", 255, 12345.678, 'z');
  fmt::dynamic_format_arg_store<fmt::format_context> Store;
  Store.push_back(1);
  Store.push_back("dynamic");
  Store.push_back(2.5);
  fmt::print("{}\n", fmt::vformat("{} {} {}", Store));
  fmt::memory_buffer Buffer;
  for (int I = 0; I < 100; ++I)
    fmt::format_to(std::back_inserter(Buffer), "{:03},", I);
  fmt::print("{}\n", fmt::to_string(Buffer));
  for (const char *Wrong : {"{", "}", "{:d}", "{0:10z}", "{1}", "{:.{}}"})
    try {
      fmt::print("{}\n", fmt::format(fmt::runtime(Wrong), "text"));
    } catch (const fmt::format_error &E) {
      fmt::print("{}: {}\n", Wrong, E.what());
    }
}
