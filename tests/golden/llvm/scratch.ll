; portkern native code

define internal void @scratch.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #0 {
  %s.window = alloca [5 x float], align 64
  %wide.x = zext i32 %grid.x to i64
  %wide.y = zext i32 %grid.y to i64
  %rows = udiv i64 %first, %wide.x
  %x64 = urem i64 %first, %wide.x
  %z64 = udiv i64 %rows, %wide.y
  %y64 = urem i64 %rows, %wide.y
  %x0 = trunc i64 %x64 to i32
  %y0 = trunc i64 %y64 to i32
  %z0 = trunc i64 %z64 to i32
  br label %block.head
block.head:
  %block = phi i64 [ %first, %0 ], [ %block.after, %block.next ]
  %block.x = phi i32 [ %x0, %0 ], [ %x2, %block.next ]
  %block.y = phi i32 [ %y0, %0 ], [ %y2, %block.next ]
  %block.z = phi i32 [ %z0, %0 ], [ %z1, %block.next ]
  %block.go = icmp ult i64 %block, %last
  br i1 %block.go, label %block.body, label %block.end
block.body:
  %block64.x = zext i32 %block.x to i64
  %step64.x = zext i32 %step.x to i64
  %first.x = mul nuw nsw i64 %block64.x, %step64.x
  %left.x = sub nuw nsw i64 %threads.x, %first.x
  %dim64.x = call i64 @llvm.umin.i64(i64 %left.x, i64 %step64.x)
  %dim.x = trunc i64 %dim64.x to i32
  %block64.y = zext i32 %block.y to i64
  %step64.y = zext i32 %step.y to i64
  %first.y = mul nuw nsw i64 %block64.y, %step64.y
  %left.y = sub nuw nsw i64 %threads.y, %first.y
  %dim64.y = call i64 @llvm.umin.i64(i64 %left.y, i64 %step64.y)
  %dim.y = trunc i64 %dim64.y to i32
  %block64.z = zext i32 %block.z to i64
  %step64.z = zext i32 %step.z to i64
  %first.z = mul nuw nsw i64 %block64.z, %step64.z
  %left.z = sub nuw nsw i64 %threads.z, %first.z
  %dim64.z = call i64 @llvm.umin.i64(i64 %left.z, i64 %step64.z)
  %dim.z = trunc i64 %dim64.z to i32
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
  %v27 = load float, ptr %v26, align 4, !llvm.access.group !4
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
  store float %v37, ptr %v38, align 4, !llvm.access.group !4
  br label %for2.next
for2.next:
  %v19.next = add nuw nsw i32 %v19, 1
  br label %for2.head, !llvm.loop !5
for2.end:
  br label %for1.next
for1.next:
  %v18.next = add nuw nsw i32 %v18, 1
  br label %for1.head
for1.end:
  br label %block.next
block.next:
  %block.after = add nuw i64 %block, 1
  %x1 = add nuw nsw i32 %block.x, 1
  %x.full = icmp eq i32 %x1, %grid.x
  %x2 = select i1 %x.full, i32 0, i32 %x1
  %x.carry = zext i1 %x.full to i32
  %y1 = add nuw nsw i32 %block.y, %x.carry
  %y.full = icmp eq i32 %y1, %grid.y
  %y2 = select i1 %y.full, i32 0, i32 %y1
  %y.carry = zext i1 %y.full to i32
  %z1 = add nuw nsw i32 %block.z, %y.carry
  br label %block.head
block.end:
  ret void
}

define void @k.scratch(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
  %grid.y.at = getelementptr inbounds i8, ptr %launch, i64 4
  %grid.y = load i32, ptr %grid.y.at, align 4
  %grid.z.at = getelementptr inbounds i8, ptr %launch, i64 8
  %grid.z = load i32, ptr %grid.z.at, align 4
  %step.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %step.x = load i32, ptr %step.x.at, align 4
  %step.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %step.y = load i32, ptr %step.y.at, align 4
  %step.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %step.z = load i32, ptr %step.z.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
  %threads.x.at = getelementptr inbounds i8, ptr %launch, i64 40
  %threads.x = load i64, ptr %threads.x.at, align 8
  %threads.y.at = getelementptr inbounds i8, ptr %launch, i64 48
  %threads.y = load i64, ptr %threads.y.at, align 8
  %threads.z.at = getelementptr inbounds i8, ptr %launch, i64 56
  %threads.z = load i64, ptr %threads.z.at, align 8
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @scratch.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = distinct !{}
!5 = distinct !{!5, !0, !{!"llvm.loop.parallel_accesses", !4}}
