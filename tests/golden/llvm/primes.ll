; portkern native code

define internal void @primes.block(ptr %launch, ptr noalias %scratch, ptr %p.out, i64 %p.out.shape0) #1 {
  %l.v = alloca i1
  %l.d = alloca i64
  %l.first_factor = alloca i64
  %exec.2 = alloca <32 x i1>
  %idle.2 = alloca i64
  %l.v.2 = alloca <32 x i1>
  %l.d.2 = alloca <32 x i64>
  %l.first_factor.2 = alloca <32 x i64>
  %out.11 = alloca <32 x i1>
  %again.11 = alloca <32 x i1>
  %out.14 = alloca <32 x i1>
  %again.14 = alloca <32 x i1>
  %exec.100 = alloca <8 x i1>
  %idle.100 = alloca i64
  %l.v.100 = alloca <8 x i1>
  %l.d.100 = alloca <8 x i64>
  %l.first_factor.100 = alloca <8 x i64>
  %out.109 = alloca <8 x i1>
  %again.109 = alloca <8 x i1>
  %out.112 = alloca <8 x i1>
  %again.112 = alloca <8 x i1>
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
  %for2.full = and i32 %for2.span, -32
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v15.u = phi i32 [ 0, %for2 ], [ %v15.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v15.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <32 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load i1, ptr %l.v
  %w3.0 = insertelement <32 x i1> poison, i1 %w3.s, i64 0
  %w3 = shufflevector <32 x i1> %w3.0, <32 x i1> poison, <32 x i32> zeroinitializer
  store <32 x i1> %w3, ptr %l.v.2
  %w4.s = load i64, ptr %l.d
  %w4.0 = insertelement <32 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <32 x i64> %w4.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w4, ptr %l.d.2
  %w5.s = load i64, ptr %l.first_factor
  %w5.0 = insertelement <32 x i64> poison, i64 %w5.s, i64 0
  %w5 = shufflevector <32 x i64> %w5.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w5, ptr %l.first_factor.2
  %v16.u = sext i32 %v15.u to i64
  %v17.u = add nuw nsw i64 %first.x, %v16.u
  %w6.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w6 = shufflevector <32 x i64> %w6.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w6, ptr %l.first_factor.2
  %w7.0 = insertelement <32 x i64> poison, i64 %v17.u, i64 0
  %w7 = shufflevector <32 x i64> %w7.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w7.1 = add <32 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w8.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w8 = shufflevector <32 x i64> %w8.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v18.v = icmp sgt <32 x i64> %w7.1, %w8
  store <32 x i1> %v18.v, ptr %l.v.2
  %i9.was = load <32 x i1>, ptr %exec.2
  %i9.not = xor <32 x i1> %v18.v, splat (i1 true)
  %i9.then = select <32 x i1> %i9.was, <32 x i1> %v18.v, <32 x i1> zeroinitializer
  %i9.else = select <32 x i1> %i9.was, <32 x i1> %i9.not, <32 x i1> zeroinitializer
  store <32 x i1> %i9.then, ptr %exec.2
  %m10 = load <32 x i1>, ptr %exec.2
  %m10.bits = bitcast <32 x i1> %m10 to i32
  %m10.any = icmp ne i32 %m10.bits, 0
  br i1 %m10.any, label %if9.then, label %if9.then.end
if9.then:
  store <32 x i1> zeroinitializer, ptr %out.11
  store <32 x i1> zeroinitializer, ptr %again.11
  %w12.0 = insertelement <32 x i64> poison, i64 2, i64 0
  %w12 = shufflevector <32 x i64> %w12.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %m13 = load <32 x i1>, ptr %exec.2
  %m13.old = load <32 x i64>, ptr %l.d.2
  %m13.new = select <32 x i1> %m13, <32 x i64> %w12, <32 x i64> %m13.old
  store <32 x i64> %m13.new, ptr %l.d.2
  store <32 x i1> zeroinitializer, ptr %out.14
  store <32 x i1> zeroinitializer, ptr %again.14
  br label %loop14
loop14:
  %stop15 = load volatile i32, ptr %stop, align 4
  %stop15.now = icmp ne i32 %stop15, 0
  br i1 %stop15.now, label %block.end, label %stop15.go, !prof !3
stop15.go:
  %v19.v = load <32 x i64>, ptr %l.d.2
  %v20.v = mul <32 x i64> %v19.v, %v19.v
  %w16.0 = insertelement <32 x i64> poison, i64 %v17.u, i64 0
  %w16 = shufflevector <32 x i64> %w16.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w16.1 = add <32 x i64> %w16, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %v21.v = icmp sgt <32 x i64> %v20.v, %w16.1
  %i17.was = load <32 x i1>, ptr %exec.2
  %i17.not = xor <32 x i1> %v21.v, splat (i1 true)
  %i17.then = select <32 x i1> %i17.was, <32 x i1> %v21.v, <32 x i1> zeroinitializer
  %i17.else = select <32 x i1> %i17.was, <32 x i1> %i17.not, <32 x i1> zeroinitializer
  store <32 x i1> %i17.then, ptr %exec.2
  %m18 = load <32 x i1>, ptr %exec.2
  %m18.old = load <32 x i1>, ptr %out.14
  %m18.new = or <32 x i1> %m18.old, %m18
  store <32 x i1> %m18.new, ptr %out.14
  store <32 x i1> zeroinitializer, ptr %exec.2
  %i17.a = load <32 x i1>, ptr %exec.2
  store <32 x i1> %i17.else, ptr %exec.2
  %i17.b = load <32 x i1>, ptr %exec.2
  %i17.both = or <32 x i1> %i17.a, %i17.b
  store <32 x i1> %i17.both, ptr %exec.2
  %w19.0 = insertelement <32 x i64> poison, i64 %v17.u, i64 0
  %w19 = shufflevector <32 x i64> %w19.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w19.1 = add <32 x i64> %w19, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w20.0 = extractelement <32 x i64> %w19.1, i64 0
  %w20 = freeze i64 %w20.0
  %w21.0 = extractelement <32 x i64> %v19.v, i64 0
  %w21 = freeze i64 %w21.0
  %v22.v.r0 = call i64 @floor_mod.i64(i64 %w20, i64 %w21)
  %v22.v.0 = insertelement <32 x i64> poison, i64 %v22.v.r0, i64 0
  %w22.0 = extractelement <32 x i64> %w19.1, i64 1
  %w22 = freeze i64 %w22.0
  %w23.0 = extractelement <32 x i64> %v19.v, i64 1
  %w23 = freeze i64 %w23.0
  %v22.v.r1 = call i64 @floor_mod.i64(i64 %w22, i64 %w23)
  %v22.v.1 = insertelement <32 x i64> %v22.v.0, i64 %v22.v.r1, i64 1
  %w24.0 = extractelement <32 x i64> %w19.1, i64 2
  %w24 = freeze i64 %w24.0
  %w25.0 = extractelement <32 x i64> %v19.v, i64 2
  %w25 = freeze i64 %w25.0
  %v22.v.r2 = call i64 @floor_mod.i64(i64 %w24, i64 %w25)
  %v22.v.2 = insertelement <32 x i64> %v22.v.1, i64 %v22.v.r2, i64 2
  %w26.0 = extractelement <32 x i64> %w19.1, i64 3
  %w26 = freeze i64 %w26.0
  %w27.0 = extractelement <32 x i64> %v19.v, i64 3
  %w27 = freeze i64 %w27.0
  %v22.v.r3 = call i64 @floor_mod.i64(i64 %w26, i64 %w27)
  %v22.v.3 = insertelement <32 x i64> %v22.v.2, i64 %v22.v.r3, i64 3
  %w28.0 = extractelement <32 x i64> %w19.1, i64 4
  %w28 = freeze i64 %w28.0
  %w29.0 = extractelement <32 x i64> %v19.v, i64 4
  %w29 = freeze i64 %w29.0
  %v22.v.r4 = call i64 @floor_mod.i64(i64 %w28, i64 %w29)
  %v22.v.4 = insertelement <32 x i64> %v22.v.3, i64 %v22.v.r4, i64 4
  %w30.0 = extractelement <32 x i64> %w19.1, i64 5
  %w30 = freeze i64 %w30.0
  %w31.0 = extractelement <32 x i64> %v19.v, i64 5
  %w31 = freeze i64 %w31.0
  %v22.v.r5 = call i64 @floor_mod.i64(i64 %w30, i64 %w31)
  %v22.v.5 = insertelement <32 x i64> %v22.v.4, i64 %v22.v.r5, i64 5
  %w32.0 = extractelement <32 x i64> %w19.1, i64 6
  %w32 = freeze i64 %w32.0
  %w33.0 = extractelement <32 x i64> %v19.v, i64 6
  %w33 = freeze i64 %w33.0
  %v22.v.r6 = call i64 @floor_mod.i64(i64 %w32, i64 %w33)
  %v22.v.6 = insertelement <32 x i64> %v22.v.5, i64 %v22.v.r6, i64 6
  %w34.0 = extractelement <32 x i64> %w19.1, i64 7
  %w34 = freeze i64 %w34.0
  %w35.0 = extractelement <32 x i64> %v19.v, i64 7
  %w35 = freeze i64 %w35.0
  %v22.v.r7 = call i64 @floor_mod.i64(i64 %w34, i64 %w35)
  %v22.v.7 = insertelement <32 x i64> %v22.v.6, i64 %v22.v.r7, i64 7
  %w36.0 = extractelement <32 x i64> %w19.1, i64 8
  %w36 = freeze i64 %w36.0
  %w37.0 = extractelement <32 x i64> %v19.v, i64 8
  %w37 = freeze i64 %w37.0
  %v22.v.r8 = call i64 @floor_mod.i64(i64 %w36, i64 %w37)
  %v22.v.8 = insertelement <32 x i64> %v22.v.7, i64 %v22.v.r8, i64 8
  %w38.0 = extractelement <32 x i64> %w19.1, i64 9
  %w38 = freeze i64 %w38.0
  %w39.0 = extractelement <32 x i64> %v19.v, i64 9
  %w39 = freeze i64 %w39.0
  %v22.v.r9 = call i64 @floor_mod.i64(i64 %w38, i64 %w39)
  %v22.v.9 = insertelement <32 x i64> %v22.v.8, i64 %v22.v.r9, i64 9
  %w40.0 = extractelement <32 x i64> %w19.1, i64 10
  %w40 = freeze i64 %w40.0
  %w41.0 = extractelement <32 x i64> %v19.v, i64 10
  %w41 = freeze i64 %w41.0
  %v22.v.r10 = call i64 @floor_mod.i64(i64 %w40, i64 %w41)
  %v22.v.10 = insertelement <32 x i64> %v22.v.9, i64 %v22.v.r10, i64 10
  %w42.0 = extractelement <32 x i64> %w19.1, i64 11
  %w42 = freeze i64 %w42.0
  %w43.0 = extractelement <32 x i64> %v19.v, i64 11
  %w43 = freeze i64 %w43.0
  %v22.v.r11 = call i64 @floor_mod.i64(i64 %w42, i64 %w43)
  %v22.v.11 = insertelement <32 x i64> %v22.v.10, i64 %v22.v.r11, i64 11
  %w44.0 = extractelement <32 x i64> %w19.1, i64 12
  %w44 = freeze i64 %w44.0
  %w45.0 = extractelement <32 x i64> %v19.v, i64 12
  %w45 = freeze i64 %w45.0
  %v22.v.r12 = call i64 @floor_mod.i64(i64 %w44, i64 %w45)
  %v22.v.12 = insertelement <32 x i64> %v22.v.11, i64 %v22.v.r12, i64 12
  %w46.0 = extractelement <32 x i64> %w19.1, i64 13
  %w46 = freeze i64 %w46.0
  %w47.0 = extractelement <32 x i64> %v19.v, i64 13
  %w47 = freeze i64 %w47.0
  %v22.v.r13 = call i64 @floor_mod.i64(i64 %w46, i64 %w47)
  %v22.v.13 = insertelement <32 x i64> %v22.v.12, i64 %v22.v.r13, i64 13
  %w48.0 = extractelement <32 x i64> %w19.1, i64 14
  %w48 = freeze i64 %w48.0
  %w49.0 = extractelement <32 x i64> %v19.v, i64 14
  %w49 = freeze i64 %w49.0
  %v22.v.r14 = call i64 @floor_mod.i64(i64 %w48, i64 %w49)
  %v22.v.14 = insertelement <32 x i64> %v22.v.13, i64 %v22.v.r14, i64 14
  %w50.0 = extractelement <32 x i64> %w19.1, i64 15
  %w50 = freeze i64 %w50.0
  %w51.0 = extractelement <32 x i64> %v19.v, i64 15
  %w51 = freeze i64 %w51.0
  %v22.v.r15 = call i64 @floor_mod.i64(i64 %w50, i64 %w51)
  %v22.v.15 = insertelement <32 x i64> %v22.v.14, i64 %v22.v.r15, i64 15
  %w52.0 = extractelement <32 x i64> %w19.1, i64 16
  %w52 = freeze i64 %w52.0
  %w53.0 = extractelement <32 x i64> %v19.v, i64 16
  %w53 = freeze i64 %w53.0
  %v22.v.r16 = call i64 @floor_mod.i64(i64 %w52, i64 %w53)
  %v22.v.16 = insertelement <32 x i64> %v22.v.15, i64 %v22.v.r16, i64 16
  %w54.0 = extractelement <32 x i64> %w19.1, i64 17
  %w54 = freeze i64 %w54.0
  %w55.0 = extractelement <32 x i64> %v19.v, i64 17
  %w55 = freeze i64 %w55.0
  %v22.v.r17 = call i64 @floor_mod.i64(i64 %w54, i64 %w55)
  %v22.v.17 = insertelement <32 x i64> %v22.v.16, i64 %v22.v.r17, i64 17
  %w56.0 = extractelement <32 x i64> %w19.1, i64 18
  %w56 = freeze i64 %w56.0
  %w57.0 = extractelement <32 x i64> %v19.v, i64 18
  %w57 = freeze i64 %w57.0
  %v22.v.r18 = call i64 @floor_mod.i64(i64 %w56, i64 %w57)
  %v22.v.18 = insertelement <32 x i64> %v22.v.17, i64 %v22.v.r18, i64 18
  %w58.0 = extractelement <32 x i64> %w19.1, i64 19
  %w58 = freeze i64 %w58.0
  %w59.0 = extractelement <32 x i64> %v19.v, i64 19
  %w59 = freeze i64 %w59.0
  %v22.v.r19 = call i64 @floor_mod.i64(i64 %w58, i64 %w59)
  %v22.v.19 = insertelement <32 x i64> %v22.v.18, i64 %v22.v.r19, i64 19
  %w60.0 = extractelement <32 x i64> %w19.1, i64 20
  %w60 = freeze i64 %w60.0
  %w61.0 = extractelement <32 x i64> %v19.v, i64 20
  %w61 = freeze i64 %w61.0
  %v22.v.r20 = call i64 @floor_mod.i64(i64 %w60, i64 %w61)
  %v22.v.20 = insertelement <32 x i64> %v22.v.19, i64 %v22.v.r20, i64 20
  %w62.0 = extractelement <32 x i64> %w19.1, i64 21
  %w62 = freeze i64 %w62.0
  %w63.0 = extractelement <32 x i64> %v19.v, i64 21
  %w63 = freeze i64 %w63.0
  %v22.v.r21 = call i64 @floor_mod.i64(i64 %w62, i64 %w63)
  %v22.v.21 = insertelement <32 x i64> %v22.v.20, i64 %v22.v.r21, i64 21
  %w64.0 = extractelement <32 x i64> %w19.1, i64 22
  %w64 = freeze i64 %w64.0
  %w65.0 = extractelement <32 x i64> %v19.v, i64 22
  %w65 = freeze i64 %w65.0
  %v22.v.r22 = call i64 @floor_mod.i64(i64 %w64, i64 %w65)
  %v22.v.22 = insertelement <32 x i64> %v22.v.21, i64 %v22.v.r22, i64 22
  %w66.0 = extractelement <32 x i64> %w19.1, i64 23
  %w66 = freeze i64 %w66.0
  %w67.0 = extractelement <32 x i64> %v19.v, i64 23
  %w67 = freeze i64 %w67.0
  %v22.v.r23 = call i64 @floor_mod.i64(i64 %w66, i64 %w67)
  %v22.v.23 = insertelement <32 x i64> %v22.v.22, i64 %v22.v.r23, i64 23
  %w68.0 = extractelement <32 x i64> %w19.1, i64 24
  %w68 = freeze i64 %w68.0
  %w69.0 = extractelement <32 x i64> %v19.v, i64 24
  %w69 = freeze i64 %w69.0
  %v22.v.r24 = call i64 @floor_mod.i64(i64 %w68, i64 %w69)
  %v22.v.24 = insertelement <32 x i64> %v22.v.23, i64 %v22.v.r24, i64 24
  %w70.0 = extractelement <32 x i64> %w19.1, i64 25
  %w70 = freeze i64 %w70.0
  %w71.0 = extractelement <32 x i64> %v19.v, i64 25
  %w71 = freeze i64 %w71.0
  %v22.v.r25 = call i64 @floor_mod.i64(i64 %w70, i64 %w71)
  %v22.v.25 = insertelement <32 x i64> %v22.v.24, i64 %v22.v.r25, i64 25
  %w72.0 = extractelement <32 x i64> %w19.1, i64 26
  %w72 = freeze i64 %w72.0
  %w73.0 = extractelement <32 x i64> %v19.v, i64 26
  %w73 = freeze i64 %w73.0
  %v22.v.r26 = call i64 @floor_mod.i64(i64 %w72, i64 %w73)
  %v22.v.26 = insertelement <32 x i64> %v22.v.25, i64 %v22.v.r26, i64 26
  %w74.0 = extractelement <32 x i64> %w19.1, i64 27
  %w74 = freeze i64 %w74.0
  %w75.0 = extractelement <32 x i64> %v19.v, i64 27
  %w75 = freeze i64 %w75.0
  %v22.v.r27 = call i64 @floor_mod.i64(i64 %w74, i64 %w75)
  %v22.v.27 = insertelement <32 x i64> %v22.v.26, i64 %v22.v.r27, i64 27
  %w76.0 = extractelement <32 x i64> %w19.1, i64 28
  %w76 = freeze i64 %w76.0
  %w77.0 = extractelement <32 x i64> %v19.v, i64 28
  %w77 = freeze i64 %w77.0
  %v22.v.r28 = call i64 @floor_mod.i64(i64 %w76, i64 %w77)
  %v22.v.28 = insertelement <32 x i64> %v22.v.27, i64 %v22.v.r28, i64 28
  %w78.0 = extractelement <32 x i64> %w19.1, i64 29
  %w78 = freeze i64 %w78.0
  %w79.0 = extractelement <32 x i64> %v19.v, i64 29
  %w79 = freeze i64 %w79.0
  %v22.v.r29 = call i64 @floor_mod.i64(i64 %w78, i64 %w79)
  %v22.v.29 = insertelement <32 x i64> %v22.v.28, i64 %v22.v.r29, i64 29
  %w80.0 = extractelement <32 x i64> %w19.1, i64 30
  %w80 = freeze i64 %w80.0
  %w81.0 = extractelement <32 x i64> %v19.v, i64 30
  %w81 = freeze i64 %w81.0
  %v22.v.r30 = call i64 @floor_mod.i64(i64 %w80, i64 %w81)
  %v22.v.30 = insertelement <32 x i64> %v22.v.29, i64 %v22.v.r30, i64 30
  %w82.0 = extractelement <32 x i64> %w19.1, i64 31
  %w82 = freeze i64 %w82.0
  %w83.0 = extractelement <32 x i64> %v19.v, i64 31
  %w83 = freeze i64 %w83.0
  %v22.v.r31 = call i64 @floor_mod.i64(i64 %w82, i64 %w83)
  %v22.v = insertelement <32 x i64> %v22.v.30, i64 %v22.v.r31, i64 31
  %w84.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w84 = shufflevector <32 x i64> %w84.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v23.v = icmp eq <32 x i64> %v22.v, %w84
  %i85.was = load <32 x i1>, ptr %exec.2
  %i85.not = xor <32 x i1> %v23.v, splat (i1 true)
  %i85.then = select <32 x i1> %i85.was, <32 x i1> %v23.v, <32 x i1> zeroinitializer
  %i85.else = select <32 x i1> %i85.was, <32 x i1> %i85.not, <32 x i1> zeroinitializer
  store <32 x i1> %i85.then, ptr %exec.2
  %m86 = load <32 x i1>, ptr %exec.2
  %m86.bits = bitcast <32 x i1> %m86 to i32
  %m86.any = icmp ne i32 %m86.bits, 0
  br i1 %m86.any, label %if85.then, label %if85.then.end
if85.then:
  %m87 = load <32 x i1>, ptr %exec.2
  %m87.old = load <32 x i64>, ptr %l.first_factor.2
  %m87.new = select <32 x i1> %m87, <32 x i64> %v19.v, <32 x i64> %m87.old
  store <32 x i64> %m87.new, ptr %l.first_factor.2
  %m88 = load <32 x i1>, ptr %exec.2
  %m88.old = load <32 x i1>, ptr %out.11
  %m88.new = or <32 x i1> %m88.old, %m88
  store <32 x i1> %m88.new, ptr %out.11
  store <32 x i1> zeroinitializer, ptr %exec.2
  br label %if85.then.end
if85.then.end:
  %i85.a = load <32 x i1>, ptr %exec.2
  store <32 x i1> %i85.else, ptr %exec.2
  %i85.b = load <32 x i1>, ptr %exec.2
  %i85.both = or <32 x i1> %i85.a, %i85.b
  store <32 x i1> %i85.both, ptr %exec.2
  %w89.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w89 = shufflevector <32 x i64> %w89.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v24.v = add <32 x i64> %v19.v, %w89
  %m90 = load <32 x i1>, ptr %exec.2
  %m90.old = load <32 x i64>, ptr %l.d.2
  %m90.new = select <32 x i1> %m90, <32 x i64> %v24.v, <32 x i64> %m90.old
  store <32 x i64> %m90.new, ptr %l.d.2
  br label %loop14.land
loop14.land:
  %m91 = load <32 x i1>, ptr %exec.2
  %m91.again = load <32 x i1>, ptr %again.14
  %m91.0 = or <32 x i1> %m91, %m91.again
  store <32 x i1> %m91.0, ptr %exec.2
  store <32 x i1> zeroinitializer, ptr %again.14
  %m92 = load <32 x i1>, ptr %exec.2
  %m92.bits = bitcast <32 x i1> %m92 to i32
  %m92.any = icmp ne i32 %m92.bits, 0
  br i1 %m92.any, label %loop14, label %loop14.end
loop14.end:
  %m93 = load <32 x i1>, ptr %exec.2
  %m93.out = load <32 x i1>, ptr %out.14
  %m93.0 = or <32 x i1> %m93, %m93.out
  store <32 x i1> %m93.0, ptr %exec.2
  %w94.0 = insertelement <32 x i64> poison, i64 %v17.u, i64 0
  %w94 = shufflevector <32 x i64> %w94.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w94.1 = add <32 x i64> %w94, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %m95 = load <32 x i1>, ptr %exec.2
  %m95.old = load <32 x i64>, ptr %l.first_factor.2
  %m95.new = select <32 x i1> %m95, <32 x i64> %w94.1, <32 x i64> %m95.old
  store <32 x i64> %m95.new, ptr %l.first_factor.2
  br label %block11.end
block11.end:
  %m96 = load <32 x i1>, ptr %exec.2
  %m96.out = load <32 x i1>, ptr %out.11
  %m96.0 = or <32 x i1> %m96, %m96.out
  store <32 x i1> %m96.0, ptr %exec.2
  %v25.v = load <32 x i64>, ptr %l.first_factor.2
  %w97.0 = insertelement <32 x i64> poison, i64 %v17.u, i64 0
  %w97 = shufflevector <32 x i64> %w97.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w97.1 = add <32 x i64> %w97, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %v26.v = icmp eq <32 x i64> %v25.v, %w97.1
  %m98 = load <32 x i1>, ptr %exec.2
  %m98.old = load <32 x i1>, ptr %l.v.2
  %m98.new = select <32 x i1> %m98, <32 x i1> %v26.v, <32 x i1> %m98.old
  store <32 x i1> %m98.new, ptr %l.v.2
  br label %if9.then.end
if9.then.end:
  %i9.a = load <32 x i1>, ptr %exec.2
  store <32 x i1> %i9.else, ptr %exec.2
  %i9.b = load <32 x i1>, ptr %exec.2
  %i9.both = or <32 x i1> %i9.a, %i9.b
  store <32 x i1> %i9.both, ptr %exec.2
  %v27.v = load <32 x i1>, ptr %l.v.2
  %v28.u = getelementptr i8, ptr %p.out, i64 %v17.u
  %w99.m = zext <32 x i1> %v27.v to <32 x i8>
  store <32 x i8> %w99.m, ptr %v28.u, align 1
  br label %for2.next
for2.next:
  %v15.u.next = add i32 %v15.u, 32
  br label %for2.head
for2.end:
  br label %for100
for100:
  %for100.left = sub i32 %for2.span, %for2.full
  %for100.full = and i32 %for100.left, -8
  %for100.mid = add i32 %for2.mid, %for100.full
  br label %for100.head
for100.head:
  %v50.u = phi i32 [ %for2.mid, %for100 ], [ %v50.u.next, %for100.next ]
  %for100.go = icmp ne i32 %v50.u, %for100.mid
  br i1 %for100.go, label %for100.body, label %for100.end
for100.body:
  store <8 x i1> splat (i1 true), ptr %exec.100
  store i64 0, ptr %idle.100
  %w101.s = load i1, ptr %l.v
  %w101.0 = insertelement <8 x i1> poison, i1 %w101.s, i64 0
  %w101 = shufflevector <8 x i1> %w101.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w101, ptr %l.v.100
  %w102.s = load i64, ptr %l.d
  %w102.0 = insertelement <8 x i64> poison, i64 %w102.s, i64 0
  %w102 = shufflevector <8 x i64> %w102.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w102, ptr %l.d.100
  %w103.s = load i64, ptr %l.first_factor
  %w103.0 = insertelement <8 x i64> poison, i64 %w103.s, i64 0
  %w103 = shufflevector <8 x i64> %w103.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w103, ptr %l.first_factor.100
  %v51.u = sext i32 %v50.u to i64
  %v52.u = add nuw nsw i64 %first.x, %v51.u
  %w104.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w104 = shufflevector <8 x i64> %w104.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w104, ptr %l.first_factor.100
  %w105.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w105 = shufflevector <8 x i64> %w105.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w105.1 = add <8 x i64> %w105, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w106.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w106 = shufflevector <8 x i64> %w106.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v53.v = icmp sgt <8 x i64> %w105.1, %w106
  store <8 x i1> %v53.v, ptr %l.v.100
  %i107.was = load <8 x i1>, ptr %exec.100
  %i107.not = xor <8 x i1> %v53.v, splat (i1 true)
  %i107.then = select <8 x i1> %i107.was, <8 x i1> %v53.v, <8 x i1> zeroinitializer
  %i107.else = select <8 x i1> %i107.was, <8 x i1> %i107.not, <8 x i1> zeroinitializer
  store <8 x i1> %i107.then, ptr %exec.100
  %m108 = load <8 x i1>, ptr %exec.100
  %m108.bits = bitcast <8 x i1> %m108 to i8
  %m108.any = icmp ne i8 %m108.bits, 0
  br i1 %m108.any, label %if107.then, label %if107.then.end
if107.then:
  store <8 x i1> zeroinitializer, ptr %out.109
  store <8 x i1> zeroinitializer, ptr %again.109
  %w110.0 = insertelement <8 x i64> poison, i64 2, i64 0
  %w110 = shufflevector <8 x i64> %w110.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m111 = load <8 x i1>, ptr %exec.100
  %m111.old = load <8 x i64>, ptr %l.d.100
  %m111.new = select <8 x i1> %m111, <8 x i64> %w110, <8 x i64> %m111.old
  store <8 x i64> %m111.new, ptr %l.d.100
  store <8 x i1> zeroinitializer, ptr %out.112
  store <8 x i1> zeroinitializer, ptr %again.112
  br label %loop112
loop112:
  %stop113 = load volatile i32, ptr %stop, align 4
  %stop113.now = icmp ne i32 %stop113, 0
  br i1 %stop113.now, label %block.end, label %stop113.go, !prof !3
stop113.go:
  %v54.v = load <8 x i64>, ptr %l.d.100
  %v55.v = mul <8 x i64> %v54.v, %v54.v
  %w114.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w114 = shufflevector <8 x i64> %w114.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w114.1 = add <8 x i64> %w114, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v56.v = icmp sgt <8 x i64> %v55.v, %w114.1
  %i115.was = load <8 x i1>, ptr %exec.100
  %i115.not = xor <8 x i1> %v56.v, splat (i1 true)
  %i115.then = select <8 x i1> %i115.was, <8 x i1> %v56.v, <8 x i1> zeroinitializer
  %i115.else = select <8 x i1> %i115.was, <8 x i1> %i115.not, <8 x i1> zeroinitializer
  store <8 x i1> %i115.then, ptr %exec.100
  %m116 = load <8 x i1>, ptr %exec.100
  %m116.old = load <8 x i1>, ptr %out.112
  %m116.new = or <8 x i1> %m116.old, %m116
  store <8 x i1> %m116.new, ptr %out.112
  store <8 x i1> zeroinitializer, ptr %exec.100
  %i115.a = load <8 x i1>, ptr %exec.100
  store <8 x i1> %i115.else, ptr %exec.100
  %i115.b = load <8 x i1>, ptr %exec.100
  %i115.both = or <8 x i1> %i115.a, %i115.b
  store <8 x i1> %i115.both, ptr %exec.100
  %w117.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w117 = shufflevector <8 x i64> %w117.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w117.1 = add <8 x i64> %w117, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w118.0 = extractelement <8 x i64> %w117.1, i64 0
  %w118 = freeze i64 %w118.0
  %w119.0 = extractelement <8 x i64> %v54.v, i64 0
  %w119 = freeze i64 %w119.0
  %v57.v.r0 = call i64 @floor_mod.i64(i64 %w118, i64 %w119)
  %v57.v.0 = insertelement <8 x i64> poison, i64 %v57.v.r0, i64 0
  %w120.0 = extractelement <8 x i64> %w117.1, i64 1
  %w120 = freeze i64 %w120.0
  %w121.0 = extractelement <8 x i64> %v54.v, i64 1
  %w121 = freeze i64 %w121.0
  %v57.v.r1 = call i64 @floor_mod.i64(i64 %w120, i64 %w121)
  %v57.v.1 = insertelement <8 x i64> %v57.v.0, i64 %v57.v.r1, i64 1
  %w122.0 = extractelement <8 x i64> %w117.1, i64 2
  %w122 = freeze i64 %w122.0
  %w123.0 = extractelement <8 x i64> %v54.v, i64 2
  %w123 = freeze i64 %w123.0
  %v57.v.r2 = call i64 @floor_mod.i64(i64 %w122, i64 %w123)
  %v57.v.2 = insertelement <8 x i64> %v57.v.1, i64 %v57.v.r2, i64 2
  %w124.0 = extractelement <8 x i64> %w117.1, i64 3
  %w124 = freeze i64 %w124.0
  %w125.0 = extractelement <8 x i64> %v54.v, i64 3
  %w125 = freeze i64 %w125.0
  %v57.v.r3 = call i64 @floor_mod.i64(i64 %w124, i64 %w125)
  %v57.v.3 = insertelement <8 x i64> %v57.v.2, i64 %v57.v.r3, i64 3
  %w126.0 = extractelement <8 x i64> %w117.1, i64 4
  %w126 = freeze i64 %w126.0
  %w127.0 = extractelement <8 x i64> %v54.v, i64 4
  %w127 = freeze i64 %w127.0
  %v57.v.r4 = call i64 @floor_mod.i64(i64 %w126, i64 %w127)
  %v57.v.4 = insertelement <8 x i64> %v57.v.3, i64 %v57.v.r4, i64 4
  %w128.0 = extractelement <8 x i64> %w117.1, i64 5
  %w128 = freeze i64 %w128.0
  %w129.0 = extractelement <8 x i64> %v54.v, i64 5
  %w129 = freeze i64 %w129.0
  %v57.v.r5 = call i64 @floor_mod.i64(i64 %w128, i64 %w129)
  %v57.v.5 = insertelement <8 x i64> %v57.v.4, i64 %v57.v.r5, i64 5
  %w130.0 = extractelement <8 x i64> %w117.1, i64 6
  %w130 = freeze i64 %w130.0
  %w131.0 = extractelement <8 x i64> %v54.v, i64 6
  %w131 = freeze i64 %w131.0
  %v57.v.r6 = call i64 @floor_mod.i64(i64 %w130, i64 %w131)
  %v57.v.6 = insertelement <8 x i64> %v57.v.5, i64 %v57.v.r6, i64 6
  %w132.0 = extractelement <8 x i64> %w117.1, i64 7
  %w132 = freeze i64 %w132.0
  %w133.0 = extractelement <8 x i64> %v54.v, i64 7
  %w133 = freeze i64 %w133.0
  %v57.v.r7 = call i64 @floor_mod.i64(i64 %w132, i64 %w133)
  %v57.v = insertelement <8 x i64> %v57.v.6, i64 %v57.v.r7, i64 7
  %w134.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w134 = shufflevector <8 x i64> %w134.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v58.v = icmp eq <8 x i64> %v57.v, %w134
  %i135.was = load <8 x i1>, ptr %exec.100
  %i135.not = xor <8 x i1> %v58.v, splat (i1 true)
  %i135.then = select <8 x i1> %i135.was, <8 x i1> %v58.v, <8 x i1> zeroinitializer
  %i135.else = select <8 x i1> %i135.was, <8 x i1> %i135.not, <8 x i1> zeroinitializer
  store <8 x i1> %i135.then, ptr %exec.100
  %m136 = load <8 x i1>, ptr %exec.100
  %m136.bits = bitcast <8 x i1> %m136 to i8
  %m136.any = icmp ne i8 %m136.bits, 0
  br i1 %m136.any, label %if135.then, label %if135.then.end
if135.then:
  %m137 = load <8 x i1>, ptr %exec.100
  %m137.old = load <8 x i64>, ptr %l.first_factor.100
  %m137.new = select <8 x i1> %m137, <8 x i64> %v54.v, <8 x i64> %m137.old
  store <8 x i64> %m137.new, ptr %l.first_factor.100
  %m138 = load <8 x i1>, ptr %exec.100
  %m138.old = load <8 x i1>, ptr %out.109
  %m138.new = or <8 x i1> %m138.old, %m138
  store <8 x i1> %m138.new, ptr %out.109
  store <8 x i1> zeroinitializer, ptr %exec.100
  br label %if135.then.end
if135.then.end:
  %i135.a = load <8 x i1>, ptr %exec.100
  store <8 x i1> %i135.else, ptr %exec.100
  %i135.b = load <8 x i1>, ptr %exec.100
  %i135.both = or <8 x i1> %i135.a, %i135.b
  store <8 x i1> %i135.both, ptr %exec.100
  %w139.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w139 = shufflevector <8 x i64> %w139.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v59.v = add <8 x i64> %v54.v, %w139
  %m140 = load <8 x i1>, ptr %exec.100
  %m140.old = load <8 x i64>, ptr %l.d.100
  %m140.new = select <8 x i1> %m140, <8 x i64> %v59.v, <8 x i64> %m140.old
  store <8 x i64> %m140.new, ptr %l.d.100
  br label %loop112.land
loop112.land:
  %m141 = load <8 x i1>, ptr %exec.100
  %m141.again = load <8 x i1>, ptr %again.112
  %m141.0 = or <8 x i1> %m141, %m141.again
  store <8 x i1> %m141.0, ptr %exec.100
  store <8 x i1> zeroinitializer, ptr %again.112
  %m142 = load <8 x i1>, ptr %exec.100
  %m142.bits = bitcast <8 x i1> %m142 to i8
  %m142.any = icmp ne i8 %m142.bits, 0
  br i1 %m142.any, label %loop112, label %loop112.end
loop112.end:
  %m143 = load <8 x i1>, ptr %exec.100
  %m143.out = load <8 x i1>, ptr %out.112
  %m143.0 = or <8 x i1> %m143, %m143.out
  store <8 x i1> %m143.0, ptr %exec.100
  %w144.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w144 = shufflevector <8 x i64> %w144.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w144.1 = add <8 x i64> %w144, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %m145 = load <8 x i1>, ptr %exec.100
  %m145.old = load <8 x i64>, ptr %l.first_factor.100
  %m145.new = select <8 x i1> %m145, <8 x i64> %w144.1, <8 x i64> %m145.old
  store <8 x i64> %m145.new, ptr %l.first_factor.100
  br label %block109.end
block109.end:
  %m146 = load <8 x i1>, ptr %exec.100
  %m146.out = load <8 x i1>, ptr %out.109
  %m146.0 = or <8 x i1> %m146, %m146.out
  store <8 x i1> %m146.0, ptr %exec.100
  %v60.v = load <8 x i64>, ptr %l.first_factor.100
  %w147.0 = insertelement <8 x i64> poison, i64 %v52.u, i64 0
  %w147 = shufflevector <8 x i64> %w147.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w147.1 = add <8 x i64> %w147, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v61.v = icmp eq <8 x i64> %v60.v, %w147.1
  %m148 = load <8 x i1>, ptr %exec.100
  %m148.old = load <8 x i1>, ptr %l.v.100
  %m148.new = select <8 x i1> %m148, <8 x i1> %v61.v, <8 x i1> %m148.old
  store <8 x i1> %m148.new, ptr %l.v.100
  br label %if107.then.end
if107.then.end:
  %i107.a = load <8 x i1>, ptr %exec.100
  store <8 x i1> %i107.else, ptr %exec.100
  %i107.b = load <8 x i1>, ptr %exec.100
  %i107.both = or <8 x i1> %i107.a, %i107.b
  store <8 x i1> %i107.both, ptr %exec.100
  %v62.v = load <8 x i1>, ptr %l.v.100
  %v63.u = getelementptr i8, ptr %p.out, i64 %v52.u
  %w149.m = zext <8 x i1> %v62.v to <8 x i8>
  store <8 x i8> %w149.m, ptr %v63.u, align 1
  br label %for100.next
for100.next:
  %v50.u.next = add i32 %v50.u, 8
  br label %for100.head
for100.end:
  br label %for150
for150:
  br label %for150.head
for150.head:
  %v15 = phi i32 [ %for100.mid, %for150 ], [ %v15.next, %for150.next ]
  %for150.go = icmp slt i32 %v15, %v13
  br i1 %for150.go, label %for150.body, label %for150.end
for150.body:
  %v16 = sext i32 %v15 to i64
  %v17 = add nuw nsw i64 %first.x, %v16
  store i64 0, ptr %l.first_factor
  %v18 = icmp sgt i64 %v17, 1
  store i1 %v18, ptr %l.v
  br i1 %v18, label %if151.then, label %if151.end
if151.then:
  store i64 2, ptr %l.d
  br label %loop153
loop153:
  %stop154 = load volatile i32, ptr %stop, align 4
  %stop154.now = icmp ne i32 %stop154, 0
  br i1 %stop154.now, label %block.end, label %stop154.go, !prof !3
stop154.go:
  %v19 = load i64, ptr %l.d
  %v20 = mul i64 %v19, %v19
  %v21 = icmp sgt i64 %v20, %v17
  br i1 %v21, label %if155.then, label %if155.end
if155.then:
  br label %loop153.end
if155.end:
  %v22 = call i64 @floor_mod.i64(i64 %v17, i64 %v19)
  %v23 = icmp eq i64 %v22, 0
  br i1 %v23, label %if156.then, label %if156.end
if156.then:
  store i64 %v19, ptr %l.first_factor
  br label %block152.end
if156.end:
  %v24 = add i64 %v19, 1
  store i64 %v24, ptr %l.d
  br label %loop153
loop153.end:
  store i64 %v17, ptr %l.first_factor
  br label %block152.end
block152.end:
  %v25 = load i64, ptr %l.first_factor
  %v26 = icmp eq i64 %v25, %v17
  store i1 %v26, ptr %l.v
  br label %if151.end
if151.end:
  %v27 = load i1, ptr %l.v
  %v28 = getelementptr inbounds i8, ptr %p.out, i64 %v17
  %b157 = zext i1 %v27 to i8
  store i8 %b157, ptr %v28, align 1, !llvm.access.group !5
  br label %for150.next
for150.next:
  %v15.next = add nuw nsw i32 %v15, 1
  br label %for150.head, !llvm.loop !6
for150.end:
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
!4 = !{i64 0, i64 -9223372036854775808}
!5 = distinct !{}
!6 = distinct !{!6, !1, !0, !{!"llvm.loop.parallel_accesses", !5}}
