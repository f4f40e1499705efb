; Textual LLVM IR with a phi node and a select, without any debug information.
;@ verdict: safe
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %negative = icmp slt i32 %x, 0
  br i1 %negative, label %flip, label %join

flip:
  %flipped = xor i32 %x, -1
  br label %join

join:
  %y = phi i32 [ %x, %entry ], [ %flipped, %flip ]
  %small = icmp slt i32 %y, 100
  %z = select i1 %small, i32 %y, i32 100
  %wrong = icmp ugt i32 %z, 100
  br i1 %wrong, label %error, label %done

error:
  call void @reach_error()
  unreachable

done:
  ret i32 0
}
