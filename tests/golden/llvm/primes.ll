; portkern native code

define internal void @primes.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0) #0 {
  %l.v = alloca i1
  %l.d = alloca i64
  %l.first_factor = alloca i64
  %exec.2 = alloca <8 x i1>
  %idle.2 = alloca i64
  %l.v.2 = alloca <8 x i1>
  %l.d.2 = alloca <8 x i64>
  %l.first_factor.2 = alloca <8 x i64>
  %out.11 = alloca <8 x i1>
  %again.11 = alloca <8 x i1>
  %out.14 = alloca <8 x i1>
  %again.14 = alloca <8 x i1>
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
  store i1 false, ptr %l.v
  store i64 0, ptr %l.d
  store i64 0, ptr %l.first_factor
  %v3 = sext i32 %dim.x to i64
  %v5 = sext i32 %block.x to i64
  %v6 = mul nuw nsw i64 %v5, %v3
  %v9 = mul nuw nsw i32 %dim.y, %dim.z
  %v10 = sub i64 %p.out.shape0, %v6
  %v11 = bitcast i64 %v10 to i64
  %v12 = call i64 @llvm.umin.i64(i64 %v11, i64 1024)
  %v13 = trunc i64 %v12 to i32
  %v14 = icmp sgt i64 %p.out.shape0, %v6
  %v15 = select i1 %v14, i32 %v13, i32 0
  %v16 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v15)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v17 = phi i32 [ 0, %for1 ], [ %v17.next, %for1.next ]
  %for1.go = icmp slt i32 %v17, %v9
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v16
  %for2.gap = sub i32 %v16, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -8
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v18.u = phi i32 [ 0, %for2 ], [ %v18.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v18.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <8 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i1, ptr %l.v
  %w3.0 = insertelement <8 x i1> poison, i1 %w3.s, i64 0
  %w3 = shufflevector <8 x i1> %w3.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w3, ptr %l.v.2
  %w4.s = load i64, ptr %l.d
  %w4.0 = insertelement <8 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <8 x i64> %w4.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w4, ptr %l.d.2
  %w5.s = load i64, ptr %l.first_factor
  %w5.0 = insertelement <8 x i64> poison, i64 %w5.s, i64 0
  %w5 = shufflevector <8 x i64> %w5.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w5, ptr %l.first_factor.2
  %v19.u = sext i32 %v18.u to i64
  %v20.u = add nuw nsw i64 %v6, %v19.u
  %w6.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w6 = shufflevector <8 x i64> %w6.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w6, ptr %l.first_factor.2
  %w7.0 = insertelement <8 x i64> poison, i64 %v20.u, i64 0
  %w7 = shufflevector <8 x i64> %w7.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w7.1 = add <8 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w8.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w8 = shufflevector <8 x i64> %w8.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v21.v = icmp sgt <8 x i64> %w7.1, %w8
  store <8 x i1> %v21.v, ptr %l.v.2
  %i9.was = load <8 x i1>, ptr %exec.2
  %i9.not = xor <8 x i1> %v21.v, splat (i1 true)
  %i9.then = select <8 x i1> %i9.was, <8 x i1> %v21.v, <8 x i1> zeroinitializer
  %i9.else = select <8 x i1> %i9.was, <8 x i1> %i9.not, <8 x i1> zeroinitializer
  store <8 x i1> %i9.then, ptr %exec.2
  %m10 = load <8 x i1>, ptr %exec.2
  %m10.bits = bitcast <8 x i1> %m10 to i8
  %m10.any = icmp ne i8 %m10.bits, 0
  br i1 %m10.any, label %if9.then, label %if9.then.end
if9.then:
  store <8 x i1> zeroinitializer, ptr %out.11
  store <8 x i1> zeroinitializer, ptr %again.11
  %w12.0 = insertelement <8 x i64> poison, i64 2, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m13 = load <8 x i1>, ptr %exec.2
  %m13.old = load <8 x i64>, ptr %l.d.2
  %m13.new = select <8 x i1> %m13, <8 x i64> %w12, <8 x i64> %m13.old
  store <8 x i64> %m13.new, ptr %l.d.2
  store <8 x i1> zeroinitializer, ptr %out.14
  store <8 x i1> zeroinitializer, ptr %again.14
  br label %loop14
loop14:
  %stop15 = load volatile i32, ptr %stop, align 4
  %stop15.now = icmp ne i32 %stop15, 0
  br i1 %stop15.now, label %block.end, label %stop15.go, !prof !3
stop15.go:
  %v22.v = load <8 x i64>, ptr %l.d.2
  %v23.v = mul <8 x i64> %v22.v, %v22.v
  %w16.0 = insertelement <8 x i64> poison, i64 %v20.u, i64 0
  %w16 = shufflevector <8 x i64> %w16.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w16.1 = add <8 x i64> %w16, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v24.v = icmp sgt <8 x i64> %v23.v, %w16.1
  %i17.was = load <8 x i1>, ptr %exec.2
  %i17.not = xor <8 x i1> %v24.v, splat (i1 true)
  %i17.then = select <8 x i1> %i17.was, <8 x i1> %v24.v, <8 x i1> zeroinitializer
  %i17.else = select <8 x i1> %i17.was, <8 x i1> %i17.not, <8 x i1> zeroinitializer
  store <8 x i1> %i17.then, ptr %exec.2
  %m18 = load <8 x i1>, ptr %exec.2
  %m18.old = load <8 x i1>, ptr %out.14
  %m18.new = or <8 x i1> %m18.old, %m18
  store <8 x i1> %m18.new, ptr %out.14
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i17.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i17.else, ptr %exec.2
  %i17.b = load <8 x i1>, ptr %exec.2
  %i17.both = or <8 x i1> %i17.a, %i17.b
  store <8 x i1> %i17.both, ptr %exec.2
  %w19.0 = insertelement <8 x i64> poison, i64 %v20.u, i64 0
  %w19 = shufflevector <8 x i64> %w19.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w19.1 = add <8 x i64> %w19, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w20.0 = extractelement <8 x i64> %w19.1, i64 0
  %w20 = freeze i64 %w20.0
  %w21.0 = extractelement <8 x i64> %v22.v, i64 0
  %w21 = freeze i64 %w21.0
  %v25.v.r0 = call i64 @floor_mod.i64(i64 %w20, i64 %w21)
  %v25.v.0 = insertelement <8 x i64> poison, i64 %v25.v.r0, i64 0
  %w22.0 = extractelement <8 x i64> %w19.1, i64 1
  %w22 = freeze i64 %w22.0
  %w23.0 = extractelement <8 x i64> %v22.v, i64 1
  %w23 = freeze i64 %w23.0
  %v25.v.r1 = call i64 @floor_mod.i64(i64 %w22, i64 %w23)
  %v25.v.1 = insertelement <8 x i64> %v25.v.0, i64 %v25.v.r1, i64 1
  %w24.0 = extractelement <8 x i64> %w19.1, i64 2
  %w24 = freeze i64 %w24.0
  %w25.0 = extractelement <8 x i64> %v22.v, i64 2
  %w25 = freeze i64 %w25.0
  %v25.v.r2 = call i64 @floor_mod.i64(i64 %w24, i64 %w25)
  %v25.v.2 = insertelement <8 x i64> %v25.v.1, i64 %v25.v.r2, i64 2
  %w26.0 = extractelement <8 x i64> %w19.1, i64 3
  %w26 = freeze i64 %w26.0
  %w27.0 = extractelement <8 x i64> %v22.v, i64 3
  %w27 = freeze i64 %w27.0
  %v25.v.r3 = call i64 @floor_mod.i64(i64 %w26, i64 %w27)
  %v25.v.3 = insertelement <8 x i64> %v25.v.2, i64 %v25.v.r3, i64 3
  %w28.0 = extractelement <8 x i64> %w19.1, i64 4
  %w28 = freeze i64 %w28.0
  %w29.0 = extractelement <8 x i64> %v22.v, i64 4
  %w29 = freeze i64 %w29.0
  %v25.v.r4 = call i64 @floor_mod.i64(i64 %w28, i64 %w29)
  %v25.v.4 = insertelement <8 x i64> %v25.v.3, i64 %v25.v.r4, i64 4
  %w30.0 = extractelement <8 x i64> %w19.1, i64 5
  %w30 = freeze i64 %w30.0
  %w31.0 = extractelement <8 x i64> %v22.v, i64 5
  %w31 = freeze i64 %w31.0
  %v25.v.r5 = call i64 @floor_mod.i64(i64 %w30, i64 %w31)
  %v25.v.5 = insertelement <8 x i64> %v25.v.4, i64 %v25.v.r5, i64 5
  %w32.0 = extractelement <8 x i64> %w19.1, i64 6
  %w32 = freeze i64 %w32.0
  %w33.0 = extractelement <8 x i64> %v22.v, i64 6
  %w33 = freeze i64 %w33.0
  %v25.v.r6 = call i64 @floor_mod.i64(i64 %w32, i64 %w33)
  %v25.v.6 = insertelement <8 x i64> %v25.v.5, i64 %v25.v.r6, i64 6
  %w34.0 = extractelement <8 x i64> %w19.1, i64 7
  %w34 = freeze i64 %w34.0
  %w35.0 = extractelement <8 x i64> %v22.v, i64 7
  %w35 = freeze i64 %w35.0
  %v25.v.r7 = call i64 @floor_mod.i64(i64 %w34, i64 %w35)
  %v25.v = insertelement <8 x i64> %v25.v.6, i64 %v25.v.r7, i64 7
  %w36.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v26.v = icmp eq <8 x i64> %v25.v, %w36
  %i37.was = load <8 x i1>, ptr %exec.2
  %i37.not = xor <8 x i1> %v26.v, splat (i1 true)
  %i37.then = select <8 x i1> %i37.was, <8 x i1> %v26.v, <8 x i1> zeroinitializer
  %i37.else = select <8 x i1> %i37.was, <8 x i1> %i37.not, <8 x i1> zeroinitializer
  store <8 x i1> %i37.then, ptr %exec.2
  %m38 = load <8 x i1>, ptr %exec.2
  %m38.bits = bitcast <8 x i1> %m38 to i8
  %m38.any = icmp ne i8 %m38.bits, 0
  br i1 %m38.any, label %if37.then, label %if37.then.end
if37.then:
  %m39 = load <8 x i1>, ptr %exec.2
  %m39.old = load <8 x i64>, ptr %l.first_factor.2
  %m39.new = select <8 x i1> %m39, <8 x i64> %v22.v, <8 x i64> %m39.old
  store <8 x i64> %m39.new, ptr %l.first_factor.2
  %m40 = load <8 x i1>, ptr %exec.2
  %m40.old = load <8 x i1>, ptr %out.11
  %m40.new = or <8 x i1> %m40.old, %m40
  store <8 x i1> %m40.new, ptr %out.11
  store <8 x i1> zeroinitializer, ptr %exec.2
  br label %if37.then.end
if37.then.end:
  %i37.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i37.else, ptr %exec.2
  %i37.b = load <8 x i1>, ptr %exec.2
  %i37.both = or <8 x i1> %i37.a, %i37.b
  store <8 x i1> %i37.both, ptr %exec.2
  %w41.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w41 = shufflevector <8 x i64> %w41.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v27.v = add <8 x i64> %v22.v, %w41
  %m42 = load <8 x i1>, ptr %exec.2
  %m42.old = load <8 x i64>, ptr %l.d.2
  %m42.new = select <8 x i1> %m42, <8 x i64> %v27.v, <8 x i64> %m42.old
  store <8 x i64> %m42.new, ptr %l.d.2
  br label %loop14.land
loop14.land:
  %m43 = load <8 x i1>, ptr %exec.2
  %m43.again = load <8 x i1>, ptr %again.14
  %m43.0 = or <8 x i1> %m43, %m43.again
  store <8 x i1> %m43.0, ptr %exec.2
  store <8 x i1> zeroinitializer, ptr %again.14
  %m44 = load <8 x i1>, ptr %exec.2
  %m44.bits = bitcast <8 x i1> %m44 to i8
  %m44.any = icmp ne i8 %m44.bits, 0
  br i1 %m44.any, label %loop14, label %loop14.end
loop14.end:
  %m45 = load <8 x i1>, ptr %exec.2
  %m45.out = load <8 x i1>, ptr %out.14
  %m45.0 = or <8 x i1> %m45, %m45.out
  store <8 x i1> %m45.0, ptr %exec.2
  %w46.0 = insertelement <8 x i64> poison, i64 %v20.u, i64 0
  %w46 = shufflevector <8 x i64> %w46.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w46.1 = add <8 x i64> %w46, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %m47 = load <8 x i1>, ptr %exec.2
  %m47.old = load <8 x i64>, ptr %l.first_factor.2
  %m47.new = select <8 x i1> %m47, <8 x i64> %w46.1, <8 x i64> %m47.old
  store <8 x i64> %m47.new, ptr %l.first_factor.2
  br label %block11.end
block11.end:
  %m48 = load <8 x i1>, ptr %exec.2
  %m48.out = load <8 x i1>, ptr %out.11
  %m48.0 = or <8 x i1> %m48, %m48.out
  store <8 x i1> %m48.0, ptr %exec.2
  %v28.v = load <8 x i64>, ptr %l.first_factor.2
  %w49.0 = insertelement <8 x i64> poison, i64 %v20.u, i64 0
  %w49 = shufflevector <8 x i64> %w49.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w49.1 = add <8 x i64> %w49, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v29.v = icmp eq <8 x i64> %v28.v, %w49.1
  %m50 = load <8 x i1>, ptr %exec.2
  %m50.old = load <8 x i1>, ptr %l.v.2
  %m50.new = select <8 x i1> %m50, <8 x i1> %v29.v, <8 x i1> %m50.old
  store <8 x i1> %m50.new, ptr %l.v.2
  br label %if9.then.end
if9.then.end:
  %i9.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i9.else, ptr %exec.2
  %i9.b = load <8 x i1>, ptr %exec.2
  %i9.both = or <8 x i1> %i9.a, %i9.b
  store <8 x i1> %i9.both, ptr %exec.2
  %v30.v = load <8 x i1>, ptr %l.v.2
  %v31.u = getelementptr i8, ptr %p.out, i64 %v20.u
  %w51.m = zext <8 x i1> %v30.v to <8 x i8>
  store <8 x i8> %w51.m, ptr %v31.u, align 1
  br label %for2.next
for2.next:
  %v18.u.next = add i32 %v18.u, 8
  br label %for2.head
for2.end:
  br label %for52
for52:
  br label %for52.head
for52.head:
  %v18 = phi i32 [ %for2.mid, %for52 ], [ %v18.next, %for52.next ]
  %for52.go = icmp slt i32 %v18, %v16
  br i1 %for52.go, label %for52.body, label %for52.end
for52.body:
  %v19 = sext i32 %v18 to i64
  %v20 = add nuw nsw i64 %v6, %v19
  store i64 0, ptr %l.first_factor
  %v21 = icmp sgt i64 %v20, 1
  store i1 %v21, ptr %l.v
  br i1 %v21, label %if53.then, label %if53.end
if53.then:
  store i64 2, ptr %l.d
  br label %loop55
loop55:
  %stop56 = load volatile i32, ptr %stop, align 4
  %stop56.now = icmp ne i32 %stop56, 0
  br i1 %stop56.now, label %block.end, label %stop56.go, !prof !3
stop56.go:
  %v22 = load i64, ptr %l.d
  %v23 = mul i64 %v22, %v22
  %v24 = icmp sgt i64 %v23, %v20
  br i1 %v24, label %if57.then, label %if57.end
if57.then:
  br label %loop55.end
if57.end:
  %v25 = call i64 @floor_mod.i64(i64 %v20, i64 %v22)
  %v26 = icmp eq i64 %v25, 0
  br i1 %v26, label %if58.then, label %if58.end
if58.then:
  store i64 %v22, ptr %l.first_factor
  br label %block54.end
if58.end:
  %v27 = add i64 %v22, 1
  store i64 %v27, ptr %l.d
  br label %loop55
loop55.end:
  store i64 %v20, ptr %l.first_factor
  br label %block54.end
block54.end:
  %v28 = load i64, ptr %l.first_factor
  %v29 = icmp eq i64 %v28, %v20
  store i1 %v29, ptr %l.v
  br label %if53.end
if53.end:
  %v30 = load i1, ptr %l.v
  %v31 = getelementptr inbounds i8, ptr %p.out, i64 %v20
  %b59 = zext i1 %v30 to i8
  store i8 %b59, ptr %v31, align 1, !llvm.access.group !4
  br label %for52.next
for52.next:
  %v18.next = add nuw nsw i32 %v18, 1
  br label %for52.head, !llvm.loop !5
for52.end:
  br label %for1.next
for1.next:
  %v17.next = add nuw nsw i32 %v17, 1
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

define void @k.primes(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @primes.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0)
  ret void
}

define internal i64 @floor_mod.i64(i64 %a, i64 %b) #1 {
  %up = add i64 %b, 1
  %odd = icmp ult i64 %up, 2
  %d = select i1 %odd, i64 1, i64 %b
  %rest = srem i64 %a, %d
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %d
  %apart = icmp slt i64 %signs, 0
  %down = and i1 %some, %apart
  %more = select i1 %down, i64 %d, i64 0
  %r = add i64 %rest, %more
  ret i64 %r
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = distinct !{}
!5 = distinct !{!5, !1, !0, !{!"llvm.loop.parallel_accesses", !4}}
