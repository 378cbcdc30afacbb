// Which write a read sees, and tests that expect a read to see one.
#include "trace/reads.h"

#include "../explore/sample_programs.h"
#include "trace/trace.h"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

using Op = program::OpKind;

class Reads : public testing::Test {
protected:
  /// The locations that a read of these bytes sees, in the order of the bytes; -1 for none.
  std::vector<int> touch(Op kind, program::LocationId location, vm::Address address,
                         std::uint64_t size) {
    const std::uint8_t bytes[64] = {};
    std::vector<int> sources;
    for (const ReadFrom &edge :
         readers.saw({0, kind, location, address, size, bytes, bytes, 0, vm::noThread, true}))
      sources.push_back(edge.write.isInitial() ? -1 : static_cast<int>(edge.write.location));
    return sources;
  }
  Readers readers;
};

using Sources = std::vector<int>;

TEST_F(Reads, TheLastWriteOfEachByteIsSeen) {
  EXPECT_EQ(touch(Op::Read, 1, 100, 8), Sources{-1});
  EXPECT_EQ(touch(Op::Write, 2, 100, 8), Sources{});
  EXPECT_EQ(touch(Op::Write, 3, 102, 2), Sources{});
  EXPECT_EQ(touch(Op::Read, 4, 100, 8), (Sources{2, 3}));
  EXPECT_EQ(touch(Op::Read, 4, 102, 2), Sources{3});
  EXPECT_EQ(touch(Op::Read, 4, 104, 4), Sources{2});
  EXPECT_EQ(touch(Op::Read, 4, 104, 8), (Sources{2, -1}));
  EXPECT_EQ(touch(Op::Read, 4, 96, 8), (Sources{-1, 2, 3}));
  EXPECT_EQ(touch(Op::ReadModifyWrite, 5, 100, 4), (Sources{2, 3}));
  EXPECT_EQ(touch(Op::Read, 4, 100, 8), (Sources{5, 2}));
}

/// Two threads, load and store of a counter each; main loads it in the end.
class ReadTests : public testing::Test {
protected:
  explore::Ready ready{explore::incrementing(2, 1)};
  const program::LocationId load = program::nth(ready.program, "add", Op::Read);
  const program::LocationId store = program::nth(ready.program, "add", Op::Write);
  const program::LocationId last = program::nth(ready.program, "main", Op::Read, 2);
  explore::Options options = explore::withoutRaces();

  /// The trace of the first execution of all that has the edges.
  Trace find(const std::vector<WantedRead> &wanted) {
    Trace found;
    options.all = true;
    options.atEnd = [&](const vm::Machine &, const std::vector<vm::Choice> &path) {
      if (!found.hasFault)
        found = recordReads(ready.code, options.vm, path, wanted);
    };
    explore::search(ready, "exhaustive", options);
    return found;
  }
};

TEST_F(ReadTests, WhatIsExpectedComesAgain) {
  // A lost update: both see the initial value, then main sees one of the stores.
  const Trace trace =
      find({{program::noLocation, load}, {program::noLocation, load}, {store, last}});
  ASSERT_TRUE(trace.hasFault);
  ASSERT_EQ(trace.test.reads.size(), 3U);
  EXPECT_NE(trace.test.reads[0].read.thread, trace.test.reads[1].read.thread);
  EXPECT_EQ(trace.participants.size(), 4U) << "three reads and a write";
  EXPECT_TRUE(replay(ready.code, options.vm, trace.test).hasFault);

  trace::Test test = trace.test;
  test.hash = "h";
  test.files = {"/a.c"};
  const auto again = readTest(write(test), "t");
  ASSERT_TRUE(again) << again.failure().message;
  EXPECT_TRUE(replay(ready.code, options.vm, *again).hasFault);

  // Of another thread, or at another time, it does not come.
  test.reads[0].read.time = 2;
  EXPECT_FALSE(replay(ready.code, options.vm, test).hasFault);
}

TEST_F(ReadTests, WhatCannotBeIsNotFound) {
  EXPECT_FALSE(find({{store, load}, {store, load}}).hasFault) << "the first thread sees none";
  EXPECT_FALSE(find({{program::noLocation, last}}).hasFault) << "both have stored";
}

TEST(TestFiles, ExpectReadsOrPlaces) {
  const std::string head = "heddle test 1\nprogram h\nfile /a.c\n";
  const auto message = [&](const std::string &rest) {
    const auto test = readTest(head + rest, "t");
    return test ? std::string("read") : test.failure().message;
  };
  EXPECT_EQ(message("expect reads-from\nsees T1 f 3 1 from main g 2 1\nend\n"), "read");
  EXPECT_EQ(message("expect reads-from\nsees T1 f 3 1 from init\nend\n"), "read");
  EXPECT_EQ(message("expect reads-from\nend\n"), "t:5: the test has no line 'sees …'");
  EXPECT_EQ(message("expect reads-from\nsees T1 f 3 1\nend\n"), "t:5: cannot read 'sees T1 f 3 1'");
  EXPECT_EQ(message("expect reads-from\nsees T1 f 3 1 from T2 end\nend\n"),
            "t:5: cannot read 'sees T1 f 3 1 from T2 end'");
  EXPECT_EQ(message("expect reads-from\nsees T1 f 3 1 from init\nat T1 f 3 1\nend\n"),
            "t:7: a test that expects reads-from has no line 'at …'");
  EXPECT_EQ(message("expect assertion\nat T1 f 3 1\nsees T1 f 3 1 from init\nend\n"),
            "t:7: a test that expects assertion has no line 'sees …'");
}

} // namespace
} // namespace heddle::trace
