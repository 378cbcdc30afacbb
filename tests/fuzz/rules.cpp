// Any text as rules: read or refused, and what is read is evaluated within limits.
#include "datalog/evaluate.h"
#include "datalog/files.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace heddle::datalog;
  const auto rules = readRules({{"fuzz.dl", std::string(reinterpret_cast<const char *>(data), size)}});
  if (!rules) {
    if (rules.failure().detail.empty())
      std::abort();
    return 0;
  }
  for (const Rule &rule : rules->rules)
    if (rules->textOf(rule).empty())
      std::abort();
  Database database(*rules);
  if (z3Script(*rules, database).empty())
    std::abort();
  Limits limits;
  limits.seconds = 1;
  limits.bytes = std::uint64_t{64} << 20;
  (void)static_cast<bool>(evaluate(*rules, database, Engine::Dense, limits));
  return 0;
}
