; A search that is gone on with where only the other side of a branch within a step is left to try.
@g0 = global i32 0
@g1 = global i32 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  store i32 2, ptr @g1
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr @g1
  store i32 %v0, ptr %r2
  %v1 = call i32 @heddle_range(i32 0, i32 1, ptr @x0)
  store i32 %v1, ptr %r0
  %v2 = load i32, ptr %r0
  %v3 = icmp ult i32 %v2, 1
  br i1 %v3, label %b4, label %b5
b4:
  br label %b6
b5:
  br label %b6
b6:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v4)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
