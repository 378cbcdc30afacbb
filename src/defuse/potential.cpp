#include "defuse/potential.h"

#include "analysis/escort.h"
#include "analysis/wait_loops.h"
#include "program/variables.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <set>

namespace heddle::defuse {

using Op = program::OpKind;

struct Potential::Analyses {
  explicit Analyses(const program::Program &program)
      : program(program), pointers(analysis::PointsTo::analyse(program)),
        threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        dependence(analysis::Dependence::analyse(program, pointers, threads, parallel)),
        isShared(analysis::accessedByTwo(pointers, threads, parallel)),
        callers(analysis::callersOf(pointers)) {}

  const program::Location &at(const llvm::Instruction &instruction) const {
    return program.location(program.locationOf(instruction));
  }
  bool isUsers(const llvm::Instruction &instruction) const {
    const program::LocationId id = program.locationOf(instruction);
    return id != program::noLocation && !program.functions()[program.location(id).function].isModel;
  }
  static bool isAccess(Op kind) { return kind >= Op::Read && kind <= Op::BulkCopy; }

  /// The addresses that it may read through.
  static llvm::SmallVector<const llvm::Value *, 2> addressesOf(const llvm::Instruction &at) {
    llvm::SmallVector<const llvm::Value *, 2> result;
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at))
      result.push_back(load->getPointerOperand());
    else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(at))
      result.push_back(at.getOperand(0));
    else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
      for (const llvm::Use &argument : call->args())
        result.push_back(argument);
    return result;
  }

  /// Whether it may read a shared object; `isGlobal` if that is there from the start.
  bool readsShared(const llvm::Instruction &read, bool &isGlobal) const {
    bool any = false;
    for (const llvm::Value *address : addressesOf(read))
      for (const analysis::ObjectId id : pointers.objectsOf(*address)) {
        const analysis::AbstractObject &object = pointers.object(id);
        if (object.isConstant || !object.hasMemory() || !isShared(id))
          continue;
        any = true;
        isGlobal |= object.kind == analysis::ObjectKind::Global ||
                    object.kind == analysis::ObjectKind::Heap;
      }
    return any;
  }

  bool touchShared(const llvm::Instruction &writer, const llvm::Instruction &reader) const {
    return std::ranges::any_of(dependence.sharedBytes(writer, reader), isShared);
  }

  const program::Program &program;
  const analysis::PointsTo pointers;
  const analysis::Threads threads;
  const analysis::Parallel parallel;
  const analysis::Dependence dependence;
  const analysis::IsShared isShared;
  const analysis::Callers callers;
};

Potential::Potential(const program::Program &program)
    : analyses(std::make_unique<Analyses>(program)) {
  const Analyses &all = *analyses;
  std::set<PairKey> pairs;
  for (const llvm::Function *function : all.pointers.reachable())
    for (const llvm::Instruction &read : llvm::instructions(*function)) {
      if (!all.isUsers(read) || !Analyses::isAccess(all.at(read).kind) ||
          all.at(read).kind == Op::Write)
        continue;
      bool isGlobal = false;
      if (!all.readsShared(read, isGlobal))
        continue;
      const program::LocationId reader = program.locationOf(read);
      if (isGlobal)
        pairs.insert({program::noLocation, reader});
      for (const llvm::Instruction *write : all.dependence.writers(read)) {
        const Op kind = all.at(*write).kind;
        const bool isWrite =
            Analyses::isAccess(kind) || kind == Op::SymbolicInput || kind == Op::Call;
        if (all.isUsers(*write) && isWrite && all.touchShared(*write, read))
          pairs.insert({program.locationOf(*write), reader});
      }
    }
  found.assign(pairs.begin(), pairs.end());
  std::ranges::sort(found, [](const PairKey &a, const PairKey &b) {
    return std::pair(a.read, a.write + 1) < std::pair(b.read, b.write + 1);
  });
  const auto side = [&](const analysis::BranchSide &one) {
    return Side{program.locationOf(*one.branch), one.successor};
  };
  for (const analysis::EscortPair &one :
       analysis::findEscortPairs(program, all.pointers, all.dependence, all.isShared)) {
    BranchPair pair{side(one.write), side(one.read), {}};
    for (const auto &[write, read] : one.flows)
      if (all.isUsers(*write) && all.isUsers(*read))
        pair.flows.push_back({program.locationOf(*write), program.locationOf(*read)});
    if (!pair.flows.empty())
      escorts.push_back(std::move(pair));
  }
}

Potential::~Potential() = default;
Potential::Potential(Potential &&) noexcept = default;

void Potential::keepOnly(const std::vector<PairKey> &wanted) {
  const std::set<PairKey> kept(wanted.begin(), wanted.end());
  const auto isOther = [&](const PairKey &key) { return !kept.contains(key); };
  std::erase_if(found, isOther);
  for (BranchPair &pair : escorts)
    std::erase_if(pair.flows, isOther);
  std::erase_if(escorts, [](const BranchPair &pair) { return pair.flows.empty(); });
}

std::string Potential::variableOf(const PairKey &key) const {
  const program::Program &program = analyses->program;
  for (const program::LocationId end : {key.read, key.write}) {
    if (end == program::noLocation)
      continue;
    const auto accesses = program.accesses();
    const auto *copy =
        llvm::dyn_cast_or_null<llvm::MemTransferInst>(program.location(end).instruction);
    if (copy && end == key.read) // Elsewhere it is named by what it writes.
      if (std::string source = program::nameOfObject(*copy->getSource(), copy); !source.empty())
        return source;
    const auto known = std::ranges::find(accesses, end, &program::Access::location);
    if (known != accesses.end() && !known->variable.empty())
      return known->variable;
  }
  return "memory";
}

bool Potential::mayWait(program::LocationId access) const {
  return analysis::mayWait(analyses->program, access, &analyses->callers);
}

llvm::BitVector Potential::closure(const std::vector<PairKey> &pairs) const {
  std::set<const llvm::Instruction *> ends;
  for (const PairKey &pair : pairs)
    for (const program::LocationId end : {pair.read, pair.write})
      if (end != program::noLocation)
        ends.insert(analyses->program.location(end).instruction);
  return analyses->dependence.closure({ends.begin(), ends.end()});
}

} // namespace heddle::defuse
