; portkern native code

define internal void @columns.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.x.shape1, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %first.y.at = getelementptr inbounds i8, ptr %launch, i64 88
  %first.y = load i64, ptr %first.y.at, align 8, !range !4
  %v11 = sub i64 %p.x.shape0, %first.x
  %v12 = bitcast i64 %v11 to i64
  %v13 = call i64 @llvm.umin.i64(i64 %v12, i64 1024)
  %v14 = trunc i64 %v13 to i32
  %v15 = icmp sgt i64 %p.x.shape0, %first.x
  %v16 = select i1 %v15, i32 %v14, i32 0
  %v17 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v16)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v18 = phi i32 [ 0, %for1 ], [ %v18.next, %for1.next ]
  %for1.go = icmp slt i32 %v18, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v19 = phi i32 [ 0, %for2 ], [ %v19.next, %for2.next ]
  %for2.go = icmp slt i32 %v19, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v20 = sext i32 %v19 to i64
  %v21 = add nuw nsw i64 %first.y, %v20
  %v22 = icmp slt i64 %v21, %p.x.shape1
  %v23 = select i1 %v22, i32 %v17, i32 0
  %v24 = mul i64 %v21, %p.out.shape1
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v25 = phi i32 [ 0, %for3 ], [ %v25.next, %for3.next ]
  %for3.go = icmp slt i32 %v25, %v23
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %first.x, %v26
  %v28 = mul i64 %v27, %p.x.shape1
  %v29 = add i64 %v28, %v21
  %v30 = getelementptr inbounds i16, ptr %p.x, i64 %v29
  %v31 = load i16, ptr %v30, align 2, !llvm.access.group !5
  %v32 = add i64 %v24, %v27
  %v33 = getelementptr inbounds i16, ptr %p.out, i64 %v32
  store i16 %v31, ptr %v33, align 2, !llvm.access.group !5
  br label %for3.next
for3.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for3.head, !llvm.loop !6
for3.end:
  br label %for2.next
for2.next:
  %v19.next = add nuw nsw i32 %v19, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v18.next = add nuw nsw i32 %v18, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.columns(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.x.shape1.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.x.shape1 = load i64, ptr %p.x.shape1.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.shape1.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.out.shape1 = load i64, ptr %p.out.shape1.at, align 8
  call void @columns.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.x.shape1, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
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
