; Textual LLVM IR is checked directly, here without any debug information.
;@ verdict: unsafe
;@ finding: reach-error
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %large = icmp sgt i32 %x, 41
  br i1 %large, label %error, label %done

error:
  call void @reach_error()
  br label %done

done:
  ret i32 0
}
