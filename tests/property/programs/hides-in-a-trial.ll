; What a trial of a round would hide is not hidden: an execution ends as it does when run again.
; dpor --no-observers: is incomplete: a path that is none
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r2
  store i32 %v1, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 release
  store i32 %v0, ptr %r3
  %v1 = atomicrmw add ptr @g0, i32 1 release
  store i32 %v1, ptr %r2
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  store atomic i32 0, ptr @g0 monotonic, align 4
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 seq_cst
  %v3 = icmp eq i32 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  %v4 = load i32, ptr %r2
  store atomic i32 %v4, ptr @g0 monotonic, align 4
  %v5 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v5, ptr null)
  %v6 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v6, ptr null)
  %v7 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v7)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
