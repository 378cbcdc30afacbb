; A section that fails where it comes later does more where it comes first, and then depends on others.
@g0 = global i32 2
@g1 = global i64 0
@g2 = global i8 1
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @routine0() {
  %v0 = trunc i32 0 to i8
  store i8 %v0, ptr @g2
  ret void
}

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  call void @heddle_atomic_begin()
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  %v2 = icmp ult i32 %v1, 4
  %v3 = zext i1 %v2 to i32
  call void @heddle_assert(i32 %v3)
  %v4 = load i8, ptr @g2
  %v5 = zext i8 %v4 to i32
  store i32 %v5, ptr %r2
  call void @heddle_atomic_end()
  ret ptr null
}

define ptr @t2(ptr %unused) {
  call i32 @pthread_once(ptr @once0, ptr @routine0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  store i32 166, ptr @g0
  %v0 = trunc i32 0 to i8
  store atomic i8 %v0, ptr @g2 seq_cst, align 1
  %v1 = load i64, ptr %h2
  call i32 @pthread_detach(i64 %v1)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_once(ptr, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
