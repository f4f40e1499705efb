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
    #dbg_declare(ptr %free, !75, !DIExpression(), !76)
  store i32 0, ptr %free, align 4, !dbg !76
  br label %while.cond, !dbg !77

while.cond:                                       ; preds = %while.body, %entry
  store i32 1, ptr %.atomictmp, align 4, !dbg !78
  %0 = load i32, ptr %free, align 4, !dbg !78
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !78
  %2 = cmpxchg ptr @lock, i32 %0, i32 %1 acquire monotonic, align 4, !dbg !78
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !78
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !78
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !78

cmpxchg.store_expected:                           ; preds = %while.cond
  store i32 %3, ptr %free, align 4, !dbg !78
  br label %cmpxchg.continue, !dbg !78

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.cond
  %storedv = zext i1 %4 to i8, !dbg !78
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !78
  %5 = load i8, ptr %cmpxchg.bool, align 1, !dbg !78
  %loadedv = trunc i8 %5 to i1, !dbg !78
  %lnot = xor i1 %loadedv, true, !dbg !79
  br i1 %lnot, label %while.body, label %while.end, !dbg !77

while.body:                                       ; preds = %cmpxchg.continue
  store i32 0, ptr %free, align 4, !dbg !80
  br label %while.cond, !dbg !77, !llvm.loop !81

while.end:                                        ; preds = %cmpxchg.continue
  store i32 1, ptr %.atomictmp1, align 4, !dbg !84
  %6 = load i32, ptr %.atomictmp1, align 4, !dbg !84
  %7 = atomicrmw add ptr @turns, i32 %6 seq_cst, align 4, !dbg !84
  store i32 %7, ptr %atomic-temp, align 4, !dbg !84
  %8 = load i32, ptr %atomic-temp, align 4, !dbg !84
  store i32 0, ptr %.atomictmp2, align 4, !dbg !85
  %9 = load i32, ptr %.atomictmp2, align 4, !dbg !85
  store atomic i32 %9, ptr @lock release, align 4, !dbg !85
  %atomic-load = load atomic i32, ptr @turns seq_cst, align 4, !dbg !86
  ret i32 %atomic-load, !dbg !87
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !88 {
entry:
  %retval = alloca i32, align 4
  %step = alloca ptr, align 8
  %sum = alloca i64, align 8
  %i = alloca i32, align 4
  %square = alloca i32, align 4
  %done = alloca i8, align 1
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %step, !89, !DIExpression(), !93)
  %call = call i32 @input(), !dbg !94
  %tobool = icmp ne i32 %call, 0, !dbg !94
  %0 = zext i1 %tobool to i64, !dbg !94
  %cond = select i1 %tobool, ptr @twice, ptr @next, !dbg !94
  store ptr %cond, ptr %step, align 8, !dbg !93
    #dbg_declare(ptr %sum, !95, !DIExpression(), !97)
  store i64 0, ptr %sum, align 8, !dbg !97
    #dbg_declare(ptr %i, !98, !DIExpression(), !100)
  store i32 0, ptr %i, align 4, !dbg !100
  br label %for.cond, !dbg !101

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !102
  %cmp = icmp slt i32 %1, 10, !dbg !104
  br i1 %cmp, label %for.body, label %for.end, !dbg !105

for.body:                                         ; preds = %for.cond
    #dbg_declare(ptr %square, !106, !DIExpression(), !108)
  %2 = load i32, ptr %i, align 4, !dbg !109
  %3 = load i32, ptr %i, align 4, !dbg !110
  %mul = mul nsw i32 %2, %3, !dbg !111
  store i32 %mul, ptr %square, align 4, !dbg !108
  %4 = load i32, ptr %square, align 4, !dbg !112
  %rem = srem i32 %4, 3, !dbg !114
  %cmp1 = icmp eq i32 %rem, 1, !dbg !115
  br i1 %cmp1, label %if.then, label %if.end, !dbg !116

if.then:                                          ; preds = %for.body
  br label %for.inc, !dbg !117

if.end:                                           ; preds = %for.body
  %5 = load ptr, ptr %step, align 8, !dbg !118
  %6 = load i32, ptr %square, align 4, !dbg !119
  %call2 = call i32 %5(i32 noundef %6), !dbg !118
  %conv = sext i32 %call2 to i64, !dbg !118
  %7 = load i64, ptr %sum, align 8, !dbg !120
  %add = add nsw i64 %7, %conv, !dbg !120
  store i64 %add, ptr %sum, align 8, !dbg !120
  br label %for.inc, !dbg !121

for.inc:                                          ; preds = %if.end, %if.then
  %8 = load i32, ptr %i, align 4, !dbg !122
  %inc = add nsw i32 %8, 1, !dbg !122
  store i32 %inc, ptr %i, align 4, !dbg !122
  br label %for.cond, !dbg !123, !llvm.loop !124

for.end:                                          ; preds = %for.cond
  %9 = load i64, ptr %sum, align 8, !dbg !126
  %cmp3 = icmp slt i64 %9, 0, !dbg !128
  br i1 %cmp3, label %if.then5, label %if.end6, !dbg !129

if.then5:                                         ; preds = %for.end
  call void @abort() #3, !dbg !130
  unreachable, !dbg !130

if.end6:                                          ; preds = %for.end
    #dbg_declare(ptr %done, !131, !DIExpression(), !133)
  %10 = load i64, ptr %sum, align 8, !dbg !134
  %tobool7 = icmp ne i64 %10, 0, !dbg !134
  %storedv = zext i1 %tobool7 to i8, !dbg !133
  store i8 %storedv, ptr %done, align 1, !dbg !133
  %11 = load i64, ptr %sum, align 8, !dbg !135
  %conv8 = trunc i64 %11 to i32, !dbg !136
  %call9 = call i32 @input(), !dbg !137
  %call10 = call i32 @classify(i32 noundef %call9, double noundef 2.500000e-01), !dbg !138
  %add11 = add nsw i32 %conv8, %call10, !dbg !139
  %call12 = call i32 @gcd(i32 noundef 12, i32 noundef 18), !dbg !140
  %add13 = add nsw i32 %add11, %call12, !dbg !141
  %call14 = call i32 @spin(), !dbg !142
  %add15 = add nsw i32 %add13, %call14, !dbg !143
  %12 = load i8, ptr %done, align 1, !dbg !144
  %loadedv = trunc i8 %12 to i1, !dbg !144
  %conv16 = zext i1 %loadedv to i32, !dbg !144
  %add17 = add nsw i32 %add15, %conv16, !dbg !145
  ret i32 %add17, !dbg !146
}

declare i32 @input() #1

; Function Attrs: noinline nounwind uwtable
define internal i32 @twice(i32 noundef %x) #0 !dbg !147 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !148, !DIExpression(), !149)
  %0 = load i32, ptr %x.addr, align 4, !dbg !150
  %mul = mul nsw i32 2, %0, !dbg !151
  ret i32 %mul, !dbg !152
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @next(i32 noundef %x) #0 !dbg !153 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !154, !DIExpression(), !155)
  %0 = load i32, ptr %x.addr, align 4, !dbg !156
  %add = add nsw i32 %0, 1, !dbg !157
  ret i32 %add, !dbg !158
}

; Function Attrs: noreturn nounwind
declare void @abort() #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!12, !13, !14, !15, !16, !17, !18}
!llvm.ident = !{!19}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 6, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 19", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "flow.c", directory: ".", checksumkind: CSK_MD5, checksum: "1c0f3e51d6f1cf3eb3672ba02358c5fa")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !0}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "turns", scope: !2, file: !3, line: 5, type: !9, isLocal: true, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !10, line: 104, baseType: !11)
!10 = !DIFile(filename: "lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!11 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !5)
!12 = !{i32 7, !"Dwarf Version", i32 5}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !{i32 1, !"wchar_size", i32 4}
!15 = !{i32 8, !"PIC Level", i32 2}
!16 = !{i32 7, !"PIE Level", i32 2}
!17 = !{i32 7, !"uwtable", i32 2}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = !{!"clang version 19"}
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
!75 = !DILocalVariable(name: "free", scope: !73, file: !3, line: 24, type: !5)
!76 = !DILocation(line: 24, column: 9, scope: !73)
!77 = !DILocation(line: 25, column: 5, scope: !73)
!78 = !DILocation(line: 25, column: 13, scope: !73)
!79 = !DILocation(line: 25, column: 12, scope: !73)
!80 = !DILocation(line: 26, column: 14, scope: !73)
!81 = distinct !{!81, !77, !82, !83}
!82 = !DILocation(line: 26, column: 16, scope: !73)
!83 = !{!"llvm.loop.mustprogress"}
!84 = !DILocation(line: 27, column: 5, scope: !73)
!85 = !DILocation(line: 28, column: 5, scope: !73)
!86 = !DILocation(line: 29, column: 12, scope: !73)
!87 = !DILocation(line: 29, column: 5, scope: !73)
!88 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 32, type: !74, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !24)
!89 = !DILocalVariable(name: "step", scope: !88, file: !3, line: 33, type: !90)
!90 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64)
!91 = !DISubroutineType(types: !92)
!92 = !{!5, !5}
!93 = !DILocation(line: 33, column: 11, scope: !88)
!94 = !DILocation(line: 33, column: 24, scope: !88)
!95 = !DILocalVariable(name: "sum", scope: !88, file: !3, line: 34, type: !96)
!96 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!97 = !DILocation(line: 34, column: 10, scope: !88)
!98 = !DILocalVariable(name: "i", scope: !99, file: !3, line: 35, type: !5)
!99 = distinct !DILexicalBlock(scope: !88, file: !3, line: 35, column: 5)
!100 = !DILocation(line: 35, column: 14, scope: !99)
!101 = !DILocation(line: 35, column: 10, scope: !99)
!102 = !DILocation(line: 35, column: 21, scope: !103)
!103 = distinct !DILexicalBlock(scope: !99, file: !3, line: 35, column: 5)
!104 = !DILocation(line: 35, column: 23, scope: !103)
!105 = !DILocation(line: 35, column: 5, scope: !99)
!106 = !DILocalVariable(name: "square", scope: !107, file: !3, line: 36, type: !5)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 35, column: 34)
!108 = !DILocation(line: 36, column: 13, scope: !107)
!109 = !DILocation(line: 36, column: 22, scope: !107)
!110 = !DILocation(line: 36, column: 26, scope: !107)
!111 = !DILocation(line: 36, column: 24, scope: !107)
!112 = !DILocation(line: 37, column: 13, scope: !113)
!113 = distinct !DILexicalBlock(scope: !107, file: !3, line: 37, column: 13)
!114 = !DILocation(line: 37, column: 20, scope: !113)
!115 = !DILocation(line: 37, column: 24, scope: !113)
!116 = !DILocation(line: 37, column: 13, scope: !107)
!117 = !DILocation(line: 38, column: 13, scope: !113)
!118 = !DILocation(line: 39, column: 16, scope: !107)
!119 = !DILocation(line: 39, column: 21, scope: !107)
!120 = !DILocation(line: 39, column: 13, scope: !107)
!121 = !DILocation(line: 40, column: 5, scope: !107)
!122 = !DILocation(line: 35, column: 30, scope: !103)
!123 = !DILocation(line: 35, column: 5, scope: !103)
!124 = distinct !{!124, !105, !125, !83}
!125 = !DILocation(line: 40, column: 5, scope: !99)
!126 = !DILocation(line: 41, column: 9, scope: !127)
!127 = distinct !DILexicalBlock(scope: !88, file: !3, line: 41, column: 9)
!128 = !DILocation(line: 41, column: 13, scope: !127)
!129 = !DILocation(line: 41, column: 9, scope: !88)
!130 = !DILocation(line: 42, column: 9, scope: !127)
!131 = !DILocalVariable(name: "done", scope: !88, file: !3, line: 43, type: !132)
!132 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!133 = !DILocation(line: 43, column: 11, scope: !88)
!134 = !DILocation(line: 43, column: 18, scope: !88)
!135 = !DILocation(line: 44, column: 17, scope: !88)
!136 = !DILocation(line: 44, column: 12, scope: !88)
!137 = !DILocation(line: 44, column: 32, scope: !88)
!138 = !DILocation(line: 44, column: 23, scope: !88)
!139 = !DILocation(line: 44, column: 21, scope: !88)
!140 = !DILocation(line: 44, column: 54, scope: !88)
!141 = !DILocation(line: 44, column: 47, scope: !88)
!142 = !DILocation(line: 44, column: 68, scope: !88)
!143 = !DILocation(line: 44, column: 66, scope: !88)
!144 = !DILocation(line: 44, column: 77, scope: !88)
!145 = !DILocation(line: 44, column: 75, scope: !88)
!146 = !DILocation(line: 44, column: 5, scope: !88)
!147 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 8, type: !91, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!148 = !DILocalVariable(name: "x", arg: 1, scope: !147, file: !3, line: 8, type: !5)
!149 = !DILocation(line: 8, column: 22, scope: !147)
!150 = !DILocation(line: 8, column: 38, scope: !147)
!151 = !DILocation(line: 8, column: 36, scope: !147)
!152 = !DILocation(line: 8, column: 27, scope: !147)
!153 = distinct !DISubprogram(name: "next", scope: !3, file: !3, line: 9, type: !91, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !24)
!154 = !DILocalVariable(name: "x", arg: 1, scope: !153, file: !3, line: 9, type: !5)
!155 = !DILocation(line: 9, column: 21, scope: !153)
!156 = !DILocation(line: 9, column: 33, scope: !153)
!157 = !DILocation(line: 9, column: 35, scope: !153)
!158 = !DILocation(line: 9, column: 26, scope: !153)
