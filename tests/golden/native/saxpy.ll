; portkern native code

define internal void @saxpy.block(ptr %launch, ptr noalias %scratch, ptr noalias readonly %p.x, i64 %p.n, ptr noalias %p.y, float %p.a) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %v6 = sext i32 %dim.x to i64
  %v7 = sext i32 %block.x to i64
  %v8 = mul nuw nsw i64 %v7, %v6
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v9 = phi i64 [ 0, %for1 ], [ %v9.next, %for1.next ]
  %for1.go = icmp slt i64 %v9, %v6
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v10 = add nuw nsw i64 %v8, %v9
  %v11 = icmp slt i64 %v10, %p.n
  br i1 %v11, label %if2.then, label %if2.end
if2.then:
  %v12 = getelementptr inbounds float, ptr %p.x, i64 %v10
  %v13 = load float, ptr %v12, align 4, !llvm.access.group !5
  %v14 = fmul float %p.a, %v13
  %v15 = getelementptr inbounds float, ptr %p.y, i64 %v10
  %v16 = load float, ptr %v15, align 4, !llvm.access.group !5
  %v17 = fadd float %v14, %v16
  store float %v17, ptr %v15, align 4, !llvm.access.group !5
  br label %if2.end
if2.end:
  br label %for1.next
for1.next:
  %v9.next = add nuw nsw i64 %v9, 1
  br label %for1.head, !llvm.loop !6
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.saxpy(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.y.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.y = load ptr, ptr %p.y.at, align 8
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.a = load float, ptr %p.a.at, align 4
  call void @saxpy.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, ptr %p.y, float %p.a)
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
