#include "print.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

std::string_view typeOf(Width width) {
  switch (width) {
  case Width::Byte:
    return "unsigned char";
  case Width::Half:
    return "unsigned short";
  case Width::Word:
    return "unsigned";
  case Width::Long:
    return "unsigned long";
  }
  return "";
}

std::string orderOf(Order order) {
  constexpr std::string_view names[] = {"RELAXED", "RELAXED", "ACQUIRE",
                                        "RELEASE", "ACQ_REL", "SEQ_CST"};
  return fmt::format("ORDER({})", names[static_cast<unsigned>(order)]);
}

/// A failed exchange only reads.
Order whenFailed(Order order) {
  return order == Order::Release          ? Order::Relaxed
         : order == Order::AcquireRelease ? Order::Acquire
                                          : order;
}

std::string operand(const Operand &from) {
  return from.isLocal ? fmt::format("r{}", from.value) : fmt::format("{}u", from.value);
}

std::string_view signOf(Relation relation) {
  constexpr std::string_view signs[] = {"==", "!=", "<"};
  return signs[static_cast<unsigned>(relation)];
}

std::string condition(const Condition &from) {
  return fmt::format("{} {} {}", operand(from.left), signOf(from.relation), operand(from.right));
}

std::string place(const Place &at) {
  switch (at.kind) {
  case PlaceKind::Scalar:
    return fmt::format("g{}", at.which);
  case PlaceKind::Part:
    return fmt::format("*({} *)((char *)&g{} + {})", typeOf(at.width), at.which, at.index.value);
  case PlaceKind::Element:
    return fmt::format("a{}[{}]", at.which, operand(at.index));
  case PlaceKind::Field:
    return fmt::format("s.f{}", at.which);
  case PlaceKind::Target:
    return fmt::format("LOAD(p{})[{}]", at.which, operand(at.index));
  }
  return {};
}

class Function {
public:
  explicit Function(const Shape &shape) : shape(shape) {}

  std::string code;

  void block(const Block &statements) {
    ++depth;
    for (const Statement &statement : statements)
      write(statement);
    --depth;
  }

  template <class... T> void line(fmt::format_string<T...> text, T &&...values) {
    code += std::string(std::size_t{2} * depth, ' ') +
            fmt::format(text, std::forward<T>(values)...) + "\n";
  }

  unsigned depth = 0;

private:
  std::string load(const Statement &statement) const {
    const std::string from = place(statement.place);
    if (statement.order == Order::Plain)
      return fmt::format("(unsigned)LOAD({})", from);
    return fmt::format("(POINT(), (unsigned)__atomic_load_n(&{}, {}))", from,
                       orderOf(statement.order));
  }

  void access(const Statement &statement) {
    const std::string at = place(statement.place);
    const std::string_view type = typeOf(widthOf(shape, statement.place));
    const std::string left = fmt::format("({}){}", type, operand(statement.left));
    constexpr std::string_view names[] = {"fetch_add", "fetch_sub", "fetch_xor", "fetch_and",
                                          "exchange_n"};
    switch (statement.kind) {
    case Kind::Load:
      return line("r{} = {};", statement.local, load(statement));
    case Kind::Store:
      if (statement.isGiven)
        return line("set(&{}, {});", at, left);
      if (statement.order == Order::Plain)
        return line("STORE({}, {});", at, left);
      return line("POINT(); __atomic_store_n(&{}, {}, {});", at, left, orderOf(statement.order));
    case Kind::Update:
      return line("POINT(); r{} = (unsigned)__atomic_{}(&{}, {}, {});", statement.local,
                  names[static_cast<unsigned>(statement.arithmetic)], at, left,
                  orderOf(statement.order));
    default:
      return line("{{ {0} e = {1}; POINT(); __atomic_compare_exchange_n(&{2}, &e, ({0}){3}, {7}, "
                  "{4}, {5}); r{6} = (unsigned)e; }}",
                  type, left, at, operand(statement.right), orderOf(statement.order),
                  orderOf(whenFailed(statement.order)), statement.local, statement.isWeak ? 1 : 0);
    }
  }

  void branch(const std::string &on, const Statement &statement, const std::string &release = {}) {
    line("if ({}) {{", on);
    block(statement.body);
    if (!release.empty())
      line("  POINT(); {};", release);
    if (!statement.otherwise.empty()) {
      line("}} else {{");
      block(statement.otherwise);
    }
    line("}}");
  }

  void loop(const Block &body) {
    ++loops;
    block(body);
    --loops;
    line("}}");
  }

  void write(const Statement &statement) {
    constexpr std::string_view signs[] = {"+", "-", "^", "&"};
    switch (statement.kind) {
    case Kind::Load:
    case Kind::Store:
    case Kind::Update:
    case Kind::CompareExchange:
      return access(statement);
    case Kind::Compute:
      return line("r{} = {} {} {};", statement.local, operand(statement.left),
                  signs[static_cast<unsigned>(statement.arithmetic)], operand(statement.right));
    case Kind::Copy:
      return line("memcpy(&{}, &{}, {});", place(statement.place), place(statement.from),
                  statement.count);
    case Kind::Fill:
      return line("memset(&{}, (int){}, {});", place(statement.place), operand(statement.left),
                  statement.count);
    case Kind::Input:
      return line("r{0} = (unsigned)heddle_range(0, {1}, \"x{0}\");", statement.local,
                  statement.count);
    case Kind::Choose:
      return line("r{} = heddle_choose({});", statement.local, statement.count);
    case Kind::Fence:
      return line("__atomic_thread_fence({});", orderOf(statement.order));
    case Kind::If:
      return branch(condition(statement.condition), statement);
    case Kind::Repeat:
      line("for (unsigned i{0} = 0; i{0} < {1}; ++i{0}) {{", depth, statement.count);
      return loop(statement.body);
    case Kind::Loop:
      line("for (;;) {{");
      return loop(statement.body);
    case Kind::Leave:
      if (loops)
        line("break;");
      return;
    case Kind::Await:
      if (statement.isGiven)
        return line("await(&{}, {});", place(statement.place), operand(statement.left));
      line("while ({} {} {})", load(statement), signOf(statement.relation),
           operand(statement.left));
      return line("  ;");
    case Kind::AwaitTaken:
      line("while ((POINT(), __atomic_exchange_n(&{}, 1, {})) == 1)", place(statement.place),
           orderOf(statement.order));
      return line("  ;");
    case Kind::Atomic:
      line("heddle_atomic_begin();");
      block(statement.body);
      return line("heddle_atomic_end();");
    case Kind::Assert:
      return line("heddle_assert({});", condition(statement.condition));
    case Kind::Assume:
      return line("heddle_assume({});", condition(statement.condition));
    case Kind::Yield:
      return line("sched_yield();");
    default:
      return synchronise(statement);
    }
  }

  void call(const char *function, const char *prefix, unsigned object) {
    line("POINT(); {}(&{}{});", function, prefix, object);
  }

  void tryRwLock(const char *function, const char *more, const Statement &statement) {
    branch(
        fmt::format("(POINT(), pthread_rwlock_{}(&rw{}{}) == 0)", function, statement.object, more),
        statement, fmt::format("pthread_rwlock_unlock(&rw{})", statement.object));
  }

  void synchronise(const Statement &statement) {
    const unsigned object = statement.object;
    const std::string unlock = fmt::format("pthread_mutex_unlock(&m{})", object);
    switch (statement.kind) {
    case Kind::Lock:
      if (statement.isGiven)
        return call("take", "m", object);
      return call("pthread_mutex_lock", "m", object);
    case Kind::Unlock:
      if (statement.isGiven)
        return call("give", "m", object);
      return call("pthread_mutex_unlock", "m", object);
    case Kind::TryLock:
      return branch(fmt::format("(POINT(), pthread_mutex_trylock(&m{}) == 0)", object), statement,
                    unlock);
    case Kind::TimedLock:
      return branch(fmt::format("(POINT(), pthread_mutex_timedlock(&m{}, &when) == 0)", object),
                    statement, unlock);
    case Kind::Wait:
      return line("POINT(); pthread_cond_wait(&cv{}, &m{});", object, statement.second);
    case Kind::TimedWait:
      return line("POINT(); pthread_cond_timedwait(&cv{}, &m{}, &when);", object, statement.second);
    case Kind::WaitWhile:
      line("while ({} == {})", load(statement), operand(statement.left));
      return line("  pthread_cond_wait(&cv{}, &m{});", object, statement.second);
    case Kind::Signal:
      return call("pthread_cond_signal", "cv", object);
    case Kind::Broadcast:
      return call("pthread_cond_broadcast", "cv", object);
    case Kind::SemWait:
      return call("sem_wait", "sem", object);
    case Kind::SemPost:
      return call("sem_post", "sem", object);
    case Kind::SemTryWait:
      return line("POINT(); r{} = sem_trywait(&sem{}) != 0;", statement.local, object);
    case Kind::SemTimedWait:
      return line("POINT(); r{} = sem_timedwait(&sem{}, &when) != 0;", statement.local, object);
    case Kind::BarrierWait:
      return call("pthread_barrier_wait", "bar", object);
    case Kind::ReadLock:
      return call("pthread_rwlock_rdlock", "rw", object);
    case Kind::WriteLock:
      return call("pthread_rwlock_wrlock", "rw", object);
    case Kind::RwUnlock:
      return call("pthread_rwlock_unlock", "rw", object);
    case Kind::TryReadLock:
      return tryRwLock("tryrdlock", "", statement);
    case Kind::TryWriteLock:
      return tryRwLock("trywrlock", "", statement);
    case Kind::TimedReadLock:
      return tryRwLock("timedrdlock", ", &when", statement);
    case Kind::TimedWriteLock:
      return tryRwLock("timedwrlock", ", &when", statement);
    case Kind::Once:
      return line("POINT(); pthread_once(&once{0}, routine{0});", object);
    case Kind::PointTo:
      return line("STORE(p{}, &{});", object, place(statement.place));
    case Kind::CopyPointer:
      return line("STORE(p{}, LOAD(p{}));", object, statement.second);
    case Kind::SetNull:
      return line("STORE(p{}, (unsigned *)0);", object);
    case Kind::Allocate:
      if (statement.second)
        return line("STORE(p{}, (unsigned *)malloc({}));", object, 4 * statement.count);
      return line("STORE(p{}, (unsigned *)calloc({}, 4));", object, statement.count);
    case Kind::Free:
      return line("free(LOAD(p{}));", object);
    case Kind::Create:
      return line("pthread_create(&h{0}, 0, t{0}, 0);", object);
    case Kind::Join:
      return line("pthread_join(h{}, 0);", object);
    case Kind::CreateAll:
    case Kind::JoinAll:
      line("for (unsigned i{0} = 0; i{0} < {1}; ++i{0})", depth, statement.count);
      if (statement.kind == Kind::JoinAll)
        return line("  pthread_join(hs{}[i{}], 0);", object, depth);
      return line("  pthread_create(&hs{0}[i{1}], 0, t{0}, 0);", object, depth);
    case Kind::Call:
      return line("{}{}();", statement.second ? "routine" : "f", object);
    case Kind::Detach:
      return line("pthread_detach(h{});", object);
    case Kind::Cancel:
      return line("pthread_cancel(h{});", object);
    case Kind::TestCancel:
      return line("pthread_testcancel();");
    case Kind::ExitThread:
      return line("pthread_exit(0);");
    case Kind::ExitProcess:
      return line("exit(0);");
    default:
      return;
    }
  }

  const Shape &shape;
  unsigned loops = 0; ///< That surround what is written.
};

constexpr const char *prelude = R"(#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef POINT
#define POINT() (void)0
#define LOAD(x) (x)
#define STORE(x, value) ((x) = (value))
#define ORDER(name) __ATOMIC_##name
#endif

)";

constexpr const char *helpers = R"(void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
void set(unsigned *flag, unsigned value) { __atomic_store_n(flag, value, __ATOMIC_RELEASE); }
void await(unsigned *flag, unsigned value) {
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == value)
    ;
}

)";

std::string globals(const Shape &shape) {
  std::string out;
  for (unsigned i = 0; i < shape.scalars.size(); ++i)
    out += fmt::format("{} g{} = {};\n", typeOf(shape.scalars[i]), i, shape.initial[i]);
  for (unsigned i = 0; i < shape.arrays.size(); ++i)
    out += fmt::format("{} a{}[{}];\n", typeOf(shape.arrays[i].width), i, shape.arrays[i].length);
  if (!shape.fields.empty()) {
    out += "struct {\n";
    for (unsigned i = 0; i < shape.fields.size(); ++i)
      out += fmt::format("  {} f{};\n", typeOf(shape.fields[i]), i);
    out += "} s;\n";
  }
  for (unsigned i = 0; i < shape.pointers.size(); ++i)
    out += fmt::format("unsigned *p{} = {};\n", i,
                       shape.pointers[i] < 0 ? "0" : fmt::format("&g{}", shape.pointers[i]));
  const auto opaque = [&](const char *type, const char *prefix, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      out += fmt::format("{} {}{};\n", type, prefix, i);
  };
  constexpr std::string_view kinds[] = {"PTHREAD_MUTEX_INITIALIZER",
                                        "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
                                        "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
  for (unsigned i = 0; i < shape.mutexes.size(); ++i)
    out += fmt::format("pthread_mutex_t m{} = {};\n", i,
                       kinds[static_cast<unsigned>(shape.mutexes[i])]);
  opaque("pthread_cond_t", "cv", shape.conditions);
  opaque("sem_t", "sem", shape.semaphores.size());
  opaque("pthread_barrier_t", "bar", shape.barriers.size());
  opaque("pthread_rwlock_t", "rw", shape.rwlocks);
  opaque("pthread_once_t", "once", shape.onces.size());
  return out + "const struct timespec when = {0, 0};\n\n";
}

std::string locals(const Shape &shape) {
  std::string out;
  for (unsigned i = 0; i < localCount; ++i)
    out += fmt::format("{}r{} = 0", i ? ", " : "  unsigned ", i);
  out += ";\n";
  for (unsigned i = 1; i < shape.threads.size(); ++i)
    out += fmt::format("{}h{}", i > 1 ? ", " : "  pthread_t ", i);
  for (unsigned i = 1; i < shape.threads.size(); ++i)
    out += fmt::format(", hs{}[{}]", i, mostOfAKind);
  return out + ";\n";
}

std::string initialisers(const Shape &shape) {
  std::string out;
  for (unsigned i = 0; i < shape.semaphores.size(); ++i)
    out += fmt::format("  sem_init(&sem{}, 0, {});\n", i, shape.semaphores[i]);
  for (unsigned i = 0; i < shape.barriers.size(); ++i)
    out += fmt::format("  pthread_barrier_init(&bar{}, 0, {});\n", i, shape.barriers[i]);
  return out;
}

} // namespace

std::string printC(const Shape &shape) {
  std::string out = prelude + globals(shape);
  if (!shape.functions.empty())
    out += helpers;
  for (unsigned i = 0; i < shape.onces.size(); ++i) {
    Function routine(shape);
    routine.block(shape.onces[i]);
    out += fmt::format("void routine{}(void) {{\n{}{}}}\n\n", i, locals(shape), routine.code);
  }
  for (unsigned i = 0; i < shape.functions.size(); ++i) {
    Function function(shape);
    function.block(shape.functions[i]);
    out += fmt::format("void f{}(void) {{\n{}{}}}\n\n", i, locals(shape), function.code);
  }
  for (unsigned i = shape.threads.size(); i-- > 1;) {
    Function thread(shape);
    thread.block(shape.threads[i]);
    out += fmt::format("void *t{}(void *unused) {{\n{}{}  return 0;\n}}\n\n", i, locals(shape),
                       thread.code);
  }
  Function main(shape);
  main.block(shape.threads[0]);
  main.block(shape.after);
  std::string format;
  std::string values;
  for (const Place &shown : shownPlaces(shape)) {
    format += "%u ";
    values += ", (unsigned)LOAD(" + place(shown) + ")";
  }
  return out + fmt::format("int main(void) {{\n{}{}{}  printf(\"{}\\n\"{});\n  return 0;\n}}\n",
                           locals(shape), initialisers(shape), main.code, format, values);
}

} // namespace heddle::property
