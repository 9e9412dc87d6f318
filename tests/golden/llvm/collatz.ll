; portkern native code

define internal void @collatz.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0) #0 {
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
  %stop7 = load volatile i32, ptr %stop, align 4
  %stop7.now = icmp ne i32 %stop7, 0
  br i1 %stop7.now, label %block.end, label %stop7.go, !prof !3
stop7.go:
  %v25.v = load <8 x i64>, ptr %l.x.2
  %w8.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w8 = shufflevector <8 x i64> %w8.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v26.v = icmp eq <8 x i64> %v25.v, %w8
  %i9.was = load <8 x i1>, ptr %exec.2
  %i9.not = xor <8 x i1> %v26.v, splat (i1 true)
  %i9.then = select <8 x i1> %i9.was, <8 x i1> %v26.v, <8 x i1> zeroinitializer
  %i9.else = select <8 x i1> %i9.was, <8 x i1> %i9.not, <8 x i1> zeroinitializer
  store <8 x i1> %i9.then, ptr %exec.2
  %m10 = load <8 x i1>, ptr %exec.2
  %m10.old = load <8 x i1>, ptr %out.6
  %m10.new = or <8 x i1> %m10.old, %m10
  store <8 x i1> %m10.new, ptr %out.6
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i9.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i9.else, ptr %exec.2
  %i9.b = load <8 x i1>, ptr %exec.2
  %i9.both = or <8 x i1> %i9.a, %i9.b
  store <8 x i1> %i9.both, ptr %exec.2
  %w11.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w11 = shufflevector <8 x i64> %w11.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v27.v = and <8 x i64> %v25.v, %w11
  %w12.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v28.v = icmp eq <8 x i64> %v27.v, %w12
  %w13.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v29.v = ashr <8 x i64> %v25.v, %w13
  %w14.0 = insertelement <8 x i64> poison, i64 3, i64 0
  %w14 = shufflevector <8 x i64> %w14.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v30.v = mul <8 x i64> %v25.v, %w14
  %w15.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w15 = shufflevector <8 x i64> %w15.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v31.v = add <8 x i64> %v30.v, %w15
  %v32.v = select <8 x i1> %v28.v, <8 x i64> %v29.v, <8 x i64> %v31.v
  %m16 = load <8 x i1>, ptr %exec.2
  %m16.old = load <8 x i64>, ptr %l.x.2
  %m16.new = select <8 x i1> %m16, <8 x i64> %v32.v, <8 x i64> %m16.old
  store <8 x i64> %m16.new, ptr %l.x.2
  %v33.v = load <8 x i64>, ptr %l.count.2
  %w17.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w17 = shufflevector <8 x i64> %w17.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v34.v = add <8 x i64> %v33.v, %w17
  %m18 = load <8 x i1>, ptr %exec.2
  %m18.old = load <8 x i64>, ptr %l.count.2
  %m18.new = select <8 x i1> %m18, <8 x i64> %v34.v, <8 x i64> %m18.old
  store <8 x i64> %m18.new, ptr %l.count.2
  %w19.0 = insertelement <8 x i64> poison, i64 1000, i64 0
  %w19 = shufflevector <8 x i64> %w19.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v35.v = icmp sge <8 x i64> %v34.v, %w19
  %i20.was = load <8 x i1>, ptr %exec.2
  %i20.not = xor <8 x i1> %v35.v, splat (i1 true)
  %i20.then = select <8 x i1> %i20.was, <8 x i1> %v35.v, <8 x i1> zeroinitializer
  %i20.else = select <8 x i1> %i20.was, <8 x i1> %i20.not, <8 x i1> zeroinitializer
  store <8 x i1> %i20.then, ptr %exec.2
  %m21 = load <8 x i1>, ptr %exec.2
  %m21.old = load <8 x i1>, ptr %out.6
  %m21.new = or <8 x i1> %m21.old, %m21
  store <8 x i1> %m21.new, ptr %out.6
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i20.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i20.else, ptr %exec.2
  %i20.b = load <8 x i1>, ptr %exec.2
  %i20.both = or <8 x i1> %i20.a, %i20.b
  store <8 x i1> %i20.both, ptr %exec.2
  br label %loop6.land
loop6.land:
  %m22 = load <8 x i1>, ptr %exec.2
  %m22.again = load <8 x i1>, ptr %again.6
  %m22.0 = or <8 x i1> %m22, %m22.again
  store <8 x i1> %m22.0, ptr %exec.2
  store <8 x i1> zeroinitializer, ptr %again.6
  %m23 = load <8 x i1>, ptr %exec.2
  %m23.bits = bitcast <8 x i1> %m23 to i8
  %m23.any = icmp ne i8 %m23.bits, 0
  br i1 %m23.any, label %loop6, label %loop6.end
loop6.end:
  %m24 = load <8 x i1>, ptr %exec.2
  %m24.out = load <8 x i1>, ptr %out.6
  %m24.0 = or <8 x i1> %m24, %m24.out
  store <8 x i1> %m24.0, ptr %exec.2
  %v36.v = load <8 x i64>, ptr %l.count.2
  %v37.u = getelementptr i64, ptr %p.steps, i64 %v22.u
  store <8 x i64> %v36.v, ptr %v37.u, align 8
  br label %for2.next
for2.next:
  %v20.u.next = add i32 %v20.u, 8
  br label %for2.head
for2.end:
  br label %for25
for25:
  br label %for25.head
for25.head:
  %v20 = phi i32 [ %for2.mid, %for25 ], [ %v20.next, %for25.next ]
  %for25.go = icmp slt i32 %v20, %v18
  br i1 %for25.go, label %for25.body, label %for25.end
for25.body:
  %v21 = sext i32 %v20 to i64
  %v22 = add nuw nsw i64 %v8, %v21
  %v23 = getelementptr inbounds i64, ptr %p.n, i64 %v22
  %v24 = load i64, ptr %v23, align 8, !llvm.access.group !4
  store i64 %v24, ptr %l.x
  store i64 0, ptr %l.count
  br label %loop26
loop26:
  %stop27 = load volatile i32, ptr %stop, align 4
  %stop27.now = icmp ne i32 %stop27, 0
  br i1 %stop27.now, label %block.end, label %stop27.go, !prof !3
stop27.go:
  %v25 = load i64, ptr %l.x
  %v26 = icmp eq i64 %v25, 1
  br i1 %v26, label %if28.then, label %if28.end
if28.then:
  br label %loop26.end
if28.end:
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
  br i1 %v35, label %if29.then, label %if29.end
if29.then:
  br label %loop26.end
if29.end:
  br label %loop26
loop26.end:
  %v36 = load i64, ptr %l.count
  %v37 = getelementptr inbounds i64, ptr %p.steps, i64 %v22
  store i64 %v36, ptr %v37, align 8, !llvm.access.group !4
  br label %for25.next
for25.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for25.head, !llvm.loop !5
for25.end:
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
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.n = load ptr, ptr %p.n.at, align 8
  %p.n.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n.shape0 = load i64, ptr %p.n.shape0.at, align 8
  %p.steps.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.steps = load ptr, ptr %p.steps.at, align 8
  %p.steps.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.steps.shape0 = load i64, ptr %p.steps.shape0.at, align 8
  call void @collatz.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0)
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
