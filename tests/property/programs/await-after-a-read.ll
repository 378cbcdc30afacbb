; A loop that would wait, or not, by which of three stores came last.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  %v1 = add i32 %v0, 2
  store i32 %v1, ptr %r1
  %v2 = load i32, ptr %r1
  store i32 %v2, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g0
  %v1 = load i32, ptr %r2
  %v2 = add i32 %v1, 1
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr %r2
  store atomic i32 %v3, ptr @g0 release, align 4
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load atomic i32, ptr @g0 seq_cst, align 4
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = icmp ne i32 %v1, 4
  %v3 = zext i1 %v2 to i32
  call void @heddle_assert(i32 %v3)
  br label %b4
b4:
  %v7 = load i32, ptr @g0
  %v8 = icmp eq i32 %v7, 2
  br i1 %v8, label %b5, label %b6
b5:
  br label %b4
b6:
  %v9 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v9, ptr null)
  %v10 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v10, ptr null)
  %v11 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
