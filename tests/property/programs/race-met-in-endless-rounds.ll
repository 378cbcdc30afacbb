; A race that is met first where it is looked whether threads go round for ever.
@g0 = global i32 0
@g1 = global i16 1
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  store atomic i32 0, ptr @g0 release, align 4
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g1, i16 1 seq_cst
  %v3 = icmp eq i16 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  %v1 = trunc i32 %v0 to i16
  store i16 %v1, ptr @g1
  br label %b2
b2:
  %v4 = atomicrmw xchg ptr @g1, i16 1 acquire
  %v5 = icmp eq i16 %v4, 1
  br i1 %v5, label %b2, label %b3
b3:
  %v6 = load i32, ptr %r1
  store i32 %v6, ptr @g0
  %v7 = trunc i32 0 to i16
  store atomic i16 %v7, ptr @g1 release, align 2
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 3)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i16, ptr @g1
  %v4 = zext i16 %v3 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
