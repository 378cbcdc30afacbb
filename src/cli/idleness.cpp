#include "cli/idleness.h"

#include "program/program.h"
#include "support/layout.h"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

/// The first line, quoted; empty if there is none.
std::string firstLine(const std::string &text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? "" : fmt::format(" after it wrote '{}'", support::printable(line));
}

} // namespace

void noteIdleness(vm::SharedCode &code, const vm::Options &options, report::Result &result) {
  if (code.program().threads().size() < 2 || !code.threads().names.empty())
    return;
  vm::Machine machine(code, options);
  machine.start();
  while (!machine.choices().empty())
    machine.take(machine.choices().front());
  if (machine.end() != vm::End::Normal || machine.threadCount() > 1)
    return;
  const std::string said = firstLine(machine.errors());
  result.notes.push_back(
      fmt::format("no thread was created: the program ended with {}{}; arguments are given by "
                  "--args, standard input by --stdin, files by --file",
                  machine.exitCode() & 0xFF, said.empty() ? firstLine(machine.output()) : said));
}

} // namespace heddle::cli
