// The small language of `heddle query`: what it is in SQL, and what is said of what it is not.
#include "defuse/query.h"

#include <gtest/gtest.h>

namespace heddle::defuse {
namespace {

std::string problemOf(std::string_view text) {
  const auto query = parseQuery(text);
  return query ? "none" : query.failure().message;
}

TEST(Query, ReadsOfAVariable) {
  const auto query = parseQuery("reads of account.balance");
  ASSERT_TRUE(query);
  EXPECT_FALSE(query->isSql);
  EXPECT_EQ(query->parameters, std::vector<std::string>{"account.balance"});
}

TEST(Query, QuotedNamesAreOneWord) {
  const auto query = parseQuery("pairs crossing threads on \"block of 16 bytes\"");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->parameters, std::vector<std::string>{"block of 16 bytes"});
}

TEST(Query, LinesAreFileAndNumber) {
  const auto query = parseQuery("test for src/a.c:12 -> b.c:3");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->parameters, (std::vector<std::string>{"src/a.c", "12", "b.c", "3"}));
  EXPECT_TRUE(parseQuery("WRITES Reaching a.c:1"));
  EXPECT_TRUE(parseQuery("reads with several definitions"));
}

TEST(Query, SqlIsLeftAsItIs) {
  const auto query = parseQuery("SELECT 1");
  ASSERT_TRUE(query);
  EXPECT_TRUE(query->isSql);
  EXPECT_EQ(query->sql, "SELECT 1");
}

TEST(Query, WrongOnesSayWhere) {
  EXPECT_EQ(problemOf(""), "the query is empty");
  EXPECT_EQ(problemOf("reads off x"),
            "query:7: 'of' or 'with several definitions' is expected here, not 'off'");
  EXPECT_EQ(problemOf("reads of"), "query:9: the name of a variable is expected here");
  EXPECT_EQ(problemOf("reads of x now"), "query:12: nothing more is expected here, not 'now'");
  EXPECT_EQ(problemOf("writes reaching a.c"), "query:17: FILE:LINE is expected here, not 'a.c'");
  EXPECT_EQ(problemOf("test for a.c:1 to b.c:2"), "query:16: '->' is expected here, not 'to'");
  EXPECT_EQ(problemOf("reads of \"x"), "query:10: a quotation mark that nothing closes");
  EXPECT_EQ(
      problemOf("raeds of x"),
      "query:1: a question begins with reads, writes, pairs, test or select, not 'raeds'; did "
      "you mean 'reads'?");
}

} // namespace
} // namespace heddle::defuse
