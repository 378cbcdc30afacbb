#include "program/program.h"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

TEST(Names, CNamesStayAsTheyAre) {
  EXPECT_EQ(shownName("deposit"), "deposit");
  EXPECT_EQ(shownName(""), "");
}

TEST(Names, ParametersAndReturnTypesGo) {
  EXPECT_EQ(shownName("_ZN7Counter3addEi"), "Counter::add");
  EXPECT_EQ(shownName("_Z4swapIiEvRT_S1_"), "swap<int>");
}

TEST(Names, StringsAndDefaultArgumentsAreShort) {
  EXPECT_EQ(shownName("_ZNSt6vectorIiSaIiEE9push_backERKi"), "std::vector<int>::push_back");
  EXPECT_EQ(shownName("_ZNSt6vectorINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaIS5_"
                      "EE9push_backEOS5_"),
            "std::vector<std::string>::push_back");
  EXPECT_EQ(shownName("_ZNSt3mapIiiSt4lessIiESaISt4pairIKiiEEE5clearEv"),
            "std::map<int, int>::clear");
}

TEST(Names, OperatorsKeepTheirSymbols) {
  EXPECT_EQ(shownName("_ZltRK1AS1_"), "operator<");
  EXPECT_EQ(shownName("_ZN1AptEv"), "A::operator->");
  EXPECT_EQ(shownName("_ZlsIiERSoS0_RKT_"), "operator<<<int>");
}

TEST(Names, AnonymousNamespacesStay) {
  EXPECT_EQ(shownName("_ZN12_GLOBAL__N_14workEi"), "(anonymous namespace)::work");
}

TEST(Names, LambdasAreNumbered) {
  EXPECT_EQ(shownName("_ZZ4mainENK3$_0clEv"), "main::lambda#1");
  EXPECT_EQ(shownName("_ZZN1C3runEvENKUlvE0_clEv"), "C::run::lambda#2");
}

} // namespace
} // namespace heddle::program
