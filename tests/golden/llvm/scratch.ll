; portkern native code

define internal void @scratch.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #1 {
  %s.window = alloca [5 x float], align 64
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  %v9 = mul nuw nsw i32 %dim.y, %dim.z
  %v10 = sub i64 %p.x.shape0, %first.x
  %v11 = bitcast i64 %v10 to i64
  %v12 = call i64 @llvm.umin.i64(i64 %v11, i64 1024)
  %v13 = trunc i64 %v12 to i32
  %v14 = icmp sgt i64 %p.x.shape0, %first.x
  %v15 = select i1 %v14, i32 %v13, i32 0
  %v16 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v15)
  %v17 = getelementptr inbounds float, ptr %s.window, i64 2
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v18 = phi i32 [ 0, %for1 ], [ %v18.next, %for1.next ]
  %for1.go = icmp slt i32 %v18, %v9
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v19 = phi i32 [ 0, %for2 ], [ %v19.next, %for2.next ]
  %for2.go = icmp slt i32 %v19, %v16
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v20 = sext i32 %v19 to i64
  %v21 = add nuw nsw i64 %first.x, %v20
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v22 = phi i32 [ 0, %for3 ], [ %v22.next, %for3.next ]
  %for3.go = icmp slt i32 %v22, 5
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %v21, %v23
  %v25 = srem i64 %v24, %p.x.shape0
  %v26 = getelementptr inbounds float, ptr %p.x, i64 %v25
  %v27 = load float, ptr %v26, align 4, !llvm.access.group !5
  %v28 = getelementptr inbounds float, ptr %s.window, i32 %v22
  store float %v27, ptr %v28, align 4
  br label %for3.next
for3.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for3.head
for3.end:
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v29 = phi i32 [ 0, %for4 ], [ %v29.next, %for4.next ]
  %for4.go = icmp slt i32 %v29, 5
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %stop5 = load volatile i32, ptr %stop, align 4
  %stop5.now = icmp ne i32 %stop5, 0
  br i1 %stop5.now, label %block.end, label %stop5.go, !prof !3
stop5.go:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v30 = phi i32 [ 0, %for6 ], [ %v30.next, %for6.next ]
  %for6.go = icmp slt i32 %v30, 4
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  %v31 = getelementptr inbounds float, ptr %s.window, i32 %v30
  %v32 = load float, ptr %v31, align 4
  %v33 = add nuw nsw i32 %v30, 1
  %v34 = getelementptr inbounds float, ptr %s.window, i32 %v33
  %v35 = load float, ptr %v34, align 4
  %v36 = fcmp ogt float %v32, %v35
  br i1 %v36, label %if7.then, label %if7.end
if7.then:
  store float %v35, ptr %v31, align 4
  store float %v32, ptr %v34, align 4
  br label %if7.end
if7.end:
  br label %for6.next
for6.next:
  %v30.next = add nuw nsw i32 %v30, 1
  br label %for6.head
for6.end:
  br label %for4.next
for4.next:
  %v29.next = add nuw nsw i32 %v29, 1
  br label %for4.head
for4.end:
  %v37 = load float, ptr %v17, align 4
  %v38 = getelementptr inbounds float, ptr %p.out, i64 %v21
  store float %v37, ptr %v38, align 4, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v19.next = add nuw nsw i32 %v19, 1
  br label %for2.head, !llvm.loop !6
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

define void @k.scratch(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @scratch.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
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
!6 = distinct !{!6, !0, !{!"llvm.loop.parallel_accesses", !5}}
