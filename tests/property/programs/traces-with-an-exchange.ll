; As many traces as orders of conflicting accesses, where one is a failing exchange.
@g0 = global i32 0
@g1 = global i32 2
@g2 = global i32 2
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %c0 = alloca i32
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  store i32 0, ptr @g0
  %v6 = load i32, ptr @g1
  store i32 %v6, ptr %r0
  %v7 = load i32, ptr %c0
  %v8 = add i32 %v7, 1
  store i32 %v8, ptr %c0
  br label %b1
b3:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r1
  store i32 %v1, ptr @g2
  %v2 = load i32, ptr %r1
  %v3 = atomicrmw add ptr @g1, i32 %v2 release
  store i32 %v3, ptr %r3
  ret ptr null
}

define i32 @main() {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r2
  %v2 = cmpxchg weak ptr @g2, i32 0, i32 %v1 monotonic monotonic
  %v3 = extractvalue { i32, i1 } %v2, 0
  store i32 %v3, ptr %r1
  %v4 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v5, ptr null)
  %v6 = load i32, ptr @g0
  %v7 = load i32, ptr @g1
  %v8 = load i32, ptr @g2
  call i32 (ptr, ...) @printf(ptr @format, i32 %v6, i32 %v7, i32 %v8)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
