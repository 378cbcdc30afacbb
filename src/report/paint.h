// Colour, where it is wanted.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

class Paint {
public:
  explicit Paint(bool wanted) : on(wanted) {}

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string error(std::string_view text) const { return wrap("1;31", text); }
  std::string note(std::string_view text) const { return wrap("1;36", text); }
  std::string good(std::string_view text) const { return wrap("1;32", text); }
  std::string warning(std::string_view text) const { return wrap("1;33", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }

private:
  bool on;
  std::string wrap(std::string_view code, std::string_view text) const;
};

} // namespace heddle::report
