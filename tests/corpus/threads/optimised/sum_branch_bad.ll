; A sum that does not fit decides a branch, in optimised code as well: it is used.
;@ property: overflow assert
;@ verdict: unsafe
;@ finding: overflow
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %sum = add nsw i32 %a, 1
  %is = icmp sgt i32 %sum, %a
  br i1 %is, label %larger, label %end

larger:
  br label %end

end:
  ret i32 0
}
