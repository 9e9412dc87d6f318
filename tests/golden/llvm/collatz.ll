; portkern native code

define internal void @collatz.block(ptr %launch, ptr noalias %scratch, ptr %p.n, i64 %p.n.shape0, ptr %p.steps, i64 %p.steps.shape0) #1 {
  %l.x = alloca i64
  %l.count = alloca i64
  %exec.2 = alloca <32 x i1>
  %idle.2 = alloca i64
  %l.x.2 = alloca <32 x i64>
  %l.count.2 = alloca <32 x i64>
  %out.6 = alloca <32 x i1>
  %again.6 = alloca <32 x i1>
  %exec.25 = alloca <8 x i1>
  %idle.25 = alloca i64
  %l.x.25 = alloca <8 x i64>
  %l.count.25 = alloca <8 x i64>
  %out.29 = alloca <8 x i1>
  %again.29 = alloca <8 x i1>
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
  %for2.full = and i32 %for2.span, -32
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v17.u = phi i32 [ 0, %for2 ], [ %v17.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v17.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <32 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i64, ptr %l.x
  %w3.0 = insertelement <32 x i64> poison, i64 %w3.s, i64 0
  %w3 = shufflevector <32 x i64> %w3.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w3, ptr %l.x.2
  %w4.s = load i64, ptr %l.count
  %w4.0 = insertelement <32 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <32 x i64> %w4.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w4, ptr %l.count.2
  %v18.u = sext i32 %v17.u to i64
  %v19.u = add nuw nsw i64 %first.x, %v18.u
  %v20.u = getelementptr i64, ptr %p.n, i64 %v19.u
  %v21.v = load <32 x i64>, ptr %v20.u, align 8
  store <32 x i64> %v21.v, ptr %l.x.2
  %w5.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w5 = shufflevector <32 x i64> %w5.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w5, ptr %l.count.2
  store <32 x i1> zeroinitializer, ptr %out.6
  store <32 x i1> zeroinitializer, ptr %again.6
  br label %loop6
loop6:
  %stop7 = load volatile i32, ptr %stop, align 4
  %stop7.now = icmp ne i32 %stop7, 0
  br i1 %stop7.now, label %block.end, label %stop7.go, !prof !3
stop7.go:
  %v22.v = load <32 x i64>, ptr %l.x.2
  %w8.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w8 = shufflevector <32 x i64> %w8.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v23.v = icmp eq <32 x i64> %v22.v, %w8
  %i9.was = load <32 x i1>, ptr %exec.2
  %i9.not = xor <32 x i1> %v23.v, splat (i1 true)
  %i9.then = select <32 x i1> %i9.was, <32 x i1> %v23.v, <32 x i1> zeroinitializer
  %i9.else = select <32 x i1> %i9.was, <32 x i1> %i9.not, <32 x i1> zeroinitializer
  store <32 x i1> %i9.then, ptr %exec.2
  %m10 = load <32 x i1>, ptr %exec.2
  %m10.old = load <32 x i1>, ptr %out.6
  %m10.new = or <32 x i1> %m10.old, %m10
  store <32 x i1> %m10.new, ptr %out.6
  store <32 x i1> zeroinitializer, ptr %exec.2
  %i9.a = load <32 x i1>, ptr %exec.2
  store <32 x i1> %i9.else, ptr %exec.2
  %i9.b = load <32 x i1>, ptr %exec.2
  %i9.both = or <32 x i1> %i9.a, %i9.b
  store <32 x i1> %i9.both, ptr %exec.2
  %w11.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w11 = shufflevector <32 x i64> %w11.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v24.v = and <32 x i64> %v22.v, %w11
  %w12.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <32 x i64> %w12.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v25.v = icmp eq <32 x i64> %v24.v, %w12
  %w13.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w13 = shufflevector <32 x i64> %w13.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v26.v = ashr <32 x i64> %v22.v, %w13
  %w14.0 = insertelement <32 x i64> poison, i64 3, i64 0
  %w14 = shufflevector <32 x i64> %w14.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v27.v = mul <32 x i64> %v22.v, %w14
  %w15.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w15 = shufflevector <32 x i64> %w15.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v28.v = add <32 x i64> %v27.v, %w15
  %v29.v = select <32 x i1> %v25.v, <32 x i64> %v26.v, <32 x i64> %v28.v
  %m16 = load <32 x i1>, ptr %exec.2
  %m16.old = load <32 x i64>, ptr %l.x.2
  %m16.new = select <32 x i1> %m16, <32 x i64> %v29.v, <32 x i64> %m16.old
  store <32 x i64> %m16.new, ptr %l.x.2
  %v30.v = load <32 x i64>, ptr %l.count.2
  %w17.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w17 = shufflevector <32 x i64> %w17.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v31.v = add <32 x i64> %v30.v, %w17
  %m18 = load <32 x i1>, ptr %exec.2
  %m18.old = load <32 x i64>, ptr %l.count.2
  %m18.new = select <32 x i1> %m18, <32 x i64> %v31.v, <32 x i64> %m18.old
  store <32 x i64> %m18.new, ptr %l.count.2
  %w19.0 = insertelement <32 x i64> poison, i64 1000, i64 0
  %w19 = shufflevector <32 x i64> %w19.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v32.v = icmp sge <32 x i64> %v31.v, %w19
  %i20.was = load <32 x i1>, ptr %exec.2
  %i20.not = xor <32 x i1> %v32.v, splat (i1 true)
  %i20.then = select <32 x i1> %i20.was, <32 x i1> %v32.v, <32 x i1> zeroinitializer
  %i20.else = select <32 x i1> %i20.was, <32 x i1> %i20.not, <32 x i1> zeroinitializer
  store <32 x i1> %i20.then, ptr %exec.2
  %m21 = load <32 x i1>, ptr %exec.2
  %m21.old = load <32 x i1>, ptr %out.6
  %m21.new = or <32 x i1> %m21.old, %m21
  store <32 x i1> %m21.new, ptr %out.6
  store <32 x i1> zeroinitializer, ptr %exec.2
  %i20.a = load <32 x i1>, ptr %exec.2
  store <32 x i1> %i20.else, ptr %exec.2
  %i20.b = load <32 x i1>, ptr %exec.2
  %i20.both = or <32 x i1> %i20.a, %i20.b
  store <32 x i1> %i20.both, ptr %exec.2
  br label %loop6.land
loop6.land:
  %m22 = load <32 x i1>, ptr %exec.2
  %m22.again = load <32 x i1>, ptr %again.6
  %m22.0 = or <32 x i1> %m22, %m22.again
  store <32 x i1> %m22.0, ptr %exec.2
  store <32 x i1> zeroinitializer, ptr %again.6
  %m23 = load <32 x i1>, ptr %exec.2
  %m23.bits = bitcast <32 x i1> %m23 to i32
  %m23.any = icmp ne i32 %m23.bits, 0
  br i1 %m23.any, label %loop6, label %loop6.end
loop6.end:
  %m24 = load <32 x i1>, ptr %exec.2
  %m24.out = load <32 x i1>, ptr %out.6
  %m24.0 = or <32 x i1> %m24, %m24.out
  store <32 x i1> %m24.0, ptr %exec.2
  %v33.v = load <32 x i64>, ptr %l.count.2
  %v34.u = getelementptr i64, ptr %p.steps, i64 %v19.u
  store <32 x i64> %v33.v, ptr %v34.u, align 8
  br label %for2.next
for2.next:
  %v17.u.next = add i32 %v17.u, 32
  br label %for2.head
for2.end:
  br label %for25
for25:
  %for25.left = sub i32 %for2.span, %for2.full
  %for25.full = and i32 %for25.left, -8
  %for25.mid = add i32 %for2.mid, %for25.full
  br label %for25.head
for25.head:
  %v59.u = phi i32 [ %for2.mid, %for25 ], [ %v59.u.next, %for25.next ]
  %for25.go = icmp ne i32 %v59.u, %for25.mid
  br i1 %for25.go, label %for25.body, label %for25.end
for25.body:
  store <8 x i1> splat (i1 true), ptr %exec.25
  store i64 0, ptr %idle.25
  %w26.s = load i64, ptr %l.x
  %w26.0 = insertelement <8 x i64> poison, i64 %w26.s, i64 0
  %w26 = shufflevector <8 x i64> %w26.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w26, ptr %l.x.25
  %w27.s = load i64, ptr %l.count
  %w27.0 = insertelement <8 x i64> poison, i64 %w27.s, i64 0
  %w27 = shufflevector <8 x i64> %w27.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w27, ptr %l.count.25
  %v60.u = sext i32 %v59.u to i64
  %v61.u = add nuw nsw i64 %first.x, %v60.u
  %v62.u = getelementptr i64, ptr %p.n, i64 %v61.u
  %v63.v = load <8 x i64>, ptr %v62.u, align 8
  store <8 x i64> %v63.v, ptr %l.x.25
  %w28.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w28 = shufflevector <8 x i64> %w28.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w28, ptr %l.count.25
  store <8 x i1> zeroinitializer, ptr %out.29
  store <8 x i1> zeroinitializer, ptr %again.29
  br label %loop29
loop29:
  %stop30 = load volatile i32, ptr %stop, align 4
  %stop30.now = icmp ne i32 %stop30, 0
  br i1 %stop30.now, label %block.end, label %stop30.go, !prof !3
stop30.go:
  %v64.v = load <8 x i64>, ptr %l.x.25
  %w31.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w31 = shufflevector <8 x i64> %w31.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v65.v = icmp eq <8 x i64> %v64.v, %w31
  %i32.was = load <8 x i1>, ptr %exec.25
  %i32.not = xor <8 x i1> %v65.v, splat (i1 true)
  %i32.then = select <8 x i1> %i32.was, <8 x i1> %v65.v, <8 x i1> zeroinitializer
  %i32.else = select <8 x i1> %i32.was, <8 x i1> %i32.not, <8 x i1> zeroinitializer
  store <8 x i1> %i32.then, ptr %exec.25
  %m33 = load <8 x i1>, ptr %exec.25
  %m33.old = load <8 x i1>, ptr %out.29
  %m33.new = or <8 x i1> %m33.old, %m33
  store <8 x i1> %m33.new, ptr %out.29
  store <8 x i1> zeroinitializer, ptr %exec.25
  %i32.a = load <8 x i1>, ptr %exec.25
  store <8 x i1> %i32.else, ptr %exec.25
  %i32.b = load <8 x i1>, ptr %exec.25
  %i32.both = or <8 x i1> %i32.a, %i32.b
  store <8 x i1> %i32.both, ptr %exec.25
  %w34.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w34 = shufflevector <8 x i64> %w34.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v66.v = and <8 x i64> %v64.v, %w34
  %w35.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w35 = shufflevector <8 x i64> %w35.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v67.v = icmp eq <8 x i64> %v66.v, %w35
  %w36.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v68.v = ashr <8 x i64> %v64.v, %w36
  %w37.0 = insertelement <8 x i64> poison, i64 3, i64 0
  %w37 = shufflevector <8 x i64> %w37.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v69.v = mul <8 x i64> %v64.v, %w37
  %w38.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w38 = shufflevector <8 x i64> %w38.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v70.v = add <8 x i64> %v69.v, %w38
  %v71.v = select <8 x i1> %v67.v, <8 x i64> %v68.v, <8 x i64> %v70.v
  %m39 = load <8 x i1>, ptr %exec.25
  %m39.old = load <8 x i64>, ptr %l.x.25
  %m39.new = select <8 x i1> %m39, <8 x i64> %v71.v, <8 x i64> %m39.old
  store <8 x i64> %m39.new, ptr %l.x.25
  %v72.v = load <8 x i64>, ptr %l.count.25
  %w40.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w40 = shufflevector <8 x i64> %w40.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v73.v = add <8 x i64> %v72.v, %w40
  %m41 = load <8 x i1>, ptr %exec.25
  %m41.old = load <8 x i64>, ptr %l.count.25
  %m41.new = select <8 x i1> %m41, <8 x i64> %v73.v, <8 x i64> %m41.old
  store <8 x i64> %m41.new, ptr %l.count.25
  %w42.0 = insertelement <8 x i64> poison, i64 1000, i64 0
  %w42 = shufflevector <8 x i64> %w42.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v74.v = icmp sge <8 x i64> %v73.v, %w42
  %i43.was = load <8 x i1>, ptr %exec.25
  %i43.not = xor <8 x i1> %v74.v, splat (i1 true)
  %i43.then = select <8 x i1> %i43.was, <8 x i1> %v74.v, <8 x i1> zeroinitializer
  %i43.else = select <8 x i1> %i43.was, <8 x i1> %i43.not, <8 x i1> zeroinitializer
  store <8 x i1> %i43.then, ptr %exec.25
  %m44 = load <8 x i1>, ptr %exec.25
  %m44.old = load <8 x i1>, ptr %out.29
  %m44.new = or <8 x i1> %m44.old, %m44
  store <8 x i1> %m44.new, ptr %out.29
  store <8 x i1> zeroinitializer, ptr %exec.25
  %i43.a = load <8 x i1>, ptr %exec.25
  store <8 x i1> %i43.else, ptr %exec.25
  %i43.b = load <8 x i1>, ptr %exec.25
  %i43.both = or <8 x i1> %i43.a, %i43.b
  store <8 x i1> %i43.both, ptr %exec.25
  br label %loop29.land
loop29.land:
  %m45 = load <8 x i1>, ptr %exec.25
  %m45.again = load <8 x i1>, ptr %again.29
  %m45.0 = or <8 x i1> %m45, %m45.again
  store <8 x i1> %m45.0, ptr %exec.25
  store <8 x i1> zeroinitializer, ptr %again.29
  %m46 = load <8 x i1>, ptr %exec.25
  %m46.bits = bitcast <8 x i1> %m46 to i8
  %m46.any = icmp ne i8 %m46.bits, 0
  br i1 %m46.any, label %loop29, label %loop29.end
loop29.end:
  %m47 = load <8 x i1>, ptr %exec.25
  %m47.out = load <8 x i1>, ptr %out.29
  %m47.0 = or <8 x i1> %m47, %m47.out
  store <8 x i1> %m47.0, ptr %exec.25
  %v75.v = load <8 x i64>, ptr %l.count.25
  %v76.u = getelementptr i64, ptr %p.steps, i64 %v61.u
  store <8 x i64> %v75.v, ptr %v76.u, align 8
  br label %for25.next
for25.next:
  %v59.u.next = add i32 %v59.u, 8
  br label %for25.head
for25.end:
  br label %for48
for48:
  br label %for48.head
for48.head:
  %v17 = phi i32 [ %for25.mid, %for48 ], [ %v17.next, %for48.next ]
  %for48.go = icmp slt i32 %v17, %v15
  br i1 %for48.go, label %for48.body, label %for48.end
for48.body:
  %v18 = sext i32 %v17 to i64
  %v19 = add nuw nsw i64 %first.x, %v18
  %v20 = getelementptr inbounds i64, ptr %p.n, i64 %v19
  %v21 = load i64, ptr %v20, align 8, !llvm.access.group !5
  store i64 %v21, ptr %l.x
  store i64 0, ptr %l.count
  br label %loop49
loop49:
  %stop50 = load volatile i32, ptr %stop, align 4
  %stop50.now = icmp ne i32 %stop50, 0
  br i1 %stop50.now, label %block.end, label %stop50.go, !prof !3
stop50.go:
  %v22 = load i64, ptr %l.x
  %v23 = icmp eq i64 %v22, 1
  br i1 %v23, label %if51.then, label %if51.end
if51.then:
  br label %loop49.end
if51.end:
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
  br i1 %v32, label %if52.then, label %if52.end
if52.then:
  br label %loop49.end
if52.end:
  br label %loop49
loop49.end:
  %v33 = load i64, ptr %l.count
  %v34 = getelementptr inbounds i64, ptr %p.steps, i64 %v19
  store i64 %v33, ptr %v34, align 8, !llvm.access.group !5
  br label %for48.next
for48.next:
  %v17.next = add nuw nsw i32 %v17, 1
  br label %for48.head, !llvm.loop !6
for48.end:
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
