; portkern native code

define internal void @early_return.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %s.buf = getelementptr inbounds i8, ptr %scratch, i64 0
  %v8 = mul nuw nsw i32 %dim.y, %dim.z
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v9 = phi i32 [ 0, %for1 ], [ %v9.next, %for1.next ]
  %for1.go = icmp slt i32 %v9, %v8
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v10 = phi i32 [ 0, %for2 ], [ %v10.next, %for2.next ]
  %for2.go = icmp slt i32 %v10, %dim.x
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v11 = getelementptr inbounds i32, ptr %s.buf, i32 %v10
  store i32 0, ptr %v11, align 4, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v10.next = add nuw nsw i32 %v10, 1
  br label %for2.head, !llvm.loop !6
for2.end:
  br label %for1.next
for1.next:
  %v9.next = add nuw nsw i32 %v9, 1
  br label %for1.head
for1.end:
  %v12 = sext i32 %dim.x to i64
  %v14 = sext i32 %block.x to i64
  %v15 = mul nuw nsw i64 %v14, %v12
  %v16 = sub i64 %p.x.shape0, %v15
  %v17 = bitcast i64 %v16 to i64
  %v18 = call i64 @llvm.umin.i64(i64 %v17, i64 1024)
  %v19 = trunc i64 %v18 to i32
  %v20 = icmp sgt i64 %p.x.shape0, %v15
  %v21 = select i1 %v20, i32 %v19, i32 0
  %v22 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v21)
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v23 = phi i32 [ 0, %for3 ], [ %v23.next, %for3.next ]
  %for3.go = icmp slt i32 %v23, %v8
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v24 = phi i32 [ 0, %for4 ], [ %v24.next, %for4.next ]
  %for4.go = icmp slt i32 %v24, %v22
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %v25 = sext i32 %v24 to i64
  %v26 = add nuw nsw i64 %v15, %v25
  %v27 = getelementptr inbounds i32, ptr %p.x, i64 %v26
  %v28 = load i32, ptr %v27, align 4, !llvm.access.group !7
  %v29 = getelementptr inbounds i32, ptr %s.buf, i32 %v24
  store i32 %v28, ptr %v29, align 4, !llvm.access.group !7
  br label %for4.next
for4.next:
  %v24.next = add nuw nsw i32 %v24, 1
  br label %for4.head, !llvm.loop !8
for4.end:
  br label %for3.next
for3.next:
  %v23.next = add nuw nsw i32 %v23, 1
  br label %for3.head
for3.end:
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v30 = phi i32 [ 0, %for5 ], [ %v30.next, %for5.next ]
  %for5.go = icmp slt i32 %v30, %v8
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v31 = phi i32 [ 0, %for6 ], [ %v31.next, %for6.next ]
  %for6.go = icmp slt i32 %v31, %v22
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  %v32 = sext i32 %v31 to i64
  %v33 = add nuw nsw i64 %v15, %v32
  %v34 = getelementptr inbounds i32, ptr %s.buf, i32 %v31
  %v35 = getelementptr inbounds i32, ptr %p.out, i64 %v33
  %v36 = load i32, ptr %v34, align 4, !llvm.access.group !9
  %v37 = load i32, ptr %s.buf, align 4, !llvm.access.group !9
  %v38 = add i32 %v36, %v37
  store i32 %v38, ptr %v35, align 4, !llvm.access.group !9
  br label %for6.next
for6.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for6.head, !llvm.loop !10
for6.end:
  br label %for5.next
for5.next:
  %v30.next = add nuw nsw i32 %v30, 1
  br label %for5.head
for5.end:
  br label %block.end
block.end:
  ret void
}

define void @k.early_return(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @early_return.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
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
!7 = distinct !{}
!8 = distinct !{!8, !1, !0, !{!"llvm.loop.parallel_accesses", !7}}
!9 = distinct !{}
!10 = distinct !{!10, !1, !0, !{!"llvm.loop.parallel_accesses", !9}}
