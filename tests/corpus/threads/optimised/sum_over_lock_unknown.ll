; A sum that does not fit waits in a register while the thread takes a lock. What becomes of it is not followed so far.
;@ property: overflow assert
;@ verdict: unknown
;@ reason: U0350
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lock = global [40 x i8] zeroinitializer, align 8
@total = global i32 0, align 4

declare i32 @__VERIFIER_nondet_int()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)

define ptr @worker(ptr %unused) {
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  store i32 1, ptr @total, align 4
  %unlocked = call i32 @pthread_mutex_unlock(ptr @lock)
  ret ptr null
}

define i32 @main() {
  %thread = alloca i64, align 8
  %a = call i32 @__VERIFIER_nondet_int()
  %created = call i32 @pthread_create(ptr %thread, ptr null, ptr @worker, ptr null)
  %sum = add nsw i32 %a, 1
  %is = icmp ne i32 %a, 2147483647
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  %result = select i1 %is, i32 %sum, i32 0
  store i32 %result, ptr @total, align 4
  %unlocked = call i32 @pthread_mutex_unlock(ptr @lock)
  %id = load i64, ptr %thread, align 8
  %joined = call i32 @pthread_join(i64 %id, ptr null)
  ret i32 0
}
