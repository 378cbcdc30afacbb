// Objects that are gone are kept short, and are still what they were.
#include "vm/memory.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <memory>

namespace heddle::vm {
namespace {

constexpr ObjectId first = idsPerBlock * 3;
constexpr std::uint16_t owner = 2;
constexpr std::uint32_t freedAt = 77;

struct MemoryTest : testing::Test {
  StoragePool pool;
  BlockMap map;
  Memory memory{pool, map};

  void make(ObjectId id, std::uint64_t size) {
    memory.create(id, ObjectKind::Stack, size, 8, false, owner, id % 5);
  }
  static void expectDead(const Memory &in, ObjectId id, std::uint64_t size) {
    const Object *object = in.object(id);
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->base, baseOf(id, 8));
    EXPECT_EQ(object->size, size);
    EXPECT_EQ(object->kind, ObjectKind::Stack);
    EXPECT_EQ(object->owner, owner);
    EXPECT_EQ(object->site, id % 5);
    EXPECT_EQ(object->freedAt, freedAt);
    EXPECT_FALSE(object->live);
    EXPECT_EQ(object->storage, nullptr);
  }
};

TEST_F(MemoryTest, DeadObjectsStayWhatTheyWere) {
  for (ObjectId id = first; id < first + 100; ++id)
    make(id, id % 7 + 1);
  for (ObjectId id = first; id < first + 100; ++id)
    memory.end(id, freedAt);
  for (ObjectId id = first; id < first + 100; ++id)
    expectDead(memory, id, id % 7 + 1);
  EXPECT_EQ(memory.object(first + 100), nullptr);
  unsigned seen = 0;
  memory.forEach([&](ObjectId id, const Object &object) {
    EXPECT_EQ(object.base, baseOf(id, 8));
    ++seen;
  });
  EXPECT_EQ(seen, 100u);
}

TEST_F(MemoryTest, DeadObjectsTakeAFewBytes) {
  constexpr std::size_t count = idsPerBlock;
  make(first, 4); // What is made once is there before the count begins.
  memory.end(first, freedAt);
  const std::size_t before = mallinfo2().uordblks;
  for (ObjectId id = first + 1; id < first + count; ++id) {
    make(id, 4);
    memory.end(id, freedAt);
  }
  EXPECT_LT(mallinfo2().uordblks, before + 8 * count);
}

TEST_F(MemoryTest, OneThatLivesKeepsItsBytes) {
  for (ObjectId id = first; id < first + 32; ++id)
    make(id, 4);
  *memory.write(first + 9, baseOf(first + 9, 8), 1) = 42;
  for (ObjectId id = first; id < first + 32; ++id)
    if (id != first + 9)
      memory.end(id, freedAt);
  const Object *object = memory.object(first + 9);
  ASSERT_TRUE(object->live);
  EXPECT_EQ(*memory.read(*object, object->base), 42);
  memory.end(first + 9, freedAt);
  expectDead(memory, first + 9, 4);
}

TEST_F(MemoryTest, CopiesShareTheDeadUntilOneChangesThem) {
  for (ObjectId id = first; id < first + 64; ++id)
    make(id, 16);
  for (ObjectId id = first; id < first + 64; ++id)
    memory.end(id, freedAt);
  auto copy = std::make_unique<Memory>(pool, map);
  copy->copyFrom(memory);
  copy->change(first + 3).shared = true;
  EXPECT_TRUE(copy->object(first + 3)->shared);
  EXPECT_FALSE(memory.object(first + 3)->shared);
  expectDead(*copy, first + 4, 16);
  copy.reset();
  expectDead(memory, first + 3, 16);
  expectDead(memory, first + 40, 16);
}

TEST_F(MemoryTest, WhatIsLoggedComesBackAlive) {
  for (ObjectId id = first; id < first + 32; ++id)
    make(id, 8);
  const std::size_t mark = memory.mark();
  for (ObjectId id = first; id < first + 32; ++id)
    memory.end(id, freedAt);
  while (memory.undo().position() > mark) {
    void *payload = nullptr;
    const UndoLog::Entry entry = memory.undo().pop(payload);
    memory.undoEntry(entry, payload);
  }
  for (ObjectId id = first; id < first + 32; ++id)
    EXPECT_TRUE(memory.object(id)->live);
}

} // namespace
} // namespace heddle::vm
