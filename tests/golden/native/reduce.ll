; portkern native code

define internal void @reduce.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr readonly align 16 %p.x, ptr %p.sums) #0 {
  %s.kept = alloca [64 x float], align 64
  %s.tile = getelementptr inbounds i8, ptr %scratch, i64 0
  %l.s = alloca i32
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
  store i32 0, ptr %l.s
  %v5 = sext i32 %block.x to i64
  %v6 = mul nuw nsw i64 %v5, 64
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v7 = phi i32 [ 0, %for1 ], [ %v7.next, %for1.next ]
  %for1.go = icmp slt i32 %v7, 64
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v8 = sext i32 %v7 to i64
  %v9 = add nuw nsw i64 %v6, %v8
  %v10 = getelementptr inbounds float, ptr %p.x, i64 %v9
  %v11 = load float, ptr %v10, align 4, !llvm.access.group !4
  %v12 = getelementptr inbounds float, ptr %s.tile, i64 %v8
  store float %v11, ptr %v12, align 4, !llvm.access.group !4
  %v13 = getelementptr inbounds float, ptr %s.kept, i32 %v7
  store float %v11, ptr %v13, align 4, !llvm.access.group !4
  br label %for1.next
for1.next:
  %v7.next = add nuw nsw i32 %v7, 1
  br label %for1.head, !llvm.loop !5
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
  %v18 = load float, ptr %v17, align 4, !llvm.access.group !6
  %v19 = add i32 %v16, %v14
  %v20 = getelementptr inbounds float, ptr %s.tile, i32 %v19
  %v21 = load float, ptr %v20, align 4, !llvm.access.group !6
  %v22 = fadd float %v18, %v21
  store float %v22, ptr %v17, align 4, !llvm.access.group !6
  br label %for5.next
for5.next:
  %v16.next = add nuw nsw i32 %v16, 1
  br label %for5.head, !llvm.loop !7
for5.end:
  %v23 = ashr i32 %v14, 1
  store i32 %v23, ptr %l.s
  br label %loop2
loop2.end:
  %v24 = load float, ptr %s.tile, align 4
  %v25 = getelementptr inbounds float, ptr %p.sums, i32 %block.x
  store float %v24, ptr %v25, align 4
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

define void @k.reduce(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
  %grid.y.at = getelementptr inbounds i8, ptr %launch, i64 4
  %grid.y = load i32, ptr %grid.y.at, align 4
  %grid.z.at = getelementptr inbounds i8, ptr %launch, i64 8
  %grid.z = load i32, ptr %grid.z.at, align 4
  %dim.x = add i32 64, 0
  %dim.y = add i32 1, 0
  %dim.z = add i32 1, 0
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.sums.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.sums = load ptr, ptr %p.sums.at, align 8
  call void @reduce.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, ptr %p.sums)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = distinct !{}
!5 = distinct !{!5, !1, !0, !{!"llvm.loop.parallel_accesses", !4}}
!6 = distinct !{}
!7 = distinct !{!7, !1, !0, !{!"llvm.loop.parallel_accesses", !6}}
