#include "solver/groups.h"

#include <algorithm>

namespace heddle::solver {

void Groups::join(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  if (sets[a].size < sets[b].size)
    std::swap(a, b);
  steps.push_back({a, b, sets[a].last});
  sets[b].parent = a;
  sets[a].size += sets[b].size;
  if (sets[b].first == none)
    return;
  if (sets[a].first == none)
    sets[a].first = sets[b].first;
  else
    path[sets[a].last].next = sets[b].first;
  sets[a].last = sets[b].last;
}

void Groups::push(expr::Ref condition) {
  const auto place = static_cast<std::uint32_t>(path.size());
  const std::vector<std::uint32_t> &inputs = condition->support->inputs;
  path.push_back({condition->support, steps.size(), none});
  if (inputs.empty())
    return;
  if (inputs.back() >= sets.size())
    sets.resize(inputs.back() + 1);
  if (++seen[condition->support] == 1)
    for (const std::uint32_t input : inputs) {
      ++sets[input].uses;
      join(inputs.front(), input);
    }
  const std::uint32_t root = find(inputs.front());
  Set &set = sets[root];
  steps.push_back({root, none, set.last});
  if (set.first == none)
    set.first = place;
  else
    path[set.last].next = place;
  set.last = place;
}

void Groups::undo(const Step &step) {
  Set &set = sets[step.root];
  if (step.joined != none) {
    sets[step.joined].parent = none;
    set.size -= sets[step.joined].size;
  }
  set.last = step.lastBefore;
  if (set.last == none)
    set.first = none;
  else
    path[set.last].next = none;
}

void Groups::pop() {
  const Pushed top = path.back();
  for (; steps.size() > top.steps; steps.pop_back())
    undo(steps.back());
  path.pop_back();
  if (top.support->inputs.empty())
    return;
  const auto it = seen.find(top.support);
  if (--it->second == 0) {
    seen.erase(it);
    for (const std::uint32_t input : top.support->inputs)
      --sets[input].uses;
  }
}

std::vector<std::uint32_t> Groups::around(const expr::Support &support) const {
  std::vector<std::uint32_t> roots;
  for (const std::uint32_t input : support.inputs)
    if (input < sets.size())
      roots.push_back(find(input));
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  std::vector<std::uint32_t> places;
  for (const std::uint32_t root : roots)
    for (std::uint32_t at = sets[root].first; at != none; at = path[at].next)
      places.push_back(at);
  std::sort(places.begin(), places.end());
  return places;
}

} // namespace heddle::solver
