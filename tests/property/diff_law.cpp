#include "diff_law.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

using Op = program::OpKind;

DiffLaw::DiffLaw(const program::Program &program) : program(program) {
  rules = *datalog::readRules({*datalog::embeddedRules("rank1.dl")});
  diff::VersionOptions options;
  options.edges = 3; // As many threads as three edges may be between.
  // An instruction may also read what no other thread does: that is a data flow of its own.
  options.allAccesses = true;
  options.mostNodes = 10'000;
  version = std::make_unique<diff::Version>(program, options);
  // All that one thread does by itself takes part too: programs with much of it take too long.
  constexpr std::size_t mostStatements = 1500;
  if (version->statements().size() > mostStatements)
    return;
  auto derived = diff::Relations::derive(*version, rules, {});
  if (!derived || !version->gaps().empty())
    return; // Nothing is claimed.
  for (const llvm::Function &function : program.unit().module())
    if (llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &at) {
          return llvm::isa<llvm::VAStartInst, llvm::VACopyInst>(at);
        }))
      withLists.insert(&function);
  relations = std::make_unique<diff::Relations>(std::move(*derived));
  scenarios = std::make_unique<diff::Scenarios>(*relations);
  const auto statements = version->statements();
  for (const diff::ReadFrom &edge : relations->mayRf())
    allowed[{statements[edge.store].where.at, statements[edge.load].where.at}].push_back(edge);
}

void DiffLaw::begin() {
  last.clear();
  reads.clear();
  events = 0;
}

void DiffLaw::saw(const vm::Machine &machine, const vm::Seen &seen) {
  if (!relations || !text.empty() || seen.kind < Op::Read || seen.kind > Op::BulkCopy)
    return;
  const auto stack = machine.stack(seen.thread);
  if (stack.empty() || stack.front().location == program::noLocation)
    return;
  const llvm::Instruction *at = program.location(stack.front().location).instruction;
  const diff::MemoryUse *use = version->variables().use(*at);
  ++events;
  for (std::uint64_t i = 0; i < seen.size; ++i) {
    const llvm::Instruction *&writer = last[seen.address + i];
    if (seen.kind != Op::Write && use && !use->loads.empty() &&
        !withLists.contains(at->getFunction()))
      if (reads.empty() || reads.back().event != events || reads.back().key != Key{writer, at})
        reads.push_back({{writer, at}, events});
    if (seen.kind != Op::Read)
      writer = at;
  }
}

std::string DiffLaw::describe(const Key &key) const {
  const auto textOf = [](const llvm::Instruction *at) {
    if (!at)
      return std::string("the initial value");
    std::string line;
    llvm::raw_string_ostream out(line);
    at->print(out);
    return fmt::format("{} in {}", line, at->getFunction()->getName().str());
  };
  return fmt::format("    {}\n      read by {}\n", textOf(key.first), textOf(key.second));
}

std::vector<DiffLaw::Key> DiffLaw::seenEdges() const {
  std::vector<Key> result;
  for (const auto &[keys, unused] : known)
    if (keys.size() == 1)
      result.push_back(keys.front());
  return result;
}

bool DiffLaw::mayBe(const std::vector<Key> &keys, std::vector<diff::ReadFrom> &set) const {
  if (set.size() == keys.size())
    return keys.size() == 1 || scenarios->mayBe(set);
  const auto found = allowed.find(keys[set.size()]);
  if (found == allowed.end())
    return false;
  return std::ranges::any_of(found->second, [&](const diff::ReadFrom &edge) {
    set.push_back(edge);
    const bool may = mayBe(keys, set);
    set.pop_back();
    return may;
  });
}

void DiffLaw::check(const std::vector<Key> &keys) {
  if (!text.empty() || !known.try_emplace(keys).second)
    return;
  (keys.size() == 1 ? edges : keys.size() == 2 ? pairs : triples) += 1;
  std::vector<diff::ReadFrom> set;
  if (mayBe(keys, set))
    return;
  text = fmt::format("  data flows of one execution, {} of them, that the rules exclude\n",
                     keys.size());
  for (const Key &key : keys)
    text += describe(key);
}

void DiffLaw::judge(const std::vector<vm::Fault> &faults) {
  // The analyses are silent about what comes after an error.
  if (std::ranges::any_of(faults, [](const vm::Fault &fault) {
        return fault.kind != vm::FaultKind::DataRace && fault.kind != vm::FaultKind::Deadlock;
      }))
    return;
  constexpr std::size_t mostPairs = 40, mostTriples = 14;
  for (const Read &read : reads)
    check({read.key});
  const std::size_t count = std::min(reads.size(), mostPairs);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      if (reads[i].event == reads[j].event)
        continue;
      check({reads[i].key, reads[j].key});
      for (std::size_t k = j + 1; k < std::min(count, mostTriples); ++k)
        if (reads[j].event != reads[k].event)
          check({reads[i].key, reads[j].key, reads[k].key});
    }
}

} // namespace heddle::property
