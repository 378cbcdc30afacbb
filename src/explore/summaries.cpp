#include "explore/summaries.h"

#include <algorithm>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/xxhash.h>

namespace heddle::explore {

using expr::Ref;

namespace {
constexpr std::size_t mostOfOne = 64;     ///< Formulas of one control state.
constexpr std::size_t mostUnited = 8;     ///< Of which a union is asked for.
constexpr std::uint64_t firstLook = 2000; ///< Look-ups before they are judged,
constexpr std::uint64_t leastHits = 50;   ///< of which one in so many must be of use.

/// Whether one who slept sleeps now too, and would do no more.
bool sleeps(const Sleeper &one, const std::vector<Sleeper> &asleep, const Touches &touches) {
  const auto at = std::ranges::find(asleep, one.thread, &Sleeper::thread);
  return at != asleep.end() && touches.isWithin(at->touches, one.touches);
}
} // namespace

ControlKey keyOf(const vm::Machine &machine, std::string &bytes) {
  machine.controlKey(bytes);
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()));
  return {hash.low64, hash.high64};
}

bool Summaries::areUseless() const {
  const std::uint64_t all = counted.hits + counted.misses;
  return all >= firstLook && counted.hits * leastHits < all;
}

/// Reads what the cells of a part hold now.
void Summaries::readCells(Ref part) {
  for (const std::uint32_t cell : formulas.cellsOf(part)) {
    if (cell >= readIn.size()) {
      readIn.resize(cell + std::size_t{1});
      isSymbolic.resize(readIn.size());
    }
    if (readIn[cell] == lookUps)
      continue;
    readIn[cell] = lookUps;
    const Ref now = machine.cellNow(cell);
    isSymbolic[cell] = !now->isConstant();
    values.setCell(cell, now->value);
  }
}

/// What can be told of a formula from plain data alone.
Summaries::Holds Summaries::holdsPlainly(const Formula &formula) {
  Holds result = Holds::Yes;
  for (auto part = formula.parts.begin(); part != formula.parts.end(); ++part) {
    readCells(*part);
    const auto &cells = formulas.cellsOf(*part);
    if (!(*part)->support->inputs.empty() ||
        std::ranges::any_of(cells, [&](std::uint32_t cell) { return isSymbolic[cell]; })) {
      result = Holds::Depends;
      continue;
    }
    if (!evaluator.evaluate(*part, values))
      return Holds::No;
  }
  return result;
}

/// `closed` becomes the formula over inputs, where it depends on them.
bool Summaries::holds(const Formula &formula, Ref &closed) {
  closed = nullptr;
  const Holds plainly = holdsPlainly(formula);
  if (plainly != Holds::Depends)
    return plainly == Holds::Yes;
  if (!asksSolver)
    return false;
  expr::Builder &builder = machine.builder();
  expr::CellSubstitution substitution(
      builder, [&](Ref cell) { return machine.cellNow(static_cast<std::uint32_t>(cell->value)); });
  closed = builder.boolean(true);
  for (const Ref part : formula.parts)
    closed = builder.bitAnd(closed, substitution.apply(part));
  if (closed->isConstant())
    return closed->value != 0;
  ++counted.questions;
  return machine.implies(closed);
}

Summaries::Cover Summaries::find(const ControlKey &key, const std::vector<Sleeper> &asleep,
                                 bool isCut, const Touches &touches) {
  const auto at = table.find(key);
  if (at == table.end()) {
    ++counted.misses;
    return {};
  }
  ++lookUps;
  evaluator.renew();
  const std::uint64_t before = counted.questions;
  std::deque<Summary> &all = at->second;
  std::vector<std::pair<const Summary *, Ref>> open;
  Cover found;
  for (std::size_t i = 0; i < all.size() && !found.summary; ++i) {
    // It says nothing of what begins with the steps of those who slept. If they sleep here too, and
    // would do no more, that is looked at elsewhere.
    if (!std::ranges::all_of(all[i].asleep,
                             [&](const Sleeper &one) { return sleeps(one, asleep, touches); }))
      continue;
    Ref closed = nullptr;
    if (holds(all[i].formula, closed)) {
      if (i)
        std::swap(all[i], all[i - 1]);
      found.summary = &all[i ? i - 1 : 0];
    } else if (closed && !closed->isFalse()) {
      open.emplace_back(&all[i], closed);
    }
  }
  if (!found.summary && open.size() > 1 && open.size() <= mostUnited)
    found.summary = unite(open);
  if (!found.summary && !isCut)
    found = findPart(all, asleep, touches);
  ++(!found.summary ? counted.misses : found.uncovered.empty() ? counted.hits : counted.parts);
  counted.bySolver += counted.questions != before;
  return found;
}

/// What leaves the fewest threads to be tried, as far as plain data tells.
Summaries::Cover Summaries::findPart(const std::deque<Summary> &all,
                                     const std::vector<Sleeper> &asleep, const Touches &touches) {
  std::vector<Cover> covers;
  for (const Summary &one : all) {
    Cover &cover = covers.emplace_back(&one);
    for (const Sleeper &sleeper : one.asleep)
      if (!sleeps(sleeper, asleep, touches))
        cover.uncovered.push_back(sleeper);
    const bool mayTry = std::ranges::all_of(cover.uncovered, [&](const Sleeper &sleeper) {
      return std::ranges::find(machine.choices(), sleeper.thread, &vm::Choice::thread) !=
                 machine.choices().end() &&
             std::ranges::find(asleep, sleeper.thread, &Sleeper::thread) == asleep.end();
    });
    if (cover.uncovered.empty() || !mayTry)
      covers.pop_back();
  }
  std::size_t largest = 0;
  for (const Cover &cover : covers)
    largest = std::max(largest, cover.uncovered.size());
  for (std::size_t wanted = 1; wanted <= largest; ++wanted)
    for (Cover &cover : covers) {
      if (cover.uncovered.size() == wanted && holdsPlainly(cover.summary->formula) == Holds::Yes)
        return std::move(cover);
    }
  return {};
}

/// None covers the state alone; together they may.
const Summary *Summaries::unite(const std::vector<std::pair<const Summary *, Ref>> &open) {
  Ref closed = machine.builder().boolean(false);
  united = {Formula::nothing(), {}, {}};
  for (const auto &[summary, one] : open) {
    closed = machine.builder().bitOr(closed, one);
    united.formula = formulas.either(united.formula, summary->formula);
    united.behind |= summary->behind;
  }
  if (united.formula.isFalse)
    return nullptr;
  ++counted.questions;
  return machine.implies(closed) ? &united : nullptr;
}

void Summaries::add(const ControlKey &key, Summary summary) {
  if (summary.formula.isFalse)
    return;
  if (size >= most) {
    ++counted.dropped;
    return;
  }
  std::deque<Summary> &all = table[key];
  const auto isWithin = [](const Summary &some, const Summary &more) {
    return std::ranges::all_of(some.asleep, [&](const Sleeper &one) {
      return std::ranges::find(more.asleep, one) != more.asleep.end();
    });
  };
  for (auto one = all.begin(); one != all.end();) {
    if (one->formula != summary.formula) {
      ++one;
      continue;
    }
    if (isWithin(*one, summary))
      return;
    if (isWithin(summary, *one)) {
      one = all.erase(one);
      --size;
    } else {
      ++one;
    }
  }
  if (all.size() == mostOfOne) {
    all.pop_back();
    ++counted.dropped;
  } else {
    ++size;
  }
  all.push_front(std::move(summary));
  ++counted.stored;
}

} // namespace heddle::explore
