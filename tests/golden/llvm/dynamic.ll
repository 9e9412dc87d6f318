; portkern native code

define internal void @dynamic.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #1 {
  %l.total = alloca i64
  %exec.4 = alloca <16 x i1>
  %idle.4 = alloca i64
  %exec.7 = alloca <8 x i1>
  %idle.7 = alloca i64
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %s.buf = getelementptr inbounds i8, ptr %scratch, i64 0
  store i64 0, ptr %l.total
  %v6 = sext i32 %dim.x to i64
  %v8 = sext i32 %block.x to i64
  %v9 = mul nuw nsw i64 %v8, %v6
  %v12 = mul nuw nsw i32 %dim.y, %dim.z
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v13 = phi i32 [ 0, %for1 ], [ %v13.next, %for1.next ]
  %for1.go = icmp slt i32 %v13, %v12
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v14 = phi i32 [ 0, %for2 ], [ %v14.next, %for2.next ]
  %for2.go = icmp slt i32 %v14, %dim.x
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v15 = sext i32 %v14 to i64
  %v16 = add nuw nsw i64 %v9, %v15
  %v17 = getelementptr inbounds i32, ptr %p.x, i64 %v16
  %v18 = load i32, ptr %v17, align 4, !llvm.access.group !5
  %v19 = getelementptr inbounds i32, ptr %s.buf, i32 %v14
  store i32 %v18, ptr %v19, align 4, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v14.next = add nuw nsw i32 %v14, 1
  br label %for2.head, !llvm.loop !6
for2.end:
  br label %for1.next
for1.next:
  %v13.next = add nuw nsw i32 %v13, 1
  br label %for1.head
for1.end:
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v20 = phi i32 [ 0, %for3 ], [ %v20.next, %for3.next ]
  %for3.go = icmp slt i32 %v20, %v12
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  br label %for4
for4:
  %for4.some = icmp slt i32 0, %dim.x
  %for4.gap = sub i32 %dim.x, 0
  %for4.span = select i1 %for4.some, i32 %for4.gap, i32 0
  %for4.full = and i32 %for4.span, -16
  %for4.mid = add i32 0, %for4.full
  br label %for4.head
for4.head:
  %v21.u = phi i32 [ 0, %for4 ], [ %v21.u.next, %for4.next ]
  %for4.go = icmp ne i32 %v21.u, %for4.mid
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  store <16 x i1> splat (i1 -1), ptr %exec.4
  store i64 0, ptr %idle.4
  store i64 0, ptr %l.total
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v22.u = phi i32 [ 0, %for5 ], [ %v22.u.next, %for5.next ]
  %for5.go = icmp slt i32 %v22.u, %dim.x
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v23.u = load i64, ptr %l.total
  %v24.u = getelementptr i32, ptr %s.buf, i32 %v22.u
  %v25.u = load i32, ptr %v24.u, align 4
  %v26.u = add nuw nsw i32 %v22.u, 1
  %v27.u = sext i32 %v26.u to i64
  %v28.u = sext i32 %v25.u to i64
  %v29.u = mul i64 %v28.u, %v27.u
  %v30.u = add i64 %v23.u, %v29.u
  store i64 %v30.u, ptr %l.total
  br label %for5.next
for5.next:
  %v22.u.next = add nuw nsw i32 %v22.u, 1
  br label %for5.head
for5.end:
  %v31.u = load i64, ptr %l.total
  %v32.u = sext i32 %v21.u to i64
  %v33.u = add nuw nsw i64 %v9, %v32.u
  %v34.u = getelementptr i64, ptr %p.out, i64 %v33.u
  %w6.0 = insertelement <16 x i64> poison, i64 %v31.u, i64 0
  %w6 = shufflevector <16 x i64> %w6.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w6, ptr %v34.u, align 8
  br label %for4.next
for4.next:
  %v21.u.next = add i32 %v21.u, 16
  br label %for4.head
for4.end:
  br label %for7
for7:
  %for7.left = sub i32 %for4.span, %for4.full
  %for7.stop = add i32 %for4.mid, %for7.left
  %for7.most = add i32 %for7.left, 7
  %for7.full = and i32 %for7.most, -8
  %for7.mid = add i32 %for4.mid, %for7.full
  br label %for7.head
for7.head:
  %v59.u = phi i32 [ %for4.mid, %for7 ], [ %v59.u.next, %for7.next ]
  %for7.go = icmp ne i32 %v59.u, %for7.mid
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  %for7.here = sub i32 %for7.stop, %v59.u
  %w8.0 = insertelement <8 x i32> poison, i32 %for7.here, i64 0
  %w8 = shufflevector <8 x i32> %w8.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %m8 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %w8
  store <8 x i1> %m8, ptr %exec.7
  store i64 0, ptr %idle.7
  store i64 0, ptr %l.total
  br label %for9
for9:
  br label %for9.head
for9.head:
  %v60.u = phi i32 [ 0, %for9 ], [ %v60.u.next, %for9.next ]
  %for9.go = icmp slt i32 %v60.u, %dim.x
  br i1 %for9.go, label %for9.body, label %for9.end
for9.body:
  %v61.u = load i64, ptr %l.total
  %v62.u = getelementptr i32, ptr %s.buf, i32 %v60.u
  %v63.u = load i32, ptr %v62.u, align 4
  %v64.u = add nuw nsw i32 %v60.u, 1
  %v65.u = sext i32 %v64.u to i64
  %v66.u = sext i32 %v63.u to i64
  %v67.u = mul i64 %v66.u, %v65.u
  %v68.u = add i64 %v61.u, %v67.u
  store i64 %v68.u, ptr %l.total
  br label %for9.next
for9.next:
  %v60.u.next = add nuw nsw i32 %v60.u, 1
  br label %for9.head
for9.end:
  %v69.u = load i64, ptr %l.total
  %v70.u = sext i32 %v59.u to i64
  %v71.u = add nuw nsw i64 %v9, %v70.u
  %v72.u = getelementptr i64, ptr %p.out, i64 %v71.u
  %m10 = load <8 x i1>, ptr %exec.7
  %w11.0 = insertelement <8 x i64> poison, i64 %v69.u, i64 0
  %w11 = shufflevector <8 x i64> %w11.0, <8 x i64> poison, <8 x i32> zeroinitializer
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %w11, ptr %v72.u, i32 8, <8 x i1> %m10)
  br label %for7.next
for7.next:
  %v59.u.next = add i32 %v59.u, 8
  br label %for7.head
for7.end:
  br label %for3.next
for3.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for3.head
for3.end:
  br label %block.end
block.end:
  ret void
}

define void @k.dynamic(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @dynamic.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
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
