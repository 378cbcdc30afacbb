#include "slice_law.h"

#include "analysis/slice.h"
#include "random.h"
#include "slice_cut.h"
#include "watchdog.h"

#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Local.h>

namespace heddle::property {

namespace {

using Op = program::OpKind;

std::string printed(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

/// A copy that can be changed, with its instructions in the order of the original.
struct Copy {
  explicit Copy(const llvm::Module &original) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(printed(original), diagnostic, context);
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

template <class M> auto instructionsOf(M &module) {
  using One = std::remove_reference_t<decltype(*module.begin()->begin()->begin())>;
  std::vector<One *> all;
  for (auto &function : module)
    for (auto &instruction : llvm::instructions(function))
      all.push_back(&instruction);
  return all;
}

bool isAssertion(const llvm::Instruction &at) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && program::kindOfFunction(callee->getName()) == Op::Assertion;
}

/// Asserts of some value that is read or chosen that it is not a small number. False if there is
/// none.
bool addAssertion(llvm::Module &module, Random &random) {
  std::vector<llvm::Instruction *> reads;
  for (llvm::Instruction *one : instructionsOf(module))
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst>(one) && one->getType()->isIntegerTy() &&
        !llvm::isa<llvm::AllocaInst>(one->getOperand(0)))
      reads.push_back(one);
    else if (llvm::isa<llvm::PHINode>(one) && one->getType()->isIntegerTy(32))
      reads.push_back(one);
  if (reads.empty())
    return false;
  llvm::Instruction &read = *reads[random.below(reads.size())];
  llvm::IRBuilder<> builder(&*read.getInsertionPointAfterDef().value());
  const llvm::FunctionCallee check =
      module.getOrInsertFunction("heddle_assert", builder.getVoidTy(), builder.getInt32Ty());
  llvm::Value *differs =
      builder.CreateICmpNE(&read, llvm::ConstantInt::get(read.getType(), random.below(3)));
  builder.CreateCall(check, builder.CreateZExt(differs, builder.getInt32Ty()));
  return true;
}

/// Has some accesses done by functions that all threads call. Those of atomic kind stay.
void outline(llvm::Module &module, Random &random) {
  for (llvm::Instruction *one : instructionsOf(module)) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(one);
    auto *store = llvm::dyn_cast<llvm::StoreInst>(one);
    if ((!load || load->isAtomic()) && (!store || store->isAtomic()))
      continue;
    llvm::Type *type = load ? load->getType() : store->getValueOperand()->getType();
    if (!type->isIntegerTy() || !random.chance(40))
      continue;
    llvm::IRBuilder<> builder(one);
    llvm::Type *pointer = builder.getPtrTy();
    const std::string name = fmt::format("{}{}", load ? "get" : "put", type->getIntegerBitWidth());
    llvm::Function *function = module.getFunction(name);
    if (!function) {
      auto *kind = load ? llvm::FunctionType::get(type, {pointer}, false)
                        : llvm::FunctionType::get(builder.getVoidTy(), {pointer, type}, false);
      function = llvm::Function::Create(kind, llvm::GlobalValue::ExternalLinkage, name, &module);
      llvm::IRBuilder<> body(llvm::BasicBlock::Create(module.getContext(), "", function));
      llvm::Value *loaded = load ? body.CreateLoad(type, function->getArg(0)) : nullptr;
      if (!load)
        body.CreateStore(function->getArg(1), function->getArg(0));
      llvm::ReturnInst::Create(module.getContext(), loaded, body.GetInsertBlock());
    }
    llvm::Value *at = load ? load->getPointerOperand() : store->getPointerOperand();
    llvm::CallInst *call = load ? builder.CreateCall(function, {at})
                                : builder.CreateCall(function, {at, store->getValueOperand()});
    if (load)
      load->replaceAllUsesWith(call);
    one->eraseFromParent();
  }
}

/// An assertion by its function and its number there.
using Name = std::pair<std::string, unsigned>;

/// Which assertions fail; nothing if there is too much to try.
std::optional<std::set<Name>> failing(Ready &ready, bool uninitialised) {
  constexpr std::uint64_t mostEnds = 2000;
  explore::Options options;
  options.vm = vmOptions(false);
  options.vm.checks.set(static_cast<unsigned>(vm::FaultKind::Uninitialised), uninitialised);
  options.all = true;
  explore::Progress progress;
  const Watchdog watchdog(progress);
  std::uint64_t ends = 0;
  options.atEnd = [&](const vm::Machine &, const std::vector<vm::Choice> &) {
    if (++ends > mostEnds)
      progress.cancel = true;
  };
  const explore::Answer answer = explore::makeDpor()->run(*ready.code, options, progress);
  if (progress.cancel || !answer.gaps.empty())
    return std::nullopt;
  std::set<Name> result;
  for (const explore::Found &found : answer.found) {
    if (found.fault.kind != vm::FaultKind::Assertion)
      continue;
    const llvm::Instruction &at = *ready.program->location(found.fault.location).instruction;
    unsigned number = 0;
    for (const llvm::Instruction &one : llvm::instructions(*at.getFunction())) {
      if (&one == &at)
        break;
      number += isAssertion(one) ? 1 : 0;
    }
    result.emplace(at.getFunction()->getName().str(), number);
  }
  return result;
}

struct Sliced {
  std::string text;
  std::map<Name, Name> names; ///< Of the criterion: in the program, and in what is left of it.
  std::size_t kept = 0;
};

/// What is left of a program that some of its assertions, at least one, depend on.
Sliced slice(const Ready &ready, Random &random, bool uninitialised) {
  const program::Program &program = *ready.program;
  const llvm::Module &module = program.unit().module();
  const auto pointers = analysis::PointsTo::analyse(program);
  const auto threads = analysis::Threads::find(program, pointers);
  const auto parallel = analysis::Parallel::analyse(pointers, threads);
  const auto dependence = analysis::Dependence::analyse(program, pointers, threads, parallel,
                                                        {.uninitialised = uninitialised});
  const auto reachability =
      analysis::Reachability::analyse(program, pointers, threads, /*followsThreads=*/true);
  analysis::Slice::Instructions criterion = analysis::assertionsOf(program, pointers);
  if (criterion.size() > 1 && random.chance(70))
    criterion = {criterion[random.below(criterion.size())]};
  const auto kept = analysis::Slice::backward(program, dependence, reachability, criterion);
  Sliced result;
  result.kept = kept.size();
  for (const llvm::Instruction *one : criterion) {
    unsigned before = 0;
    unsigned left = 0;
    for (const llvm::Instruction &other : llvm::instructions(*one->getFunction())) {
      if (&other == one)
        break;
      before += isAssertion(other) ? 1 : 0;
      left += isAssertion(other) && kept.contains(other) ? 1 : 0;
    }
    const std::string function = one->getFunction()->getName().str();
    result.names[{function, before}] = {function, left};
  }
  const Copy copy(module);
  const auto original = instructionsOf(module);
  const auto copied = instructionsOf(*copy.module);
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *> origin;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> blocks;
  for (std::size_t i = 0; i < original.size(); ++i) {
    origin[copied[i]] = original[i];
    blocks[original[i]->getParent()] = copied[i]->getParent();
  }
  Cut cut;
  cut.keeps = [&](const llvm::Instruction &at) {
    const llvm::Instruction &there = *origin.lookup(&at);
    return kept.contains(there) || !pointers.isReachable(*there.getFunction());
  };
  cut.meet = [&](const llvm::BasicBlock &block) {
    const llvm::BasicBlock *where =
        dependence.meetingPoint(*origin.lookup(block.getTerminator())->getParent());
    return where ? blocks.lookup(where) : nullptr;
  };
  cutOut(*copy.module, cut);
  result.text = printed(*copy.module);
  return result;
}

std::string shown(const std::set<Name> &names) {
  std::string text;
  for (const auto &[function, number] : names)
    text += fmt::format(" {}:{}", function, number);
  return text.empty() ? " none" : text;
}

} // namespace

SliceCheck checkSlice(Ready &ready, std::uint64_t seed) {
  SliceCheck result;
  Random random(seed);
  const Copy copy(ready.program->unit().module());
  // Assertions are told apart by their numbers, and the slice has none where nobody comes.
  for (llvm::Function &function : *copy.module)
    if (!function.isDeclaration())
      llvm::removeUnreachableBlocks(function);
  if (!addAssertion(*copy.module, random))
    return result;
  if (random.chance(50))
    outline(*copy.module, random);
  auto whole = fromIr(printed(*copy.module));
  if (!whole) {
    result.problem = "  the program with an assertion: " + whole.failure().message + "\n";
    return result;
  }
  const bool uninitialised = random.chance(50);
  const Sliced sliced = slice(*whole, random, uninitialised);
  result.instructions = whole->program->locations().size();
  result.kept = sliced.kept;
  auto rest = fromIr(sliced.text);
  if (!rest) {
    result.problem = "  what is left: " + rest.failure().message + "\n" + sliced.text;
    return result;
  }
  const auto before = failing(*whole, uninitialised);
  const auto after = before ? failing(*rest, uninitialised) : std::nullopt;
  if (!before || !after)
    return result;
  result.isCompared = true;
  std::set<Name> expected;
  std::set<Name> got;
  for (const auto &[name, left] : sliced.names) {
    if (before->contains(name))
      expected.insert(name);
    if (after->contains(left))
      got.insert(name);
  }
  result.fails = !expected.empty();
  if (expected != got)
    result.problem = fmt::format("  assertions fail:{}, and in the slice:{}\n{}\nwhat is left:\n{}",
                                 shown(expected), shown(got), printed(*copy.module), sliced.text);
  return result;
}

namespace {

/// Puts a mark in front of every instruction; its number is that of the instruction.
void markAll(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  const auto all = instructionsOf(module);
  const llvm::FunctionCallee mark = module.getOrInsertFunction(
      llvm::StringRef(program::markFunction), builder.getVoidTy(), builder.getInt32Ty());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (llvm::isa<llvm::PHINode>(all[i]))
      continue;
    builder.SetInsertPoint(llvm::isa<llvm::LandingPadInst>(all[i]) ? all[i]->getNextNode()
                                                                   : all[i]);
    builder.CreateCall(mark, builder.getInt32(static_cast<std::uint32_t>(i)));
  }
}

bool isMark(const llvm::Instruction &at) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName() == llvm::StringRef(program::markFunction);
}

/// Remembers some of where each thread was, and asks about it from where it is.
class ReachLaw : public vm::Recorder {
public:
  ReachLaw(const Ready &marked, const Ready &original, std::uint64_t seed)
      : marked(*marked.program), pointers(analysis::PointsTo::analyse(*original.program)),
        threads(analysis::Threads::find(*original.program, pointers)),
        reachability(analysis::Reachability::analyse(*original.program, pointers, threads)),
        plain(instructionsOf(std::as_const(original.program->unit().module()))), random(seed) {
    std::size_t i = 0;
    for (const llvm::Instruction *one :
         instructionsOf(std::as_const(marked.program->unit().module())))
      if (!isMark(*one) && i < plain.size())
        origin[one] = plain[i++];
    fits = i == plain.size();
  }

  void attend(vm::Machine &next) {
    machine = &next;
    past.clear();
    next.record(this);
  }
  void saw(const vm::Seen &) override {}
  void cameBy(vm::ThreadId thread, std::uint32_t mark) override {
    Past &mine = past[thread];
    ++mine.steps;
    if (!text.empty())
      return;
    if (mine.places.size() < mostPlaces || random.below(20) == 0)
      remember(thread, mark, mine);
    if (!random.chance(30))
      return;
    const analysis::Distances &distances = reachability.to(*plain[mark]);
    for (const Place &place : mine.places) {
      ++pairs;
      const auto distance = distances.distance(place.stack);
      if (!distance || *distance > mine.steps - place.step)
        text =
            fmt::format("  a thread comes from {} to {} in {} steps, and not {}\n",
                        shown(*place.stack.front()), shown(*plain[mark]), mine.steps - place.step,
                        distance ? fmt::format("{}", *distance) : "at all");
    }
  }

  std::string text;
  std::uint64_t pairs = 0;
  bool fits = false;

private:
  static constexpr std::size_t mostPlaces = 6;
  struct Place {
    std::vector<const llvm::Instruction *> stack;
    std::uint64_t step;
  };
  struct Past {
    std::vector<Place> places;
    std::uint64_t steps = 0;
  };

  static std::string shown(const llvm::Instruction &at) {
    std::string line;
    llvm::raw_string_ostream out(line);
    at.print(out);
    return fmt::format("{} in {}", line, at.getFunction()->getName().str());
  }

  void remember(vm::ThreadId thread, std::uint32_t mark, Past &mine) {
    Place place{{plain[mark]}, mine.steps};
    const auto stack = machine->stack(thread);
    for (std::size_t i = 1; i < stack.size(); ++i) {
      if (stack[i].location == program::noLocation)
        return;
      place.stack.push_back(origin.lookup(marked.location(stack[i].location).instruction));
    }
    if (mine.places.size() < mostPlaces)
      mine.places.push_back(std::move(place));
    else
      mine.places[random.below(mostPlaces)] = std::move(place);
  }

  const program::Program &marked;
  analysis::PointsTo pointers;
  analysis::Threads threads;
  analysis::Reachability reachability;
  std::vector<const llvm::Instruction *> plain;
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *> origin;
  std::map<vm::ThreadId, Past> past;
  vm::Machine *machine = nullptr;
  Random random;
};

} // namespace

ReachCheck checkReach(Ready &ready, std::uint64_t seed, std::uint64_t executions, double seconds) {
  ReachCheck result;
  const Copy called(ready.program->unit().module());
  Random random(seed);
  outline(*called.module, random);
  auto plain = fromIr(printed(*called.module));
  if (!plain) {
    result.problem = "  the program with calls: " + plain.failure().message + "\n";
    return result;
  }
  const Copy copy(plain->program->unit().module());
  markAll(*copy.module);
  auto marked = fromIr(printed(*copy.module));
  if (!marked) {
    result.problem = "  the program with marks: " + marked.failure().message + "\n";
    return result;
  }
  ReachLaw law(*marked, *plain, seed);
  if (!law.fits) {
    result.problem = "  the program with marks is another one\n";
    return result;
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (std::uint64_t i = 0; i < executions && law.text.empty(); ++i) {
    vm::Options options;
    options.maxSteps = 20'000;
    options.arguments = {"1", "2"};
    vm::Machine machine(*marked->code, options);
    Random schedule(seed + i);
    law.attend(machine);
    machine.start();
    while (!machine.choices().empty() && std::chrono::steady_clock::now() < end)
      machine.take(machine.choices()[schedule.below(machine.choices().size())]);
  }
  result.problem = law.text;
  result.pairs = law.pairs;
  return result;
}

} // namespace heddle::property
