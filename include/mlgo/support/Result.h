// A value or an error that says what went wrong
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace mlgo {
/// Why an operation failed. The text names *what, where, found, expected*,
/// starts in lower case and has no final full stop, for example
/// `model.mlgo: layer 2: weight count is 96, expected 128`.
class Error {
public:
  explicit Error(std::string Message) : Message(std::move(Message)) {}

  const std::string &message() const { return Message; }

  /// The same error seen from one level up: \p Where is put before the text.
  Error in(const std::string &Where) const {
    return Error(Where + ": " + Message);
  }

private:
  std::string Message;
};

/// A \p T, or the Error that prevented it. Testing it and reading the side that
/// is not there are the caller's responsibility; assertions check.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T Value) : State(std::in_place_index<0>, std::move(Value)) {}
  Result(Error E) : State(std::in_place_index<1>, std::move(E)) {}

  explicit operator bool() const { return State.index() == 0; }

  T &operator*() {
    assert(*this && "reading the value of a failed result");
    return *std::get_if<0>(&State);
  }
  const T &operator*() const { return *const_cast<Result &>(*this); }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  /// Moves the value out.
  T take() { return std::move(**this); }

  const Error &error() const {
    assert(!*this && "reading the error of a successful result");
    return *std::get_if<1>(&State);
  }

  /// The same; an error is seen from one level up, see Error::in.
  Result in(const std::string &Where) && {
    return *this ? std::move(*this) : Result(error().in(Where));
  }

private:
  std::variant<T, Error> State;
};

/// The result of an operation without a value that succeeded.
struct Success {};
using Status = Result<Success>;

/// The value of a Result. If there is none, the function around this returns
/// the error:
///
///   const Model M = MLGO_TRY(loadModel(Path));
///   MLGO_TRY(validate(M));
///
/// A statement in an expression, which GCC and clang know.
#define MLGO_TRY(...)                                                          \
  ({                                                                           \
    auto MLGOTried = (__VA_ARGS__);                                            \
    if (!MLGOTried)                                                            \
      return MLGOTried.error();                                                \
    MLGOTried.take();                                                          \
  })
} // namespace mlgo
