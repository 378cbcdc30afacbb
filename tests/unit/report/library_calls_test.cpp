// What library functions do inside is told as one call of the user's.
#include "report/library_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::ElementsAre;

Place user(unsigned line) {
  return {"prog.cpp", line, 1, "work", false, 0};
}
Place library(std::string function) {
  return {"vector.h", 90, 1, std::move(function), true, 0};
}

Event event(std::string kind, std::vector<Place> stack, unsigned thread = 1) {
  Event made;
  made.thread = thread;
  made.kind = std::move(kind);
  made.text = made.kind + " of something";
  for (const Place &frame : stack)
    if (!frame.library) {
      made.place = frame;
      break;
    }
  made.stack = std::move(stack);
  return made;
}

std::vector<std::string> textsOf(const std::vector<Event> &events) {
  std::vector<std::string> texts;
  for (const Event &each : withLibraryCalls(events))
    texts.push_back(each.text);
  return texts;
}

const Place pushBack = library("std::vector<int>::push_back");
const Place grow = library("std::vector<int>::_M_realloc_insert");

TEST(LibraryCalls, NameWhatTheUserCalled) {
  EXPECT_EQ(libraryCall({grow, pushBack, user(5)}), "std::vector<int>::push_back");
  EXPECT_EQ(libraryCall({user(5), pushBack}), "") << "the user's own code, called back";
  EXPECT_EQ(libraryCall({library("memcpy"), user(5)}), "") << "not of C++";
  EXPECT_EQ(libraryCall({grow, pushBack}), "") << "nothing of the user";
  EXPECT_EQ(libraryCall({}), "");
}

TEST(LibraryCalls, AreOneRowHoweverMuchTheyDo) {
  EXPECT_THAT(
      textsOf({event("read", {pushBack, user(5)}), event("write", {grow, pushBack, user(5)}),
               event("free", {grow, pushBack, user(5)})}),
      ElementsAre("calls std::vector<int>::push_back"));
}

TEST(LibraryCalls, EachEventKnowsTheRowThatTellsOfIt) {
  Event hidden = event("read", {user(5)});
  hidden.object = "std::cout[24]";
  const std::vector<Telling> told =
      tellingsOf({event("read", {user(4)}), event("read", {pushBack, user(5)}), hidden,
                  event("write", {grow, pushBack, user(5)}), event("write", {user(6)})});
  ASSERT_EQ(told.size(), 5U);
  EXPECT_EQ(told[0].row, 0U);
  EXPECT_EQ(told[0].call, "");
  EXPECT_EQ(told[1].row, 1U);
  EXPECT_EQ(told[1].call, "std::vector<int>::push_back");
  EXPECT_EQ(told[2].row, std::nullopt);
  EXPECT_EQ(told[3].row, 1U) << "the call goes on";
  EXPECT_EQ(told[4].row, 4U);
}

TEST(LibraryCalls, LeaveOutWhatBelongsToTheLibrary) {
  Event own = event("read", {user(5)});
  own.object = "std::cout[24]";
  Event other = event("read", {user(5)});
  other.object = "counter";
  EXPECT_THAT(textsOf({own, other}), ElementsAre("read of something"));
}

TEST(LibraryCalls, AreApartWhereLineThreadOrFunctionDiffer) {
  const std::string text = "calls std::vector<int>::push_back";
  EXPECT_THAT(textsOf({event("read", {pushBack, user(5)}), event("read", {pushBack, user(6)}),
                       event("read", {pushBack, user(6)}, 2)}),
              ElementsAre(text, text, text));
  EXPECT_THAT(textsOf({event("read", {pushBack, user(5)}),
                       event("read", {library("std::vector<int>::size"), user(5)})}),
              ElementsAre(text, "calls std::vector<int>::size"));
}

TEST(LibraryCalls, AreToldAgainAfterSomethingElse) {
  const std::string text = "calls std::vector<int>::push_back";
  EXPECT_THAT(textsOf({event("read", {pushBack, user(5)}), event("write", {user(5)}),
                       event("read", {pushBack, user(5)})}),
              ElementsAre(text, "write of something", text));
}

TEST(LibraryCalls, LeaveAtomicsAndSynchronisationAsTheyAre) {
  EXPECT_THAT(
      textsOf({event("read-modify-write", {library("std::atomic<int>::fetch_add"), user(5)}),
               event("lock", {library("std::mutex::lock"), user(6)})}),
      ElementsAre("read-modify-write of something", "lock of something"));
}

TEST(LibraryCalls, LeaveOutWhatComesBeforeTheUsersCode) {
  EXPECT_THAT(textsOf({event("read", {library("std::thread::_State_impl<F>::_M_run")}),
                       event("write", {user(7)})}),
              ElementsAre("write of something"));
}

} // namespace
} // namespace heddle::report
