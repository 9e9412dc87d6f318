; portkern native code

define internal void @scratch.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #0 {
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
  %v6 = sext i32 %dim.x to i64
  %v8 = sext i32 %block.x to i64
  %v9 = mul nuw nsw i64 %v8, %v6
  %v12 = mul nuw nsw i32 %dim.y, %dim.z
  %v13 = sub i64 %p.x.shape0, %v9
  %v14 = bitcast i64 %v13 to i64
  %v15 = call i64 @llvm.umin.i64(i64 %v14, i64 1024)
  %v16 = trunc i64 %v15 to i32
  %v17 = icmp sgt i64 %p.x.shape0, %v9
  %v18 = select i1 %v17, i32 %v16, i32 0
  %v19 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v18)
  %v20 = getelementptr inbounds float, ptr %s.window, i64 2
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v21 = phi i32 [ 0, %for1 ], [ %v21.next, %for1.next ]
  %for1.go = icmp slt i32 %v21, %v12
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v22 = phi i32 [ 0, %for2 ], [ %v22.next, %for2.next ]
  %for2.go = icmp slt i32 %v22, %v19
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %v9, %v23
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v25 = phi i32 [ 0, %for3 ], [ %v25.next, %for3.next ]
  %for3.go = icmp slt i32 %v25, 5
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %v24, %v26
  %v28 = srem i64 %v27, %p.x.shape0
  %v29 = getelementptr inbounds float, ptr %p.x, i64 %v28
  %v30 = load float, ptr %v29, align 4, !llvm.access.group !3
  %v31 = getelementptr inbounds float, ptr %s.window, i32 %v25
  store float %v30, ptr %v31, align 4
  br label %for3.next
for3.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for3.head
for3.end:
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v32 = phi i32 [ 0, %for4 ], [ %v32.next, %for4.next ]
  %for4.go = icmp slt i32 %v32, 5
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %stop5 = load volatile i32, ptr %stop, align 4
  %stop5.now = icmp ne i32 %stop5, 0
  br i1 %stop5.now, label %block.end, label %stop5.go, !prof !4
stop5.go:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v33 = phi i32 [ 0, %for6 ], [ %v33.next, %for6.next ]
  %for6.go = icmp slt i32 %v33, 4
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  %v34 = getelementptr inbounds float, ptr %s.window, i32 %v33
  %v35 = load float, ptr %v34, align 4
  %v36 = add nuw nsw i32 %v33, 1
  %v37 = getelementptr inbounds float, ptr %s.window, i32 %v36
  %v38 = load float, ptr %v37, align 4
  %v39 = fcmp ogt float %v35, %v38
  br i1 %v39, label %if7.then, label %if7.end
if7.then:
  store float %v38, ptr %v34, align 4
  store float %v35, ptr %v37, align 4
  br label %if7.end
if7.end:
  br label %for6.next
for6.next:
  %v33.next = add nuw nsw i32 %v33, 1
  br label %for6.head
for6.end:
  br label %for4.next
for4.next:
  %v32.next = add nuw nsw i32 %v32, 1
  br label %for4.head
for4.end:
  %v40 = load float, ptr %v20, align 4
  %v41 = getelementptr inbounds float, ptr %p.out, i64 %v24
  store float %v40, ptr %v41, align 4, !llvm.access.group !3
  br label %for2.next
for2.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for2.head, !llvm.loop !5
for2.end:
  br label %for1.next
for1.next:
  %v21.next = add nuw nsw i32 %v21, 1
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
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %dim.z = load i32, ptr %dim.z.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @scratch.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = !{!"branch_weights", i32 1, i32 1048576}
!5 = distinct !{!5, !0, !{!"llvm.loop.parallel_accesses", !3}}
