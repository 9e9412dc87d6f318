; portkern native code

define internal void @collatz.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0) #0 {
  %l.x = alloca i64
  %l.count = alloca i64
  %exec.2 = alloca <8 x i1>
  %idle.2 = alloca i64
  %l.x.2 = alloca <8 x i64>
  %l.count.2 = alloca <8 x i64>
  %out.6 = alloca <8 x i1>
  %again.6 = alloca <8 x i1>
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
  store i64 0, ptr %l.x
  store i64 0, ptr %l.count
  %v5 = sext i32 %dim.x to i64
  %v7 = sext i32 %block.x to i64
  %v8 = mul nuw nsw i64 %v7, %v5
  %v11 = mul nuw nsw i32 %dim.y, %dim.z
  %v12 = sub i64 %p.n.shape0, %v8
  %v13 = bitcast i64 %v12 to i64
  %v14 = call i64 @llvm.umin.i64(i64 %v13, i64 1024)
  %v15 = trunc i64 %v14 to i32
  %v16 = icmp sgt i64 %p.n.shape0, %v8
  %v17 = select i1 %v16, i32 %v15, i32 0
  %v18 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v17)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v19 = phi i32 [ 0, %for1 ], [ %v19.next, %for1.next ]
  %for1.go = icmp slt i32 %v19, %v11
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v18
  %for2.gap = sub i32 %v18, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -8
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v20.u = phi i32 [ 0, %for2 ], [ %v20.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v20.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <8 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i64, ptr %l.x
  %w3.0 = insertelement <8 x i64> poison, i64 %w3.s, i64 0
  %w3 = shufflevector <8 x i64> %w3.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w3, ptr %l.x.2
  %w4.s = load i64, ptr %l.count
  %w4.0 = insertelement <8 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <8 x i64> %w4.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w4, ptr %l.count.2
  %v21.u = sext i32 %v20.u to i64
  %v22.u = add nuw nsw i64 %v8, %v21.u
  %v23.u = getelementptr i64, ptr %p.n, i64 %v22.u
  %v24.v = load <8 x i64>, ptr %v23.u, align 8
  store <8 x i64> %v24.v, ptr %l.x.2
  %w5.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w5 = shufflevector <8 x i64> %w5.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w5, ptr %l.count.2
  store <8 x i1> zeroinitializer, ptr %out.6
  store <8 x i1> zeroinitializer, ptr %again.6
  br label %loop6
loop6:
  %v25.v = load <8 x i64>, ptr %l.x.2
  %w7.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w7 = shufflevector <8 x i64> %w7.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v26.v = icmp eq <8 x i64> %v25.v, %w7
  %i8.was = load <8 x i1>, ptr %exec.2
  %i8.not = xor <8 x i1> %v26.v, splat (i1 true)
  %i8.then = select <8 x i1> %i8.was, <8 x i1> %v26.v, <8 x i1> zeroinitializer
  %i8.else = select <8 x i1> %i8.was, <8 x i1> %i8.not, <8 x i1> zeroinitializer
  store <8 x i1> %i8.then, ptr %exec.2
  %m9 = load <8 x i1>, ptr %exec.2
  %m9.old = load <8 x i1>, ptr %out.6
  %m9.new = or <8 x i1> %m9.old, %m9
  store <8 x i1> %m9.new, ptr %out.6
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i8.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i8.else, ptr %exec.2
  %i8.b = load <8 x i1>, ptr %exec.2
  %i8.both = or <8 x i1> %i8.a, %i8.b
  store <8 x i1> %i8.both, ptr %exec.2
  %w10.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w10 = shufflevector <8 x i64> %w10.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v27.v = and <8 x i64> %v25.v, %w10
  %w11.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w11 = shufflevector <8 x i64> %w11.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v28.v = icmp eq <8 x i64> %v27.v, %w11
  %w12.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v29.v = ashr <8 x i64> %v25.v, %w12
  %w13.0 = insertelement <8 x i64> poison, i64 3, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v30.v = mul <8 x i64> %v25.v, %w13
  %w14.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w14 = shufflevector <8 x i64> %w14.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v31.v = add <8 x i64> %v30.v, %w14
  %v32.v = select <8 x i1> %v28.v, <8 x i64> %v29.v, <8 x i64> %v31.v
  %m15 = load <8 x i1>, ptr %exec.2
  %m15.old = load <8 x i64>, ptr %l.x.2
  %m15.new = select <8 x i1> %m15, <8 x i64> %v32.v, <8 x i64> %m15.old
  store <8 x i64> %m15.new, ptr %l.x.2
  %v33.v = load <8 x i64>, ptr %l.count.2
  %w16.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w16 = shufflevector <8 x i64> %w16.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v34.v = add <8 x i64> %v33.v, %w16
  %m17 = load <8 x i1>, ptr %exec.2
  %m17.old = load <8 x i64>, ptr %l.count.2
  %m17.new = select <8 x i1> %m17, <8 x i64> %v34.v, <8 x i64> %m17.old
  store <8 x i64> %m17.new, ptr %l.count.2
  %w18.0 = insertelement <8 x i64> poison, i64 1000, i64 0
  %w18 = shufflevector <8 x i64> %w18.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v35.v = icmp sge <8 x i64> %v34.v, %w18
  %i19.was = load <8 x i1>, ptr %exec.2
  %i19.not = xor <8 x i1> %v35.v, splat (i1 true)
  %i19.then = select <8 x i1> %i19.was, <8 x i1> %v35.v, <8 x i1> zeroinitializer
  %i19.else = select <8 x i1> %i19.was, <8 x i1> %i19.not, <8 x i1> zeroinitializer
  store <8 x i1> %i19.then, ptr %exec.2
  %m20 = load <8 x i1>, ptr %exec.2
  %m20.old = load <8 x i1>, ptr %out.6
  %m20.new = or <8 x i1> %m20.old, %m20
  store <8 x i1> %m20.new, ptr %out.6
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i19.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i19.else, ptr %exec.2
  %i19.b = load <8 x i1>, ptr %exec.2
  %i19.both = or <8 x i1> %i19.a, %i19.b
  store <8 x i1> %i19.both, ptr %exec.2
  br label %loop6.land
loop6.land:
  %m21 = load <8 x i1>, ptr %exec.2
  %m21.again = load <8 x i1>, ptr %again.6
  %m21.0 = or <8 x i1> %m21, %m21.again
  store <8 x i1> %m21.0, ptr %exec.2
  store <8 x i1> zeroinitializer, ptr %again.6
  %m22 = load <8 x i1>, ptr %exec.2
  %m22.bits = bitcast <8 x i1> %m22 to i8
  %m22.any = icmp ne i8 %m22.bits, 0
  br i1 %m22.any, label %loop6, label %loop6.end
loop6.end:
  %m23 = load <8 x i1>, ptr %exec.2
  %m23.out = load <8 x i1>, ptr %out.6
  %m23.0 = or <8 x i1> %m23, %m23.out
  store <8 x i1> %m23.0, ptr %exec.2
  %v36.v = load <8 x i64>, ptr %l.count.2
  %v37.u = getelementptr i64, ptr %p.steps, i64 %v22.u
  store <8 x i64> %v36.v, ptr %v37.u, align 8
  br label %for2.next
for2.next:
  %v20.u.next = add i32 %v20.u, 8
  br label %for2.head
for2.end:
  br label %for24
for24:
  br label %for24.head
for24.head:
  %v20 = phi i32 [ %for2.mid, %for24 ], [ %v20.next, %for24.next ]
  %for24.go = icmp slt i32 %v20, %v18
  br i1 %for24.go, label %for24.body, label %for24.end
for24.body:
  %v21 = sext i32 %v20 to i64
  %v22 = add nuw nsw i64 %v8, %v21
  %v23 = getelementptr inbounds i64, ptr %p.n, i64 %v22
  %v24 = load i64, ptr %v23, align 8, !llvm.access.group !3
  store i64 %v24, ptr %l.x
  store i64 0, ptr %l.count
  br label %loop25
loop25:
  %v25 = load i64, ptr %l.x
  %v26 = icmp eq i64 %v25, 1
  br i1 %v26, label %if26.then, label %if26.end
if26.then:
  br label %loop25.end
if26.end:
  %v27 = and i64 %v25, 1
  %v28 = icmp eq i64 %v27, 0
  %v29 = ashr i64 %v25, 1
  %v30 = mul i64 %v25, 3
  %v31 = add i64 %v30, 1
  %v32 = select i1 %v28, i64 %v29, i64 %v31
  store i64 %v32, ptr %l.x
  %v33 = load i64, ptr %l.count
  %v34 = add i64 %v33, 1
  store i64 %v34, ptr %l.count
  %v35 = icmp sge i64 %v34, 1000
  br i1 %v35, label %if27.then, label %if27.end
if27.then:
  br label %loop25.end
if27.end:
  br label %loop25
loop25.end:
  %v36 = load i64, ptr %l.count
  %v37 = getelementptr inbounds i64, ptr %p.steps, i64 %v22
  store i64 %v36, ptr %v37, align 8, !llvm.access.group !3
  br label %for24.next
for24.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for24.head, !llvm.loop !4
for24.end:
  br label %for1.next
for1.next:
  %v19.next = add nuw nsw i32 %v19, 1
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

define void @k.collatz(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.n = load ptr, ptr %p.n.at, align 8
  %p.n.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n.shape0 = load i64, ptr %p.n.shape0.at, align 8
  %p.steps.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.steps = load ptr, ptr %p.steps.at, align 8
  %p.steps.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.steps.shape0 = load i64, ptr %p.steps.shape0.at, align 8
  call void @collatz.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
