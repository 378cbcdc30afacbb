#include "sample.h"

#include <fstream>
#include <gtest/gtest.h>

namespace heddle::report {

Finding lostUpdate(unsigned threads) {
  const auto at = [](unsigned line, const std::string &function) {
    return Place{"account.c", line, 3, function, false, 0};
  };
  Finding finding;
  finding.kind = "assertion";
  finding.message = "assertion failed: balance == 200";
  finding.place = at(20, "main");
  finding.threads.push_back({0, "main", "main"});
  for (unsigned i = 1; i <= threads; ++i)
    finding.threads.push_back({i, "T" + std::to_string(i), "deposit"});
  finding.participants.push_back({at(20, "main"), "checked", 0, {at(20, "main")}});
  const auto add = [&](unsigned thread, unsigned line, const std::string &text,
                       std::vector<std::string> held = {}) {
    finding.events.push_back({thread,
                              at(line, thread == 0 ? "main" : "deposit"),
                              "write",
                              "balance",
                              text,
                              std::move(held),
                              {}});
  };
  for (unsigned i = 1; i <= threads; ++i)
    add(0, 15 + i, "creates T" + std::to_string(i));
  for (unsigned i = 1; i <= threads; ++i)
    add(i, 8, "reads balance: 0");
  for (unsigned i = 1; i <= threads; ++i)
    add(i, 9, "balance = 100", {"m"});
  add(0, 20, "reads balance: 100");
  finding.switches = 2 * threads + 1;
  finding.test = "heddle-out/account-1.heddle";
  return finding;
}

std::string sourceFile(const std::string &name, const std::string &text) {
  std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

} // namespace heddle::report
