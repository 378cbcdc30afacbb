#include "support/terminal.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle::support {
namespace {

constexpr unsigned narrowest = 40;
constexpr unsigned widest = 1000;
constexpr unsigned unknownTerminal = 80;

std::string_view environment(const char *name) {
  const char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets variables.
  return value ? value : "";
}

unsigned clamp(unsigned width) {
  return width < narrowest ? narrowest : width > widest ? widest : width;
}

} // namespace

Terminal terminalOf(int descriptor) {
  Terminal terminal;
  terminal.interactive = isatty(descriptor) == 1;
  terminal.redraws =
      terminal.interactive && environment("TERM") != "dumb" && !environment("TERM").empty();
  terminal.colour = terminal.redraws && environment("NO_COLOR").empty();
  const int columns = std::atoi(std::string(environment("COLUMNS")).c_str());
  winsize size{};
  if (columns > 0)
    terminal.width = clamp(static_cast<unsigned>(columns));
  else if (terminal.interactive && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.width = clamp(size.ws_col);
  else if (terminal.interactive)
    terminal.width = unknownTerminal;
  return terminal;
}

} // namespace heddle::support
