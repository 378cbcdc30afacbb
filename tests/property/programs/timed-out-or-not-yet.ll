; A switch after a wait has timed out is not one while it still waits.
@m = global [10 x i32] zeroinitializer, align 8
@cv = global [48 x i8] zeroinitializer, align 8
@when = constant { i64, i64 } zeroinitializer

define ptr @locks(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @m)
  ret ptr null
}

define i32 @main() {
  %h = alloca i64
  call i32 @pthread_create(ptr %h, ptr null, ptr @locks, ptr null)
  call i32 @pthread_mutex_lock(ptr @m)
  call i32 @pthread_cond_timedwait(ptr @cv, ptr @m, ptr @when)
  %handle = load i64, ptr %h
  call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)
