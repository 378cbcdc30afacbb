; Two threads ask for inputs of the same name, one after a branch on another input.
@g0 = global i32 0
@g1 = global i8 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @heddle_range(i32 0, i32 1, ptr @x2)
  store i32 %v0, ptr %r2
  ret ptr null
}

define i32 @main() {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = call i32 @heddle_range(i32 0, i32 2, ptr @x1)
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  %v2 = icmp ne i32 %v1, 0
  br i1 %v2, label %b3, label %b4
b3:
  %v6 = call i32 @heddle_range(i32 0, i32 3, ptr @x2)
  store i32 %v6, ptr %r2
  br label %b5
b4:
  br label %b5
b5:
  %v7 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v7, ptr null)
  %v8 = load i32, ptr %r2
  %v9 = icmp ne i32 %v8, 2
  %v10 = zext i1 %v9 to i32
  call void @heddle_assert(i32 %v10)
  %v11 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11)
  ret i32 0
}

@x1 = constant [3 x i8] c"x1\00"
@x2 = constant [3 x i8] c"x2\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assert(i32)
