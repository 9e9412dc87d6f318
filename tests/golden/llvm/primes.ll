; portkern native code

define internal void @primes.block(ptr %launch, ptr noalias %scratch, ptr %p.out, i64 %p.out.shape0) #1 {
  %l.v = alloca i1
  %l.d = alloca i64
  %l.first_factor = alloca i64
  %exec.2 = alloca <16 x i64>
  %idle.2 = alloca i64
  %l.v.2 = alloca <16 x i1>
  %l.d.2 = alloca <16 x i64>
  %l.d.2.u = alloca i64
  %l.first_factor.2 = alloca <16 x i64>
  %out.13 = alloca <16 x i64>
  %again.13 = alloca <16 x i64>
  %out.17 = alloca <16 x i64>
  %again.17 = alloca <16 x i64>
  %exec.78 = alloca <8 x i64>
  %idle.78 = alloca i64
  %l.v.78 = alloca <8 x i1>
  %l.d.78 = alloca <8 x i64>
  %l.d.78.u = alloca i64
  %l.first_factor.78 = alloca <8 x i64>
  %out.88 = alloca <8 x i64>
  %again.88 = alloca <8 x i64>
  %out.92 = alloca <8 x i64>
  %again.92 = alloca <8 x i64>
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
  store i1 false, ptr %l.v
  store i64 0, ptr %l.d
  store i64 0, ptr %l.first_factor
  %v6 = mul nuw nsw i32 %dim.y, %dim.z
  %v7 = sub i64 %p.out.shape0, %first.x
  %v8 = bitcast i64 %v7 to i64
  %v9 = call i64 @llvm.umin.i64(i64 %v8, i64 1024)
  %v10 = trunc i64 %v9 to i32
  %v11 = icmp sgt i64 %p.out.shape0, %first.x
  %v12 = select i1 %v11, i32 %v10, i32 0
  %v13 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v12)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v14 = phi i32 [ 0, %for1 ], [ %v14.next, %for1.next ]
  %for1.go = icmp slt i32 %v14, %v6
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v13
  %for2.gap = sub i32 %v13, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -16
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v15.u = phi i32 [ 0, %for2 ], [ %v15.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v15.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <16 x i64> splat (i64 -1), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i1, ptr %l.v
  %w3.0 = insertelement <16 x i1> poison, i1 %w3.s, i64 0
  %w3 = shufflevector <16 x i1> %w3.0, <16 x i1> poison, <16 x i32> zeroinitializer
  store <16 x i1> %w3, ptr %l.v.2
  %w4.s = load i64, ptr %l.d
  %w4.0 = insertelement <16 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <16 x i64> %w4.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w4, ptr %l.d.2
  %w5.s = load i64, ptr %l.first_factor
  %w5.0 = insertelement <16 x i64> poison, i64 %w5.s, i64 0
  %w5 = shufflevector <16 x i64> %w5.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w5, ptr %l.first_factor.2
  %v16.u = sext i32 %v15.u to i64
  %v17.u = add nuw nsw i64 %first.x, %v16.u
  %w6.0 = insertelement <16 x i64> poison, i64 0, i64 0
  %w6 = shufflevector <16 x i64> %w6.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w6, ptr %l.first_factor.2
  %w7.0 = insertelement <16 x i64> poison, i64 %v17.u, i64 0
  %w7 = shufflevector <16 x i64> %w7.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w7.1 = add <16 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %w8.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w8 = shufflevector <16 x i64> %w8.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v18.v = icmp sgt <16 x i64> %w7.1, %w8
  store <16 x i1> %v18.v, ptr %l.v.2
  %i9.was = load <16 x i64>, ptr %exec.2
  %i9.on = freeze <16 x i1> %v18.v
  %i9.off = xor <16 x i1> %i9.on, splat (i1 true)
  %i9.with = sext <16 x i1> %i9.on to <16 x i64>
  %i9.without = sext <16 x i1> %i9.off to <16 x i64>
  %i9.yes = and <16 x i64> %i9.was, %i9.with
  %i9.no = and <16 x i64> %i9.was, %i9.without
  store <16 x i64> %i9.yes, ptr %exec.2
  %m10.w = load <16 x i64>, ptr %exec.2
  %m10 = icmp slt <16 x i64> %m10.w, zeroinitializer
  %m11.0 = shufflevector <16 x i64> %m10.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m11.1 = shufflevector <16 x i64> %m10.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m11.w = or <8 x i64> %m11.0, %m11.1
  %m12.0 = shufflevector <8 x i64> %m11.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m12.1 = shufflevector <8 x i64> %m11.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m12.w = or <4 x i64> %m12.0, %m12.1
  %m10.bits = bitcast <4 x i64> %m12.w to i256
  %m10.any = icmp ne i256 %m10.bits, 0
  br i1 %m10.any, label %if9.then, label %if9.then.end
if9.then:
  %m14 = load <16 x i64>, ptr %exec.2
  store <16 x i64> %m14, ptr %out.13
  store <16 x i64> zeroinitializer, ptr %again.13
  store i64 2, ptr %l.d.2.u
  %w15.0 = insertelement <16 x i64> poison, i64 2, i64 0
  %w15 = shufflevector <16 x i64> %w15.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %m16.w = load <16 x i64>, ptr %exec.2
  %m16 = icmp slt <16 x i64> %m16.w, zeroinitializer
  %m16.old = load <16 x i64>, ptr %l.d.2
  %m16.new = select <16 x i1> %m16, <16 x i64> %w15, <16 x i64> %m16.old
  store <16 x i64> %m16.new, ptr %l.d.2
  store <16 x i64> zeroinitializer, ptr %out.17
  store <16 x i64> zeroinitializer, ptr %again.17
  br label %loop17
loop17:
  %stop18 = load volatile i32, ptr %stop, align 4
  %stop18.now = icmp ne i32 %stop18, 0
  br i1 %stop18.now, label %block.end, label %stop18.go, !prof !3
stop18.go:
  %v19.u = load i64, ptr %l.d.2.u
  %v20.u = mul i64 %v19.u, %v19.u
  %w19.0 = insertelement <16 x i64> poison, i64 %v20.u, i64 0
  %w19 = shufflevector <16 x i64> %w19.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w20.0 = insertelement <16 x i64> poison, i64 %v17.u, i64 0
  %w20 = shufflevector <16 x i64> %w20.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w20.1 = add <16 x i64> %w20, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v21.v = icmp sgt <16 x i64> %w19, %w20.1
  %i21.was = load <16 x i64>, ptr %exec.2
  %i21.on = freeze <16 x i1> %v21.v
  %i21.off = xor <16 x i1> %i21.on, splat (i1 true)
  %i21.with = sext <16 x i1> %i21.on to <16 x i64>
  %i21.without = sext <16 x i1> %i21.off to <16 x i64>
  %i21.yes = and <16 x i64> %i21.was, %i21.with
  %i21.no = and <16 x i64> %i21.was, %i21.without
  store <16 x i64> %i21.yes, ptr %exec.2
  %m22 = load <16 x i64>, ptr %exec.2
  %m22.old = load <16 x i64>, ptr %out.17
  %m22.new = or <16 x i64> %m22.old, %m22
  store <16 x i64> %m22.new, ptr %out.17
  store <16 x i64> zeroinitializer, ptr %exec.2
  %i21.a = load <16 x i64>, ptr %exec.2
  store <16 x i64> %i21.no, ptr %exec.2
  %i21.b = load <16 x i64>, ptr %exec.2
  %i21.both = or <16 x i64> %i21.a, %i21.b
  store <16 x i64> %i21.both, ptr %exec.2
  %w23.0 = insertelement <16 x i64> poison, i64 %v17.u, i64 0
  %w23 = shufflevector <16 x i64> %w23.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w23.1 = add <16 x i64> %w23, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %w24.0 = insertelement <16 x i64> poison, i64 %v19.u, i64 0
  %w24 = shufflevector <16 x i64> %w24.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w25.0 = extractelement <16 x i64> %w23.1, i64 0
  %w25 = freeze i64 %w25.0
  %w26.0 = extractelement <16 x i64> %w24, i64 0
  %w26 = freeze i64 %w26.0
  %v22.v.r0 = call i64 @floor_mod.i64(i64 %w25, i64 %w26)
  %v22.v.0 = insertelement <16 x i64> poison, i64 %v22.v.r0, i64 0
  %w27.0 = extractelement <16 x i64> %w23.1, i64 1
  %w27 = freeze i64 %w27.0
  %w28.0 = extractelement <16 x i64> %w24, i64 1
  %w28 = freeze i64 %w28.0
  %v22.v.r1 = call i64 @floor_mod.i64(i64 %w27, i64 %w28)
  %v22.v.1 = insertelement <16 x i64> %v22.v.0, i64 %v22.v.r1, i64 1
  %w29.0 = extractelement <16 x i64> %w23.1, i64 2
  %w29 = freeze i64 %w29.0
  %w30.0 = extractelement <16 x i64> %w24, i64 2
  %w30 = freeze i64 %w30.0
  %v22.v.r2 = call i64 @floor_mod.i64(i64 %w29, i64 %w30)
  %v22.v.2 = insertelement <16 x i64> %v22.v.1, i64 %v22.v.r2, i64 2
  %w31.0 = extractelement <16 x i64> %w23.1, i64 3
  %w31 = freeze i64 %w31.0
  %w32.0 = extractelement <16 x i64> %w24, i64 3
  %w32 = freeze i64 %w32.0
  %v22.v.r3 = call i64 @floor_mod.i64(i64 %w31, i64 %w32)
  %v22.v.3 = insertelement <16 x i64> %v22.v.2, i64 %v22.v.r3, i64 3
  %w33.0 = extractelement <16 x i64> %w23.1, i64 4
  %w33 = freeze i64 %w33.0
  %w34.0 = extractelement <16 x i64> %w24, i64 4
  %w34 = freeze i64 %w34.0
  %v22.v.r4 = call i64 @floor_mod.i64(i64 %w33, i64 %w34)
  %v22.v.4 = insertelement <16 x i64> %v22.v.3, i64 %v22.v.r4, i64 4
  %w35.0 = extractelement <16 x i64> %w23.1, i64 5
  %w35 = freeze i64 %w35.0
  %w36.0 = extractelement <16 x i64> %w24, i64 5
  %w36 = freeze i64 %w36.0
  %v22.v.r5 = call i64 @floor_mod.i64(i64 %w35, i64 %w36)
  %v22.v.5 = insertelement <16 x i64> %v22.v.4, i64 %v22.v.r5, i64 5
  %w37.0 = extractelement <16 x i64> %w23.1, i64 6
  %w37 = freeze i64 %w37.0
  %w38.0 = extractelement <16 x i64> %w24, i64 6
  %w38 = freeze i64 %w38.0
  %v22.v.r6 = call i64 @floor_mod.i64(i64 %w37, i64 %w38)
  %v22.v.6 = insertelement <16 x i64> %v22.v.5, i64 %v22.v.r6, i64 6
  %w39.0 = extractelement <16 x i64> %w23.1, i64 7
  %w39 = freeze i64 %w39.0
  %w40.0 = extractelement <16 x i64> %w24, i64 7
  %w40 = freeze i64 %w40.0
  %v22.v.r7 = call i64 @floor_mod.i64(i64 %w39, i64 %w40)
  %v22.v.7 = insertelement <16 x i64> %v22.v.6, i64 %v22.v.r7, i64 7
  %w41.0 = extractelement <16 x i64> %w23.1, i64 8
  %w41 = freeze i64 %w41.0
  %w42.0 = extractelement <16 x i64> %w24, i64 8
  %w42 = freeze i64 %w42.0
  %v22.v.r8 = call i64 @floor_mod.i64(i64 %w41, i64 %w42)
  %v22.v.8 = insertelement <16 x i64> %v22.v.7, i64 %v22.v.r8, i64 8
  %w43.0 = extractelement <16 x i64> %w23.1, i64 9
  %w43 = freeze i64 %w43.0
  %w44.0 = extractelement <16 x i64> %w24, i64 9
  %w44 = freeze i64 %w44.0
  %v22.v.r9 = call i64 @floor_mod.i64(i64 %w43, i64 %w44)
  %v22.v.9 = insertelement <16 x i64> %v22.v.8, i64 %v22.v.r9, i64 9
  %w45.0 = extractelement <16 x i64> %w23.1, i64 10
  %w45 = freeze i64 %w45.0
  %w46.0 = extractelement <16 x i64> %w24, i64 10
  %w46 = freeze i64 %w46.0
  %v22.v.r10 = call i64 @floor_mod.i64(i64 %w45, i64 %w46)
  %v22.v.10 = insertelement <16 x i64> %v22.v.9, i64 %v22.v.r10, i64 10
  %w47.0 = extractelement <16 x i64> %w23.1, i64 11
  %w47 = freeze i64 %w47.0
  %w48.0 = extractelement <16 x i64> %w24, i64 11
  %w48 = freeze i64 %w48.0
  %v22.v.r11 = call i64 @floor_mod.i64(i64 %w47, i64 %w48)
  %v22.v.11 = insertelement <16 x i64> %v22.v.10, i64 %v22.v.r11, i64 11
  %w49.0 = extractelement <16 x i64> %w23.1, i64 12
  %w49 = freeze i64 %w49.0
  %w50.0 = extractelement <16 x i64> %w24, i64 12
  %w50 = freeze i64 %w50.0
  %v22.v.r12 = call i64 @floor_mod.i64(i64 %w49, i64 %w50)
  %v22.v.12 = insertelement <16 x i64> %v22.v.11, i64 %v22.v.r12, i64 12
  %w51.0 = extractelement <16 x i64> %w23.1, i64 13
  %w51 = freeze i64 %w51.0
  %w52.0 = extractelement <16 x i64> %w24, i64 13
  %w52 = freeze i64 %w52.0
  %v22.v.r13 = call i64 @floor_mod.i64(i64 %w51, i64 %w52)
  %v22.v.13 = insertelement <16 x i64> %v22.v.12, i64 %v22.v.r13, i64 13
  %w53.0 = extractelement <16 x i64> %w23.1, i64 14
  %w53 = freeze i64 %w53.0
  %w54.0 = extractelement <16 x i64> %w24, i64 14
  %w54 = freeze i64 %w54.0
  %v22.v.r14 = call i64 @floor_mod.i64(i64 %w53, i64 %w54)
  %v22.v.14 = insertelement <16 x i64> %v22.v.13, i64 %v22.v.r14, i64 14
  %w55.0 = extractelement <16 x i64> %w23.1, i64 15
  %w55 = freeze i64 %w55.0
  %w56.0 = extractelement <16 x i64> %w24, i64 15
  %w56 = freeze i64 %w56.0
  %v22.v.r15 = call i64 @floor_mod.i64(i64 %w55, i64 %w56)
  %v22.v = insertelement <16 x i64> %v22.v.14, i64 %v22.v.r15, i64 15
  %w57.0 = insertelement <16 x i64> poison, i64 0, i64 0
  %w57 = shufflevector <16 x i64> %w57.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v23.v = icmp eq <16 x i64> %v22.v, %w57
  %i58.was = load <16 x i64>, ptr %exec.2
  %i58.on = freeze <16 x i1> %v23.v
  %i58.off = xor <16 x i1> %i58.on, splat (i1 true)
  %i58.with = sext <16 x i1> %i58.on to <16 x i64>
  %i58.without = sext <16 x i1> %i58.off to <16 x i64>
  %i58.yes = and <16 x i64> %i58.was, %i58.with
  %i58.no = and <16 x i64> %i58.was, %i58.without
  store <16 x i64> %i58.yes, ptr %exec.2
  %m59.w = load <16 x i64>, ptr %exec.2
  %m59 = icmp slt <16 x i64> %m59.w, zeroinitializer
  %m60.0 = shufflevector <16 x i64> %m59.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m60.1 = shufflevector <16 x i64> %m59.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m60.w = or <8 x i64> %m60.0, %m60.1
  %m61.0 = shufflevector <8 x i64> %m60.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m61.1 = shufflevector <8 x i64> %m60.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m61.w = or <4 x i64> %m61.0, %m61.1
  %m59.bits = bitcast <4 x i64> %m61.w to i256
  %m59.any = icmp ne i256 %m59.bits, 0
  br i1 %m59.any, label %if58.then, label %if58.then.end
if58.then:
  %w62.0 = insertelement <16 x i64> poison, i64 %v19.u, i64 0
  %w62 = shufflevector <16 x i64> %w62.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %m63.w = load <16 x i64>, ptr %exec.2
  %m63 = icmp slt <16 x i64> %m63.w, zeroinitializer
  %m63.old = load <16 x i64>, ptr %l.first_factor.2
  %m63.new = select <16 x i1> %m63, <16 x i64> %w62, <16 x i64> %m63.old
  store <16 x i64> %m63.new, ptr %l.first_factor.2
  store <16 x i64> zeroinitializer, ptr %exec.2
  br label %if58.then.end
if58.then.end:
  %i58.a = load <16 x i64>, ptr %exec.2
  store <16 x i64> %i58.no, ptr %exec.2
  %i58.b = load <16 x i64>, ptr %exec.2
  %i58.both = or <16 x i64> %i58.a, %i58.b
  store <16 x i64> %i58.both, ptr %exec.2
  %v24.u = add i64 %v19.u, 1
  store i64 %v24.u, ptr %l.d.2.u
  %w64.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w64 = shufflevector <16 x i64> %w64.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w65.was = load <16 x i64>, ptr %l.d.2
  %w65 = add <16 x i64> %w65.was, %w64
  %m66.w = load <16 x i64>, ptr %exec.2
  %m66 = icmp slt <16 x i64> %m66.w, zeroinitializer
  %m66.old = load <16 x i64>, ptr %l.d.2
  %m66.new = select <16 x i1> %m66, <16 x i64> %w65, <16 x i64> %m66.old
  store <16 x i64> %m66.new, ptr %l.d.2
  br label %loop17.land
loop17.land:
  %m67 = load <16 x i64>, ptr %exec.2
  %m67.again = load <16 x i64>, ptr %again.17
  %m67.0 = or <16 x i64> %m67, %m67.again
  store <16 x i64> %m67.0, ptr %exec.2
  store <16 x i64> zeroinitializer, ptr %again.17
  %m68.w = load <16 x i64>, ptr %exec.2
  %m68 = icmp slt <16 x i64> %m68.w, zeroinitializer
  %m69.0 = shufflevector <16 x i64> %m68.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m69.1 = shufflevector <16 x i64> %m68.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m69.w = or <8 x i64> %m69.0, %m69.1
  %m70.0 = shufflevector <8 x i64> %m69.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m70.1 = shufflevector <8 x i64> %m69.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m70.w = or <4 x i64> %m70.0, %m70.1
  %m68.bits = bitcast <4 x i64> %m70.w to i256
  %m68.any = icmp ne i256 %m68.bits, 0
  br i1 %m68.any, label %loop17, label %loop17.end
loop17.end:
  %m71 = load <16 x i64>, ptr %exec.2
  %m71.out = load <16 x i64>, ptr %out.17
  %m71.0 = or <16 x i64> %m71, %m71.out
  store <16 x i64> %m71.0, ptr %exec.2
  %w72.0 = insertelement <16 x i64> poison, i64 %v17.u, i64 0
  %w72 = shufflevector <16 x i64> %w72.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w72.1 = add <16 x i64> %w72, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %m73.w = load <16 x i64>, ptr %exec.2
  %m73 = icmp slt <16 x i64> %m73.w, zeroinitializer
  %m73.old = load <16 x i64>, ptr %l.first_factor.2
  %m73.new = select <16 x i1> %m73, <16 x i64> %w72.1, <16 x i64> %m73.old
  store <16 x i64> %m73.new, ptr %l.first_factor.2
  br label %block13.end
block13.end:
  %m74.out = load <16 x i64>, ptr %out.13
  store <16 x i64> %m74.out, ptr %exec.2
  %v25.v = load <16 x i64>, ptr %l.first_factor.2
  %w75.0 = insertelement <16 x i64> poison, i64 %v17.u, i64 0
  %w75 = shufflevector <16 x i64> %w75.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w75.1 = add <16 x i64> %w75, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v26.v = icmp eq <16 x i64> %v25.v, %w75.1
  %m76.w = load <16 x i64>, ptr %exec.2
  %m76 = icmp slt <16 x i64> %m76.w, zeroinitializer
  %m76.old = load <16 x i1>, ptr %l.v.2
  %m76.new = select <16 x i1> %m76, <16 x i1> %v26.v, <16 x i1> %m76.old
  store <16 x i1> %m76.new, ptr %l.v.2
  br label %if9.then.end
if9.then.end:
  %i9.a = load <16 x i64>, ptr %exec.2
  store <16 x i64> %i9.no, ptr %exec.2
  %i9.b = load <16 x i64>, ptr %exec.2
  %i9.both = or <16 x i64> %i9.a, %i9.b
  store <16 x i64> %i9.both, ptr %exec.2
  %v27.v = load <16 x i1>, ptr %l.v.2
  %v28.u = getelementptr i8, ptr %p.out, i64 %v17.u
  %w77.m = zext <16 x i1> %v27.v to <16 x i8>
  store <16 x i8> %w77.m, ptr %v28.u, align 1
  br label %for2.next
for2.next:
  %v15.u.next = add i32 %v15.u, 16
  br label %for2.head
for2.end:
  br label %for78
for78:
  %for78.left = sub i32 %for2.span, %for2.full
  %for78.full = and i32 %for78.left, -8
  %for78.mid = add i32 %for2.mid, %for78.full
  br label %for78.head
for78.head:
  %v50.u = phi i32 [ %for2.mid, %for78 ], [ %v50.u.next, %for78.next ]
  %for78.go = icmp ne i32 %v50.u, %for78.mid
  br i1 %for78.go, label %for78.body, label %for78.end
for78.body:
  store <8 x i64> splat (i64 -1), ptr %exec.78
  store i64 0, ptr %idle.78
  %w79.s = load i1, ptr %l.v
  %w79.0 = insertelement <8 x i1> poison, i1 %w79.s, i64 0
  %w79 = shufflevector <8 x i1> %w79.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w79, ptr %l.v.78
  %w80.s = load i64, ptr %l.d
  %w80.0 = insertelement <8 x i64> poison, i64 %w80.s, i64 0
  %w80 = shufflevector <8 x i64> %w80.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w80, ptr %l.d.78
  %w81.s = load i64, ptr %l.first_factor
  %w81.0 = insertelement <8 x i64> poison, i64 %w81.s, i64 0
  %w81 = shufflevector <8 x i64> %w81.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w81, ptr %l.first_factor.78
  %v51.u = sext i32 %v50.u to i64
  %v52.u = add nuw nsw i64 %first.x, %v51.u
  %w82.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w82 = shufflevector <8 x i64> %w82.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w82, ptr %l.first_factor.78
  %w83.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w83 = shufflevector <8 x i64> %w83.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w83.1 = add <8 x i64> %w83, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w84.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w84 = shufflevector <8 x i64> %w84.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v53.v = icmp sgt <8 x i64> %w83.1, %w84
  store <8 x i1> %v53.v, ptr %l.v.78
  %i85.was = load <8 x i64>, ptr %exec.78
  %i85.on = freeze <8 x i1> %v53.v
  %i85.off = xor <8 x i1> %i85.on, splat (i1 true)
  %i85.with = sext <8 x i1> %i85.on to <8 x i64>
  %i85.without = sext <8 x i1> %i85.off to <8 x i64>
  %i85.yes = and <8 x i64> %i85.was, %i85.with
  %i85.no = and <8 x i64> %i85.was, %i85.without
  store <8 x i64> %i85.yes, ptr %exec.78
  %m86.w = load <8 x i64>, ptr %exec.78
  %m86 = icmp slt <8 x i64> %m86.w, zeroinitializer
  %m87.0 = shufflevector <8 x i64> %m86.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m87.1 = shufflevector <8 x i64> %m86.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m87.w = or <4 x i64> %m87.0, %m87.1
  %m86.bits = bitcast <4 x i64> %m87.w to i256
  %m86.any = icmp ne i256 %m86.bits, 0
  br i1 %m86.any, label %if85.then, label %if85.then.end
if85.then:
  %m89 = load <8 x i64>, ptr %exec.78
  store <8 x i64> %m89, ptr %out.88
  store <8 x i64> zeroinitializer, ptr %again.88
  store i64 2, ptr %l.d.78.u
  %w90.0 = insertelement <8 x i64> poison, i64 2, i64 0
  %w90 = shufflevector <8 x i64> %w90.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m91.w = load <8 x i64>, ptr %exec.78
  %m91 = icmp slt <8 x i64> %m91.w, zeroinitializer
  %m91.old = load <8 x i64>, ptr %l.d.78
  %m91.new = select <8 x i1> %m91, <8 x i64> %w90, <8 x i64> %m91.old
  store <8 x i64> %m91.new, ptr %l.d.78
  store <8 x i64> zeroinitializer, ptr %out.92
  store <8 x i64> zeroinitializer, ptr %again.92
  br label %loop92
loop92:
  %stop93 = load volatile i32, ptr %stop, align 4
  %stop93.now = icmp ne i32 %stop93, 0
  br i1 %stop93.now, label %block.end, label %stop93.go, !prof !3
stop93.go:
  %v54.u = load i64, ptr %l.d.78.u
  %v55.u = mul i64 %v54.u, %v54.u
  %w94.0 = insertelement <8 x i64> poison, i64 %v55.u, i64 0
  %w94 = shufflevector <8 x i64> %w94.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w95.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w95 = shufflevector <8 x i64> %w95.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w95.1 = add <8 x i64> %w95, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v56.v = icmp sgt <8 x i64> %w94, %w95.1
  %i96.was = load <8 x i64>, ptr %exec.78
  %i96.on = freeze <8 x i1> %v56.v
  %i96.off = xor <8 x i1> %i96.on, splat (i1 true)
  %i96.with = sext <8 x i1> %i96.on to <8 x i64>
  %i96.without = sext <8 x i1> %i96.off to <8 x i64>
  %i96.yes = and <8 x i64> %i96.was, %i96.with
  %i96.no = and <8 x i64> %i96.was, %i96.without
  store <8 x i64> %i96.yes, ptr %exec.78
  %m97 = load <8 x i64>, ptr %exec.78
  %m97.old = load <8 x i64>, ptr %out.92
  %m97.new = or <8 x i64> %m97.old, %m97
  store <8 x i64> %m97.new, ptr %out.92
  store <8 x i64> zeroinitializer, ptr %exec.78
  %i96.a = load <8 x i64>, ptr %exec.78
  store <8 x i64> %i96.no, ptr %exec.78
  %i96.b = load <8 x i64>, ptr %exec.78
  %i96.both = or <8 x i64> %i96.a, %i96.b
  store <8 x i64> %i96.both, ptr %exec.78
  %w98.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w98 = shufflevector <8 x i64> %w98.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w98.1 = add <8 x i64> %w98, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w99.0 = insertelement <8 x i64> poison, i64 %v54.u, i64 0
  %w99 = shufflevector <8 x i64> %w99.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w100.0 = extractelement <8 x i64> %w98.1, i64 0
  %w100 = freeze i64 %w100.0
  %w101.0 = extractelement <8 x i64> %w99, i64 0
  %w101 = freeze i64 %w101.0
  %v57.v.r0 = call i64 @floor_mod.i64(i64 %w100, i64 %w101)
  %v57.v.0 = insertelement <8 x i64> poison, i64 %v57.v.r0, i64 0
  %w102.0 = extractelement <8 x i64> %w98.1, i64 1
  %w102 = freeze i64 %w102.0
  %w103.0 = extractelement <8 x i64> %w99, i64 1
  %w103 = freeze i64 %w103.0
  %v57.v.r1 = call i64 @floor_mod.i64(i64 %w102, i64 %w103)
  %v57.v.1 = insertelement <8 x i64> %v57.v.0, i64 %v57.v.r1, i64 1
  %w104.0 = extractelement <8 x i64> %w98.1, i64 2
  %w104 = freeze i64 %w104.0
  %w105.0 = extractelement <8 x i64> %w99, i64 2
  %w105 = freeze i64 %w105.0
  %v57.v.r2 = call i64 @floor_mod.i64(i64 %w104, i64 %w105)
  %v57.v.2 = insertelement <8 x i64> %v57.v.1, i64 %v57.v.r2, i64 2
  %w106.0 = extractelement <8 x i64> %w98.1, i64 3
  %w106 = freeze i64 %w106.0
  %w107.0 = extractelement <8 x i64> %w99, i64 3
  %w107 = freeze i64 %w107.0
  %v57.v.r3 = call i64 @floor_mod.i64(i64 %w106, i64 %w107)
  %v57.v.3 = insertelement <8 x i64> %v57.v.2, i64 %v57.v.r3, i64 3
  %w108.0 = extractelement <8 x i64> %w98.1, i64 4
  %w108 = freeze i64 %w108.0
  %w109.0 = extractelement <8 x i64> %w99, i64 4
  %w109 = freeze i64 %w109.0
  %v57.v.r4 = call i64 @floor_mod.i64(i64 %w108, i64 %w109)
  %v57.v.4 = insertelement <8 x i64> %v57.v.3, i64 %v57.v.r4, i64 4
  %w110.0 = extractelement <8 x i64> %w98.1, i64 5
  %w110 = freeze i64 %w110.0
  %w111.0 = extractelement <8 x i64> %w99, i64 5
  %w111 = freeze i64 %w111.0
  %v57.v.r5 = call i64 @floor_mod.i64(i64 %w110, i64 %w111)
  %v57.v.5 = insertelement <8 x i64> %v57.v.4, i64 %v57.v.r5, i64 5
  %w112.0 = extractelement <8 x i64> %w98.1, i64 6
  %w112 = freeze i64 %w112.0
  %w113.0 = extractelement <8 x i64> %w99, i64 6
  %w113 = freeze i64 %w113.0
  %v57.v.r6 = call i64 @floor_mod.i64(i64 %w112, i64 %w113)
  %v57.v.6 = insertelement <8 x i64> %v57.v.5, i64 %v57.v.r6, i64 6
  %w114.0 = extractelement <8 x i64> %w98.1, i64 7
  %w114 = freeze i64 %w114.0
  %w115.0 = extractelement <8 x i64> %w99, i64 7
  %w115 = freeze i64 %w115.0
  %v57.v.r7 = call i64 @floor_mod.i64(i64 %w114, i64 %w115)
  %v57.v = insertelement <8 x i64> %v57.v.6, i64 %v57.v.r7, i64 7
  %w116.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w116 = shufflevector <8 x i64> %w116.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v58.v = icmp eq <8 x i64> %v57.v, %w116
  %i117.was = load <8 x i64>, ptr %exec.78
  %i117.on = freeze <8 x i1> %v58.v
  %i117.off = xor <8 x i1> %i117.on, splat (i1 true)
  %i117.with = sext <8 x i1> %i117.on to <8 x i64>
  %i117.without = sext <8 x i1> %i117.off to <8 x i64>
  %i117.yes = and <8 x i64> %i117.was, %i117.with
  %i117.no = and <8 x i64> %i117.was, %i117.without
  store <8 x i64> %i117.yes, ptr %exec.78
  %m118.w = load <8 x i64>, ptr %exec.78
  %m118 = icmp slt <8 x i64> %m118.w, zeroinitializer
  %m119.0 = shufflevector <8 x i64> %m118.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m119.1 = shufflevector <8 x i64> %m118.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m119.w = or <4 x i64> %m119.0, %m119.1
  %m118.bits = bitcast <4 x i64> %m119.w to i256
  %m118.any = icmp ne i256 %m118.bits, 0
  br i1 %m118.any, label %if117.then, label %if117.then.end
if117.then:
  %w120.0 = insertelement <8 x i64> poison, i64 %v54.u, i64 0
  %w120 = shufflevector <8 x i64> %w120.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m121.w = load <8 x i64>, ptr %exec.78
  %m121 = icmp slt <8 x i64> %m121.w, zeroinitializer
  %m121.old = load <8 x i64>, ptr %l.first_factor.78
  %m121.new = select <8 x i1> %m121, <8 x i64> %w120, <8 x i64> %m121.old
  store <8 x i64> %m121.new, ptr %l.first_factor.78
  store <8 x i64> zeroinitializer, ptr %exec.78
  br label %if117.then.end
if117.then.end:
  %i117.a = load <8 x i64>, ptr %exec.78
  store <8 x i64> %i117.no, ptr %exec.78
  %i117.b = load <8 x i64>, ptr %exec.78
  %i117.both = or <8 x i64> %i117.a, %i117.b
  store <8 x i64> %i117.both, ptr %exec.78
  %v59.u = add i64 %v54.u, 1
  store i64 %v59.u, ptr %l.d.78.u
  %w122.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w122 = shufflevector <8 x i64> %w122.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w123.was = load <8 x i64>, ptr %l.d.78
  %w123 = add <8 x i64> %w123.was, %w122
  %m124.w = load <8 x i64>, ptr %exec.78
  %m124 = icmp slt <8 x i64> %m124.w, zeroinitializer
  %m124.old = load <8 x i64>, ptr %l.d.78
  %m124.new = select <8 x i1> %m124, <8 x i64> %w123, <8 x i64> %m124.old
  store <8 x i64> %m124.new, ptr %l.d.78
  br label %loop92.land
loop92.land:
  %m125 = load <8 x i64>, ptr %exec.78
  %m125.again = load <8 x i64>, ptr %again.92
  %m125.0 = or <8 x i64> %m125, %m125.again
  store <8 x i64> %m125.0, ptr %exec.78
  store <8 x i64> zeroinitializer, ptr %again.92
  %m126.w = load <8 x i64>, ptr %exec.78
  %m126 = icmp slt <8 x i64> %m126.w, zeroinitializer
  %m127.0 = shufflevector <8 x i64> %m126.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m127.1 = shufflevector <8 x i64> %m126.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m127.w = or <4 x i64> %m127.0, %m127.1
  %m126.bits = bitcast <4 x i64> %m127.w to i256
  %m126.any = icmp ne i256 %m126.bits, 0
  br i1 %m126.any, label %loop92, label %loop92.end
loop92.end:
  %m128 = load <8 x i64>, ptr %exec.78
  %m128.out = load <8 x i64>, ptr %out.92
  %m128.0 = or <8 x i64> %m128, %m128.out
  store <8 x i64> %m128.0, ptr %exec.78
  %w129.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w129 = shufflevector <8 x i64> %w129.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w129.1 = add <8 x i64> %w129, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %m130.w = load <8 x i64>, ptr %exec.78
  %m130 = icmp slt <8 x i64> %m130.w, zeroinitializer
  %m130.old = load <8 x i64>, ptr %l.first_factor.78
  %m130.new = select <8 x i1> %m130, <8 x i64> %w129.1, <8 x i64> %m130.old
  store <8 x i64> %m130.new, ptr %l.first_factor.78
  br label %block88.end
block88.end:
  %m131.out = load <8 x i64>, ptr %out.88
  store <8 x i64> %m131.out, ptr %exec.78
  %v60.v = load <8 x i64>, ptr %l.first_factor.78
  %w132.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w132 = shufflevector <8 x i64> %w132.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w132.1 = add <8 x i64> %w132, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v61.v = icmp eq <8 x i64> %v60.v, %w132.1
  %m133.w = load <8 x i64>, ptr %exec.78
  %m133 = icmp slt <8 x i64> %m133.w, zeroinitializer
  %m133.old = load <8 x i1>, ptr %l.v.78
  %m133.new = select <8 x i1> %m133, <8 x i1> %v61.v, <8 x i1> %m133.old
  store <8 x i1> %m133.new, ptr %l.v.78
  br label %if85.then.end
if85.then.end:
  %i85.a = load <8 x i64>, ptr %exec.78
  store <8 x i64> %i85.no, ptr %exec.78
  %i85.b = load <8 x i64>, ptr %exec.78
  %i85.both = or <8 x i64> %i85.a, %i85.b
  store <8 x i64> %i85.both, ptr %exec.78
  %v62.v = load <8 x i1>, ptr %l.v.78
  %v63.u = getelementptr i8, ptr %p.out, i64 %v52.u
  %w134.m = zext <8 x i1> %v62.v to <8 x i8>
  store <8 x i8> %w134.m, ptr %v63.u, align 1
  br label %for78.next
for78.next:
  %v50.u.next = add i32 %v50.u, 8
  br label %for78.head
for78.end:
  br label %for135
for135:
  br label %for135.head
for135.head:
  %v15 = phi i32 [ %for78.mid, %for135 ], [ %v15.next, %for135.next ]
  %for135.go = icmp slt i32 %v15, %v13
  br i1 %for135.go, label %for135.body, label %for135.end
for135.body:
  %v16 = sext i32 %v15 to i64
  %v17 = add nuw nsw i64 %first.x, %v16
  store i64 0, ptr %l.first_factor
  %v18 = icmp sgt i64 %v17, 1
  store i1 %v18, ptr %l.v
  br i1 %v18, label %if136.then, label %if136.end
if136.then:
  store i64 2, ptr %l.d
  br label %loop138
loop138:
  %stop139 = load volatile i32, ptr %stop, align 4
  %stop139.now = icmp ne i32 %stop139, 0
  br i1 %stop139.now, label %block.end, label %stop139.go, !prof !3
stop139.go:
  %v19 = load i64, ptr %l.d
  %v20 = mul i64 %v19, %v19
  %v21 = icmp sgt i64 %v20, %v17
  br i1 %v21, label %if140.then, label %if140.end
if140.then:
  br label %loop138.end
if140.end:
  %v22 = call i64 @floor_mod.i64(i64 %v17, i64 %v19)
  %v23 = icmp eq i64 %v22, 0
  br i1 %v23, label %if141.then, label %if141.end
if141.then:
  store i64 %v19, ptr %l.first_factor
  br label %block137.end
if141.end:
  %v24 = add i64 %v19, 1
  store i64 %v24, ptr %l.d
  br label %loop138
loop138.end:
  store i64 %v17, ptr %l.first_factor
  br label %block137.end
block137.end:
  %v25 = load i64, ptr %l.first_factor
  %v26 = icmp eq i64 %v25, %v17
  store i1 %v26, ptr %l.v
  br label %if136.end
if136.end:
  %v27 = load i1, ptr %l.v
  %v28 = getelementptr inbounds i8, ptr %p.out, i64 %v17
  %b142 = zext i1 %v27 to i8
  store i8 %b142, ptr %v28, align 1, !llvm.access.group !5
  br label %for135.next
for135.next:
  %v15.next = add nuw nsw i32 %v15, 1
  br label %for135.head, !llvm.loop !6
for135.end:
  br label %for1.next
for1.next:
  %v14.next = add nuw nsw i32 %v14, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.primes(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @primes.block(ptr %launch, ptr %scratch, ptr %p.out, i64 %p.out.shape0)
  ret void
}

define internal i64 @floor_mod.i64(i64 %a, i64 %b) #1 {
  %up = add i64 %b, 1
  %most = call i64 @llvm.umax.i64(i64 %up, i64 2)
  %d = sub i64 %most, 1
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
!4 = !{i64 0, i64 -9223372036854775808}
!5 = distinct !{}
!6 = distinct !{!6, !1, !0, !{!"llvm.loop.parallel_accesses", !5}}
