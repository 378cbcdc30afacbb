; Rounds that come to nothing, for ever, may still race with each other.
@g0 = global i32 1
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  br label %b0
b0:
  %v0 = load i32, ptr @g0
  br label %b0
}

define ptr @t2(ptr %unused) {
  br label %b0
b0:
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store atomic i32 1, ptr @g0 release, align 4
  br label %b0
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
