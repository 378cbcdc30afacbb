#include "support/source_text.h"

#include <fstream>
#include <sstream>

namespace heddle::support {

const SourceText::File &SourceText::load(const std::string &file) const {
  auto [entry, isNew] = files.try_emplace(file);
  File &loaded = entry->second;
  if (!isNew)
    return loaded;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  loaded.text = std::move(text).str();
  std::string_view rest = loaded.text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string_view one = rest.substr(0, end);
    if (one.ends_with('\r'))
      one.remove_suffix(1);
    loaded.lines.push_back(one);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return loaded;
}

std::optional<std::string_view> SourceText::line(const std::string &file, unsigned number) const {
  const File &loaded = load(file);
  if (number == 0 || number > loaded.lines.size())
    return std::nullopt;
  return loaded.lines[number - 1];
}

} // namespace heddle::support
