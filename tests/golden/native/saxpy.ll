; portkern native code

define internal void @saxpy.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr noalias readonly %p.x, i64 %p.n, ptr noalias %p.y, float %p.a) #0 {
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
  %v13 = load float, ptr %v12, align 4, !llvm.access.group !4
  %v14 = fmul float %p.a, %v13
  %v15 = getelementptr inbounds float, ptr %p.y, i64 %v10
  %v16 = load float, ptr %v15, align 4, !llvm.access.group !4
  %v17 = fadd float %v14, %v16
  store float %v17, ptr %v15, align 4, !llvm.access.group !4
  br label %if2.end
if2.end:
  br label %for1.next
for1.next:
  %v9.next = add nuw nsw i64 %v9, 1
  br label %for1.head, !llvm.loop !5
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

define void @k.saxpy(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.y.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.y = load ptr, ptr %p.y.at, align 8
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.a = load float, ptr %p.a.at, align 4
  call void @saxpy.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.n, ptr %p.y, float %p.a)
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
