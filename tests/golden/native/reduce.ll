; portkern native code

define internal void @reduce.block(ptr %launch, ptr noalias %scratch, ptr readonly align 16 %p.x, ptr %p.sums) #1 {
  %s.kept = alloca [64 x float], align 64
  %l.s = alloca i32
  %exec.1 = alloca <64 x i32>
  %idle.1 = alloca i64
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  %s.tile = getelementptr inbounds i8, ptr %scratch, i64 0
  store i32 0, ptr %l.s
  %v5 = sext i32 %block.x to i64
  %v6 = mul nuw nsw i64 %v5, 64
  br label %for1
for1:
  %for1.some = icmp slt i32 0, 64
  %for1.gap = sub i32 64, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -64
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v7.u = phi i32 [ 0, %for1 ], [ %v7.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v7.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <64 x i32> splat (i32 -1), ptr %exec.1
  store i64 0, ptr %idle.1
  %v8.u = sext i32 %v7.u to i64
  %v9.u = add nuw nsw i64 %v6, %v8.u
  %v10.u = getelementptr float, ptr %p.x, i64 %v9.u
  %v11.v = load <64 x float>, ptr %v10.u, align 4
  %v12.u = getelementptr float, ptr %s.tile, i64 %v8.u
  store <64 x float> %v11.v, ptr %v12.u, align 4
  %v13.u = getelementptr float, ptr %s.kept, i32 %v7.u
  store <64 x float> %v11.v, ptr %v13.u, align 4
  br label %for1.next
for1.next:
  %v7.u.next = add i32 %v7.u, 64
  br label %for1.head
for1.end:
  store i32 32, ptr %l.s
  br label %loop2
loop2:
  %stop3 = load volatile i32, ptr %stop, align 4
  %stop3.now = icmp ne i32 %stop3, 0
  br i1 %stop3.now, label %block.end, label %stop3.go, !prof !3
stop3.go:
  %v14 = load i32, ptr %l.s
  %v15 = icmp sle i32 %v14, 0
  br i1 %v15, label %if4.then, label %if4.end
if4.then:
  br label %loop2.end
if4.end:
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v16 = phi i32 [ 0, %for5 ], [ %v16.next, %for5.next ]
  %for5.go = icmp slt i32 %v16, %v14
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v17 = getelementptr inbounds float, ptr %s.tile, i32 %v16
  %v18 = load float, ptr %v17, align 4, !llvm.access.group !5
  %v19 = add i32 %v16, %v14
  %v20 = getelementptr inbounds float, ptr %s.tile, i32 %v19
  %v21 = load float, ptr %v20, align 4, !llvm.access.group !5
  %v22 = fadd float %v18, %v21
  store float %v22, ptr %v17, align 4, !llvm.access.group !5
  br label %for5.next
for5.next:
  %v16.next = add nuw nsw i32 %v16, 1
  br label %for5.head, !llvm.loop !6
for5.end:
  %v23 = ashr i32 %v14, 1
  store i32 %v23, ptr %l.s
  br label %loop2
loop2.end:
  %v24 = load float, ptr %s.tile, align 4
  %v25 = getelementptr inbounds float, ptr %p.sums, i32 %block.x
  store float %v24, ptr %v25, align 4
  br label %block.end
block.end:
  ret void
}

define void @k.reduce(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.sums.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.sums = load ptr, ptr %p.sums.at, align 8
  call void @reduce.block(ptr %launch, ptr %scratch, ptr %p.x, ptr %p.sums)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
!5 = distinct !{}
!6 = distinct !{!6, !1, !0, !{!"llvm.loop.parallel_accesses", !5}}
