// Any text as a question: read or refused, with a column that is in the text.
#include "defuse/query.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const auto query = heddle::defuse::parseQuery(text);
  if (query)
    return query->sql.empty() ? std::abort(), 0 : 0;
  const std::string &message = query.failure().message;
  if (message == "the query is empty")
    return 0;
  if (!message.starts_with("query:") || std::stoul(message.substr(6)) > size + 1)
    std::abort();
  return 0;
}
