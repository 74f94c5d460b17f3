// Values as bytes, described once
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A type says in one function beside it what is written and read, in which
// order:
//
//   template <typename ArchiveT> void serialize(ArchiveT &A, Point &P) {
//     A(P.X, P.Y);
//   }
//
// Numbers, strings, containers, optional values and shared pointers to constant
// values are known already.

#pragma once

#include "mlgo/support/ByteStream.h"
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace mlgo {
/// Writes values.
class OutputArchive {
public:
  static constexpr bool IsReading = false;

  template <typename... Types> void operator()(const Types &...Values) {
    (put(Values), ...);
  }

  std::string take() { return Out.take(); }

private:
  template <typename T> void put(const T &Value) {
    if constexpr (std::is_integral_v<T>)
      Out.number(static_cast<uint64_t>(Value));
    else
      // It writes here, and changes nothing.
      serialize(*this, const_cast<T &>(Value));
  }
  void put(double Value) {
    uint64_t Bits;
    std::memcpy(&Bits, &Value, sizeof(Bits));
    Out.number(Bits);
  }
  void put(const std::string &Text) { Out.string(Text); }
  void put(std::string_view Text) { Out.string(Text); }
  template <typename A, typename B> void put(const std::pair<A, B> &Pair) {
    (*this)(Pair.first, Pair.second);
  }
  template <typename T> void put(const std::optional<T> &Value) {
    putPointer(Value ? &*Value : nullptr);
  }
  template <typename T> void put(const std::shared_ptr<const T> &Value) {
    putPointer(Value.get());
  }
  template <typename T> void put(const std::vector<T> &Values) {
    putAll(Values);
  }
  template <typename K, typename V, typename C>
  void put(const std::map<K, V, C> &Values) {
    putAll(Values);
  }

  template <typename T> void putPointer(const T *Value) {
    put(Value != nullptr);
    if (Value)
      put(*Value);
  }
  template <typename Container> void putAll(const Container &Values) {
    Out.number(Values.size());
    for (const auto &Value : Values)
      put(Value);
  }

  ByteWriter Out;
};

/// Reads what an OutputArchive wrote. Never reads beyond its bytes, or
/// allocates much more than there are.
class InputArchive {
public:
  static constexpr bool IsReading = true;

  explicit InputArchive(std::string_view Bytes) : In(Bytes) {}

  template <typename... Types> void operator()(Types &...Values) {
    (get(Values), ...);
  }

  bool ok() const { return In.ok(); }
  /// True if all was read, and nothing was missing.
  bool atEnd() const { return In.atEnd(); }

private:
  template <typename T> void get(T &Value) {
    if constexpr (std::is_integral_v<T>)
      Value = static_cast<T>(In.number());
    else
      serialize(*this, Value);
  }
  void get(double &Value) {
    const uint64_t Bits = In.number();
    std::memcpy(&Value, &Bits, sizeof(Bits));
  }
  void get(std::string &Text) { Text = In.string(); }
  template <typename A, typename B> void get(std::pair<A, B> &Pair) {
    (*this)(Pair.first, Pair.second);
  }
  template <typename T> void get(std::optional<T> &Value) {
    Value.reset();
    if (In.number())
      get(Value.emplace());
  }
  template <typename T> void get(std::shared_ptr<const T> &Value) {
    Value.reset();
    if (!In.number())
      return;
    T Read{};
    get(Read);
    Value = std::make_shared<const T>(std::move(Read));
  }
  template <typename T> void get(std::vector<T> &Values) {
    Values.clear();
    for (uint64_t Left = In.count(); In.ok() && Left > 0; --Left)
      get(Values.emplace_back());
  }
  template <typename K, typename V, typename C>
  void get(std::map<K, V, C> &Values) {
    Values.clear();
    for (uint64_t Left = In.count(); In.ok() && Left > 0; --Left) {
      std::pair<K, V> Value;
      get(Value);
      Values.emplace_hint(Values.end(), std::move(Value));
    }
  }

  ByteReader In;
};

/// \p Values, one after the other.
template <typename... Types> std::string toBytes(const Types &...Values) {
  OutputArchive Out;
  Out(Values...);
  return Out.take();
}

/// Reads \p Values; false, with anything in them, if \p Bytes are not as
/// toBytes made them of values of these types.
template <typename... Types>
bool fromBytes(std::string_view Bytes, Types &...Values) {
  InputArchive In(Bytes);
  In(Values...);
  return In.atEnd();
}
} // namespace mlgo
