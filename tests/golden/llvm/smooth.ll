; portkern native code

define internal void @smooth.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0) #0 {
  %l.total = alloca double
  %exec.2 = alloca <8 x i1>
  %idle.2 = alloca i64
  %l.total.2 = alloca <8 x double>
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
  store double 0x0000000000000000, ptr %l.total
  %v7 = sext i32 %dim.x to i64
  %v9 = sext i32 %block.x to i64
  %v10 = mul nuw nsw i64 %v9, %v7
  %v13 = mul nuw nsw i32 %dim.y, %dim.z
  %v14 = sub i64 %p.x.shape0, %v10
  %v15 = bitcast i64 %v14 to i64
  %v16 = call i64 @llvm.umin.i64(i64 %v15, i64 1024)
  %v17 = trunc i64 %v16 to i32
  %v18 = icmp sgt i64 %p.x.shape0, %v10
  %v19 = select i1 %v18, i32 %v17, i32 0
  %v20 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v19)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v21 = phi i32 [ 0, %for1 ], [ %v21.next, %for1.next ]
  %for1.go = icmp slt i32 %v21, %v13
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v20
  %for2.gap = sub i32 %v20, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -8
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v22.u = phi i32 [ 0, %for2 ], [ %v22.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v22.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <8 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load double, ptr %l.total
  %w3.0 = insertelement <8 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <8 x double> %w3.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w3, ptr %l.total.2
  %v23.u = sext i32 %v22.u to i64
  %v24.u = add nuw nsw i64 %v10, %v23.u
  %w4.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w4 = shufflevector <8 x double> %w4.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w4, ptr %l.total.2
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v25.u = phi i32 [ 0, %for5 ], [ %v25.u.next, %for5.next ]
  %for5.go = icmp slt i32 %v25.u, 3
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v26.u = sext i32 %v25.u to i64
  %v27.u = add nuw nsw i64 %v24.u, %v26.u
  %v28.u = add i64 %v27.u, -1
  %w6.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w6 = shufflevector <8 x i64> %w6.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w6.1 = add <8 x i64> %w6, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w7.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w7 = shufflevector <8 x i64> %w7.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v29.v = icmp sge <8 x i64> %w6.1, %w7
  %w8.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w8 = shufflevector <8 x i64> %w8.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w8.1 = add <8 x i64> %w8, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w9.0 = insertelement <8 x i64> poison, i64 %p.x.shape0, i64 0
  %w9 = shufflevector <8 x i64> %w9.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v30.v = icmp slt <8 x i64> %w8.1, %w9
  %v31.v = and <8 x i1> %v29.v, %v30.v
  %i10.was = load <8 x i1>, ptr %exec.2
  %i10.not = xor <8 x i1> %v31.v, splat (i1 true)
  %i10.then = select <8 x i1> %i10.was, <8 x i1> %v31.v, <8 x i1> zeroinitializer
  %i10.else = select <8 x i1> %i10.was, <8 x i1> %i10.not, <8 x i1> zeroinitializer
  store <8 x i1> %i10.then, ptr %exec.2
  %m11 = load <8 x i1>, ptr %exec.2
  %m11.bits = bitcast <8 x i1> %m11 to i8
  %m11.any = icmp ne i8 %m11.bits, 0
  br i1 %m11.any, label %if10.then, label %if10.then.end
if10.then:
  %v32.v = load <8 x double>, ptr %l.total.2
  %v33.u = icmp eq i32 %v25.u, 1
  %v34.u = select i1 %v33.u, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v35.u = icmp eq i32 %v25.u, 0
  %v36.u = select i1 %v35.u, double 0x3FD0000000000000, double %v34.u
  %w12.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w12.1 = add <8 x i64> %w12, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w13.0 = insertelement <8 x i64> poison, i64 %p.x.stride0, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v37.v = mul <8 x i64> %w12.1, %w13
  %w14.0 = insertelement <8 x ptr> poison, ptr %p.x, i64 0
  %w14 = shufflevector <8 x ptr> %w14.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v38.v = getelementptr i8, <8 x ptr> %w14, <8 x i64> %v37.v
  %m15 = load <8 x i1>, ptr %exec.2
  %v39.v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> %v38.v, i32 8, <8 x i1> %m15, <8 x double> zeroinitializer)
  %w16.0 = insertelement <8 x double> poison, double %v36.u, i64 0
  %w16 = shufflevector <8 x double> %w16.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v40.v = fmul <8 x double> %w16, %v39.v
  %v41.v = fadd <8 x double> %v32.v, %v40.v
  %m17 = load <8 x i1>, ptr %exec.2
  %m17.old = load <8 x double>, ptr %l.total.2
  %m17.new = select <8 x i1> %m17, <8 x double> %v41.v, <8 x double> %m17.old
  store <8 x double> %m17.new, ptr %l.total.2
  br label %if10.then.end
if10.then.end:
  %i10.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i10.else, ptr %exec.2
  %i10.b = load <8 x i1>, ptr %exec.2
  %i10.both = or <8 x i1> %i10.a, %i10.b
  store <8 x i1> %i10.both, ptr %exec.2
  br label %for5.next
for5.next:
  %v25.u.next = add nuw nsw i32 %v25.u, 1
  br label %for5.head
for5.end:
  %v42.v = load <8 x double>, ptr %l.total.2
  %w18.0 = insertelement <8 x i64> poison, i64 %v24.u, i64 0
  %w18 = shufflevector <8 x i64> %w18.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w18.1 = add <8 x i64> %w18, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w19.0 = insertelement <8 x i64> poison, i64 %p.out.stride0, i64 0
  %w19 = shufflevector <8 x i64> %w19.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v43.v = mul <8 x i64> %w18.1, %w19
  %w20.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w20 = shufflevector <8 x ptr> %w20.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v44.v = getelementptr i8, <8 x ptr> %w20, <8 x i64> %v43.v
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v42.v, <8 x ptr> %v44.v, i32 8, <8 x i1> splat (i1 true))
  br label %for2.next
for2.next:
  %v22.u.next = add i32 %v22.u, 8
  br label %for2.head
for2.end:
  br label %for21
for21:
  br label %for21.head
for21.head:
  %v22 = phi i32 [ %for2.mid, %for21 ], [ %v22.next, %for21.next ]
  %for21.go = icmp slt i32 %v22, %v20
  br i1 %for21.go, label %for21.body, label %for21.end
for21.body:
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %v10, %v23
  store double 0x0000000000000000, ptr %l.total
  br label %for22
for22:
  br label %for22.head
for22.head:
  %v25 = phi i32 [ 0, %for22 ], [ %v25.next, %for22.next ]
  %for22.go = icmp slt i32 %v25, 3
  br i1 %for22.go, label %for22.body, label %for22.end
for22.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %v24, %v26
  %v28 = add i64 %v27, -1
  %v29 = icmp sge i64 %v28, 0
  %v30 = icmp slt i64 %v28, %p.x.shape0
  %v31 = and i1 %v29, %v30
  br i1 %v31, label %if23.then, label %if23.end
if23.then:
  %v32 = load double, ptr %l.total
  %v33 = icmp eq i32 %v25, 1
  %v34 = select i1 %v33, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v35 = icmp eq i32 %v25, 0
  %v36 = select i1 %v35, double 0x3FD0000000000000, double %v34
  %v37 = mul i64 %v28, %p.x.stride0
  %v38 = getelementptr inbounds i8, ptr %p.x, i64 %v37
  %v39 = load double, ptr %v38, align 8, !llvm.access.group !3
  %v40 = fmul double %v36, %v39
  %v41 = fadd double %v32, %v40
  store double %v41, ptr %l.total
  br label %if23.end
if23.end:
  br label %for22.next
for22.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for22.head
for22.end:
  %v42 = load double, ptr %l.total
  %v43 = mul i64 %v24, %p.out.stride0
  %v44 = getelementptr inbounds i8, ptr %p.out, i64 %v43
  store double %v42, ptr %v44, align 8, !llvm.access.group !3
  br label %for21.next
for21.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for21.head, !llvm.loop !4
for21.end:
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

define void @k.smooth(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.x.stride0.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.x.stride0 = load i64, ptr %p.x.stride0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.stride0.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.out.stride0 = load i64, ptr %p.out.stride0.at, align 8
  call void @smooth.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
