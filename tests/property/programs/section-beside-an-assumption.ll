; dpor --reads-from: its sections might come to the assumption, so it is plain dpor, and has that one's executions
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  %v1 = icmp ult i32 %v0, 2
  %v2 = zext i1 %v1 to i32
  call void @heddle_assume(i32 %v2)
  %v3 = load i32, ptr %r0
  %v4 = icmp eq i32 %v3, 2
  br i1 %v4, label %b5, label %b6
b5:
  br label %b7
b6:
  %v8 = load i32, ptr %r0
  store atomic i32 %v8, ptr @g0 seq_cst, align 4
  %v9 = load i32, ptr @g0
  store i32 %v9, ptr %r2
  %v10 = load i32, ptr %r1
  %v11 = add i32 %v10, 2
  store i32 %v11, ptr %r1
  %v12 = load i32, ptr %r1
  store i32 %v12, ptr @g0
  br label %b7
b7:
  %v13 = load i32, ptr %r1
  %v14 = icmp ult i32 %v13, 1
  br i1 %v14, label %b15, label %b16
b15:
  call void @heddle_atomic_begin()
  call void @heddle_atomic_end()
  br label %b17
b16:
  br label %b17
b17:
  ret ptr null
}

define i32 @main() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i32, ptr %r3
  store i32 %v0, ptr @g0
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assume(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
