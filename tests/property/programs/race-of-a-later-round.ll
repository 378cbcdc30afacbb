; Only a later round of an endless loop races: what the first one did was acquired.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  br label %b0
b0:
  store atomic i32 1, ptr @g0 seq_cst, align 4
  %v2 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v2, ptr %r0
  br label %b0
b1:
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  %v2 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v2, ptr %r3
  %v3 = load i32, ptr %r3
  %v4 = icmp eq i32 %v3, 0
  br i1 %v4, label %b5, label %b6
b5:
  br label %b1
b8:
  br label %b7
b6:
  br label %b7
b7:
  %v9 = load i32, ptr @g0
  store i32 %v9, ptr %r0
  br label %b1
b10:
  br label %b0
b1:
  %v11 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v11, ptr null)
  %v12 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v12)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
