; LLVM IR that ends in the middle of an instruction.
;@ exit: 2
;@ error: truncated_text.ll
define i32 @main() {
entry:
  %x = add i32 1,
