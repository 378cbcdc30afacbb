// A directory of a test's own, gone when the test is.
#pragma once

#include "frontend/frontend.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend::testing {

class Scratch {
public:
  Scratch() {
    std::string name = ::testing::TempDir() + "/heddle-XXXXXX";
    if (!::mkdtemp(name.data()))
      ADD_FAILURE() << "no temporary directory";
    root = std::filesystem::canonical(name);
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(root, ignored);
  }

  std::string path(std::string_view name = {}) const { return root / name; }
  std::string write(std::string_view name, std::string_view text) const {
    const std::filesystem::path file = root / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }

private:
  std::filesystem::path root;
};

/// Loads what must load.
inline Unit loaded(Options options) {
  options.warnings = false;
  auto unit = load(options);
  EXPECT_TRUE(unit) << unit.failure().message << "\n" << unit.failure().detail;
  return std::move(*unit);
}

inline Unit loaded(std::vector<std::string> files, std::vector<std::string> flags = {}) {
  Options options;
  options.files = std::move(files);
  options.flags = std::move(flags);
  return loaded(std::move(options));
}

/// The message of what must not load.
inline std::string refusal(Options options) {
  options.warnings = false;
  const auto unit = load(options);
  EXPECT_FALSE(unit) << "loaded";
  return unit ? "" : unit.failure().message;
}

} // namespace heddle::frontend::testing
