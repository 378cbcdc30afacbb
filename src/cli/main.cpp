#include "cli/run.h"

#include <csignal>

int main(int argc, char **argv) {
  // Whoever reads our output may stop reading: a write then fails, and nothing else happens.
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(heddle::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc}));
}
