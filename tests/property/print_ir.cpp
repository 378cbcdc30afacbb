#include "ir_function.h"

#include <sstream>

namespace heddle::property {

namespace {

std::string globals(const Shape &shape) {
  std::string out;
  for (unsigned i = 0; i < shape.scalars.size(); ++i)
    out += fmt::format("@g{} = global {} {}\n", i, irType(shape.scalars[i]), shape.initial[i]);
  for (unsigned i = 0; i < shape.arrays.size(); ++i)
    out += fmt::format("@a{} = global [{} x {}] zeroinitializer\n", i, shape.arrays[i].length,
                       irType(shape.arrays[i].width));
  if (!shape.fields.empty()) {
    std::string types;
    for (const Width field : shape.fields)
      types += (types.empty() ? "" : ", ") + irType(field);
    out += fmt::format("%fields = type {{ {} }}\n@s = global %fields zeroinitializer\n", types);
  }
  for (unsigned i = 0; i < shape.pointers.size(); ++i)
    out += fmt::format("@p{} = global ptr {}\n", i,
                       shape.pointers[i] < 0 ? "null" : fmt::format("@g{}", shape.pointers[i]));
  const auto opaque = [&](const char *prefix, std::size_t count, unsigned size) {
    for (std::size_t i = 0; i < count; ++i)
      out += fmt::format("@{}{} = global [{} x i8] zeroinitializer, align 8\n", prefix, i, size);
  };
  // The type of a mutex stands 16 bytes in, as the initialisers of the GNU C library have it.
  for (unsigned i = 0; i < shape.mutexes.size(); ++i)
    out +=
        fmt::format("@m{} = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 {}, i32 0, i32 0, "
                    "i32 0, i32 0, i32 0], align 8\n",
                    i, static_cast<unsigned>(shape.mutexes[i]));
  opaque("cv", shape.conditions, 48);
  opaque("sem", shape.semaphores.size(), 32);
  opaque("bar", shape.barriers.size(), 32);
  opaque("rw", shape.rwlocks, 56);
  opaque("once", shape.onces.size(), 4);
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
declare i32 @pthread_cancel(i64)
declare void @pthread_testcancel()
declare void @pthread_exit(ptr)
declare void @exit(i32)
declare i32 @pthread_once(ptr, ptr)
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
declare i32 @pthread_rwlock_timedrdlock(ptr, ptr)
declare i32 @pthread_rwlock_timedwrlock(ptr, ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_trywait(ptr)
declare i32 @sem_timedwait(ptr, ptr)
declare i32 @sem_post(ptr)
declare i32 @sched_yield()
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @heddle_range(i32, i32, ptr)
declare i32 @heddle_choose(i32)
declare void @heddle_assume(i32)
declare void @heddle_assert(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
)";

/// Functions that are given an address.
constexpr std::pair<const char *, const char *> helpers[] = {
    {"@take(", R"(define void @take(ptr %lock) {
  call i32 @pthread_mutex_lock(ptr %lock)
  ret void
}
)"},
    {"@give(", R"(define void @give(ptr %lock) {
  call i32 @pthread_mutex_unlock(ptr %lock)
  ret void
}
)"},
    {"@set(", R"(define void @set(ptr %flag, i32 %value) {
  store atomic i32 %value, ptr %flag release, align 4
  ret void
}
)"},
    {"@await(", R"(define void @await(ptr %flag, i32 %value) {
  br label %again
again:
  %now = load atomic i32, ptr %flag acquire, align 4
  %same = icmp eq i32 %now, %value
  br i1 %same, label %again, label %after
after:
  ret void
}
)"},
};

/// Those of `code`: also a declaration that nobody uses is read and looked at, and one of
/// pthread_cancel says that threads may be cancelled.
std::string usedDeclarations(const std::string &code) {
  std::string result;
  std::istringstream lines(declarations);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t name = line.find('@');
    if (name == std::string::npos)
      continue;
    const std::string called = line.substr(name, line.find('(') - name);
    if (code.find(called + "(") != std::string::npos ||
        code.find("...) " + called) != std::string::npos)
      result += line + "\n";
  }
  return result;
}

} // namespace

std::string printIr(const Shape &shape) {
  std::string out = globals(shape);
  for (unsigned i = 0; i < shape.onces.size(); ++i) {
    IrFunction routine(shape, fmt::format("define void @routine{}()", i));
    routine.block(shape.onces[i]);
    out += routine.finish("  ret void\n");
  }
  for (unsigned i = 0; i < shape.functions.size(); ++i) {
    IrFunction function(shape, fmt::format("define void @f{}()", i));
    function.block(shape.functions[i]);
    out += function.finish("  ret void\n");
  }
  for (unsigned i = 1; i < shape.threads.size(); ++i) {
    IrFunction thread(shape, fmt::format("define ptr @t{}(ptr %unused)", i));
    thread.block(shape.threads[i]);
    out += thread.finish("  ret ptr null\n");
  }
  IrFunction main(shape, "define i32 @main()");
  main.initialise();
  main.block(shape.threads[0]);
  main.block(shape.after);
  main.show();
  out += main.finish("  ret i32 0\n");
  for (unsigned i = 0; i < localCount; ++i)
    if (out.find(fmt::format("@x{}", i)) != std::string::npos)
      out += fmt::format("@x{0} = constant [3 x i8] c\"x{0}\\00\"\n", i);
  for (const auto &[name, text] : helpers)
    if (out.find(name) != std::string::npos)
      out += text;
  if (out.find("@when") != std::string::npos)
    out += "@when = constant { i64, i64 } zeroinitializer\n";
  return out + usedDeclarations(out);
}

} // namespace heddle::property
