; portkern native code

define internal void @primes.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.out, i64 %p.out.shape0) #0 {
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
  %block64.x = zext i32 %block.x to i64
  %step64.x = zext i32 %step.x to i64
  %first.x = mul nuw nsw i64 %block64.x, %step64.x
  %left.x = sub nuw nsw i64 %threads.x, %first.x
  %dim64.x = call i64 @llvm.umin.i64(i64 %left.x, i64 %step64.x)
  %dim.x = trunc i64 %dim64.x to i32
  %block64.y = zext i32 %block.y to i64
  %step64.y = zext i32 %step.y to i64
  %first.y = mul nuw nsw i64 %block64.y, %step64.y
  %left.y = sub nuw nsw i64 %threads.y, %first.y
  %dim64.y = call i64 @llvm.umin.i64(i64 %left.y, i64 %step64.y)
  %dim.y = trunc i64 %dim64.y to i32
  %block64.z = zext i32 %block.z to i64
  %step64.z = zext i32 %step.z to i64
  %first.z = mul nuw nsw i64 %block64.z, %step64.z
  %left.z = sub nuw nsw i64 %threads.z, %first.z
  %dim64.z = call i64 @llvm.umin.i64(i64 %left.z, i64 %step64.z)
  %dim.z = trunc i64 %dim64.z to i32
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
  br label %for100.head
for100.head:
  %v15 = phi i32 [ %for2.mid, %for100 ], [ %v15.next, %for100.next ]
  %for100.go = icmp slt i32 %v15, %v13
  br i1 %for100.go, label %for100.body, label %for100.end
for100.body:
  %v16 = sext i32 %v15 to i64
  %v17 = add nuw nsw i64 %first.x, %v16
  store i64 0, ptr %l.first_factor
  %v18 = icmp sgt i64 %v17, 1
  store i1 %v18, ptr %l.v
  br i1 %v18, label %if101.then, label %if101.end
if101.then:
  store i64 2, ptr %l.d
  br label %loop103
loop103:
  %stop104 = load volatile i32, ptr %stop, align 4
  %stop104.now = icmp ne i32 %stop104, 0
  br i1 %stop104.now, label %block.end, label %stop104.go, !prof !3
stop104.go:
  %v19 = load i64, ptr %l.d
  %v20 = mul i64 %v19, %v19
  %v21 = icmp sgt i64 %v20, %v17
  br i1 %v21, label %if105.then, label %if105.end
if105.then:
  br label %loop103.end
if105.end:
  %v22 = call i64 @floor_mod.i64(i64 %v17, i64 %v19)
  %v23 = icmp eq i64 %v22, 0
  br i1 %v23, label %if106.then, label %if106.end
if106.then:
  store i64 %v19, ptr %l.first_factor
  br label %block102.end
if106.end:
  %v24 = add i64 %v19, 1
  store i64 %v24, ptr %l.d
  br label %loop103
loop103.end:
  store i64 %v17, ptr %l.first_factor
  br label %block102.end
block102.end:
  %v25 = load i64, ptr %l.first_factor
  %v26 = icmp eq i64 %v25, %v17
  store i1 %v26, ptr %l.v
  br label %if101.end
if101.end:
  %v27 = load i1, ptr %l.v
  %v28 = getelementptr inbounds i8, ptr %p.out, i64 %v17
  %b107 = zext i1 %v27 to i8
  store i8 %b107, ptr %v28, align 1, !llvm.access.group !4
  br label %for100.next
for100.next:
  %v15.next = add nuw nsw i32 %v15, 1
  br label %for100.head, !llvm.loop !5
for100.end:
  br label %for1.next
for1.next:
  %v14.next = add nuw nsw i32 %v14, 1
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
  %step.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %step.x = load i32, ptr %step.x.at, align 4
  %step.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %step.y = load i32, ptr %step.y.at, align 4
  %step.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %step.z = load i32, ptr %step.z.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
  %threads.x.at = getelementptr inbounds i8, ptr %launch, i64 40
  %threads.x = load i64, ptr %threads.x.at, align 8
  %threads.y.at = getelementptr inbounds i8, ptr %launch, i64 48
  %threads.y = load i64, ptr %threads.y.at, align 8
  %threads.z.at = getelementptr inbounds i8, ptr %launch, i64 56
  %threads.z = load i64, ptr %threads.z.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @primes.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.out, i64 %p.out.shape0)
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
