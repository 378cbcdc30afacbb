// The questions that people ask a database of definition-use pairs most (docs/query.md):
//
//   reads of x                         writes reaching FILE:LINE
//   reads with several definitions     pairs crossing threads on x
//   test for FILE:LINE -> FILE:LINE
//
// Anything that begins with `select` or another word of SQL is SQL.
#pragma once

#include "support/outcome.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::defuse {

struct Query {
  std::string sql;
  std::vector<std::string> parameters;
  bool isSql = false; ///< As it was typed: the answer is a table. Else rows are pairs of `flows`.
};

/// A Failure says where: "query:7: ...", columns from 1.
support::Outcome<Query> parseQuery(std::string_view text);

} // namespace heddle::defuse
