; ModuleID = 'flow.c'
source_filename = "flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lock = internal global i32 0, align 4, !dbg !0
@turns = internal global i32 0, align 4, !dbg !7

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @classify(i32 noundef %c, double noundef %limit) #0 !dbg !20 {
entry:
  %retval = alloca i32, align 4
  %c.addr = alloca i32, align 4
  %limit.addr = alloca double, align 8
  store i32 %c, ptr %c.addr, align 4
    #dbg_declare(ptr %c.addr, !25, !DIExpression(), !26)
  store double %limit, ptr %limit.addr, align 8
    #dbg_declare(ptr %limit.addr, !27, !DIExpression(), !28)
  %0 = load i32, ptr %c.addr, align 4, !dbg !29
  switch i32 %0, label %sw.default [
    i32 97, label %sw.bb
    i32 101, label %sw.bb
    i32 48, label %sw.bb1
    i32 -1, label %sw.bb2
  ], !dbg !30

sw.bb:                                            ; preds = %entry, %entry
  store i32 1, ptr %retval, align 4, !dbg !31
  br label %return, !dbg !31

sw.bb1:                                           ; preds = %entry
  %1 = load i32, ptr %c.addr, align 4, !dbg !33
  %add = add nsw i32 %1, 3, !dbg !33
  store i32 %add, ptr %c.addr, align 4, !dbg !33
  br label %sw.epilog, !dbg !34

sw.bb2:                                           ; preds = %entry
  %2 = load double, ptr %limit.addr, align 8, !dbg !35
  %cmp = fcmp ogt double %2, 5.000000e-01, !dbg !36
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !37

land.rhs:                                         ; preds = %sw.bb2
  %3 = load i32, ptr %c.addr, align 4, !dbg !38
  %conv = sitofp i32 %3 to double, !dbg !38
  %4 = load double, ptr %limit.addr, align 8, !dbg !39
  %cmp3 = fcmp olt double %conv, %4, !dbg !40
  br label %land.end

land.end:                                         ; preds = %land.rhs, %sw.bb2
  %5 = phi i1 [ false, %sw.bb2 ], [ %cmp3, %land.rhs ], !dbg !41
  %6 = zext i1 %5 to i64, !dbg !35
  %cond = select i1 %5, i32 2, i32 3, !dbg !35
  store i32 %cond, ptr %retval, align 4, !dbg !42
  br label %return, !dbg !42

sw.default:                                       ; preds = %entry
  %7 = load i32, ptr %c.addr, align 4, !dbg !43
  %cmp5 = icmp sgt i32 %7, 100, !dbg !44
  br i1 %cmp5, label %cond.true, label %lor.lhs.false, !dbg !45

lor.lhs.false:                                    ; preds = %sw.default
  %8 = load i32, ptr %c.addr, align 4, !dbg !46
  %cmp7 = icmp slt i32 %8, -100, !dbg !47
  br i1 %cmp7, label %cond.true, label %cond.false, !dbg !43

cond.true:                                        ; preds = %lor.lhs.false, %sw.default
  %9 = load i32, ptr %c.addr, align 4, !dbg !48
  %sub = sub nsw i32 0, %9, !dbg !49
  br label %cond.end, !dbg !43

cond.false:                                       ; preds = %lor.lhs.false
  %10 = load i32, ptr %c.addr, align 4, !dbg !50
  %not = xor i32 %10, -1, !dbg !51
  br label %cond.end, !dbg !43

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond9 = phi i32 [ %sub, %cond.true ], [ %not, %cond.false ], !dbg !43
  store i32 %cond9, ptr %c.addr, align 4, !dbg !52
  br label %sw.epilog, !dbg !53

sw.epilog:                                        ; preds = %cond.end, %sw.bb1
  %11 = load i32, ptr %c.addr, align 4, !dbg !54
  store i32 %11, ptr %retval, align 4, !dbg !55
  br label %return, !dbg !55

return:                                           ; preds = %sw.epilog, %land.end, %sw.bb
  %12 = load i32, ptr %retval, align 4, !dbg !56
  ret i32 %12, !dbg !56
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @gcd(i32 noundef %a, i32 noundef %b) #0 !dbg !57 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !61, !DIExpression(), !62)
  store i32 %b, ptr %b.addr, align 4
    #dbg_declare(ptr %b.addr, !63, !DIExpression(), !64)
  %0 = load i32, ptr %b.addr, align 4, !dbg !65
  %tobool = icmp ne i32 %0, 0, !dbg !65
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !65

cond.true:                                        ; preds = %entry
  %1 = load i32, ptr %b.addr, align 4, !dbg !66
  %2 = load i32, ptr %a.addr, align 4, !dbg !67
  %3 = load i32, ptr %b.addr, align 4, !dbg !68
  %rem = urem i32 %2, %3, !dbg !69
  %call = call i32 @gcd(i32 noundef %1, i32 noundef %rem), !dbg !70
  br label %cond.end, !dbg !65

cond.false:                                       ; preds = %entry
  %4 = load i32, ptr %a.addr, align 4, !dbg !71
  br label %cond.end, !dbg !65

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %4, %cond.false ], !dbg !65
  ret i32 %cond, !dbg !72
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @spin() #0 !dbg !73 {
entry:
  %free = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %free) #4, !dbg !75
    #dbg_declare(ptr %free, !76, !DIExpression(), !77)
  store i32 0, ptr %free, align 4, !dbg !77
  br label %while.cond, !dbg !78

while.cond:                                       ; preds = %while.body, %entry
  store i32 1, ptr %.atomictmp, align 4, !dbg !79
  %0 = load i32, ptr %free, align 4, !dbg !79
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !79
  %2 = cmpxchg ptr @lock, i32 %0, i32 %1 acquire monotonic, align 4, !dbg !79
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !79
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !79
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !79

cmpxchg.store_expected:                           ; preds = %while.cond
  store i32 %3, ptr %free, align 4, !dbg !79
  br label %cmpxchg.continue, !dbg !79

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.cond
  %storedv = zext i1 %4 to i8, !dbg !79
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !79
  %5 = load i8, ptr %cmpxchg.bool, align 1, !dbg !79
  %loadedv = trunc i8 %5 to i1, !dbg !79
  %lnot = xor i1 %loadedv, true, !dbg !80
  br i1 %lnot, label %while.body, label %while.end, !dbg !78

while.body:                                       ; preds = %cmpxchg.continue
  store i32 0, ptr %free, align 4, !dbg !81
  br label %while.cond, !dbg !78, !llvm.loop !82

while.end:                                        ; preds = %cmpxchg.continue
  store i32 1, ptr %.atomictmp1, align 4, !dbg !85
  %6 = load i32, ptr %.atomictmp1, align 4, !dbg !85
  %7 = atomicrmw add ptr @turns, i32 %6 seq_cst, align 4, !dbg !85
  store i32 %7, ptr %atomic-temp, align 4, !dbg !85
  %8 = load i32, ptr %atomic-temp, align 4, !dbg !85
  store i32 0, ptr %.atomictmp2, align 4, !dbg !86
  %9 = load i32, ptr %.atomictmp2, align 4, !dbg !86
  store atomic i32 %9, ptr @lock release, align 4, !dbg !86
  %atomic-load = load atomic i32, ptr @turns seq_cst, align 4, !dbg !87
  call void @llvm.lifetime.end.p0(ptr %free) #4, !dbg !88
  ret i32 %atomic-load, !dbg !89
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !90 {
entry:
  %retval = alloca i32, align 4
  %step = alloca ptr, align 8
  %sum = alloca i64, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %square = alloca i32, align 4
  %done = alloca i8, align 1
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(ptr %step) #4, !dbg !91
    #dbg_declare(ptr %step, !92, !DIExpression(), !96)
  %call = call i32 @input(), !dbg !97
  %tobool = icmp ne i32 %call, 0, !dbg !97
  %0 = zext i1 %tobool to i64, !dbg !97
  %cond = select i1 %tobool, ptr @twice, ptr @next, !dbg !97
  store ptr %cond, ptr %step, align 8, !dbg !96
  call void @llvm.lifetime.start.p0(ptr %sum) #4, !dbg !98
    #dbg_declare(ptr %sum, !99, !DIExpression(), !101)
  store i64 0, ptr %sum, align 8, !dbg !101
  call void @llvm.lifetime.start.p0(ptr %i) #4, !dbg !102
    #dbg_declare(ptr %i, !104, !DIExpression(), !105)
  store i32 0, ptr %i, align 4, !dbg !105
  br label %for.cond, !dbg !102

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !106
  %cmp = icmp slt i32 %1, 10, !dbg !108
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !109

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, ptr %cleanup.dest.slot, align 4
  call void @llvm.lifetime.end.p0(ptr %i) #4, !dbg !110
  br label %for.end

for.body:                                         ; preds = %for.cond
  call void @llvm.lifetime.start.p0(ptr %square) #4, !dbg !111
    #dbg_declare(ptr %square, !113, !DIExpression(), !114)
  %2 = load i32, ptr %i, align 4, !dbg !115
  %3 = load i32, ptr %i, align 4, !dbg !116
  %mul = mul nsw i32 %2, %3, !dbg !117
  store i32 %mul, ptr %square, align 4, !dbg !114
  %4 = load i32, ptr %square, align 4, !dbg !118
  %rem = srem i32 %4, 3, !dbg !120
  %cmp1 = icmp eq i32 %rem, 1, !dbg !121
  br i1 %cmp1, label %if.then, label %if.end, !dbg !121

if.then:                                          ; preds = %for.body
  store i32 4, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !122

if.end:                                           ; preds = %for.body
  %5 = load ptr, ptr %step, align 8, !dbg !123
  %6 = load i32, ptr %square, align 4, !dbg !124
  %call2 = call i32 %5(i32 noundef %6), !dbg !123
  %conv = sext i32 %call2 to i64, !dbg !123
  %7 = load i64, ptr %sum, align 8, !dbg !125
  %add = add nsw i64 %7, %conv, !dbg !125
  store i64 %add, ptr %sum, align 8, !dbg !125
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !126
  br label %cleanup, !dbg !126

cleanup:                                          ; preds = %if.end, %if.then
  call void @llvm.lifetime.end.p0(ptr %square) #4, !dbg !126
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %unreachable [
    i32 0, label %cleanup.cont
    i32 4, label %for.inc
  ]

cleanup.cont:                                     ; preds = %cleanup
  br label %for.inc, !dbg !127

for.inc:                                          ; preds = %cleanup.cont, %cleanup
  %8 = load i32, ptr %i, align 4, !dbg !128
  %inc = add nsw i32 %8, 1, !dbg !128
  store i32 %inc, ptr %i, align 4, !dbg !128
  br label %for.cond, !dbg !110, !llvm.loop !129

for.end:                                          ; preds = %for.cond.cleanup
  %9 = load i64, ptr %sum, align 8, !dbg !131
  %cmp4 = icmp slt i64 %9, 0, !dbg !133
  br i1 %cmp4, label %if.then6, label %if.end7, !dbg !133

if.then6:                                         ; preds = %for.end
  call void @abort() #5, !dbg !134
  unreachable, !dbg !134

if.end7:                                          ; preds = %for.end
  call void @llvm.lifetime.start.p0(ptr %done) #4, !dbg !135
    #dbg_declare(ptr %done, !136, !DIExpression(), !138)
  %10 = load i64, ptr %sum, align 8, !dbg !139
  %tobool8 = icmp ne i64 %10, 0, !dbg !139
  %storedv = zext i1 %tobool8 to i8, !dbg !138
  store i8 %storedv, ptr %done, align 1, !dbg !138
  %11 = load i64, ptr %sum, align 8, !dbg !140
  %conv9 = trunc i64 %11 to i32, !dbg !141
  %call10 = call i32 @input(), !dbg !142
  %call11 = call i32 @classify(i32 noundef %call10, double noundef 2.500000e-01), !dbg !143
  %add12 = add nsw i32 %conv9, %call11, !dbg !144
  %call13 = call i32 @gcd(i32 noundef 12, i32 noundef 18), !dbg !145
  %add14 = add nsw i32 %add12, %call13, !dbg !146
  %call15 = call i32 @spin(), !dbg !147
  %add16 = add nsw i32 %add14, %call15, !dbg !148
  %12 = load i8, ptr %done, align 1, !dbg !149
  %loadedv = trunc i8 %12 to i1, !dbg !149
  %conv17 = zext i1 %loadedv to i32, !dbg !149
  %add18 = add nsw i32 %add16, %conv17, !dbg !150
  store i32 %add18, ptr %retval, align 4, !dbg !151
  store i32 1, ptr %cleanup.dest.slot, align 4
  call void @llvm.lifetime.end.p0(ptr %done) #4, !dbg !152
  call void @llvm.lifetime.end.p0(ptr %sum) #4, !dbg !152
  call void @llvm.lifetime.end.p0(ptr %step) #4, !dbg !152
  %13 = load i32, ptr %retval, align 4, !dbg !152
  ret i32 %13, !dbg !152

unreachable:                                      ; preds = %cleanup
  unreachable
}

declare i32 @input() #2

; Function Attrs: noinline nounwind uwtable
define internal i32 @twice(i32 noundef %x) #0 !dbg !153 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !154, !DIExpression(), !155)
  %0 = load i32, ptr %x.addr, align 4, !dbg !156
  %mul = mul nsw i32 2, %0, !dbg !157
  ret i32 %mul, !dbg !158
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @next(i32 noundef %x) #0 !dbg !159 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !160, !DIExpression(), !161)
  %0 = load i32, ptr %x.addr, align 4, !dbg !162
  %add = add nsw i32 %0, 1, !dbg !163
  ret i32 %add, !dbg !164
}

; Function Attrs: noreturn nounwind
declare void @abort() #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!12, !13, !14, !15, !16, !17, !18}
!llvm.ident = !{!19}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 22", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "flow.c", directory: ".", checksumkind: CSK_MD5, checksum: "1c0f3e51d6f1cf3eb3672ba02358c5fa")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !0}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "turns", scope: !2, file: !3, line: 5, type: !9, isLocal: true, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !10, line: 104, baseType: !11)
!10 = !DIFile(filename: "lib/llvm-22/lib/clang/22/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!11 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !5)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 8, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 2}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = !{!"clang version 22"}
!20 = distinct !DISubprogram(name: "classify", scope: !3, file: !3, line: 11, type: !21, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!21 = !DISubroutineType(types: !22)
!22 = !{!5, !5, !23}
!23 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!24 = !{}
!25 = !DILocalVariable(name: "c", arg: 1, scope: !20, file: !3, line: 11, type: !5)
!26 = !DILocation(line: 11, column: 18, scope: !20)
!27 = !DILocalVariable(name: "limit", arg: 2, scope: !20, file: !3, line: 11, type: !23)
!28 = !DILocation(line: 11, column: 28, scope: !20)
!29 = !DILocation(line: 12, column: 13, scope: !20)
!30 = !DILocation(line: 12, column: 5, scope: !20)
!31 = !DILocation(line: 13, column: 25, scope: !32)
!32 = distinct !DILexicalBlock(scope: !20, file: !3, line: 12, column: 16)
!33 = !DILocation(line: 14, column: 17, scope: !32)
!34 = !DILocation(line: 14, column: 23, scope: !32)
!35 = !DILocation(line: 15, column: 21, scope: !32)
!36 = !DILocation(line: 15, column: 27, scope: !32)
!37 = !DILocation(line: 15, column: 33, scope: !32)
!38 = !DILocation(line: 15, column: 36, scope: !32)
!39 = !DILocation(line: 15, column: 40, scope: !32)
!40 = !DILocation(line: 15, column: 38, scope: !32)
!41 = !DILocation(line: 0, scope: !32)
!42 = !DILocation(line: 15, column: 14, scope: !32)
!43 = !DILocation(line: 16, column: 18, scope: !32)
!44 = !DILocation(line: 16, column: 20, scope: !32)
!45 = !DILocation(line: 16, column: 26, scope: !32)
!46 = !DILocation(line: 16, column: 29, scope: !32)
!47 = !DILocation(line: 16, column: 31, scope: !32)
!48 = !DILocation(line: 16, column: 41, scope: !32)
!49 = !DILocation(line: 16, column: 40, scope: !32)
!50 = !DILocation(line: 16, column: 46, scope: !32)
!51 = !DILocation(line: 16, column: 45, scope: !32)
!52 = !DILocation(line: 16, column: 16, scope: !32)
!53 = !DILocation(line: 17, column: 5, scope: !32)
!54 = !DILocation(line: 18, column: 12, scope: !20)
!55 = !DILocation(line: 18, column: 5, scope: !20)
!56 = !DILocation(line: 19, column: 1, scope: !20)
!57 = distinct !DISubprogram(name: "gcd", scope: !3, file: !3, line: 21, type: !58, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!58 = !DISubroutineType(types: !59)
!59 = !{!60, !60, !60}
!60 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!61 = !DILocalVariable(name: "a", arg: 1, scope: !57, file: !3, line: 21, type: !60)
!62 = !DILocation(line: 21, column: 23, scope: !57)
!63 = !DILocalVariable(name: "b", arg: 2, scope: !57, file: !3, line: 21, type: !60)
!64 = !DILocation(line: 21, column: 35, scope: !57)
!65 = !DILocation(line: 21, column: 47, scope: !57)
!66 = !DILocation(line: 21, column: 55, scope: !57)
!67 = !DILocation(line: 21, column: 58, scope: !57)
!68 = !DILocation(line: 21, column: 62, scope: !57)
!69 = !DILocation(line: 21, column: 60, scope: !57)
!70 = !DILocation(line: 21, column: 51, scope: !57)
!71 = !DILocation(line: 21, column: 67, scope: !57)
!72 = !DILocation(line: 21, column: 40, scope: !57)
!73 = distinct !DISubprogram(name: "spin", scope: !3, file: !3, line: 23, type: !74, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!74 = !DISubroutineType(types: !4)
!75 = !DILocation(line: 24, column: 5, scope: !73)
!76 = !DILocalVariable(name: "free", scope: !73, file: !3, line: 24, type: !5)
!77 = !DILocation(line: 24, column: 9, scope: !73)
!78 = !DILocation(line: 25, column: 5, scope: !73)
!79 = !DILocation(line: 25, column: 13, scope: !73)
!80 = !DILocation(line: 25, column: 12, scope: !73)
!81 = !DILocation(line: 26, column: 14, scope: !73)
!82 = distinct !{!82, !78, !83, !84}
!83 = !DILocation(line: 26, column: 16, scope: !73)
!84 = !{!"llvm.loop.mustprogress"}
!85 = !DILocation(line: 27, column: 5, scope: !73)
!86 = !DILocation(line: 28, column: 5, scope: !73)
!87 = !DILocation(line: 29, column: 12, scope: !73)
!88 = !DILocation(line: 30, column: 1, scope: !73)
!89 = !DILocation(line: 29, column: 5, scope: !73)
!90 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 32, type: !74, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!91 = !DILocation(line: 33, column: 5, scope: !90)
!92 = !DILocalVariable(name: "step", scope: !90, file: !3, line: 33, type: !93)
!93 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !94, size: 64)
!94 = !DISubroutineType(types: !95)
!95 = !{!5, !5}
!96 = !DILocation(line: 33, column: 11, scope: !90)
!97 = !DILocation(line: 33, column: 24, scope: !90)
!98 = !DILocation(line: 34, column: 5, scope: !90)
!99 = !DILocalVariable(name: "sum", scope: !90, file: !3, line: 34, type: !100)
!100 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!101 = !DILocation(line: 34, column: 10, scope: !90)
!102 = !DILocation(line: 35, column: 10, scope: !103)
!103 = distinct !DILexicalBlock(scope: !90, file: !3, line: 35, column: 5)
!104 = !DILocalVariable(name: "i", scope: !103, file: !3, line: 35, type: !5)
!105 = !DILocation(line: 35, column: 14, scope: !103)
!106 = !DILocation(line: 35, column: 21, scope: !107)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 35, column: 5)
!108 = !DILocation(line: 35, column: 23, scope: !107)
!109 = !DILocation(line: 35, column: 5, scope: !103)
!110 = !DILocation(line: 35, column: 5, scope: !107)
!111 = !DILocation(line: 36, column: 9, scope: !112)
!112 = distinct !DILexicalBlock(scope: !107, file: !3, line: 35, column: 34)
!113 = !DILocalVariable(name: "square", scope: !112, file: !3, line: 36, type: !5)
!114 = !DILocation(line: 36, column: 13, scope: !112)
!115 = !DILocation(line: 36, column: 22, scope: !112)
!116 = !DILocation(line: 36, column: 26, scope: !112)
!117 = !DILocation(line: 36, column: 24, scope: !112)
!118 = !DILocation(line: 37, column: 13, scope: !119)
!119 = distinct !DILexicalBlock(scope: !112, file: !3, line: 37, column: 13)
!120 = !DILocation(line: 37, column: 20, scope: !119)
!121 = !DILocation(line: 37, column: 24, scope: !119)
!122 = !DILocation(line: 38, column: 13, scope: !119)
!123 = !DILocation(line: 39, column: 16, scope: !112)
!124 = !DILocation(line: 39, column: 21, scope: !112)
!125 = !DILocation(line: 39, column: 13, scope: !112)
!126 = !DILocation(line: 40, column: 5, scope: !107)
!127 = !DILocation(line: 40, column: 5, scope: !112)
!128 = !DILocation(line: 35, column: 30, scope: !107)
!129 = distinct !{!129, !109, !130, !84}
!130 = !DILocation(line: 40, column: 5, scope: !103)
!131 = !DILocation(line: 41, column: 9, scope: !132)
!132 = distinct !DILexicalBlock(scope: !90, file: !3, line: 41, column: 9)
!133 = !DILocation(line: 41, column: 13, scope: !132)
!134 = !DILocation(line: 42, column: 9, scope: !132)
!135 = !DILocation(line: 43, column: 5, scope: !90)
!136 = !DILocalVariable(name: "done", scope: !90, file: !3, line: 43, type: !137)
!137 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!138 = !DILocation(line: 43, column: 11, scope: !90)
!139 = !DILocation(line: 43, column: 18, scope: !90)
!140 = !DILocation(line: 44, column: 17, scope: !90)
!141 = !DILocation(line: 44, column: 12, scope: !90)
!142 = !DILocation(line: 44, column: 32, scope: !90)
!143 = !DILocation(line: 44, column: 23, scope: !90)
!144 = !DILocation(line: 44, column: 21, scope: !90)
!145 = !DILocation(line: 44, column: 54, scope: !90)
!146 = !DILocation(line: 44, column: 47, scope: !90)
!147 = !DILocation(line: 44, column: 68, scope: !90)
!148 = !DILocation(line: 44, column: 66, scope: !90)
!149 = !DILocation(line: 44, column: 77, scope: !90)
!150 = !DILocation(line: 44, column: 75, scope: !90)
!151 = !DILocation(line: 44, column: 5, scope: !90)
!152 = !DILocation(line: 45, column: 1, scope: !90)
!153 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 8, type: !94, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!154 = !DILocalVariable(name: "x", arg: 1, scope: !153, file: !3, line: 8, type: !5)
!155 = !DILocation(line: 8, column: 22, scope: !153)
!156 = !DILocation(line: 8, column: 38, scope: !153)
!157 = !DILocation(line: 8, column: 36, scope: !153)
!158 = !DILocation(line: 8, column: 27, scope: !153)
!159 = distinct !DISubprogram(name: "next", scope: !3, file: !3, line: 9, type: !94, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!160 = !DILocalVariable(name: "x", arg: 1, scope: !159, file: !3, line: 9, type: !5)
!161 = !DILocation(line: 9, column: 21, scope: !159)
!162 = !DILocation(line: 9, column: 33, scope: !159)
!163 = !DILocation(line: 9, column: 35, scope: !159)
!164 = !DILocation(line: 9, column: 26, scope: !159)
