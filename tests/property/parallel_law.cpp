#include "parallel_law.h"

#include <fmt/format.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

namespace {
std::string textOf(const llvm::Instruction &at) {
  std::string text;
  llvm::raw_string_ostream out(text);
  at.print(out);
  return fmt::format("{} in {}", text, at.getFunction()->getName().str());
}
} // namespace

void ParallelLaw::begin() {
  kinds.assign(1, {0});
}

void ParallelLaw::saw(const vm::Machine &machine, const vm::Seen &seen) {
  if (seen.kind != program::OpKind::Create || seen.other == vm::noThread)
    return;
  if (kinds.size() <= seen.other)
    kinds.resize(seen.other + std::size_t{1});
  kinds[seen.other].clear();
  for (const vm::Machine::StackEntry &entry : machine.stack(seen.thread)) {
    if (entry.location == program::noLocation)
      continue;
    if (const auto *call =
            llvm::dyn_cast<llvm::CallBase>(program.location(entry.location).instruction))
      for (const analysis::StaticThread kind : threads.createdAt(*call))
        kinds[seen.other].push_back(kind);
    if (!kinds[seen.other].empty())
      return;
  }
  text += fmt::format("nothing is known to create {}\n", machine.threadName(seen.other));
}

std::vector<ParallelLaw::Place> ParallelLaw::placesOf(const vm::Machine &machine,
                                                      vm::ThreadId thread) const {
  std::vector<Place> places;
  if (thread >= kinds.size() || machine.thread(thread).status != vm::ThreadStatus::Ready)
    return places;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    if (entry.location != program::noLocation)
      places.push_back({kinds[thread], program.location(entry.location).instruction});
  return places;
}

bool ParallelLaw::mayHappen(const Place &one, const Place &other) const {
  for (const analysis::StaticThread a : one.threads)
    for (const analysis::StaticThread b : other.threads)
      if (parallel.mayHappen(a, *one.at, b, *other.at))
        return true;
  return false;
}

void ParallelLaw::look(const vm::Machine &machine) {
  for (std::size_t i = 0; i < machine.threadCount() && text.empty(); ++i)
    for (std::size_t j = i + 1; j < machine.threadCount(); ++j) {
      const auto a = static_cast<vm::ThreadId>(i);
      const auto b = static_cast<vm::ThreadId>(j);
      if (!machine.exists(a) || !machine.exists(b))
        continue;
      for (const Place &one : placesOf(machine, a))
        for (const Place &other : placesOf(machine, b)) {
          if (!known.emplace(one.threads.front(), other.threads.front(), one.at, other.at).second)
            continue;
          ++pairs;
          if (!mayHappen(one, other))
            text += fmt::format("{} and {} stand at the same time at\n  {}\n  {}\n",
                                machine.threadName(a), machine.threadName(b), textOf(*one.at),
                                textOf(*other.at));
        }
    }
}

} // namespace heddle::property
