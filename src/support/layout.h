// Text that has to fit: widths, cutting, padding, columns. Widths are those of a terminal's cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::support {

/// The text in valid UTF-8, with tabs as spaces (stops of eight) and other control characters
/// written out, so that no program's data can steer a terminal.
std::string printable(std::string_view text);

/// "1 pair", "2 pairs".
std::string counted(std::uint64_t count, std::string_view one);

/// How many cells the printable text takes.
unsigned displayWidth(std::string_view text);

/// At most `width` cells of it; what is cut ends in `…`.
std::string cut(std::string_view text, unsigned width);

/// Cut or filled with spaces to exactly `width` cells.
std::string fit(std::string_view text, unsigned width);

/// The same with the spaces in front.
std::string fitRight(std::string_view text, unsigned width);

/// Lines of at most `width` cells, broken at spaces where there are some, else behind `::`; later
/// ones are indented.
std::vector<std::string> wrap(std::string_view text, unsigned width);

/// Shares `available` cells among columns that want `natural` cells each: the widest give way
/// first. Empty if some column would get less than `least` and wants more.
std::vector<unsigned> shareWidth(const std::vector<unsigned> &natural, unsigned available,
                                 unsigned least);

} // namespace heddle::support
