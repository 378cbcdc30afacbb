; A side that cannot be taken in the order in which an older value is read.
@g0 = global i32 2
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  store i32 %v1, ptr @g0
  %v2 = load i32, ptr %r3
  %v3 = icmp ne i32 %v2, 2
  br i1 %v3, label %b4, label %b5
b4:
  %v7 = load i32, ptr @g0
  store i32 %v7, ptr %r1
  br label %b6
b5:
  br label %b6
b6:
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @heddle_range(i32 0, i32 7, ptr @x2)
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  store i32 %v1, ptr @g0
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r0
  %v3 = load i32, ptr %r2
  %v4 = icmp ult i32 %v3, 3
  %v5 = zext i1 %v4 to i32
  call void @heddle_assert(i32 %v5)
  ret ptr null
}

define i32 @main() {
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v0)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

@x2 = constant [3 x i8] c"x2\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assert(i32)
