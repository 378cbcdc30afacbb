; Whoever lets it go round as chance has it comes to a bound; a search that tries all does not.
@g0 = global i32 0
@sem0 = global [32 x i8] zeroinitializer, align 8
@rw0 = global [56 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load atomic i32, ptr @g0 seq_cst, align 4
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  store i32 %v1, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = call i32 @sem_timedwait(ptr @sem0, ptr @when)
  %v1 = icmp ne i32 %v0, 0
  %v2 = zext i1 %v1 to i32
  store i32 %v2, ptr %r0
  br label %b3
b3:
  %v5 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v5, ptr %r0
  %v6 = load i32, ptr %r0
  %v7 = icmp eq i32 %v6, 1
  br i1 %v7, label %b8, label %b9
b8:
  store i32 0, ptr @g0
  br label %b10
b9:
  store i32 1, ptr @g0
  br label %b10
b10:
  %v11 = call i32 @sem_trywait(ptr @sem0)
  %v12 = icmp ne i32 %v11, 0
  %v13 = zext i1 %v12 to i32
  store i32 %v13, ptr %r1
  %v14 = load i32, ptr %r1
  %v15 = icmp eq i32 %v14, 0
  br i1 %v15, label %b16, label %b17
b16:
  br label %b4
b19:
  br label %b18
b17:
  br label %b18
b18:
  br label %b3
b4:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 1)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_trywait(ptr)
declare i32 @sem_timedwait(ptr, ptr)
declare i32 @printf(ptr, ...)
