#include "ir_function.h"

namespace heddle::property {

namespace {

std::string_view nameOf(Order order) {
  constexpr std::string_view names[] = {"",        "monotonic", "acquire",
                                        "release", "acq_rel",   "seq_cst"};
  return names[static_cast<unsigned>(order)];
}

/// A failed exchange only reads.
Order whenFailed(Order order) {
  switch (order) {
  case Order::Release:
    return Order::Relaxed;
  case Order::AcquireRelease:
    return Order::Acquire;
  default:
    return order;
  }
}

} // namespace

std::string irType(Width width) {
  return "i" + std::to_string(8 * static_cast<unsigned>(width));
}

IrFunction::IrFunction(const Shape &shape, std::string head)
    : shape(shape), head(std::move(head)) {}

std::string IrFunction::finish(const std::string &last) const {
  const auto isUsed = [&](const std::string &name) { return code.find(name) != std::string::npos; };
  std::string variables;
  for (unsigned i = 0; i < localCount; ++i)
    if (isUsed(fmt::format("%r{}", i)))
      variables += fmt::format("  %r{0} = alloca i32\n  store i32 0, ptr %r{0}\n", i);
  for (unsigned i = 1; i < shape.threads.size(); ++i)
    if (isUsed(fmt::format("%h{}", i)))
      variables += fmt::format("  %h{} = alloca i64\n", i);
  for (unsigned i = 1; i < shape.threads.size(); ++i)
    if (isUsed(fmt::format("%hs{}", i)))
      variables += fmt::format("  %hs{} = alloca [{} x i64]\n", i, mostOfAKind);
  return head + " {\n" + variables + entry + code + last + "}\n\n";
}

void IrFunction::block(const Block &statements) {
  for (const Statement &statement : statements)
    write(statement);
}

void IrFunction::initialise() {
  for (unsigned i = 0; i < shape.semaphores.size(); ++i)
    line("call i32 @sem_init(ptr @sem{}, i32 0, i32 {})", i, shape.semaphores[i]);
  for (unsigned i = 0; i < shape.barriers.size(); ++i)
    line("call i32 @pthread_barrier_init(ptr @bar{}, ptr null, i32 {})", i, shape.barriers[i]);
}

void IrFunction::show() {
  std::string arguments;
  for (const Place &place : shownPlaces(shape))
    arguments += ", i32 " + load(place, Order::Plain);
  line("call i32 (ptr, ...) @printf(ptr @format{})", arguments);
}

std::string IrFunction::operand(const Operand &from) {
  return from.isLocal ? value("load i32, ptr %r{}", from.value) : std::to_string(from.value);
}

std::string IrFunction::narrowed(const Operand &from, Width width) {
  std::string word = operand(from);
  if (width == Width::Word)
    return word;
  return value("{} i32 {} to {}", width < Width::Word ? "trunc" : "zext", word, irType(width));
}

std::string IrFunction::widened(const std::string &from, Width width) {
  if (width == Width::Word)
    return from;
  return value("{} {} {} to i32", width < Width::Word ? "zext" : "trunc", irType(width), from);
}

void IrFunction::setLocal(unsigned local, const std::string &to) {
  line("store i32 {}, ptr %r{}", to, local);
}

std::string IrFunction::index(const Operand &from) {
  return from.isLocal ? value("zext i32 {} to i64", operand(from)) : std::to_string(from.value);
}

std::string IrFunction::address(const Place &place) {
  switch (place.kind) {
  case PlaceKind::Scalar:
    return fmt::format("@g{}", place.which);
  case PlaceKind::Part:
    return value("getelementptr inbounds i8, ptr @g{}, i64 {}", place.which, place.index.value);
  case PlaceKind::Element: {
    const Array &array = shape.arrays[place.which];
    const std::string at = index(place.index);
    return value("getelementptr inbounds [{} x {}], ptr @a{}, i64 0, i64 {}", array.length,
                 irType(array.width), place.which, at);
  }
  case PlaceKind::Field:
    return value("getelementptr inbounds %fields, ptr @s, i32 0, i32 {}", place.which);
  case PlaceKind::Target: {
    const std::string pointer = value("load ptr, ptr @p{}", place.which);
    const std::string at = index(place.index);
    return value("getelementptr inbounds i32, ptr {}, i64 {}", pointer, at);
  }
  }
  return {};
}

std::string IrFunction::load(const Place &place, Order order) {
  const Width width = widthOf(shape, place);
  const std::string from = address(place);
  return widened(order == Order::Plain ? value("load {}, ptr {}", irType(width), from)
                                       : value("load atomic {}, ptr {} {}, align {}", irType(width),
                                               from, nameOf(order), static_cast<unsigned>(width)),
                 width);
}

void IrFunction::store(const Statement &statement) {
  if (statement.isGiven)
    return line("call void @set(ptr {}, i32 {})", address(statement.place),
                operand(statement.left));
  const Width width = widthOf(shape, statement.place);
  const std::string what = narrowed(statement.left, width);
  const std::string to = address(statement.place);
  if (statement.order == Order::Plain)
    line("store {} {}, ptr {}", irType(width), what, to);
  else
    line("store atomic {} {}, ptr {} {}, align {}", irType(width), what, to,
         nameOf(statement.order), static_cast<unsigned>(width));
}

void IrFunction::update(const Statement &statement) {
  constexpr std::string_view names[] = {"add", "sub", "xor", "and", "xchg"};
  const Width width = widthOf(shape, statement.place);
  const std::string what = narrowed(statement.left, width);
  const std::string at = address(statement.place);
  const std::string old =
      value("atomicrmw {} ptr {}, {} {} {}", names[static_cast<unsigned>(statement.arithmetic)], at,
            irType(width), what, nameOf(statement.order));
  setLocal(statement.local, widened(old, width));
}

void IrFunction::compareExchange(const Statement &statement) {
  const Width width = widthOf(shape, statement.place);
  const std::string expected = narrowed(statement.left, width);
  const std::string wanted = narrowed(statement.right, width);
  const std::string at = address(statement.place);
  const std::string both =
      value("cmpxchg{6} ptr {0}, {1} {2}, {1} {3} {4} {5}", at, irType(width), expected, wanted,
            nameOf(statement.order), nameOf(whenFailed(statement.order)),
            statement.isWeak ? " weak" : "");
  const std::string old = value("extractvalue {{ {}, i1 }} {}, 0", irType(width), both);
  setLocal(statement.local, widened(old, width));
}

std::string IrFunction::compare(Relation relation, const std::string &left,
                                const std::string &right) {
  constexpr std::string_view names[] = {"eq", "ne", "ult"};
  return value("icmp {} i32 {}, {}", names[static_cast<unsigned>(relation)], left, right);
}

std::string IrFunction::condition(const Condition &from) {
  const std::string left = operand(from.left);
  const std::string right = operand(from.right);
  return compare(from.relation, left, right);
}

void IrFunction::branch(const std::string &on, const Block &body, const Block &otherwise,
                        const std::string &release) {
  const std::string yes = freshLabel();
  const std::string no = freshLabel();
  const std::string after = freshLabel();
  line("br i1 {}, label %{}, label %{}", on, yes, no);
  begin(yes);
  block(body);
  if (!release.empty())
    line("call i32 {}", release);
  jump(after);
  begin(no);
  block(otherwise);
  jump(after);
  begin(after);
}

void IrFunction::tryToLock(const Statement &statement, const std::string &call,
                           const std::string &release) {
  const std::string got = value("call i32 {}", call);
  branch(value("icmp eq i32 {}, 0", got), statement.body, statement.otherwise, release);
}

void IrFunction::repeat(const Statement &statement) {
  countedLoop(statement.count, [&](const std::string &, const std::string &after) {
    inside(statement.body, after);
  });
}

void IrFunction::countedLoop(
    unsigned count, const std::function<void(const std::string &, const std::string &)> &body) {
  const std::string counter = fmt::format("%c{}", next++);
  entry += fmt::format("  {} = alloca i32\n", counter);
  line("store i32 0, ptr {}", counter);
  const std::string top = freshLabel();
  const std::string inside = freshLabel();
  const std::string after = freshLabel();
  jump(top);
  begin(top);
  const std::string done = value("load i32, ptr {}", counter);
  const std::string more = value("icmp ult i32 {}, {}", done, count);
  line("br i1 {}, label %{}, label %{}", more, inside, after);
  begin(inside);
  body(done, after);
  const std::string before = value("load i32, ptr {}", counter);
  line("store i32 {}, ptr {}", value("add i32 {}, 1", before), counter);
  jump(top);
  begin(after);
}

void IrFunction::loop(const Statement &statement) {
  const std::string top = freshLabel();
  const std::string after = freshLabel();
  jump(top);
  begin(top);
  inside(statement.body, after);
  jump(top);
  begin(after);
}

void IrFunction::inside(const Block &body, const std::string &after) {
  ways.push_back(after);
  block(body);
  ways.pop_back();
}

void IrFunction::whileHolds(const Statement &statement, const std::string &call) {
  const std::string top = freshLabel();
  const std::string inside = freshLabel();
  const std::string after = freshLabel();
  jump(top);
  begin(top);
  const std::string now = load(statement.place, statement.order);
  const std::string same = compare(statement.relation, now, operand(statement.left));
  line("br i1 {}, label %{}, label %{}", same, inside, after);
  begin(inside);
  if (!call.empty())
    line("call i32 {}", call);
  jump(top);
  begin(after);
}

void IrFunction::whileTaken(const Statement &statement) {
  const std::string top = freshLabel();
  const std::string after = freshLabel();
  const std::string type = irType(widthOf(shape, statement.place));
  jump(top);
  begin(top);
  const std::string at = address(statement.place);
  const std::string old =
      value("atomicrmw xchg ptr {}, {} 1 {}", at, type, nameOf(statement.order));
  line("br i1 {}, label %{}, label %{}", value("icmp eq {} {}, 1", type, old), top, after);
  begin(after);
}

void IrFunction::copy(const Statement &statement) {
  const std::string to = address(statement.place);
  const std::string from = address(statement.from);
  line("call void @llvm.memcpy.p0.p0.i64(ptr {}, ptr {}, i64 {}, i1 false)", to, from,
       statement.count);
}

void IrFunction::fill(const Statement &statement) {
  const std::string byte = narrowed(statement.left, Width::Byte);
  line("call void @llvm.memset.p0.i64(ptr {}, i8 {}, i64 {}, i1 false)", address(statement.place),
       byte, statement.count);
}

void IrFunction::input(const Statement &statement) {
  setLocal(statement.local, value("call i32 @heddle_range(i32 0, i32 {}, ptr @x{})",
                                  statement.count, statement.local));
}

void IrFunction::endBlock(const std::string &call) {
  line("call void {}", call);
  line("unreachable");
  begin(freshLabel());
}

void IrFunction::compute(const Statement &statement) {
  constexpr std::string_view names[] = {"add", "sub", "xor", "and"};
  const std::string left = operand(statement.left);
  const std::string right = operand(statement.right);
  setLocal(statement.local,
           value("{} i32 {}, {}", names[static_cast<unsigned>(statement.arithmetic)], left, right));
}

void IrFunction::simpleCall(const char *function, const char *prefix, unsigned object) {
  line("call i32 @{}(ptr @{}{})", function, prefix, object);
}

void IrFunction::write(const Statement &statement) {
  switch (statement.kind) {
  case Kind::Load:
    return setLocal(statement.local, load(statement.place, statement.order));
  case Kind::Store:
    return store(statement);
  case Kind::Compute:
    return compute(statement);
  case Kind::Update:
    return update(statement);
  case Kind::CompareExchange:
    return compareExchange(statement);
  case Kind::Copy:
    return copy(statement);
  case Kind::Fill:
    return fill(statement);
  case Kind::Input:
    return input(statement);
  case Kind::Choose:
    return setLocal(statement.local, value("call i32 @heddle_choose(i32 {})", statement.count));
  case Kind::Fence:
    if (statement.order != Order::Relaxed)
      line("fence {}", nameOf(statement.order));
    return;
  case Kind::If:
    return branch(condition(statement.condition), statement.body, statement.otherwise);
  case Kind::Repeat:
    return repeat(statement);
  case Kind::Await:
    if (statement.isGiven)
      return line("call void @await(ptr {}, i32 {})", address(statement.place),
                  operand(statement.left));
    return whileHolds(statement, {});
  case Kind::AwaitTaken:
    return whileTaken(statement);
  case Kind::Loop:
    return loop(statement);
  case Kind::Leave:
    if (!ways.empty()) {
      jump(ways.back());
      begin(freshLabel());
    }
    return;
  case Kind::Atomic:
    line("call void @heddle_atomic_begin()");
    block(statement.body);
    return line("call void @heddle_atomic_end()");
  case Kind::Assert:
  case Kind::Assume: {
    const std::string holds = value("zext i1 {} to i32", condition(statement.condition));
    return line("call void @heddle_{}(i32 {})",
                statement.kind == Kind::Assert ? "assert" : "assume", holds);
  }
  case Kind::Yield:
    return line("call i32 @sched_yield()");
  default:
    return synchronise(statement);
  }
}

} // namespace heddle::property
