// Text of programs inside of other notations: any bytes may come, and stay text.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

/// For content and attributes of XML 1.0. What cannot stand in it at all becomes U+FFFD.
std::string escapedForXml(std::string_view text);

/// A double-quoted scalar of YAML, with its quotes.
std::string quotedForYaml(std::string_view text);

/// A quoted name or label of DOT, with its quotes.
std::string quotedForDot(std::string_view text);

} // namespace heddle::report
