; A round stores what is there already, and with it hides what another thread released.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  store atomic i32 1, ptr @g0 seq_cst, align 4
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  br label %b0
b0:
  %v2 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v2, ptr %r0
  %v3 = load i32, ptr %r0
  %v4 = icmp eq i32 %v3, 1
  br i1 %v4, label %b5, label %b6
b5:
  br label %b1
b8:
  br label %b7
b6:
  br label %b7
b7:
  br label %b9
b9:
  %v11 = load i32, ptr @g0
  store i32 %v11, ptr %r0
  %v12 = load i32, ptr %r0
  %v13 = icmp eq i32 %v12, 1
  br i1 %v13, label %b14, label %b15
b14:
  br label %b10
b17:
  br label %b16
b15:
  br label %b16
b16:
  br label %b9
b10:
  store atomic i32 1, ptr @g0 release, align 4
  br label %b0
b1:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_detach(i64 %v0)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @printf(ptr, ...)
