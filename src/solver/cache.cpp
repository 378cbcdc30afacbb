#include "solver/cache.h"

#include <algorithm>

namespace heddle::solver {

using expr::Ref;

namespace {

constexpr std::size_t mostRecent = 64;
constexpr std::size_t mostStored = 2'000'000; ///< Ids and values, of each kind.
constexpr std::size_t mostCoresTried = 256;

} // namespace

std::size_t Cache::Hash::operator()(const std::vector<std::uint32_t> &key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t id : key) {
    hash ^= id + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
    hash *= 0xFF51AFD7ED558CCD;
  }
  return hash ^ hash >> 32;
}

std::vector<std::uint32_t> Cache::keyOf(std::span<const Ref> relevant, Ref condition) {
  std::vector<std::uint32_t> key;
  key.reserve(relevant.size() + 1);
  for (const Ref one : relevant)
    key.push_back(one->id);
  key.push_back(condition->id);
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  return key;
}

void Cache::rememberModel(std::span<const Ref> relevant, Ref condition, Proposal values) {
  std::vector<std::uint32_t> key = keyOf(relevant, condition);
  answersSize += key.size() + values.size();
  if (answersSize > mostStored) {
    answers.clear();
    answersSize = key.size() + values.size();
  }
  answers[std::move(key)] = values;
  recent.push_front(std::move(values));
  if (recent.size() > mostRecent)
    recent.pop_back();
}

void Cache::rememberContradiction(std::vector<Ref> core) {
  Core ids = keyOf(core, core.front());
  coresSize += 2 * ids.size();
  if (coresSize > mostStored) {
    cores.clear();
    coresWith.clear();
    coresSize = 2 * ids.size();
  }
  for (const std::uint32_t id : ids)
    coresWith[id].push_back(static_cast<std::uint32_t>(cores.size()));
  cores.push_back(std::move(ids));
}

bool Cache::refute(std::span<const Ref> relevant, Ref condition) const {
  const auto with = coresWith.find(condition->id);
  if (with == coresWith.end())
    return false;
  const Core key = keyOf(relevant, condition);
  std::size_t tried = 0;
  for (auto at = with->second.rbegin(); at != with->second.rend() && tried < mostCoresTried;
       ++at, ++tried)
    if (std::includes(key.begin(), key.end(), cores[*at].begin(), cores[*at].end()))
      return true;
  return false;
}

bool Cache::serves(const Proposal &values, std::span<const Ref> relevant, Ref condition,
                   expr::Assignment &model) {
  expr::Assignment with = model;
  bool isDifferent = false;
  for (const Change &value : values) {
    isDifferent |= with.of(value.input) != value.value;
    with.set(value.input, value.value);
  }
  if (!isDifferent)
    return false;
  evaluator.renew();
  if (!evaluator.evaluate(condition, with))
    return false;
  for (const Ref one : relevant)
    if (!evaluator.evaluate(one, with))
      return false;
  model = std::move(with);
  return true;
}

bool Cache::satisfy(std::span<const Ref> relevant, Ref condition, expr::Assignment &model) {
  if (!answers.empty())
    if (const auto it = answers.find(keyOf(relevant, condition));
        it != answers.end() && serves(it->second, relevant, condition, model))
      return true;
  if (recent.empty())
    return false;
  // Only what the question is about may change.
  std::vector<std::uint32_t> inputs = condition->support->inputs;
  for (const Ref one : relevant)
    inputs.insert(inputs.end(), one->support->inputs.begin(), one->support->inputs.end());
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  for (const Proposal &values : recent) {
    Proposal mine;
    for (const Change &value : values)
      if (std::binary_search(inputs.begin(), inputs.end(), value.input))
        mine.push_back(value);
    if (serves(mine, relevant, condition, model))
      return true;
  }
  return false;
}

} // namespace heddle::solver
