// Numbers and texts as bytes, for files that only this program reads. A reader never runs past the
// end: what is missing or too large makes it bad, and everything it gives from then on is empty.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::support {

class ByteWriter {
public:
  /// Seven bits a byte, the lowest first.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes.push_back(static_cast<char>(value | 0x80));
    bytes.push_back(static_cast<char>(value));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes += value;
  }
  /// How many, then each by `write`.
  template <class List, class F> void list(const List &items, F write) {
    number(items.size());
    for (const auto &item : items)
      write(item);
  }
  const std::string &all() const { return bytes; }

private:
  std::string bytes;
};

class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : left(bytes) {}

  bool isBad() const { return bad; }
  bool isAtEnd() const { return left.empty(); }
  void fail() {
    bad = true;
    left = {};
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (left.empty())
        break;
      const auto byte = static_cast<unsigned char>(left.front());
      left.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (!(byte & 0x80))
        return value;
    }
    fail();
    return 0;
  }
  /// One that has to fit into another type, and be at most `most`.
  template <class T> T number(std::uint64_t most) {
    const std::uint64_t value = number();
    if (value > most || value != static_cast<std::uint64_t>(static_cast<T>(value))) {
      fail();
      return T{};
    }
    return static_cast<T>(value);
  }
  bool flag() { return number<std::uint8_t>(1) != 0; }
  std::string text() {
    const std::size_t size = count();
    std::string value(left.substr(0, size));
    left.remove_prefix(size);
    return value;
  }
  /// Calls `read` for each item of a list.
  template <class F> void list(F read) {
    for (std::size_t i = 0, size = count(); i < size && !bad; ++i)
      read();
  }

private:
  /// How many follow: each is a byte at least.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > left.size())
      fail();
    return bad ? 0 : value;
  }

  std::string_view left;
  bool bad = false;
};

} // namespace heddle::support
