// The statements that are calls: synchronisation, threads, the heap.
#include "ir_function.h"

namespace heddle::property {

void IrFunction::synchronise(const Statement &statement) {
  const unsigned object = statement.object;
  switch (statement.kind) {
  case Kind::Lock:
    if (statement.isGiven)
      return line("call void @take(ptr @m{})", object);
    return simpleCall("pthread_mutex_lock", "m", object);
  case Kind::Unlock:
    if (statement.isGiven)
      return line("call void @give(ptr @m{})", object);
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
    return whileHolds(statement, fmt::format("@pthread_cond_wait(ptr @cv{}, ptr @m{})", object,
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
    return tryRwLock("tryrdlock", "", statement);
  case Kind::TryWriteLock:
    return tryRwLock("trywrlock", "", statement);
  case Kind::TimedReadLock:
    return tryRwLock("timedrdlock", ", ptr @when", statement);
  case Kind::TimedWriteLock:
    return tryRwLock("timedwrlock", ", ptr @when", statement);
  case Kind::Once:
    return line("call i32 @pthread_once(ptr @once{0}, ptr @routine{0})", object);
  case Kind::PointTo:
    return line("store ptr {}, ptr @p{}", address(statement.place), object);
  case Kind::CopyPointer:
    return line("store ptr {}, ptr @p{}", value("load ptr, ptr @p{}", statement.second), object);
  case Kind::SetNull:
    return line("store ptr null, ptr @p{}", object);
  case Kind::Allocate:
    return line("store ptr {}, ptr @p{}",
                statement.second ? value("call ptr @malloc(i64 {})", 4 * statement.count)
                                 : value("call ptr @calloc(i64 {}, i64 4)", statement.count),
                object);
  case Kind::Free:
    return line("call void @free(ptr {})", value("load ptr, ptr @p{}", object));
  case Kind::Create:
    return line("call i32 @pthread_create(ptr %h{0}, ptr null, ptr @t{0}, ptr null)", object);
  case Kind::Join:
    return line("call i32 @pthread_join(i64 {}, ptr null)", value("load i64, ptr %h{}", object));
  case Kind::CreateAll:
    return eachOf(statement, true);
  case Kind::JoinAll:
    return eachOf(statement, false);
  case Kind::Call:
    return line("call void @{}{}()", statement.second ? "routine" : "f", object);
  case Kind::Detach:
    return line("call i32 @pthread_detach(i64 {})", value("load i64, ptr %h{}", object));
  case Kind::Cancel:
    return line("call i32 @pthread_cancel(i64 {})", value("load i64, ptr %h{}", object));
  case Kind::TestCancel:
    return line("call void @pthread_testcancel()");
  case Kind::ExitThread:
    return endBlock("@pthread_exit(ptr null)");
  case Kind::ExitProcess:
    return endBlock("@exit(i32 0)");
  default:
    return;
  }
}

void IrFunction::eachOf(const Statement &statement, bool creates) {
  countedLoop(statement.count, [&](const std::string &counter, const std::string &) {
    const std::string at = value("zext i32 {} to i64", counter);
    const std::string handle = value("getelementptr inbounds [{} x i64], ptr %hs{}, i64 0, i64 {}",
                                     mostOfAKind, statement.object, at);
    if (creates)
      line("call i32 @pthread_create(ptr {}, ptr null, ptr @t{}, ptr null)", handle,
           statement.object);
    else
      line("call i32 @pthread_join(i64 {}, ptr null)", value("load i64, ptr {}", handle));
  });
}

void IrFunction::tryRwLock(const char *function, const char *more, const Statement &statement) {
  tryToLock(statement,
            fmt::format("@pthread_rwlock_{}(ptr @rw{}{})", function, statement.object, more),
            fmt::format("@pthread_rwlock_unlock(ptr @rw{})", statement.object));
}

} // namespace heddle::property
