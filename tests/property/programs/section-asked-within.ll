; An input decides an assumption in a section, which leaves no trace where it does not hold.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  call void @heddle_atomic_begin()
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = load i32, ptr %r0
  %v3 = icmp eq i32 %v1, %v2
  %v4 = zext i1 %v3 to i32
  call void @heddle_assume(i32 %v4)
  call void @heddle_atomic_end()
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = icmp ne i32 %v1, 1
  %v3 = zext i1 %v2 to i32
  call void @heddle_assert(i32 %v3)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %h2 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 7, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g0
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_detach(i64 %v2)
  %v3 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v4)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assume(i32)
declare void @heddle_assert(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
