; An event that was asked for a side of an input goes another way unasked when the inputs contradict.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  store atomic i32 %v1, ptr @g0 monotonic, align 4
  br label %b2
b2:
  %v4 = load i32, ptr %r3
  %v5 = icmp eq i32 %v4, 0
  br i1 %v5, label %b6, label %b7
b6:
  br label %b3
b9:
  br label %b8
b7:
  br label %b8
b8:
  br label %b2
b3:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load atomic i32, ptr @g0 seq_cst, align 4
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  %v2 = icmp ult i32 %v1, 2
  %v3 = zext i1 %v2 to i32
  call void @heddle_assert(i32 %v3)
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %h2 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store atomic i32 %v1, ptr @g0 release, align 4
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v4)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assert(i32)
