#include "report/uri.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Uri, WhatMayNotStandInOneIsEscaped) {
  EXPECT_EQ(escapedForUri("src/a-b_c.1~.c"), "src/a-b_c.1~.c");
  EXPECT_EQ(escapedForUri("my file#1?.c"), "my%20file%231%3F.c");
  EXPECT_EQ(escapedForUri("100%[x]:\"<>\\"), "100%25%5Bx%5D%3A%22%3C%3E%5C");
  EXPECT_EQ(escapedForUri("\xC3\xA4\n"), "%C3%A4%0A");
}

TEST(Uri, BelowTheDirectoryItIsRelative) {
  const auto relative = [](const char *file) {
    const FileUri uri = uriOf(file, "/home/me/my work");
    return uri.isRelative ? uri.uri : "";
  };
  EXPECT_EQ(relative("a.c"), "a.c");
  EXPECT_EQ(relative("./src//a b.c"), "src/a%20b.c");
  EXPECT_EQ(relative("../my work/a.c"), "a.c");
  EXPECT_EQ(relative("/home/me/my work/src/a.c"), "src/a.c");
  EXPECT_EQ(relative("..a/b.c"), "..a/b.c");
}

TEST(Uri, ElsewhereItIsWhole) {
  const auto whole = [](const char *file) {
    const FileUri uri = uriOf(file, "/home/me");
    return uri.isRelative ? "" : uri.uri;
  };
  EXPECT_EQ(whole("../you/a b.c"), "file:///home/you/a%20b.c");
  EXPECT_EQ(whole("/home/me2/a.c"), "file:///home/me2/a.c");
  EXPECT_EQ(whole("/usr/include/x.h"), "file:///usr/include/x.h");
}

TEST(Uri, ADirectoryEndsInASlash) {
  EXPECT_EQ(uriOfDirectory("/home/my work"), "file:///home/my%20work/");
  EXPECT_EQ(uriOfDirectory("/"), "file:///");
}

} // namespace
} // namespace heddle::report
