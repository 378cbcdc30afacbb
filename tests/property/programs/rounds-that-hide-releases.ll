; Rounds hide one release after another, which no state tells: all is not as it was.
@g0 = global i32 1
@g1 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = trunc i32 1 to i16
  %v1 = getelementptr inbounds i8, ptr @g0, i64 0
  %v2 = atomicrmw xchg ptr %v1, i16 %v0 release
  %v3 = zext i16 %v2 to i32
  store i32 %v3, ptr %r2
  %v4 = trunc i32 2 to i8
  %v5 = getelementptr inbounds i8, ptr @g1, i64 3
  store atomic i8 %v4, ptr %v5 seq_cst, align 1
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r1
  %v1 = icmp ult i32 %v0, 0
  br i1 %v1, label %b2, label %b3
b2:
  br label %b4
b3:
  store atomic i32 1, ptr @g0 seq_cst, align 4
  br label %b4
b4:
  br label %b5
b5:
  store i32 1, ptr @g0
  %v7 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v7, ptr %r2
  %v8 = load i32, ptr @g1
  store i32 %v8, ptr %r2
  %v9 = load i32, ptr %r2
  %v10 = icmp ne i32 %v9, 0
  br i1 %v10, label %b11, label %b12
b11:
  br label %b6
b14:
  br label %b13
b12:
  br label %b13
b13:
  br label %b5
b6:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
