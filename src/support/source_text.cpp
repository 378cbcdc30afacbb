#include "support/source_text.h"

#include "support/renamed_sources.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace heddle::support {

namespace {
/// As they are shown, and where they are.
std::pair<std::string, std::string> &renamedSources() {
  static std::pair<std::string, std::string> renamed;
  return renamed;
}
} // namespace

void renameSources(std::string shown, std::string real) {
  renamedSources() = {std::move(shown), std::move(real)};
}

const SourceText::File &SourceText::load(const std::string &file) const {
  auto [entry, isNew] = files.try_emplace(file);
  File &loaded = entry->second;
  if (!isNew)
    return loaded;
  const auto &[shown, real] = renamedSources();
  const bool isRenamed = !shown.empty() && file.starts_with(shown);
  std::ifstream in(isRenamed ? real + file.substr(shown.size()) : file, std::ios::binary);
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
