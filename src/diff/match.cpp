#include "diff/match.h"

#include "diff/align.h"
#include "diff/normalise.h"

#include <algorithm>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <map>
#include <set>

namespace heddle::diff {

using program::Function;
using program::FunctionId;
using program::LocationId;
using program::OpKind;
using program::Program;

/// What pairs of statements are worth, by how much of them is the same.
enum Worth : std::uint8_t { SameText = 9, SameShape = 6, SameTarget = 3, SameKind = 1 };

class Matcher {
public:
  Matcher(const Program &old, const Program &current) : programs{&old, &current} {
    for (std::size_t side = 0; side < 2; ++side) {
      result.partner[side].assign(programs[side]->locations().size(), program::noLocation);
      result.functions[side].assign(programs[side]->functions().size(), Match::none);
    }
  }

  Match match() {
    matchNamedFunctions();
    matchLikeFunctions();
    nameGlobals();
    describeAll();
    for (FunctionId one = 0; one < result.functions[0].size(); ++one)
      if (result.functions[0][one] != Match::none)
        matchStatements(one, result.functions[0][one]);
    matchCopies();
    matchMoved();
    for (std::size_t side = 0; side < 2; ++side)
      result.named[side] = std::move(names[side]);
    return std::move(result);
  }

private:
  struct Text {
    std::string whole, shape, target; ///< With names; blind; without the value.
    OpKind kind = OpKind::None;
    std::string_view symbol; ///< Of a call.
  };

  /// Also the marks of where a local variable begins and ends: they write it, in a way.
  static bool isMatched(const program::Location &location) {
    return program::isNumbered(location.kind) ||
           llvm::isa<llvm::LifetimeIntrinsic>(location.instruction);
  }

  void pairFunctions(FunctionId one, FunctionId other) {
    result.functions[0][one] = other;
    result.functions[1][other] = one;
    // Both go by the old name from now on.
    names[1][programs[1]->functions()[other].function] = programs[0]->functions()[one].name;
    names[0][programs[0]->functions()[one].function] = programs[0]->functions()[one].name;
  }

  void matchNamedFunctions() {
    const auto functions = programs[0]->functions();
    for (FunctionId i = 0; i < functions.size(); ++i)
      if (const auto other = programs[1]->functionNamed(functions[i].name);
          other && !isCopy(functions[i]))
        pairFunctions(i, *other);
  }

  static bool isCopy(const Function &function) {
    return program::originalName(function.name).size() != function.name.size();
  }

  /// Copies of library functions, of which there is one for each caller, by their callers.
  void matchCopies() {
    // It grows. NOLINTNEXTLINE(modernize-loop-convert)
    for (std::size_t i = 0; i < paired.size(); ++i) {
      const llvm::Instruction &one = *programs[0]->location(paired[i].first).instruction;
      const llvm::Instruction &other = *programs[1]->location(paired[i].second).instruction;
      for (unsigned k = 0; k < std::min(one.getNumOperands(), other.getNumOperands()); ++k)
        matchCopy(*one.getOperand(k), *other.getOperand(k));
    }
  }
  void matchCopy(const llvm::Value &one, const llvm::Value &other) {
    const auto *mine = llvm::dyn_cast<llvm::Function>(&one);
    const auto *theirs = llvm::dyn_cast<llvm::Function>(&other);
    const auto old = mine ? programs[0]->functionOf(*mine) : std::nullopt;
    const auto current = theirs ? programs[1]->functionOf(*theirs) : std::nullopt;
    if (!old || !current || result.functions[0][*old] != Match::none ||
        result.functions[1][*current] != Match::none)
      return;
    const Function &a = programs[0]->functions()[*old];
    const Function &b = programs[1]->functions()[*current];
    if (!isCopy(a) && !isCopy(b))
      return;
    if (program::originalName(a.name) != program::originalName(b.name))
      return;
    pairFunctions(*old, *current);
    matchStatements(*old, *current);
  }

  /// What a function does, whatever it is called and calls things.
  std::multiset<std::string> shapeOf(std::size_t side, FunctionId function) const {
    const Normaliser blind(names[side], true);
    std::multiset<std::string> shape;
    const Function &about = programs[side]->functions()[function];
    for (LocationId at = about.first; at < about.last; ++at)
      if (isMatched(programs[side]->location(at)))
        shape.insert(blind.of(*programs[side]->location(at).instruction));
    return shape;
  }

  void matchLikeFunctions() {
    struct Candidate {
      double likeness;
      FunctionId one, other;
    };
    const auto leftOver = [&](std::size_t side) {
      std::vector<FunctionId> list;
      const auto functions = programs[side]->functions();
      for (FunctionId i = 0; i < functions.size(); ++i)
        if (result.functions[side][i] == Match::none && !functions[i].isModel &&
            functions[i].first != functions[i].last)
          list.push_back(i);
      return list;
    };
    std::vector<Candidate> candidates;
    std::map<FunctionId, std::multiset<std::string>> shapes;
    for (const FunctionId other : leftOver(1))
      shapes[other] = shapeOf(1, other);
    for (const FunctionId one : leftOver(0)) {
      const std::multiset<std::string> shape = shapeOf(0, one);
      for (const auto &[other, otherShape] : shapes) {
        std::vector<std::string> both;
        std::ranges::set_intersection(shape, otherShape, std::back_inserter(both));
        const double all = static_cast<double>(shape.size() + otherShape.size() - both.size());
        const double likeness = all > 0 ? static_cast<double>(both.size()) / all : 1;
        if (likeness >= 0.5)
          candidates.push_back({likeness, one, other});
      }
    }
    std::ranges::sort(candidates, [](const Candidate &a, const Candidate &b) {
      return std::tuple(-a.likeness, a.one, a.other) < std::tuple(-b.likeness, b.one, b.other);
    });
    for (const Candidate &candidate : candidates)
      if (result.functions[0][candidate.one] == Match::none &&
          result.functions[1][candidate.other] == Match::none)
        pairFunctions(candidate.one, candidate.other);
  }

  static bool isData(const llvm::GlobalVariable &variable) {
    return !(variable.isConstant() && variable.hasPrivateLinkage());
  }

  /// Global variables go by the names of the old version. Those whose name only one version has
  /// are paired if they are used alike.
  void nameGlobals() {
    const llvm::Module &old = programs[0]->unit().module();
    const llvm::Module &current = programs[1]->unit().module();
    std::vector<const llvm::GlobalVariable *> left[2];
    for (const llvm::GlobalVariable &variable : old.globals())
      if (isData(variable)) {
        if (const auto *other = current.getNamedGlobal(variable.getName())) {
          names[0][&variable] = variable.getName().str();
          names[1][other] = variable.getName().str();
        } else {
          left[0].push_back(&variable);
        }
      }
    for (const llvm::GlobalVariable &variable : current.globals())
      if (isData(variable) && !old.getNamedGlobal(variable.getName()))
        left[1].push_back(&variable);
    if (left[0].empty() || left[1].empty())
      return;
    std::map<const llvm::GlobalVariable *, std::multiset<std::string>> uses;
    for (std::size_t side = 0; side < 2; ++side)
      for (const llvm::GlobalVariable *variable : left[side])
        uses[variable] = usesOf(side, *variable);
    for (const llvm::GlobalVariable *variable : left[0]) {
      const llvm::GlobalVariable *best = nullptr;
      double most = 0.3;
      for (const llvm::GlobalVariable *other : left[1]) {
        if (names[1].contains(other) ||
            other->getValueType()->getTypeID() != variable->getValueType()->getTypeID())
          continue;
        std::vector<std::string> both;
        std::ranges::set_intersection(uses[variable], uses[other], std::back_inserter(both));
        const std::size_t all = uses[variable].size() + uses[other].size() - both.size();
        const double likeness =
            all ? static_cast<double>(both.size()) / static_cast<double>(all) : 0.5;
        if (likeness > most) {
          most = likeness;
          best = other;
        }
      }
      if (best) {
        names[0][variable] = variable->getName().str();
        names[1][best] = variable->getName().str();
      }
    }
  }

  std::multiset<std::string> usesOf(std::size_t side, const llvm::GlobalVariable &variable) const {
    const Normaliser blind(names[side], true);
    std::multiset<std::string> result_;
    std::vector<const llvm::User *> work;
    for (const llvm::User *user : variable.users())
      work.push_back(user);
    for (std::size_t i = 0; i < work.size(); ++i) {
      const auto *at = llvm::dyn_cast<llvm::Instruction>(work[i]);
      if (!at) {
        for (const llvm::User *user : work[i]->users())
          work.push_back(user);
        continue;
      }
      const auto function = programs[side]->functionOf(*at->getFunction());
      std::string where = at->getFunction()->getName().str();
      if (side == 1 && function && result.functions[1][*function] != Match::none)
        where = programs[0]->functions()[result.functions[1][*function]].name;
      result_.insert(where + ": " + blind.of(*at));
    }
    return result_;
  }

  void describeAll() {
    for (std::size_t side = 0; side < 2; ++side) {
      const Normaliser named(names[side]);
      const Normaliser blind(names[side], true);
      texts[side].resize(programs[side]->locations().size());
      for (const Function &function : programs[side]->functions()) {
        if (function.isModel)
          continue; // Library code is paired by its numbers.
        for (LocationId at = function.first; at < function.last; ++at) {
          const program::Location &location = programs[side]->location(at);
          if (!isMatched(location))
            continue;
          texts[side][at] = {named.of(*location.instruction),
                             blind.of(*location.instruction),
                             named.targetOf(*location.instruction),
                             location.kind,
                             {}};
        }
      }
    }
  }

  std::vector<LocationId> numberedIn(std::size_t side, FunctionId function) const {
    std::vector<LocationId> list;
    const Function &about = programs[side]->functions()[function];
    for (LocationId at = about.first; at < about.last; ++at)
      if (isMatched(programs[side]->location(at)))
        list.push_back(at);
    return list;
  }

  void pair(LocationId one, LocationId other) {
    result.partner[0][one] = other;
    result.partner[1][other] = one;
    paired.emplace_back(one, other);
  }

  void matchStatements(FunctionId one, FunctionId other) {
    const std::vector<LocationId> a = numberedIn(0, one);
    const std::vector<LocationId> b = numberedIn(1, other);
    if (programs[0]->functions()[one].isModel) {
      for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        pair(a[i], b[i]);
      return;
    }
    const auto isSame = [&](std::uint32_t i, std::uint32_t j) {
      return texts[0][a[i]].whole == texts[1][b[j]].whole;
    };
    const auto worth = [&](std::uint32_t i, std::uint32_t j) -> unsigned {
      const Text &left = texts[0][a[i]];
      const Text &right = texts[1][b[j]];
      if (left.kind != right.kind)
        return 0;
      if (left.whole == right.whole)
        return SameText;
      if (left.shape == right.shape)
        return SameShape;
      if (left.target == right.target)
        return left.kind == OpKind::Call ? SameKind : SameTarget;
      return 0;
    };
    for (const auto &[i, j] : align(static_cast<std::uint32_t>(a.size()),
                                    static_cast<std::uint32_t>(b.size()), isSame, worth))
      pair(a[i], b[j]);
    // What stands elsewhere in the function now.
    std::map<std::string_view, std::vector<LocationId>> moved;
    for (const LocationId at : b)
      if (result.partner[1][at] == program::noLocation)
        moved[texts[1][at].whole].push_back(at);
    for (const LocationId at : a) {
      if (result.partner[0][at] != program::noLocation)
        continue;
      const auto found = moved.find(texts[0][at].whole);
      if (found == moved.end() || found->second.empty())
        continue;
      pair(at, found->second.front());
      found->second.erase(found->second.begin());
    }
    matchMembers(a, b);
  }

  /// What is left of accesses to a member of a structure, if there is one of it in each: the way to
  /// the structure is another one.
  void matchMembers(const std::vector<LocationId> &a, const std::vector<LocationId> &b) {
    std::map<std::string, std::vector<LocationId>> left[2];
    const std::vector<LocationId> *lists[2] = {&a, &b};
    for (std::size_t side = 0; side < 2; ++side)
      for (const LocationId at : *lists[side])
        if (result.partner[side][at] == program::noLocation)
          if (std::string member = memberOf(*programs[side]->location(at).instruction);
              !member.empty())
            left[side][std::move(member)].push_back(at);
    for (const auto &[member, mine] : left[0])
      if (const auto found = left[1].find(member);
          found != left[1].end() && mine.size() == 1 && found->second.size() == 1)
        pair(mine.front(), found->second.front());
  }
  /// "load struct.entry 0 2"; empty for what accesses no member.
  static std::string memberOf(const llvm::Instruction &at) {
    const auto *way =
        llvm::dyn_cast_or_null<llvm::GEPOperator>(llvm::getLoadStorePointerOperand(&at));
    const auto *whole =
        way ? llvm::dyn_cast<llvm::StructType>(way->getSourceElementType()) : nullptr;
    if (!whole || !whole->hasName() || !way->hasAllConstantIndices())
      return "";
    std::string text = std::string(at.getOpcodeName()) + " " + whole->getName().str();
    for (const llvm::Use &index : way->indices())
      text += " " + std::to_string(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
    return text;
  }

  /// What one function has lost and another got: if there is just one such statement in each.
  void matchMoved() {
    std::map<std::string_view, std::pair<std::vector<LocationId>, std::vector<LocationId>>> byText;
    for (std::size_t side = 0; side < 2; ++side)
      for (LocationId at = 0; at < texts[side].size(); ++at)
        if (!texts[side][at].whole.empty() && texts[side][at].kind != OpKind::Call &&
            result.partner[side][at] == program::noLocation)
          (side ? byText[texts[side][at].whole].second : byText[texts[side][at].whole].first)
              .push_back(at);
    for (const auto &[text, both] : byText)
      if (both.first.size() == both.second.size())
        for (std::size_t i = 0; i < both.first.size(); ++i)
          pair(both.first[i], both.second[i]);
  }

  const Program *programs[2];
  Normaliser::Names names[2];
  std::vector<Text> texts[2];
  std::vector<std::pair<LocationId, LocationId>> paired;
  Match result;
};

Match Match::of(const Program &old, const Program &current) {
  return Matcher(old, current).match();
}

} // namespace heddle::diff
