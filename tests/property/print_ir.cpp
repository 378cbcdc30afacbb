#include "print.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

std::string typeOf(Width width) {
  return "i" + std::to_string(8 * static_cast<unsigned>(width));
}

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

class Function {
public:
  Function(const Shape &shape, std::string head) : shape(shape), head(std::move(head)) {
    for (unsigned i = 0; i < localCount; ++i)
      entry += fmt::format("  %r{0} = alloca i32\n  store i32 0, ptr %r{0}\n", i);
    for (unsigned i = 1; i < shape.threads.size(); ++i)
      entry += fmt::format("  %h{} = alloca i64\n", i);
  }

  std::string finish(const std::string &last) {
    return head + " {\n" + entry + code + last + "}\n\n";
  }

  void block(const Block &statements) {
    for (const Statement &statement : statements)
      write(statement);
  }

  void initialise() {
    for (unsigned i = 0; i < shape.mutexes.size(); ++i)
      if (shape.mutexes[i] != MutexType::Normal) {
        entry += fmt::format("  %attribute{} = alloca i32\n", i);
        line("call i32 @pthread_mutexattr_init(ptr %attribute{})", i);
        line("call i32 @pthread_mutexattr_settype(ptr %attribute{}, i32 {})", i,
             static_cast<unsigned>(shape.mutexes[i]));
        line("call i32 @pthread_mutex_init(ptr @m{0}, ptr %attribute{0})", i);
      }
    for (unsigned i = 0; i < shape.semaphores.size(); ++i)
      line("call i32 @sem_init(ptr @sem{}, i32 0, i32 {})", i, shape.semaphores[i]);
    for (unsigned i = 0; i < shape.barriers.size(); ++i)
      line("call i32 @pthread_barrier_init(ptr @bar{}, ptr null, i32 {})", i, shape.barriers[i]);
  }

  void show() {
    std::string arguments;
    for (const Place &place : shownPlaces(shape))
      arguments += ", i32 " + load(place, Order::Plain);
    line("call i32 (ptr, ...) @printf(ptr @format{})", arguments);
  }

private:
  template <class... T> void line(fmt::format_string<T...> text, T &&...values) {
    code += "  " + fmt::format(text, std::forward<T>(values)...) + "\n";
  }
  /// A line whose value gets a name.
  template <class... T> std::string value(fmt::format_string<T...> text, T &&...values) {
    std::string name = fmt::format("%v{}", next++);
    code += "  " + name + " = " + fmt::format(text, std::forward<T>(values)...) + "\n";
    return name;
  }
  std::string freshLabel() { return fmt::format("b{}", next++); }
  void begin(const std::string &label) { code += label + ":\n"; }
  void jump(const std::string &label) { line("br label %{}", label); }

  std::string operand(const Operand &from) {
    return from.isLocal ? value("load i32, ptr %r{}", from.value) : std::to_string(from.value);
  }
  std::string narrowed(const Operand &from, Width width) {
    std::string word = operand(from);
    if (width == Width::Word)
      return word;
    return value("{} i32 {} to {}", width == Width::Byte ? "trunc" : "zext", word, typeOf(width));
  }
  std::string widened(const std::string &from, Width width) {
    if (width == Width::Word)
      return from;
    return value("{} {} {} to i32", width == Width::Byte ? "zext" : "trunc", typeOf(width), from);
  }
  void setLocal(unsigned local, const std::string &to) {
    line("store i32 {}, ptr %r{}", to, local);
  }
  std::string index(const Operand &from) {
    return from.isLocal ? value("zext i32 {} to i64", operand(from)) : std::to_string(from.value);
  }

  std::string address(const Place &place) {
    switch (place.kind) {
    case PlaceKind::Scalar:
      return fmt::format("@g{}", place.which);
    case PlaceKind::Element: {
      const Array &array = shape.arrays[place.which];
      const std::string at = index(place.index);
      return value("getelementptr inbounds [{} x {}], ptr @a{}, i64 0, i64 {}", array.length,
                   typeOf(array.width), place.which, at);
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

  std::string load(const Place &place, Order order) {
    const Width width = widthOf(shape, place);
    const std::string from = address(place);
    return widened(order == Order::Plain
                       ? value("load {}, ptr {}", typeOf(width), from)
                       : value("load atomic {}, ptr {} {}, align {}", typeOf(width), from,
                               nameOf(order), static_cast<unsigned>(width)),
                   width);
  }

  void store(const Statement &statement) {
    const Width width = widthOf(shape, statement.place);
    const std::string what = narrowed(statement.left, width);
    const std::string to = address(statement.place);
    if (statement.order == Order::Plain)
      line("store {} {}, ptr {}", typeOf(width), what, to);
    else
      line("store atomic {} {}, ptr {} {}, align {}", typeOf(width), what, to,
           nameOf(statement.order), static_cast<unsigned>(width));
  }

  void update(const Statement &statement) {
    constexpr std::string_view names[] = {"add", "sub", "xor", "and", "xchg"};
    const Width width = widthOf(shape, statement.place);
    const std::string what = narrowed(statement.left, width);
    const std::string at = address(statement.place);
    const std::string old =
        value("atomicrmw {} ptr {}, {} {} {}", names[static_cast<unsigned>(statement.arithmetic)],
              at, typeOf(width), what, nameOf(statement.order));
    setLocal(statement.local, widened(old, width));
  }

  void compareExchange(const Statement &statement) {
    const Width width = widthOf(shape, statement.place);
    const std::string expected = narrowed(statement.left, width);
    const std::string wanted = narrowed(statement.right, width);
    const std::string at = address(statement.place);
    const std::string both =
        value("cmpxchg ptr {0}, {1} {2}, {1} {3} {4} {5}", at, typeOf(width), expected, wanted,
              nameOf(statement.order), nameOf(whenFailed(statement.order)));
    const std::string old = value("extractvalue {{ {}, i1 }} {}, 0", typeOf(width), both);
    setLocal(statement.local, widened(old, width));
  }

  std::string condition(const Condition &from) {
    constexpr std::string_view names[] = {"eq", "ne", "ult"};
    const std::string left = operand(from.left);
    const std::string right = operand(from.right);
    return value("icmp {} i32 {}, {}", names[static_cast<unsigned>(from.relation)], left, right);
  }

  void branch(const std::string &on, const Block &body, const Block &otherwise,
              const std::string &release = {}) {
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

  void tryToLock(const Statement &statement, const std::string &call, const std::string &release) {
    const std::string got = value("call i32 {}", call);
    branch(value("icmp eq i32 {}, 0", got), statement.body, statement.otherwise, release);
  }

  void repeat(const Statement &statement) {
    const std::string counter = fmt::format("%c{}", next++);
    entry += fmt::format("  {} = alloca i32\n", counter);
    line("store i32 0, ptr {}", counter);
    const std::string top = freshLabel();
    const std::string inside = freshLabel();
    const std::string after = freshLabel();
    jump(top);
    begin(top);
    const std::string done = value("load i32, ptr {}", counter);
    const std::string more = value("icmp ult i32 {}, {}", done, statement.count);
    line("br i1 {}, label %{}, label %{}", more, inside, after);
    begin(inside);
    block(statement.body);
    const std::string before = value("load i32, ptr {}", counter);
    line("store i32 {}, ptr {}", value("add i32 {}, 1", before), counter);
    jump(top);
    begin(after);
  }

  /// while (place == left) { call }
  void whileEqual(const Statement &statement, const std::string &call) {
    const std::string top = freshLabel();
    const std::string inside = freshLabel();
    const std::string after = freshLabel();
    jump(top);
    begin(top);
    const std::string now = load(statement.place, statement.order);
    const std::string same = value("icmp eq i32 {}, {}", now, operand(statement.left));
    line("br i1 {}, label %{}, label %{}", same, inside, after);
    begin(inside);
    if (!call.empty())
      line("call i32 {}", call);
    jump(top);
    begin(after);
  }

  void compute(const Statement &statement) {
    constexpr std::string_view names[] = {"add", "sub", "xor", "and"};
    const std::string left = operand(statement.left);
    const std::string right = operand(statement.right);
    setLocal(
        statement.local,
        value("{} i32 {}, {}", names[static_cast<unsigned>(statement.arithmetic)], left, right));
  }

  void simpleCall(const char *function, const char *prefix, unsigned object) {
    line("call i32 @{}(ptr @{}{})", function, prefix, object);
  }

  void write(const Statement &statement) {
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
    case Kind::Fence:
      if (statement.order != Order::Relaxed)
        line("fence {}", nameOf(statement.order));
      return;
    case Kind::If:
      return branch(condition(statement.condition), statement.body, statement.otherwise);
    case Kind::Repeat:
      return repeat(statement);
    case Kind::Await:
      return whileEqual(statement, {});
    case Kind::Atomic:
      line("call void @heddle_atomic_begin()");
      block(statement.body);
      return line("call void @heddle_atomic_end()");
    case Kind::Assert: {
      const std::string holds = condition(statement.condition);
      return line("call void @heddle_assert(i32 {})", value("zext i1 {} to i32", holds));
    }
    case Kind::Yield:
      return line("call i32 @sched_yield()");
    default:
      return synchronise(statement);
    }
  }

  void synchronise(const Statement &statement) {
    const unsigned object = statement.object;
    switch (statement.kind) {
    case Kind::Lock:
      return simpleCall("pthread_mutex_lock", "m", object);
    case Kind::Unlock:
      return simpleCall("pthread_mutex_unlock", "m", object);
    case Kind::TryLock:
      return tryToLock(statement, fmt::format("@pthread_mutex_trylock(ptr @m{})", object),
                       fmt::format("@pthread_mutex_unlock(ptr @m{})", object));
    case Kind::TimedLock:
      return tryToLock(statement,
                       fmt::format("@pthread_mutex_timedlock(ptr @m{}, ptr @when)", object),
                       fmt::format("@pthread_mutex_unlock(ptr @m{})", object));
    case Kind::Wait:
      return line("call i32 @pthread_cond_wait(ptr @cv{}, ptr @m{})", object, statement.second);
    case Kind::TimedWait:
      return line("call i32 @pthread_cond_timedwait(ptr @cv{}, ptr @m{}, ptr @when)", object,
                  statement.second);
    case Kind::WaitWhile:
      return whileEqual(statement, fmt::format("@pthread_cond_wait(ptr @cv{}, ptr @m{})", object,
                                               statement.second));
    case Kind::Signal:
      return simpleCall("pthread_cond_signal", "cv", object);
    case Kind::Broadcast:
      return simpleCall("pthread_cond_broadcast", "cv", object);
    case Kind::SemWait:
      return simpleCall("sem_wait", "sem", object);
    case Kind::SemPost:
      return simpleCall("sem_post", "sem", object);
    case Kind::SemTryWait: {
      const std::string got = value("call i32 @sem_trywait(ptr @sem{})", object);
      const std::string failed = value("icmp ne i32 {}, 0", got);
      return setLocal(statement.local, value("zext i1 {} to i32", failed));
    }
    case Kind::SemTimedWait: {
      const std::string got = value("call i32 @sem_timedwait(ptr @sem{}, ptr @when)", object);
      const std::string failed = value("icmp ne i32 {}, 0", got);
      return setLocal(statement.local, value("zext i1 {} to i32", failed));
    }
    case Kind::BarrierWait:
      return simpleCall("pthread_barrier_wait", "bar", object);
    case Kind::ReadLock:
      return simpleCall("pthread_rwlock_rdlock", "rw", object);
    case Kind::WriteLock:
      return simpleCall("pthread_rwlock_wrlock", "rw", object);
    case Kind::RwUnlock:
      return simpleCall("pthread_rwlock_unlock", "rw", object);
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
      return tryToLock(statement,
                       fmt::format("@pthread_rwlock_try{}lock(ptr @rw{})",
                                   statement.kind == Kind::TryReadLock ? "rd" : "wr", object),
                       fmt::format("@pthread_rwlock_unlock(ptr @rw{})", object));
    case Kind::PointTo:
      return line("store ptr {}, ptr @p{}", address(statement.place), object);
    case Kind::SetNull:
      return line("store ptr null, ptr @p{}", object);
    case Kind::Allocate:
      return line("store ptr {}, ptr @p{}",
                  value("call ptr @calloc(i64 {}, i64 4)", statement.count), object);
    case Kind::Free:
      return line("call void @free(ptr {})", value("load ptr, ptr @p{}", object));
    case Kind::Create:
      return line("call i32 @pthread_create(ptr %h{0}, ptr null, ptr @t{0}, ptr null)", object);
    case Kind::Join:
      return line("call i32 @pthread_join(i64 {}, ptr null)", value("load i64, ptr %h{}", object));
    case Kind::Detach:
      return line("call i32 @pthread_detach(i64 {})", value("load i64, ptr %h{}", object));
    default:
      return;
    }
  }

  const Shape &shape;
  std::string head;
  std::string entry; ///< Only what stands in the first block becomes a register.
  std::string code;
  unsigned next = 0;
};

std::string globals(const Shape &shape) {
  std::string out;
  for (unsigned i = 0; i < shape.scalars.size(); ++i)
    out += fmt::format("@g{} = global {} {}\n", i, typeOf(shape.scalars[i]), shape.initial[i]);
  for (unsigned i = 0; i < shape.arrays.size(); ++i)
    out += fmt::format("@a{} = global [{} x {}] zeroinitializer\n", i, shape.arrays[i].length,
                       typeOf(shape.arrays[i].width));
  if (!shape.fields.empty()) {
    std::string types;
    for (const Width field : shape.fields)
      types += (types.empty() ? "" : ", ") + typeOf(field);
    out += fmt::format("%fields = type {{ {} }}\n@s = global %fields zeroinitializer\n", types);
  }
  for (unsigned i = 0; i < shape.pointers.size(); ++i)
    out += fmt::format("@p{} = global ptr {}\n", i,
                       shape.pointers[i] < 0 ? "null" : fmt::format("@g{}", shape.pointers[i]));
  const auto opaque = [&](const char *prefix, std::size_t count, unsigned size) {
    for (std::size_t i = 0; i < count; ++i)
      out += fmt::format("@{}{} = global [{} x i8] zeroinitializer, align 8\n", prefix, i, size);
  };
  opaque("m", shape.mutexes.size(), 40);
  opaque("cv", shape.conditions, 48);
  opaque("sem", shape.semaphores.size(), 32);
  opaque("bar", shape.barriers.size(), 32);
  opaque("rw", shape.rwlocks, 56);
  out += "@when = constant { i64, i64 } zeroinitializer\n";
  std::string format;
  for (std::size_t i = shownPlaces(shape).size(); i > 0; --i)
    format += "%u ";
  out += fmt::format("@format = constant [{} x i8] c\"{}\\0A\\00\"\n\n", format.size() + 2, format);
  return out;
}

constexpr const char *declarations = R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_mutexattr_init(ptr)
declare i32 @pthread_mutexattr_settype(ptr, i32)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_timedlock(ptr, ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare i32 @pthread_cond_broadcast(ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_wrlock(ptr)
declare i32 @pthread_rwlock_tryrdlock(ptr)
declare i32 @pthread_rwlock_trywrlock(ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_trywait(ptr)
declare i32 @sem_timedwait(ptr, ptr)
declare i32 @sem_post(ptr)
declare i32 @sched_yield()
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
)";

} // namespace

std::string printIr(const Shape &shape) {
  std::string out = globals(shape);
  for (unsigned i = 1; i < shape.threads.size(); ++i) {
    Function thread(shape, fmt::format("define ptr @t{}(ptr %unused)", i));
    thread.block(shape.threads[i]);
    out += thread.finish("  ret ptr null\n");
  }
  Function main(shape, "define i32 @main()");
  main.initialise();
  main.block(shape.threads[0]);
  main.block(shape.after);
  main.show();
  return out + main.finish("  ret i32 0\n") + declarations;
}

} // namespace heddle::property
