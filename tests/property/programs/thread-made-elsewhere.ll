; Going back to before a thread was made: its slot and registers are no part of the state then.
@g0 = global i32 0

define ptr @t2(ptr %unused) {
  %a = load i32, ptr @g0
  %b = load i32, ptr @g0
  %c = add i32 %a, %b
  store i32 %c, ptr @g0
  ret ptr null
}

define ptr @t1(ptr %unused) {
  %h = alloca i64
  store i32 3, ptr @g0
  store i32 4, ptr @g0
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t2, ptr null)
  store i32 5, ptr @g0
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret ptr null
}

define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t1, ptr null)
  %v = load i32, ptr @g0
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
