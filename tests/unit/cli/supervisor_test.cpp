#include "cli/supervisor.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace heddle::cli {
namespace {

using namespace std::chrono_literals;

/// A limit that is hit at once.
Supervisor::Settings impatient() {
  Supervisor::Settings settings;
  settings.limits.seconds = 0.01;
  settings.limits.memoryMb = 0;
  settings.lastResort = [](const std::string &reason) {
    return reason == "time" ? support::ExitCode::Incomplete : support::ExitCode::BadInput;
  };
  return settings;
}

TEST(SupervisorDeathTest, EndsACommandThatDoesNotHear) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        explore::Progress progress;
        const Supervisor supervisor(progress, impatient());
        std::this_thread::sleep_for(1min);
      },
      testing::ExitedWithCode(static_cast<int>(support::ExitCode::Incomplete)), "");
}

} // namespace
} // namespace heddle::cli
