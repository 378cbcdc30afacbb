// The relations of `heddle diff` against executions: a data flow that an execution shows is one
// that the rules allow, alone and together with others of the same execution.
#pragma once

#include "diff/relations.h"
#include "diff/scenario.h"
#include "vm/machine.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle::property {

class DiffLaw {
public:
  using Key = std::pair<const llvm::Instruction *, const llvm::Instruction *>;

  explicit DiffLaw(const program::Program &program);

  void begin();
  void saw(const vm::Machine &machine, const vm::Seen &seen);
  /// The run is over.
  void judge(const std::vector<vm::Fault> &faults);

  const std::string &problem() const { return text; }
  /// Nothing is claimed about the program.
  bool isSilent() const { return !relations; }
  /// The data flows that executions have shown: of a write, or null for the initial value, and the
  /// read.
  std::vector<Key> seenEdges() const;
  bool allows(const Key &key) const { return allowed.contains(key); }
  std::string describe(const Key &key) const;
  std::uint64_t edges = 0; ///< That were checked,
  std::uint64_t pairs = 0; ///< pairs of them,
  std::uint64_t triples = 0;

private:
  struct Read {
    Key key;
    std::uint64_t event = 0;
  };
  void check(const std::vector<Key> &keys);
  bool mayBe(const std::vector<Key> &keys, std::vector<diff::ReadFrom> &set) const;

  const program::Program &program;
  datalog::Rules rules;
  std::unique_ptr<diff::Version> version;
  std::unique_ptr<diff::Relations> relations;
  std::unique_ptr<diff::Scenarios> scenarios;
  std::map<Key, std::vector<diff::ReadFrom>> allowed;
  /// Those that begin or copy a list of arguments, which the VM writes without telling.
  std::set<const llvm::Function *> withLists;
  std::map<vm::Address, const llvm::Instruction *> last; ///< Who wrote the byte.
  std::vector<Read> reads;                               ///< Of this run.
  std::uint64_t events = 0;
  std::map<std::vector<Key>, bool> known;
  std::string text;
};

} // namespace heddle::property
