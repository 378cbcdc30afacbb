; The enumeration ran round until its steps were used up, where strategies see that a state comes again.
@g0 = global i32 2
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  br label %b0
b0:
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr %r2
  %v4 = icmp eq i32 %v3, 0
  br i1 %v4, label %b5, label %b6
b5:
  br label %b1
b8:
  br label %b7
b6:
  br label %b7
b7:
  store i32 0, ptr @g0
  br label %b0
b1:
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 seq_cst
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr @g0
  store i32 %v3, ptr %r3
  %v4 = load i32, ptr %r3
  %v5 = icmp eq i32 %v4, 1
  br i1 %v5, label %b6, label %b7
b6:
  br label %b1
b9:
  br label %b8
b7:
  br label %b8
b8:
  br label %b0
b1:
  %v10 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v10, ptr null)
  %v11 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
