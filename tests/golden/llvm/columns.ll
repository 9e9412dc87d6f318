; portkern native code

define internal void @columns.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.shape1, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #0 {
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
  %v7 = sext i32 %dim.x to i64
  %v9 = sext i32 %block.x to i64
  %v10 = mul nuw nsw i64 %v9, %v7
  %v12 = sext i32 %dim.y to i64
  %v14 = sext i32 %block.y to i64
  %v15 = mul nuw nsw i64 %v14, %v12
  %v17 = sub i64 %p.x.shape0, %v10
  %v18 = bitcast i64 %v17 to i64
  %v19 = call i64 @llvm.umin.i64(i64 %v18, i64 1024)
  %v20 = trunc i64 %v19 to i32
  %v21 = icmp sgt i64 %p.x.shape0, %v10
  %v22 = select i1 %v21, i32 %v20, i32 0
  %v23 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v22)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v24 = phi i32 [ 0, %for1 ], [ %v24.next, %for1.next ]
  %for1.go = icmp slt i32 %v24, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v25 = phi i32 [ 0, %for2 ], [ %v25.next, %for2.next ]
  %for2.go = icmp slt i32 %v25, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %v15, %v26
  %v28 = icmp slt i64 %v27, %p.x.shape1
  %v29 = select i1 %v28, i32 %v23, i32 0
  %v30 = mul i64 %v27, %p.out.shape1
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v31 = phi i32 [ 0, %for3 ], [ %v31.next, %for3.next ]
  %for3.go = icmp slt i32 %v31, %v29
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v32 = sext i32 %v31 to i64
  %v33 = add nuw nsw i64 %v10, %v32
  %v34 = mul i64 %v33, %p.x.shape1
  %v35 = add i64 %v34, %v27
  %v36 = getelementptr inbounds i16, ptr %p.x, i64 %v35
  %v37 = load i16, ptr %v36, align 2, !llvm.access.group !3
  %v38 = add i64 %v30, %v33
  %v39 = getelementptr inbounds i16, ptr %p.out, i64 %v38
  store i16 %v37, ptr %v39, align 2, !llvm.access.group !3
  br label %for3.next
for3.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for3.head, !llvm.loop !4
for3.end:
  br label %for2.next
for2.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v24.next = add nuw nsw i32 %v24, 1
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

define void @k.columns(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  call void @columns.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.shape1, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
