; Who is first at a variable on which both wait decides whether the other one hangs.
@g0 = global i32 0
@g1 = global i16 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 acquire
  store i32 %v0, ptr %r3
  br label %b1
b1:
  %v4 = load atomic i16, ptr @g1 acquire, align 2
  %v5 = zext i16 %v4 to i32
  %v6 = load i32, ptr %r3
  %v7 = icmp ne i32 %v5, %v6
  br i1 %v7, label %b2, label %b3
b2:
  br label %b1
b3:
  %v8 = trunc i32 1 to i16
  %v9 = atomicrmw add ptr @g1, i16 %v8 acquire
  %v10 = zext i16 %v9 to i32
  store i32 %v10, ptr %r2
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g1, i16 1 monotonic
  %v3 = icmp eq i16 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  %v4 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i32, ptr @g0
  %v6 = load i16, ptr @g1
  %v7 = zext i16 %v6 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v5, i32 %v7)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
