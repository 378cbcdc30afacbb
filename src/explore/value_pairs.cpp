#include "explore/value_pairs.h"

#include "analysis/dependence.h"
#include "analysis/reachability.h"
#include "analysis/study.h"
#include "explore/value_slices.h"
#include "support/nearest.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <optional>
#include <set>

namespace heddle::explore {

namespace {

using program::LocationId;
using program::OpKind;

constexpr std::size_t mostInstructions = 20'000;
constexpr std::size_t mostPairs = 20'000;

bool isSmall(const llvm::Module &module) {
  std::size_t count = 0;
  for (const llvm::Function &function : module)
    if ((count += function.getInstructionCount()) > mostInstructions)
      return false;
  return true;
}

/// What synchronises but is no lock or condition: operations of one family may touch one object.
enum class Family : std::uint8_t { None, Semaphore, Barrier, Once, Section };

Family familyOf(OpKind kind) {
  switch (kind) {
  case OpKind::SemWait:
  case OpKind::SemTryWait:
  case OpKind::SemTimedWait:
  case OpKind::SemPost:
    return Family::Semaphore;
  case OpKind::BarrierWait:
    return Family::Barrier;
  case OpKind::Once:
    return Family::Once;
  case OpKind::AtomicBegin:
    return Family::Section;
  default:
    return Family::None;
  }
}

Conflict conflictOf(analysis::PairKind kind) {
  switch (kind) {
  case analysis::PairKind::RW:
    return Conflict::Access;
  case analysis::PairKind::MM:
    return Conflict::Lock;
  case analysis::PairKind::WM:
    return Conflict::Reentry;
  case analysis::PairKind::WN:
    return Conflict::Signal;
  }
  return Conflict::Other;
}

/// Nothing but the order of the two accesses decides which comes first.
bool isOpen(const analysis::AccessPair &pair) {
  if (pair.kind != analysis::PairKind::RW)
    return true;
  return pair.protection == analysis::Protection::None ||
         pair.protection == analysis::Protection::Atomic;
}

} // namespace

std::string_view name(Conflict kind) {
  constexpr std::array<std::string_view, conflictKinds> names = {"RW", "WN", "WM",
                                                                 "WW", "MM", "SY"};
  return names[static_cast<std::size_t>(kind)];
}

struct ValuePairs::Analyses {
  explicit Analyses(const program::Program &program)
      : study(program),
        reachability(analysis::Reachability::analyse(program, study.pointers, study.threads)) {}

  const analysis::Dependence &dependence() {
    if (!depends)
      depends.emplace(analysis::Dependence::analyse(study.program, study.pointers, study.threads,
                                                    study.parallel));
    return *depends;
  }

  analysis::Study study;
  analysis::Reachability reachability;
  /// All accesses of memory that conflict, protected or not.
  std::set<std::pair<LocationId, LocationId>> conflicting;

private:
  std::optional<analysis::Dependence> depends;
};

/// "account.c:12", or else the name of a variable.
struct ValuePairs::Focus {
  explicit Focus(const std::string &text) : name(text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || !llvm::to_integer(text.substr(colon + 1), line))
      return;
    file = text.substr(0, colon);
  }
  bool isIn(const program::Place &place) const {
    return place.file == file || place.file.ends_with("/" + file);
  }
  bool isAbout(const program::Place &place) const {
    return !file.empty() && place.line == line && isIn(place);
  }

  std::string name;
  std::string file; ///< Empty for a variable.
  unsigned line = 0;
};

ValuePairs::ValuePairs(const program::Program &program, const std::string &focus, bool inSlices)
    : program(program), partners(program.locations().size()) {
  const auto start = std::chrono::steady_clock::now();
  if (isSmall(program.unit().module())) {
    analyses = std::make_unique<Analyses>(program);
    findStatic();
    findOthers();
    if (!focus.empty())
      focusOn(Focus(focus));
    if (inSlices && !pairs.empty())
      slices = findSlices(program, analyses->dependence(), analyses->study.pointers, pairs);
  }
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ValuePairs::~ValuePairs() = default;

void ValuePairs::findStatic() {
  analysis::PairOptions options;
  options.most = mostPairs;
  const analysis::AccessPairs found = analyses->study.findPairs(options);
  for (const analysis::AccessPair &pair : found.pairs) {
    const analysis::AccessNode &one = found.oneOf(pair);
    const analysis::AccessNode &other = found.otherOf(pair);
    ConflictPair added;
    added.kind = conflictOf(pair.kind);
    added.one = program.locationOf(*one.user);
    added.other = program.locationOf(*other.user);
    if (added.one == program::noLocation || added.other == program::noLocation)
      continue;
    if (pair.kind == analysis::PairKind::RW) {
      analyses->conflicting.insert({program.locationOf(*one.at), program.locationOf(*other.at)});
      analyses->conflicting.insert({program.locationOf(*other.at), program.locationOf(*one.at)});
    }
    if (!isOpen(pair))
      continue;
    // A global by its own name is one place, whoever names it.
    added.mustAlias = llvm::isa<llvm::Constant>(one.touch.pointer) &&
                      llvm::isa<llvm::Constant>(other.touch.pointer);
    added.isUnderLock =
        pair.kind == analysis::PairKind::WN &&
        !analyses->study.locks.common(one.thread, *one.at, other.thread, *other.at).empty();
    added.variable = program.nameOf(*one.touch.pointer);
    add(std::move(added));
  }
}

void ValuePairs::findOthers() {
  std::map<Family, std::vector<LocationId>> families;
  for (LocationId at = 0; at < program.locations().size(); ++at) {
    const program::Location &location = program.location(at);
    if (program.functions()[location.function].isModel)
      continue;
    if (const Family family = familyOf(location.kind); family != Family::None)
      families[family].push_back(at);
  }
  for (const auto &[family, places] : families)
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = i; j < places.size() && pairs.size() < mostPairs; ++j)
        add({.kind = Conflict::Other, .one = places[i], .other = places[j]});
}

ValuePairs::Index ValuePairs::add(ConflictPair pair) {
  if (pair.other < pair.one)
    std::swap(pair.one, pair.other);
  const auto index = static_cast<Index>(pairs.size());
  const auto [at, isNew] = known.try_emplace({pair.kind, pair.one, pair.other}, index);
  if (!isNew) {
    pairs[at->second].mustAlias &= pair.mustAlias;
    pairs[at->second].isUnderLock &= pair.isUnderLock;
    return at->second;
  }
  ++counts[static_cast<std::size_t>(pair.kind)];
  partners[pair.one].push_back({index, pair.other});
  if (pair.one != pair.other)
    partners[pair.other].push_back({index, pair.one});
  pairs.push_back(std::move(pair));
  return index;
}

ValuePairs::Index ValuePairs::pairOf(Conflict kind, LocationId one, LocationId other) {
  const auto found = known.find({kind, std::min(one, other), std::max(one, other)});
  if (found != known.end())
    return found->second;
  const auto index = static_cast<Index>(pairs.size());
  known[{kind, std::min(one, other), std::max(one, other)}] = index;
  ++counts[static_cast<std::size_t>(kind)];
  pairs.push_back({.kind = kind, .one = std::min(one, other), .other = std::max(one, other)});
  return index;
}

std::span<const ValuePairs::Partner> ValuePairs::partnersOf(LocationId at) const {
  if (at >= partners.size())
    return {};
  return partners[at];
}

void ValuePairs::focusOn(const Focus &focus) {
  for (ConflictPair &pair : pairs)
    pair.isFocused = pair.variable == focus.name || focus.isAbout(program.place(pair.one)) ||
                     focus.isAbout(program.place(pair.other));
}

support::Done canFocus(const program::Program &program, const std::string &text) {
  const ValuePairs pairs(program, text, false);
  if (std::ranges::any_of(pairs.all(), &ConflictPair::isFocused))
    return support::done();
  const ValuePairs::Focus focus(text);
  std::vector<std::string> names;
  std::set<unsigned> lines;
  for (const ConflictPair &pair : pairs.all()) {
    names.push_back(pair.variable);
    for (const LocationId at : {pair.one, pair.other})
      if (const program::Place place = program.place(at); focus.isIn(place))
        lines.insert(place.line);
  }
  if (focus.file.empty()) {
    const auto meant = support::nearest(text, names);
    return support::Failure{fmt::format("no conflicting operations are about '{}'{}", text,
                                        meant ? fmt::format("; did you mean '{}'?", *meant) : ""),
                            {}};
  }
  std::vector<unsigned> near(lines.begin(), lines.end());
  std::ranges::sort(near, {}, [&](unsigned line) {
    return std::pair(line > focus.line ? line - focus.line : focus.line - line, line);
  });
  near.resize(std::min<std::size_t>(near.size(), 2));
  return support::Failure{
      fmt::format("no conflicting operation is at '{}'{}", text,
                  near.empty() ? ""
                  : near.size() == 1
                      ? fmt::format("; the only ones are at line {}", near[0])
                      : fmt::format("; the nearest are at lines {} and {}", near[0], near[1])),
      {}};
}

std::vector<const llvm::Instruction *>
ValuePairs::instructionsOf(std::span<const LocationId> stack) const {
  std::vector<const llvm::Instruction *> result;
  for (const LocationId at : stack)
    result.push_back(program.location(at).instruction);
  return result;
}

bool ValuePairs::mayReach(std::span<const LocationId> stack, LocationId at) {
  if (!analyses || stack.empty())
    return false;
  ++asked;
  const auto [answer, isNew] =
      reached.try_emplace({std::vector<LocationId>(stack.begin(), stack.end()), at}, false);
  if (isNew)
    answer->second = analyses->reachability.to(*program.location(at).instruction)
                         .mayReach(instructionsOf(stack));
  else
    ++cached;
  return answer->second;
}

LocationId ValuePairs::turnedAwayAt(std::span<const LocationId> before,
                                    std::span<const LocationId> after, LocationId at) {
  if (!analyses || before.empty())
    return program::noLocation;
  const analysis::Distances &to = analyses->reachability.to(*program.location(at).instruction);
  // The frame in which both are: what is further in was called, or returned from, in between.
  std::size_t i = before.size();
  std::size_t j = after.size();
  while (i > 1 && j > 1 && before[i - 1] == after[j - 1]) {
    --i;
    --j;
  }
  if (after.empty()) // It came to its end.
    i = before.size();
  const llvm::Instruction &from = *program.location(before[i - 1]).instruction;
  // The first branch from there that one side of which leads to the place and another one not.
  std::vector<const llvm::BasicBlock *> work = {from.getParent()};
  for (std::size_t next = 0; next < work.size(); ++next) {
    const llvm::Instruction *last = work[next]->getTerminator();
    if (!last)
      continue;
    unsigned leads = 0;
    for (unsigned side = 0; side < last->getNumSuccessors(); ++side) {
      const llvm::BasicBlock *block = last->getSuccessor(side);
      leads += to.distanceInside(block->front()).has_value();
      if (std::ranges::find(work, block) == work.end())
        work.push_back(block);
    }
    if (leads && leads < last->getNumSuccessors())
      return program.locationOf(*last);
  }
  for (const llvm::Instruction *one = &from; one; one = one->getNextNode())
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(one); call && call->isIndirectCall())
      return program.locationOf(*one);
  return program::noLocation;
}

bool ValuePairs::isConstant(const llvm::Value &value, unsigned depth) {
  constexpr unsigned deepest = 12;
  if (llvm::isa<llvm::Constant>(value))
    return true;
  if (depth == deepest)
    return false;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    // What a thread is begun with, or what the only call of a function hands on.
    const llvm::Function &function = *argument->getParent();
    const auto all = analyses->study.threads.all();
    if (std::ranges::any_of(all, [&](const auto &one) { return one.routine == &function; }))
      return true;
    if (!function.hasOneUse())
      return false;
    const auto *call = llvm::dyn_cast<llvm::CallBase>(function.user_back());
    return call && call->getCalledFunction() == &function &&
           isConstant(*call->getArgOperand(argument->getArgNo()), depth + 1);
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction)
    return false;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    if (!isConstant(*load->getPointerOperand(), depth + 1))
      return false;
    const LocationId at = program.locationOf(*load);
    return std::ranges::all_of(analyses->dependence().writers(*load), [&](const auto *writer) {
      const llvm::BitVector &own = analyses->study.threads.runners(*load->getFunction());
      const llvm::BitVector &others = analyses->study.threads.runners(*writer->getFunction());
      return !own.anyCommon(others) &&
             !analyses->conflicting.contains({at, program.locationOf(*writer)});
    });
  }
  if (!llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator, llvm::SelectInst>(
          instruction))
    return false;
  return std::ranges::all_of(instruction->operands(), [&](const llvm::Use &use) {
    return isConstant(*use.get(), depth + 1);
  });
}

bool ValuePairs::isAddressConstant(LocationId at) {
  const auto [answer, isNew] = constants.try_emplace(at, false);
  if (isNew && analyses) {
    const llvm::Instruction *instruction = program.location(at).instruction;
    const llvm::Value *address = llvm::getLoadStorePointerOperand(instruction);
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(instruction);
        call && call->arg_size() && call->getArgOperand(0)->getType()->isPointerTy())
      address = call->getArgOperand(0);
    answer->second = address && isConstant(*address, 0);
  }
  return answer->second;
}

} // namespace heddle::explore
