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
Summaries::Holds Summaries::holdsPlainly(Formula &formula) {
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
bool Summaries::holds(Formula &formula, Ref &closed) {
  closed = nullptr;
  const Holds plainly = holdsPlainly(formula);
  if (plainly != Holds::Depends)
    return plainly == Holds::Yes;
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

const Summary *Summaries::find(const ControlKey &key, const std::vector<Sleeper> &asleep) {
  const auto at = table.find(key);
  if (at == table.end()) {
    ++counted.misses;
    return nullptr;
  }
  ++lookUps;
  evaluator.renew();
  const std::uint64_t before = counted.questions;
  std::deque<Summary> &all = at->second;
  std::vector<std::pair<const Summary *, Ref>> open;
  const Summary *found = nullptr;
  for (std::size_t i = 0; i < all.size() && !found; ++i) {
    // It says nothing of what begins with the steps of those who slept. If they sleep here too, and
    // would do the same, that is looked at elsewhere.
    if (!std::ranges::all_of(all[i].asleep, [&](const Sleeper &one) {
          return std::ranges::find(asleep, one) != asleep.end();
        }))
      continue;
    Ref closed = nullptr;
    if (holds(all[i].formula, closed)) {
      if (i)
        std::swap(all[i], all[i - 1]);
      found = &all[i ? i - 1 : 0];
    } else if (closed && !closed->isFalse()) {
      open.emplace_back(&all[i], closed);
    }
  }
  if (!found && open.size() > 1 && open.size() <= mostUnited)
    found = unite(open);
  ++(found ? counted.hits : counted.misses);
  counted.bySolver += counted.questions != before;
  return found;
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
  if (std::ranges::any_of(all, [&](const Summary &one) {
        return one.formula == summary.formula && one.asleep == summary.asleep;
      }))
    return;
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
