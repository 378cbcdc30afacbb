; A store that sleeps is seen after another one: where it comes first, that is not come to.
@g0 = global i32 0
@g1 = global i16 1
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %c0 = alloca i32
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  %v6 = load i32, ptr %r0
  %v7 = trunc i32 %v6 to i16
  %v8 = atomicrmw xor ptr @g1, i16 %v7 acquire
  %v9 = zext i16 %v8 to i32
  store i32 %v9, ptr %r2
  %v10 = load i32, ptr %r1
  store i32 %v10, ptr @g0
  %v11 = load i32, ptr %r3
  %v12 = trunc i32 %v11 to i16
  store i16 %v12, ptr @g1
  %v13 = load i32, ptr %r0
  %v14 = trunc i32 %v13 to i16
  store i16 %v14, ptr @g1
  %v15 = load i32, ptr %c0
  %v16 = add i32 %v15, 1
  store i32 %v16, ptr %c0
  br label %b1
b3:
  ret ptr null
}

define i32 @main() {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  %c0 = alloca i32
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  store i32 1, ptr @g0
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  %v6 = load i32, ptr @g0
  store i32 %v6, ptr %r1
  %v7 = load i16, ptr @g1
  %v8 = zext i16 %v7 to i32
  store i32 %v8, ptr %r3
  %v9 = load i32, ptr %c0
  %v10 = add i32 %v9, 1
  store i32 %v10, ptr %c0
  br label %b1
b3:
  %v11 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v11, ptr null)
  %v12 = load i32, ptr @g0
  %v13 = load i16, ptr @g1
  %v14 = zext i16 %v13 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v12, i32 %v14)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
