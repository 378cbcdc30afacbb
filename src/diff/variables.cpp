#include "diff/variables.h"

#include "analysis/creations.h"
#include "analysis/overlap.h"
#include "analysis/stops.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::diff {

namespace {

using analysis::MemoryTouch;
using analysis::ObjectId;
using analysis::ObjectKind;
using program::OpKind;

constexpr std::uint64_t anySize = MemoryTouch::anySize;

bool isMemory(const analysis::AbstractObject &object) {
  if (object.isConstant)
    return false;
  switch (object.kind) {
  case ObjectKind::Global:
  case ObjectKind::Stack:
  case ObjectKind::Heap:
  case ObjectKind::Copy:
  case ObjectKind::Lazy:
  case ObjectKind::Arguments:
  case ObjectKind::Unknown:
    return true;
  default:
    return false;
  }
}

/// Whether the call only synchronises: what it does to its object is no data.
bool isSynchronisation(const llvm::CallBase &call, const analysis::PointsTo &pointers) {
  return std::ranges::any_of(pointers.callees(call), [&](const llvm::Function *callee) {
    const OpKind kind = analysis::kindOfCall(call, *callee);
    return kind >= OpKind::Lock && kind <= OpKind::AtomicEnd;
  });
}

/// Whether nobody runs the function but as the start routine of a thread.
bool isOnlyStarted(const llvm::Function &function) {
  return llvm::all_of(function.uses(), [](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && analysis::isCreation(*callee) && call->isArgOperand(&use) &&
           call->getArgOperandNo(&use) == analysis::routineArgument;
  });
}

} // namespace

Variables::Variables(const analysis::Study &study, VariableOptions options) : study(study) {
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (at.mayReadOrWriteMemory())
        collect(at);
  keepShared(options);
  cut(options.mostPieces);
  assign();
}

void Variables::collect(const llvm::Instruction &at) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (call && !llvm::isa<llvm::IntrinsicInst>(call) && isSynchronisation(*call, study.pointers))
    return;
  for (const MemoryTouch &touch : analysis::touchesOf(at, study.pointers).touches)
    addTouch(at, touch);
}

void Variables::addTouch(const llvm::Instruction &at, const MemoryTouch &touch) {
  const bool isUpdate = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(at);
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  const bool isLibrary = call && !llvm::isa<llvm::IntrinsicInst>(call);
  Piece piece;
  piece.at = &at;
  piece.pointer = touch.pointer;
  piece.writes = touch.writes;
  piece.reads = !touch.writes || isUpdate || isLibrary;
  std::vector<analysis::Target> targets = study.pointers.pointsTo(*touch.pointer);
  if (touch.extent != MemoryTouch::Extent::Bytes) {
    std::set<ObjectId> objects;
    for (const analysis::Target &target : targets)
      objects.insert(target.object);
    std::vector<ObjectId> work(objects.begin(), objects.end());
    while (touch.extent == MemoryTouch::Extent::Onward && !work.empty()) {
      const ObjectId object = work.back();
      work.pop_back();
      for (const analysis::Target &target : study.pointers.contents(object))
        if (objects.insert(target.object).second)
          work.push_back(target.object);
    }
    targets.clear();
    for (const ObjectId object : objects)
      targets.push_back({object, 0, 1});
  }
  piece.size = touch.extent == MemoryTouch::Extent::Bytes ? touch.size : anySize;
  const bool isWhole = piece.size != anySize && !isLibrary &&
                       !llvm::isa<llvm::AtomicCmpXchgInst>(at) && touch.writes;
  const Handed byKind = handedTo(touch, targets);
  if (byKind.empty())
    return addPieces(piece, targets, isWhole);
  handed.insert(&at);
  for (const auto &[kind, own] : byKind) {
    piece.kind = kind;
    addPieces(piece, own, isWhole);
  }
}

void Variables::addPieces(Piece piece, const std::vector<analysis::Target> &targets, bool isWhole) {
  for (const analysis::Target &target : targets) {
    const analysis::AbstractObject &object = study.pointers.object(target.object);
    if (!isMemory(object))
      continue;
    piece.where = target;
    if (object.isVague)
      piece.where = {target.object, 0, 1};
    piece.isVague = targets.size() > 1 || piece.where.stride != 0;
    piece.isSure = isWhole && targets.size() == 1 && piece.where.stride == 0 &&
                   study.order.instances().isSingle(object);
    pieces.push_back(piece);
  }
}

/// Where the accesses of a start routine go by its argument, for each kind of thread that runs it:
/// two threads of one routine are often handed a slot each. Empty if they cannot be told apart.
Variables::Handed Variables::handedTo(const MemoryTouch &touch,
                                      const std::vector<analysis::Target> &targets) const {
  if (touch.extent != MemoryTouch::Extent::Bytes || targets.size() < 2)
    return {};
  const llvm::DataLayout &layout = study.program.unit().module().getDataLayout();
  llvm::APInt distance(layout.getIndexTypeSizeInBits(touch.pointer->getType()), 0);
  const auto *argument = llvm::dyn_cast<llvm::Argument>(
      touch.pointer->stripAndAccumulateConstantOffsets(layout, distance, true));
  if (!argument || argument->getArgNo() != 0 || !isOnlyStarted(*argument->getParent()))
    return {};
  Handed result;
  const auto threads = study.threads.all();
  for (analysis::StaticThread kind = 1; kind < threads.size(); ++kind) {
    if (threads[kind].routine != argument->getParent())
      continue;
    const llvm::CallBase *creation = threads[kind].creation;
    if (!creation || creation->arg_size() <= analysis::threadArgument)
      return {};
    std::vector<analysis::Target> own =
        study.pointers.pointsTo(*creation->getArgOperand(analysis::threadArgument));
    for (analysis::Target &target : own) {
      target.offset += distance.getSExtValue();
      if (std::ranges::find(targets, target) == targets.end())
        return {};
    }
    result.emplace_back(kind, std::move(own));
  }
  return result;
}

bool Variables::isFromModels(const llvm::Function &function) const {
  const auto id = study.program.functionOf(function);
  if (!id || !study.program.functions()[*id].isModel) // The user may have a folder of that name.
    return false;
  return study.program.place(study.program.functions()[*id].first).file.starts_with("models/");
}

/// What the models keep for themselves: streams, arguments of printf.
bool Variables::isModels(const analysis::AbstractObject &object) const {
  if (object.kind == ObjectKind::Arguments)
    return true;
  if (const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.value)) {
    llvm::SmallVector<const llvm::User *, 8> users(global->users());
    for (std::size_t i = 0; i < users.size(); ++i) {
      const auto *at = llvm::dyn_cast<llvm::Instruction>(users[i]);
      if (at && !isFromModels(*at->getFunction()))
        return false; // What is handed to a model from outside.
      if (!at)
        users.append(users[i]->user_begin(), users[i]->user_end());
    }
    return true;
  }
  const auto *at = llvm::dyn_cast_or_null<llvm::Instruction>(object.value);
  // What operator new hands out is the user's.
  return at && isFromModels(*at->getFunction()) && !at->getFunction()->getName().starts_with("_Zn");
}

/// What several threads access and somebody writes.
void Variables::keepShared(VariableOptions options) {
  struct About {
    llvm::BitVector kinds;
    bool isWritten = false;
    bool isUsers = false; ///< Not only models come there.
    bool isAsked = false;
  };
  std::map<ObjectId, About> objects;
  const auto threadCount = static_cast<unsigned>(study.threads.all().size());
  for (const Piece &piece : pieces) {
    About &about = objects[piece.where.object];
    about.kinds.resize(threadCount);
    if (piece.kind == anyKind)
      about.kinds |= study.threads.runners(*piece.at->getFunction());
    else
      about.kinds.set(piece.kind);
    about.isWritten |= piece.writes;
    about.isAsked |= options.also && options.also->contains(piece.at);
    about.isUsers |= !isFromModels(*piece.at->getFunction());
  }
  const auto isShared = [&](ObjectId id) {
    const About &about = objects[id];
    if (options.all || about.isAsked)
      return true;
    if (!about.isWritten || (!about.isUsers && isModels(study.pointers.object(id))) ||
        study.pointers.object(id).kind == ObjectKind::Copy)
      return false;
    if (about.kinds.count() > 1)
      return study.escape.isEscaped(id) || study.pointers.object(id).kind == ObjectKind::Global;
    const int only = about.kinds.find_first();
    return only >= 0 && !study.order.instances().isSingle(static_cast<unsigned>(only)) &&
           (study.escape.isEscaped(id) || study.pointers.object(id).kind == ObjectKind::Global);
  };
  std::map<ObjectId, bool> known;
  std::erase_if(pieces, [&](const Piece &piece) {
    const auto [found, isNew] = known.try_emplace(piece.where.object);
    if (isNew)
      found->second = isShared(piece.where.object);
    return !found->second;
  });
}

void Variables::cut(std::size_t mostPieces) {
  std::map<ObjectId, std::set<std::int64_t>> cuts;
  std::map<ObjectId, std::vector<std::pair<std::int64_t, std::int64_t>>> ranges;
  for (const Piece &piece : pieces) {
    if (piece.where.stride != 0 || piece.size == anySize)
      continue;
    const std::int64_t end = piece.where.offset + static_cast<std::int64_t>(piece.size);
    cuts[piece.where.object].insert({piece.where.offset, end});
    ranges[piece.where.object].emplace_back(piece.where.offset, end);
  }
  for (const auto &[object, at] : cuts) {
    if (at.size() > mostPieces)
      continue;
    for (auto from = at.begin(), to = std::next(from); to != at.end(); from = to++) {
      const bool isTouched = std::ranges::any_of(ranges[object], [&](const auto &range) {
        return range.first <= *from && *to <= range.second;
      });
      if (!isTouched)
        continue;
      byObject[object].push_back(static_cast<VariableId>(variables.size()));
      variables.push_back({object, *from, static_cast<std::uint64_t>(*to - *from), {}});
    }
  }
}

VariableId Variables::restOf(ObjectId object, const llvm::Value &pointer) {
  const auto [found, isNew] = rests.try_emplace(object, static_cast<VariableId>(variables.size()));
  if (isNew)
    variables.push_back({object, 0, 0, study.program.nameOf(pointer)});
  return found->second;
}

void Variables::assign() {
  const auto insert = [](std::vector<VariableId> &list, VariableId id) {
    if (std::ranges::find(list, id) == list.end())
      list.push_back(id);
  };
  std::map<VariableId, unsigned> named; // How good a name each has.
  std::map<const llvm::Instruction *, std::string> accessed;
  for (const program::Access &access : study.program.accesses())
    if (!access.variable.empty())
      accessed.emplace(study.program.location(access.location).instruction, access.variable);
  for (const Piece &piece : pieces) {
    const auto [entry, isNew] = uses.try_emplace(piece.at);
    if (isNew)
      order.push_back(piece.at);
    MemoryUse &use = entry->second;
    MemoryUse *own = piece.kind == anyKind ? nullptr : &usesByKind[std::pair(piece.at, piece.kind)];
    use.isVague |= piece.isVague || own;
    if (own)
      own->isVague |= piece.isVague;
    const auto touch = [&](VariableId id, bool covers) {
      Variable &variable = variables[id];
      // By what is nothing but this piece, if there is such an access: best one of the user's own.
      const bool isIt = piece.where.stride == 0 && piece.where.offset == variable.offset &&
                        piece.size == variable.size;
      const unsigned worth = (isIt ? 3U : 1U) + (isFromModels(*piece.at->getFunction()) ? 0U : 1U);
      if (worth > named[id]) {
        named[id] = worth;
        // The first member of a structure lies where that does: by the pointer they are one.
        const auto known = isIt ? accessed.find(piece.at) : accessed.end();
        variable.name =
            known != accessed.end() ? known->second : study.program.nameOf(*piece.pointer);
      }
      for (MemoryUse *to : {&use, own}) {
        if (!to)
          continue;
        if (piece.reads)
          insert(to->loads, id);
        if (piece.writes)
          insert(to->stores, id);
      }
      if (covers) // Of all kinds together it goes to one or the other.
        insert(own ? own->covers : use.covers, id);
    };
    const auto known = byObject.find(piece.where.object);
    const bool isExact = piece.where.stride == 0 && piece.size != anySize;
    bool isFound = false;
    if (known != byObject.end())
      for (const VariableId id : known->second) {
        const Variable &variable = variables[id];
        if (isExact ? piece.where.offset <= variable.offset &&
                          variable.offset + static_cast<std::int64_t>(variable.size) <=
                              piece.where.offset + static_cast<std::int64_t>(piece.size)
                    : piece.size == anySize ||
                          analysis::meet(piece.where.offset, piece.size, variable.offset,
                                         variable.size, piece.where.stride)) {
          touch(id, piece.isSure && isExact);
          isFound = true;
        }
      }
    if (!isExact || !isFound)
      touch(restOf(piece.where.object, *piece.pointer), false);
  }
  // What only members of a class access is `*this` to them: to the user it is the variable.
  for (Variable &variable : variables) {
    const llvm::Value *object = study.pointers.object(variable.object).value;
    if (llvm::StringRef(variable.name).starts_with("*this") &&
        llvm::isa_and_nonnull<llvm::GlobalVariable>(object))
      variable.name = study.program.nameOf(*object);
  }
}

} // namespace heddle::diff
