; The enumeration ran round until its steps were used up, where strategies see that a state comes again.
@g0 = global i32 0
@rw0 = global [56 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  br label %b0
b0:
  %v2 = call i32 @pthread_rwlock_timedrdlock(ptr @rw0, ptr @when)
  %v3 = icmp eq i32 %v2, 0
  br i1 %v3, label %b4, label %b5
b4:
  %v7 = atomicrmw xchg ptr @g0, i32 1 seq_cst
  store i32 %v7, ptr %r0
  call i32 @pthread_rwlock_unlock(ptr @rw0)
  br label %b6
b5:
  br label %b6
b6:
  call i32 @pthread_rwlock_rdlock(ptr @rw0)
  call i32 @pthread_rwlock_unlock(ptr @rw0)
  br label %b0
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v1)
  ret i32 0
}

@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_timedrdlock(ptr, ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare i32 @printf(ptr, ...)
