#include "cli/common.h"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>
#include <z3.h>

namespace heddle::cli {

std::string version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("heddle {} (LLVM {}, Z3 {}.{}.{})", HEDDLE_VERSION, LLVM_VERSION_STRING, major,
                     minor, build);
}

} // namespace heddle::cli
