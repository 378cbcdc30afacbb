#include "datalog/limits.h"

#include <fmt/format.h>

namespace heddle::datalog {

support::Failure Budget::failure() const {
  const Why reason = why;
  switch (reason) {
  case Why::Time:
    return {fmt::format("the rules were not evaluated within {:g} seconds", *limits.seconds), {}};
  case Why::Memory:
    return {fmt::format("the relations of the rules need more than {} MB", *limits.bytes >> 20),
            {}};
  case Why::Cancelled:
  case Why::Nothing:
    break;
  }
  return {"the evaluation of the rules was cancelled", {}};
}

} // namespace heddle::datalog
