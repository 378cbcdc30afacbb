; A loop that ends on a value which a section writes twice.
@g0 = global i32 0
@g1 = global i16 0
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %c1 = alloca i32
  %v0 = trunc i32 1 to i16
  store atomic i16 %v0, ptr @g1 monotonic, align 2
  call void @heddle_atomic_begin()
  store i32 0, ptr %c1
  br label %b2
b2:
  %v5 = load i32, ptr %c1
  %v6 = icmp ult i32 %v5, 2
  br i1 %v6, label %b3, label %b4
b3:
  %v7 = load i32, ptr %r1
  %v8 = trunc i32 %v7 to i16
  store atomic i16 %v8, ptr @g1 seq_cst, align 2
  %v9 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v9, ptr %r1
  %v10 = load i32, ptr %c1
  %v11 = add i32 %v10, 1
  store i32 %v11, ptr %c1
  br label %b2
b4:
  call void @heddle_atomic_end()
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 acq_rel
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
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 2)
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
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
