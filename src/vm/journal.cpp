#include "vm/journal.h"

#include "vm/image.h"
#include "vm/spin.h"

#include <algorithm>

namespace heddle::vm {

using expr::Ref;

namespace {

constexpr std::uint64_t mostBytes = 1 << 16; ///< Of a range that is booked word by word.

Address wordOf(Address address) {
  return address & ~Address{Cell::size - 1};
}

} // namespace

// --- what a step did
// --------------------------------------------------------------------------------

Ref Transfer::valueOf(const Cell &cell, expr::Builder &b) const {
  if (cell.isRegister()) {
    for (const FrameChange &frame : frames)
      if (frame.thread == cell.thread && frame.frame == cell.frame) {
        if (cell.reg < frame.values.size() && frame.values[cell.reg])
          return b.resize(frame.values[cell.reg], 64);
        return frame.isNew ? b.constant(0, 64) : nullptr;
      }
    return nullptr;
  }
  if (const auto known = words.find(cell.address); known != words.end())
    return known->second;
  for (const NewObject &object : objects)
    if (cell.address - object.base < object.bytes.size()) {
      std::uint64_t value = 0;
      const std::size_t at = cell.address - object.base;
      std::memcpy(&value, object.bytes.data() + at,
                  std::min<std::size_t>(Cell::size, object.bytes.size() - at));
      return b.constant(value, 64);
    }
  return nullptr;
}

void Journal::begin() {
  frames.clear();
  words.clear();
  objects.clear();
  conditions.clear();
  known.clear();
  promises.clear();
  unknown = {};
  now = {};
  x.memory.writes.clear();
}

Transfer Journal::take() {
  Transfer result;
  result.unknown = unknown;
  result.conditions = std::move(conditions);
  conditions.clear();
  if (!unknown.empty())
    return result;
  for (std::size_t id = 0; id < frames.size(); ++id) {
    const auto thread = static_cast<ThreadId>(id);
    const std::size_t depth = x.threads[id] ? x.threads[id]->core.depth : 0;
    for (std::uint32_t i = 0; i < std::min(frames[id].size(), depth); ++i)
      if (FrameBook &book = frames[id][i]; book.isNew || !book.values.empty())
        result.frames.push_back({thread, i, book.isNew, std::move(book.values)});
  }
  for (const ObjectId id : objects)
    if (const Object *object = x.memory.object(id); object && object->live && object->storage) {
      if (object->size > mostBytes * 16) {
        result.unknown = "a large new object";
        return result;
      }
      const std::uint8_t *bytes = object->storage->bytes();
      result.objects.push_back({object->base, {bytes, bytes + object->size}});
    }
  result.words = std::move(words);
  result.promises = std::move(promises);
  return result;
}

void Journal::giveUp(std::string_view why) {
  if (unknown.empty())
    unknown = why;
}

void Journal::require(Ref condition) {
  if (condition->isTrue())
    return;
  if (condition->isFalse())
    return giveUp("a condition that does not hold");
  if (known.insert(condition).second)
    conditions.push_back(condition);
}

// --- cells
// ------------------------------------------------------------------------------------------

std::vector<Journal::FrameBook> &Journal::framesOf(ThreadId thread) {
  if (thread >= frames.size())
    frames.resize(thread + std::size_t{1});
  return frames[thread];
}

Journal::FrameBook &Journal::frame(ThreadId thread, std::uint32_t index) {
  std::vector<FrameBook> &all = framesOf(thread);
  if (index >= all.size())
    all.resize(index + std::size_t{1});
  FrameBook &book = all[index];
  const std::size_t size = x.threads[thread]->frames[index].function->frameSize;
  if (book.values.size() < size)
    book.values.resize(size);
  return book;
}

Journal::FrameBook &Journal::top() {
  return frame(x.current, x.thread->core.depth - 1);
}

const std::uint64_t *Journal::registers() const {
  return x.thread->frameRegisters(x.thread->top());
}

Ref Journal::nodeOf(std::uint32_t which) const {
  const Frame &frame = x.thread->top();
  return frame.guarded
             ? Symbolic::fromBits(registers()[2 * std::size_t{frame.function->frameSize} + which])
             : nullptr;
}

Ref Journal::reg(std::uint32_t which) {
  if (which >= x.thread->top().function->constantsAt)
    return b.constant(registers()[which], 64);
  FrameBook &book = top();
  if (const Ref value = book.values[which])
    return value;
  if (book.isNew)
    return b.constant(0, 64);
  return book.values[which] = b.cell(cells.reg(x.current, x.thread->core.depth - 1, which), 64);
}

void Journal::setPlain(std::uint32_t which, std::uint32_t count) {
  for (std::uint32_t i = which; i < which + count; ++i)
    setReg(i, b.constant(registers()[i], 64));
}

Ref Journal::word(Address address) {
  if (const auto at = words.find(address); at != words.end())
    return at->second;
  const Object *object = x.memory.find(address);
  if (object && object->storage && (object->constant || objects.contains(idOf(object->base)))) {
    std::uint64_t value = 0;
    const std::uint64_t offset = address - object->base;
    std::memcpy(&value, object->storage->bytes() + offset,
                std::min<std::uint64_t>(Cell::size, object->size - offset));
    return b.constant(value, 64);
  }
  return b.cell(cells.word(address), 64);
}

Ref Journal::load(Address address, unsigned size) {
  const auto at = static_cast<unsigned>(address - wordOf(address));
  if (at + size <= Cell::size)
    return b.extract(word(wordOf(address)), at * 8, size * 8);
  const unsigned low = Cell::size - at;
  return b.concat(b.extract(word(wordOf(address) + Cell::size), 0, (size - low) * 8),
                  b.extract(word(wordOf(address)), at * 8, low * 8));
}

void Journal::store(Address address, Ref value, unsigned size) {
  const auto at = static_cast<unsigned>(address - wordOf(address));
  if (at + size > Cell::size) {
    const unsigned low = Cell::size - at;
    store(address, b.extract(value, 0, low * 8), low);
    return store(address + low, b.extract(value, low * 8, (size - low) * 8), size - low);
  }
  const Ref before = word(wordOf(address));
  Ref after = value;
  if (at + size < Cell::size)
    after = b.concat(b.extract(before, (at + size) * 8, (Cell::size - at - size) * 8), after);
  if (at)
    after = b.concat(after, b.extract(before, 0, at * 8));
  words[wordOf(address)] = after;
}

void Journal::storePlain(Address address, std::uint64_t size) {
  if (size > mostBytes)
    return giveUp("a large range");
  while (size) {
    const auto at = static_cast<unsigned>(address - wordOf(address));
    const auto part = static_cast<unsigned>(std::min<std::uint64_t>(size, Cell::size - at));
    store(address, b.constant(x.glimpse(address, part), part * 8), part);
    address += part;
    size -= part;
  }
}

// --- pointers that are stored
// -------------------------------------------------------------------------------

void Journal::pinPointers(Address address, std::uint64_t size) {
  if (size > mostBytes)
    return giveUp("a large range");
  const Ref lowest = b.constant(slotSize, 64);
  const Ref highest = b.constant(addressLimit, 64);
  for (Address at = (address + 7) & ~Address{7}; at + 8 <= address + size; at += 8) {
    const Ref value = word(at);
    const std::uint64_t actual = x.glimpse(at, 8);
    if (actual >= slotSize && actual < addressLimit && !x.symbolicAt(at, 8))
      pin(value, actual);
    else
      require(b.bitOr(b.less(value, lowest), b.lessEqual(highest, value)));
  }
}

void Journal::shares(const Object &object) {
  pinPointers(object.base, object.size);
}

// --- told by the executor
// --------------------------------------------------------------------------------

void Journal::read(Address address, std::uint64_t size) {
  if (unknown.empty())
    now.reads.push_back({address, size});
}

void Journal::pushed() {
  if (!unknown.empty())
    return;
  const std::uint32_t depth = x.thread->core.depth;
  const CodeFunction &function = *x.thread->top().function;
  const auto id = static_cast<ThreadId>(
      std::ranges::find(x.threads, x.thread, [](const auto &one) { return one.get(); }) -
      x.threads.begin());
  std::vector<FrameBook> &all = framesOf(id);
  all.resize(std::max<std::size_t>(all.size(), depth));
  FrameBook &book = all[depth - 1];
  book.isNew = true;
  book.values.assign(function.frameSize, nullptr);
  for (std::uint32_t i = 0; i < function.parameters; ++i)
    book.values[i] = b.constant(registers()[i], 64);
}

void Journal::made(ObjectId id) {
  objects.insert(id);
}

void Journal::before(const Inst *pc, const Shape &shape, const Shadows &shadows) {
  if (!unknown.empty())
    return;
  book(pc);
  now = {};
  x.memory.writes.clear();
  if (!unknown.empty())
    return;
  now.pc = pc;
  now.shape = &shape;
  now.depth = x.thread->core.depth;
  now.inputs = x.symbolic.allInputs().size();
  now.path = x.symbolic.path().size();
  gather(*pc, shape, shadows);
}

void Journal::stopped() {
  if (unknown.empty() && now.pc) {
    if (now.isBuiltin)
      bookBuiltin(false);
  }
  if (unknown.empty())
    bookRanges(); // Of what was done all the same.
  now = {};
  x.memory.writes.clear();
}

// --- tries
// ------------------------------------------------------------------------------------------

std::unique_ptr<Journal::Try> Journal::beginTry() {
  auto tried = std::make_unique<Try>();
  tried->frames = frames;
  tried->words = words;
  tried->objects = objects;
  tried->conditions = conditions.size();
  tried->promises = promises.size();
  tried->unknown = unknown;
  tried->now = std::move(now);
  now = {};
  return tried;
}

void Journal::endTry(std::unique_ptr<Try> tried, bool keeps, const Inst *head) {
  std::swap(frames, tried->frames);
  std::swap(words, tried->words);
  std::swap(objects, tried->objects);
  now = std::move(tried->now);
  promises.resize(tried->promises);
  if (!keeps) {
    for (std::size_t i = tried->conditions; i < conditions.size(); ++i)
      known.erase(conditions[i]);
    conditions.resize(tried->conditions);
    unknown = tried->unknown;
    return;
  }
  if (!unknown.empty() || !head)
    return;
  // It came back to the head with all as it was.
  FrameBook &book = top();
  const std::size_t index = x.thread->core.depth - 1;
  if (tried->frames.size() <= x.current || tried->frames[x.current].size() <= index)
    return giveUp("a try that left its frame");
  const FrameBook &after = tried->frames[x.current][index];
  for (const std::uint32_t variable : liveAt(head))
    if (variable < after.values.size() && after.values[variable] &&
        after.values[variable] != book.values[variable])
      require(b.equal(b.resize(after.values[variable], 64), b.resize(reg(variable), 64)));
  for (const auto &[address, value] : tried->words)
    if (const Object *object = x.memory.find(address); object && object->live)
      if (value != word(address))
        require(b.equal(value, word(address)));
}

} // namespace heddle::vm
