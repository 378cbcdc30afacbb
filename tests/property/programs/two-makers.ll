; Two threads make one each: the numbers that a search gives the new ones depend on whom it met
; first, and must mean the same when a path is recorded and replayed.
@x = global i32 0

define ptr @child(ptr %value) {
  %v = ptrtoint ptr %value to i64
  %old = atomicrmw add ptr @x, i32 1 monotonic
  %want = trunc i64 %v to i32
  %same = icmp ne i32 %old, %want
  %ok = zext i1 %same to i32
  call void @heddle_assert(i32 %ok)
  ret ptr null
}

define ptr @maker(ptr %value) {
  %h = alloca i64
  %old = atomicrmw add ptr @x, i32 4 monotonic
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @child, ptr %value)
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @maker, ptr inttoptr (i64 4 to ptr))
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @maker, ptr inttoptr (i64 9 to ptr))
  %a = load i64, ptr %h1
  %b = load i64, ptr %h2
  %j1 = call i32 @pthread_join(i64 %a, ptr null)
  %j2 = call i32 @pthread_join(i64 %b, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @heddle_assert(i32)
