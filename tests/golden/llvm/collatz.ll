; portkern native code

define internal void @collatz.block(ptr %launch, ptr noalias %scratch, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0) #1 {
  %l.x = alloca i64
  %l.count = alloca i64
  %exec.2 = alloca <16 x i64>
  %idle.2 = alloca i64
  %l.x.2 = alloca <16 x i64>
  %l.count.2 = alloca <16 x i64>
  %l.count.2.u = alloca i64
  %out.6 = alloca <16 x i64>
  %again.6 = alloca <16 x i64>
  %exec.26 = alloca <8 x i64>
  %idle.26 = alloca i64
  %l.x.26 = alloca <8 x i64>
  %l.count.26 = alloca <8 x i64>
  %l.count.26.u = alloca i64
  %out.30 = alloca <8 x i64>
  %again.30 = alloca <8 x i64>
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
  store i64 0, ptr %l.x
  store i64 0, ptr %l.count
  %v8 = mul nuw nsw i32 %dim.y, %dim.z
  %v9 = sub i64 %p.n.shape0, %first.x
  %v10 = bitcast i64 %v9 to i64
  %v11 = call i64 @llvm.umin.i64(i64 %v10, i64 1024)
  %v12 = trunc i64 %v11 to i32
  %v13 = icmp sgt i64 %p.n.shape0, %first.x
  %v14 = select i1 %v13, i32 %v12, i32 0
  %v15 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v14)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v16 = phi i32 [ 0, %for1 ], [ %v16.next, %for1.next ]
  %for1.go = icmp slt i32 %v16, %v8
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v15
  %for2.gap = sub i32 %v15, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -16
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v17.u = phi i32 [ 0, %for2 ], [ %v17.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v17.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <16 x i64> splat (i64 -1), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i64, ptr %l.x
  %w3.0 = insertelement <16 x i64> poison, i64 %w3.s, i64 0
  %w3 = shufflevector <16 x i64> %w3.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w3, ptr %l.x.2
  %w4.s = load i64, ptr %l.count
  %w4.0 = insertelement <16 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <16 x i64> %w4.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w4, ptr %l.count.2
  %v18.u = sext i32 %v17.u to i64
  %v19.u = add nuw nsw i64 %first.x, %v18.u
  %v20.u = getelementptr i64, ptr %p.n, i64 %v19.u
  %v21.v = load <16 x i64>, ptr %v20.u, align 8
  store <16 x i64> %v21.v, ptr %l.x.2
  store i64 0, ptr %l.count.2.u
  %w5.0 = insertelement <16 x i64> poison, i64 0, i64 0
  %w5 = shufflevector <16 x i64> %w5.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w5, ptr %l.count.2
  %m7 = load <16 x i64>, ptr %exec.2
  store <16 x i64> %m7, ptr %out.6
  store <16 x i64> zeroinitializer, ptr %again.6
  br label %loop6
loop6:
  %stop8 = load volatile i32, ptr %stop, align 4
  %stop8.now = icmp ne i32 %stop8, 0
  br i1 %stop8.now, label %block.end, label %stop8.go, !prof !3
stop8.go:
  %v22.v = load <16 x i64>, ptr %l.x.2
  %w9.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w9 = shufflevector <16 x i64> %w9.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v23.v = icmp eq <16 x i64> %v22.v, %w9
  %i10.was = load <16 x i64>, ptr %exec.2
  %i10.on = freeze <16 x i1> %v23.v
  %i10.off = xor <16 x i1> %i10.on, splat (i1 true)
  %i10.with = sext <16 x i1> %i10.on to <16 x i64>
  %i10.without = sext <16 x i1> %i10.off to <16 x i64>
  %i10.yes = and <16 x i64> %i10.was, %i10.with
  %i10.no = and <16 x i64> %i10.was, %i10.without
  store <16 x i64> %i10.yes, ptr %exec.2
  store <16 x i64> zeroinitializer, ptr %exec.2
  %i10.a = load <16 x i64>, ptr %exec.2
  store <16 x i64> %i10.no, ptr %exec.2
  %i10.b = load <16 x i64>, ptr %exec.2
  %i10.both = or <16 x i64> %i10.a, %i10.b
  store <16 x i64> %i10.both, ptr %exec.2
  %w11.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w11 = shufflevector <16 x i64> %w11.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v24.v = and <16 x i64> %v22.v, %w11
  %w12.0 = insertelement <16 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <16 x i64> %w12.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v25.v = icmp eq <16 x i64> %v24.v, %w12
  %w13.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w13 = shufflevector <16 x i64> %w13.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v26.v = ashr <16 x i64> %v22.v, %w13
  %w14.0 = insertelement <16 x i64> poison, i64 3, i64 0
  %w14 = shufflevector <16 x i64> %w14.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v27.v = mul <16 x i64> %v22.v, %w14
  %w15.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w15 = shufflevector <16 x i64> %w15.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v28.v = add <16 x i64> %v27.v, %w15
  %v29.v = select <16 x i1> %v25.v, <16 x i64> %v26.v, <16 x i64> %v28.v
  %m16.w = load <16 x i64>, ptr %exec.2
  %m16 = icmp slt <16 x i64> %m16.w, zeroinitializer
  %m16.old = load <16 x i64>, ptr %l.x.2
  %m16.new = select <16 x i1> %m16, <16 x i64> %v29.v, <16 x i64> %m16.old
  store <16 x i64> %m16.new, ptr %l.x.2
  %v30.u = load i64, ptr %l.count.2.u
  %v31.u = add i64 %v30.u, 1
  store i64 %v31.u, ptr %l.count.2.u
  %w17.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w17 = shufflevector <16 x i64> %w17.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w18.was = load <16 x i64>, ptr %l.count.2
  %w18 = add <16 x i64> %w18.was, %w17
  %m19.w = load <16 x i64>, ptr %exec.2
  %m19 = icmp slt <16 x i64> %m19.w, zeroinitializer
  %m19.old = load <16 x i64>, ptr %l.count.2
  %m19.new = select <16 x i1> %m19, <16 x i64> %w18, <16 x i64> %m19.old
  store <16 x i64> %m19.new, ptr %l.count.2
  %v32.u = icmp sge i64 %v31.u, 1000
  br i1 %v32.u, label %if20.then, label %if20.end
if20.then:
  store <16 x i64> zeroinitializer, ptr %exec.2
  br label %loop6.end
if20.end:
  br label %loop6.land
loop6.land:
  %m21 = load <16 x i64>, ptr %exec.2
  %m21.again = load <16 x i64>, ptr %again.6
  %m21.0 = or <16 x i64> %m21, %m21.again
  store <16 x i64> %m21.0, ptr %exec.2
  store <16 x i64> zeroinitializer, ptr %again.6
  %m22.w = load <16 x i64>, ptr %exec.2
  %m22 = icmp slt <16 x i64> %m22.w, zeroinitializer
  %m23.0 = shufflevector <16 x i64> %m22.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m23.1 = shufflevector <16 x i64> %m22.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m23.w = or <8 x i64> %m23.0, %m23.1
  %m24.0 = shufflevector <8 x i64> %m23.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m24.1 = shufflevector <8 x i64> %m23.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m24.w = or <4 x i64> %m24.0, %m24.1
  %m22.bits = bitcast <4 x i64> %m24.w to i256
  %m22.any = icmp ne i256 %m22.bits, 0
  br i1 %m22.any, label %loop6, label %loop6.end
loop6.end:
  %m25.out = load <16 x i64>, ptr %out.6
  store <16 x i64> %m25.out, ptr %exec.2
  %v33.v = load <16 x i64>, ptr %l.count.2
  %v34.u = getelementptr i64, ptr %p.steps, i64 %v19.u
  store <16 x i64> %v33.v, ptr %v34.u, align 8
  br label %for2.next
for2.next:
  %v17.u.next = add i32 %v17.u, 16
  br label %for2.head
for2.end:
  br label %for26
for26:
  %for26.left = sub i32 %for2.span, %for2.full
  %for26.full = and i32 %for26.left, -8
  %for26.mid = add i32 %for2.mid, %for26.full
  br label %for26.head
for26.head:
  %v59.u = phi i32 [ %for2.mid, %for26 ], [ %v59.u.next, %for26.next ]
  %for26.go = icmp ne i32 %v59.u, %for26.mid
  br i1 %for26.go, label %for26.body, label %for26.end
for26.body:
  store <8 x i64> splat (i64 -1), ptr %exec.26
  store i64 0, ptr %idle.26
  %w27.s = load i64, ptr %l.x
  %w27.0 = insertelement <8 x i64> poison, i64 %w27.s, i64 0
  %w27 = shufflevector <8 x i64> %w27.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w27, ptr %l.x.26
  %w28.s = load i64, ptr %l.count
  %w28.0 = insertelement <8 x i64> poison, i64 %w28.s, i64 0
  %w28 = shufflevector <8 x i64> %w28.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w28, ptr %l.count.26
  %v60.u = sext i32 %v59.u to i64
  %v61.u = add nuw nsw i64 %first.x, %v60.u
  %v62.u = getelementptr i64, ptr %p.n, i64 %v61.u
  %v63.v = load <8 x i64>, ptr %v62.u, align 8
  store <8 x i64> %v63.v, ptr %l.x.26
  store i64 0, ptr %l.count.26.u
  %w29.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w29 = shufflevector <8 x i64> %w29.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w29, ptr %l.count.26
  %m31 = load <8 x i64>, ptr %exec.26
  store <8 x i64> %m31, ptr %out.30
  store <8 x i64> zeroinitializer, ptr %again.30
  br label %loop30
loop30:
  %stop32 = load volatile i32, ptr %stop, align 4
  %stop32.now = icmp ne i32 %stop32, 0
  br i1 %stop32.now, label %block.end, label %stop32.go, !prof !3
stop32.go:
  %v64.v = load <8 x i64>, ptr %l.x.26
  %w33.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w33 = shufflevector <8 x i64> %w33.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v65.v = icmp eq <8 x i64> %v64.v, %w33
  %i34.was = load <8 x i64>, ptr %exec.26
  %i34.on = freeze <8 x i1> %v65.v
  %i34.off = xor <8 x i1> %i34.on, splat (i1 true)
  %i34.with = sext <8 x i1> %i34.on to <8 x i64>
  %i34.without = sext <8 x i1> %i34.off to <8 x i64>
  %i34.yes = and <8 x i64> %i34.was, %i34.with
  %i34.no = and <8 x i64> %i34.was, %i34.without
  store <8 x i64> %i34.yes, ptr %exec.26
  store <8 x i64> zeroinitializer, ptr %exec.26
  %i34.a = load <8 x i64>, ptr %exec.26
  store <8 x i64> %i34.no, ptr %exec.26
  %i34.b = load <8 x i64>, ptr %exec.26
  %i34.both = or <8 x i64> %i34.a, %i34.b
  store <8 x i64> %i34.both, ptr %exec.26
  %w35.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w35 = shufflevector <8 x i64> %w35.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v66.v = and <8 x i64> %v64.v, %w35
  %w36.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v67.v = icmp eq <8 x i64> %v66.v, %w36
  %w37.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w37 = shufflevector <8 x i64> %w37.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v68.v = ashr <8 x i64> %v64.v, %w37
  %w38.0 = insertelement <8 x i64> poison, i64 3, i64 0
  %w38 = shufflevector <8 x i64> %w38.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v69.v = mul <8 x i64> %v64.v, %w38
  %w39.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w39 = shufflevector <8 x i64> %w39.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v70.v = add <8 x i64> %v69.v, %w39
  %v71.v = select <8 x i1> %v67.v, <8 x i64> %v68.v, <8 x i64> %v70.v
  %m40.w = load <8 x i64>, ptr %exec.26
  %m40 = icmp slt <8 x i64> %m40.w, zeroinitializer
  %m40.old = load <8 x i64>, ptr %l.x.26
  %m40.new = select <8 x i1> %m40, <8 x i64> %v71.v, <8 x i64> %m40.old
  store <8 x i64> %m40.new, ptr %l.x.26
  %v72.u = load i64, ptr %l.count.26.u
  %v73.u = add i64 %v72.u, 1
  store i64 %v73.u, ptr %l.count.26.u
  %w41.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w41 = shufflevector <8 x i64> %w41.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w42.was = load <8 x i64>, ptr %l.count.26
  %w42 = add <8 x i64> %w42.was, %w41
  %m43.w = load <8 x i64>, ptr %exec.26
  %m43 = icmp slt <8 x i64> %m43.w, zeroinitializer
  %m43.old = load <8 x i64>, ptr %l.count.26
  %m43.new = select <8 x i1> %m43, <8 x i64> %w42, <8 x i64> %m43.old
  store <8 x i64> %m43.new, ptr %l.count.26
  %v74.u = icmp sge i64 %v73.u, 1000
  br i1 %v74.u, label %if44.then, label %if44.end
if44.then:
  store <8 x i64> zeroinitializer, ptr %exec.26
  br label %loop30.end
if44.end:
  br label %loop30.land
loop30.land:
  %m45 = load <8 x i64>, ptr %exec.26
  %m45.again = load <8 x i64>, ptr %again.30
  %m45.0 = or <8 x i64> %m45, %m45.again
  store <8 x i64> %m45.0, ptr %exec.26
  store <8 x i64> zeroinitializer, ptr %again.30
  %m46.w = load <8 x i64>, ptr %exec.26
  %m46 = icmp slt <8 x i64> %m46.w, zeroinitializer
  %m47.0 = shufflevector <8 x i64> %m46.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m47.1 = shufflevector <8 x i64> %m46.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m47.w = or <4 x i64> %m47.0, %m47.1
  %m46.bits = bitcast <4 x i64> %m47.w to i256
  %m46.any = icmp ne i256 %m46.bits, 0
  br i1 %m46.any, label %loop30, label %loop30.end
loop30.end:
  %m48.out = load <8 x i64>, ptr %out.30
  store <8 x i64> %m48.out, ptr %exec.26
  %v75.v = load <8 x i64>, ptr %l.count.26
  %v76.u = getelementptr i64, ptr %p.steps, i64 %v61.u
  store <8 x i64> %v75.v, ptr %v76.u, align 8
  br label %for26.next
for26.next:
  %v59.u.next = add i32 %v59.u, 8
  br label %for26.head
for26.end:
  br label %for49
for49:
  br label %for49.head
for49.head:
  %v17 = phi i32 [ %for26.mid, %for49 ], [ %v17.next, %for49.next ]
  %for49.go = icmp slt i32 %v17, %v15
  br i1 %for49.go, label %for49.body, label %for49.end
for49.body:
  %v18 = sext i32 %v17 to i64
  %v19 = add nuw nsw i64 %first.x, %v18
  %v20 = getelementptr inbounds i64, ptr %p.n, i64 %v19
  %v21 = load i64, ptr %v20, align 8, !llvm.access.group !5
  store i64 %v21, ptr %l.x
  store i64 0, ptr %l.count
  br label %loop50
loop50:
  %stop51 = load volatile i32, ptr %stop, align 4
  %stop51.now = icmp ne i32 %stop51, 0
  br i1 %stop51.now, label %block.end, label %stop51.go, !prof !3
stop51.go:
  %v22 = load i64, ptr %l.x
  %v23 = icmp eq i64 %v22, 1
  br i1 %v23, label %if52.then, label %if52.end
if52.then:
  br label %loop50.end
if52.end:
  %v24 = and i64 %v22, 1
  %v25 = icmp eq i64 %v24, 0
  %v26 = ashr i64 %v22, 1
  %v27 = mul i64 %v22, 3
  %v28 = add i64 %v27, 1
  %v29 = select i1 %v25, i64 %v26, i64 %v28
  store i64 %v29, ptr %l.x
  %v30 = load i64, ptr %l.count
  %v31 = add i64 %v30, 1
  store i64 %v31, ptr %l.count
  %v32 = icmp sge i64 %v31, 1000
  br i1 %v32, label %if53.then, label %if53.end
if53.then:
  br label %loop50.end
if53.end:
  br label %loop50
loop50.end:
  %v33 = load i64, ptr %l.count
  %v34 = getelementptr inbounds i64, ptr %p.steps, i64 %v19
  store i64 %v33, ptr %v34, align 8, !llvm.access.group !5
  br label %for49.next
for49.next:
  %v17.next = add nuw nsw i32 %v17, 1
  br label %for49.head, !llvm.loop !6
for49.end:
  br label %for1.next
for1.next:
  %v16.next = add nuw nsw i32 %v16, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.collatz(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.n = load ptr, ptr %p.n.at, align 8
  %p.n.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n.shape0 = load i64, ptr %p.n.shape0.at, align 8
  %p.steps.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.steps = load ptr, ptr %p.steps.at, align 8
  %p.steps.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.steps.shape0 = load i64, ptr %p.steps.shape0.at, align 8
  call void @collatz.block(ptr %launch, ptr %scratch, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0)
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
