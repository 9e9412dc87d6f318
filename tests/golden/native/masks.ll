; portkern native code

define internal void @masks.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.n, i64 %p.limit) #0 {
  %l.k = alloca i64
  %l.v = alloca double
  %exec.1 = alloca <8 x i1>
  %idle.1 = alloca i64
  %l.k.1 = alloca <8 x i64>
  %l.v.1 = alloca <8 x double>
  %out.12 = alloca <8 x i1>
  %again.12 = alloca <8 x i1>
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
  store i64 0, ptr %l.k
  store double 0x0000000000000000, ptr %l.v
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -8
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v4.u = phi i32 [ 0, %for1 ], [ %v4.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v4.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <8 x i1> splat (i1 true), ptr %exec.1
  store i64 0, ptr %idle.1
  %w2.s = load i64, ptr %l.k
  %w2.0 = insertelement <8 x i64> poison, i64 %w2.s, i64 0
  %w2 = shufflevector <8 x i64> %w2.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w2, ptr %l.k.1
  %w3.s = load double, ptr %l.v
  %w3.0 = insertelement <8 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <8 x double> %w3.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w3, ptr %l.v.1
  %v5.u = sext i32 %v4.u to i64
  %w4.0 = insertelement <8 x i64> poison, i64 %v5.u, i64 0
  %w4 = shufflevector <8 x i64> %w4.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w4.1 = add <8 x i64> %w4, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w5.0 = insertelement <8 x i64> poison, i64 %p.n, i64 0
  %w5 = shufflevector <8 x i64> %w5.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v6.v = icmp slt <8 x i64> %w4.1, %w5
  %i6.was = load <8 x i1>, ptr %exec.1
  %i6.not = xor <8 x i1> %v6.v, splat (i1 true)
  %i6.then = select <8 x i1> %i6.was, <8 x i1> %v6.v, <8 x i1> zeroinitializer
  %i6.else = select <8 x i1> %i6.was, <8 x i1> %i6.not, <8 x i1> zeroinitializer
  store <8 x i1> %i6.then, ptr %exec.1
  %m7 = load <8 x i1>, ptr %exec.1
  %m7.bits = bitcast <8 x i1> %m7 to i8
  %m7.any = icmp ne i8 %m7.bits, 0
  br i1 %m7.any, label %if6.then, label %if6.then.end
if6.then:
  %v7.u = getelementptr double, ptr %p.x, i64 %v5.u
  %m8 = load <8 x i1>, ptr %exec.1
  %v8.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v7.u, i32 8, <8 x i1> %m8, <8 x double> zeroinitializer)
  %m9 = load <8 x i1>, ptr %exec.1
  %m9.old = load <8 x double>, ptr %l.v.1
  %m9.new = select <8 x i1> %m9, <8 x double> %v8.v, <8 x double> %m9.old
  store <8 x double> %m9.new, ptr %l.v.1
  %w10.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w10 = shufflevector <8 x i64> %w10.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m11 = load <8 x i1>, ptr %exec.1
  %m11.old = load <8 x i64>, ptr %l.k.1
  %m11.new = select <8 x i1> %m11, <8 x i64> %w10, <8 x i64> %m11.old
  store <8 x i64> %m11.new, ptr %l.k.1
  store <8 x i1> zeroinitializer, ptr %out.12
  store <8 x i1> zeroinitializer, ptr %again.12
  br label %loop12
loop12:
  %v9.v = load <8 x i64>, ptr %l.k.1
  %w13.0 = insertelement <8 x i64> poison, i64 %p.limit, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v10.v = icmp sge <8 x i64> %v9.v, %w13
  %i14.was = load <8 x i1>, ptr %exec.1
  %i14.not = xor <8 x i1> %v10.v, splat (i1 true)
  %i14.then = select <8 x i1> %i14.was, <8 x i1> %v10.v, <8 x i1> zeroinitializer
  %i14.else = select <8 x i1> %i14.was, <8 x i1> %i14.not, <8 x i1> zeroinitializer
  store <8 x i1> %i14.then, ptr %exec.1
  %m15 = load <8 x i1>, ptr %exec.1
  %m15.old = load <8 x i1>, ptr %out.12
  %m15.new = or <8 x i1> %m15.old, %m15
  store <8 x i1> %m15.new, ptr %out.12
  store <8 x i1> zeroinitializer, ptr %exec.1
  %i14.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i14.else, ptr %exec.1
  %i14.b = load <8 x i1>, ptr %exec.1
  %i14.both = or <8 x i1> %i14.a, %i14.b
  store <8 x i1> %i14.both, ptr %exec.1
  %v11.v = load <8 x double>, ptr %l.v.1
  %w16.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <8 x double> %w16.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v12.v = fcmp ogt <8 x double> %v11.v, %w16
  %i17.was = load <8 x i1>, ptr %exec.1
  %i17.not = xor <8 x i1> %v12.v, splat (i1 true)
  %i17.then = select <8 x i1> %i17.was, <8 x i1> %v12.v, <8 x i1> zeroinitializer
  %i17.else = select <8 x i1> %i17.was, <8 x i1> %i17.not, <8 x i1> zeroinitializer
  store <8 x i1> %i17.then, ptr %exec.1
  %m18 = load <8 x i1>, ptr %exec.1
  %m18.old = load <8 x i1>, ptr %out.12
  %m18.new = or <8 x i1> %m18.old, %m18
  store <8 x i1> %m18.new, ptr %out.12
  store <8 x i1> zeroinitializer, ptr %exec.1
  %i17.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i17.else, ptr %exec.1
  %i17.b = load <8 x i1>, ptr %exec.1
  %i17.both = or <8 x i1> %i17.a, %i17.b
  store <8 x i1> %i17.both, ptr %exec.1
  %v13.v = fmul <8 x double> %v11.v, %v11.v
  %m19 = load <8 x i1>, ptr %exec.1
  %m19.old = load <8 x double>, ptr %l.v.1
  %m19.new = select <8 x i1> %m19, <8 x double> %v13.v, <8 x double> %m19.old
  store <8 x double> %m19.new, ptr %l.v.1
  %w20.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w20 = shufflevector <8 x i64> %w20.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v14.v = add <8 x i64> %v9.v, %w20
  %m21 = load <8 x i1>, ptr %exec.1
  %m21.old = load <8 x i64>, ptr %l.k.1
  %m21.new = select <8 x i1> %m21, <8 x i64> %v14.v, <8 x i64> %m21.old
  store <8 x i64> %m21.new, ptr %l.k.1
  br label %loop12.land
loop12.land:
  %m22 = load <8 x i1>, ptr %exec.1
  %m22.again = load <8 x i1>, ptr %again.12
  %m22.0 = or <8 x i1> %m22, %m22.again
  store <8 x i1> %m22.0, ptr %exec.1
  store <8 x i1> zeroinitializer, ptr %again.12
  %m23 = load <8 x i1>, ptr %exec.1
  %m23.bits = bitcast <8 x i1> %m23 to i8
  %m23.any = icmp ne i8 %m23.bits, 0
  br i1 %m23.any, label %loop12, label %loop12.end
loop12.end:
  %m24 = load <8 x i1>, ptr %exec.1
  %m24.out = load <8 x i1>, ptr %out.12
  %m24.0 = or <8 x i1> %m24, %m24.out
  store <8 x i1> %m24.0, ptr %exec.1
  %v15.v = load <8 x i64>, ptr %l.k.1
  %v16.v = sitofp <8 x i64> %v15.v to <8 x double>
  %m25 = load <8 x i1>, ptr %exec.1
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v16.v, ptr %v7.u, i32 8, <8 x i1> %m25)
  br label %if6.then.end
if6.then.end:
  %i6.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i6.else, ptr %exec.1
  %i6.b = load <8 x i1>, ptr %exec.1
  %i6.both = or <8 x i1> %i6.a, %i6.b
  store <8 x i1> %i6.both, ptr %exec.1
  br label %for1.next
for1.next:
  %v4.u.next = add i32 %v4.u, 8
  br label %for1.head
for1.end:
  br label %for26
for26:
  br label %for26.head
for26.head:
  %v4 = phi i32 [ %for1.mid, %for26 ], [ %v4.next, %for26.next ]
  %for26.go = icmp slt i32 %v4, %dim.x
  br i1 %for26.go, label %for26.body, label %for26.end
for26.body:
  %v5 = sext i32 %v4 to i64
  %v6 = icmp slt i64 %v5, %p.n
  br i1 %v6, label %if27.then, label %if27.end
if27.then:
  %v7 = getelementptr inbounds double, ptr %p.x, i64 %v5
  %v8 = load double, ptr %v7, align 8, !llvm.access.group !3
  store double %v8, ptr %l.v
  store i64 0, ptr %l.k
  br label %loop28
loop28:
  %v9 = load i64, ptr %l.k
  %v10 = icmp sge i64 %v9, %p.limit
  br i1 %v10, label %if29.then, label %if29.end
if29.then:
  br label %loop28.end
if29.end:
  %v11 = load double, ptr %l.v
  %v12 = fcmp ogt double %v11, 0x4010000000000000
  br i1 %v12, label %if30.then, label %if30.end
if30.then:
  br label %loop28.end
if30.end:
  %v13 = fmul double %v11, %v11
  store double %v13, ptr %l.v
  %v14 = add i64 %v9, 1
  store i64 %v14, ptr %l.k
  br label %loop28
loop28.end:
  %v15 = load i64, ptr %l.k
  %v16 = sitofp i64 %v15 to double
  store double %v16, ptr %v7, align 8, !llvm.access.group !3
  br label %if27.end
if27.end:
  br label %for26.next
for26.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for26.head, !llvm.loop !4
for26.end:
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

define void @k.masks(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.limit.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.limit = load i64, ptr %p.limit.at, align 8
  call void @masks.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.n, i64 %p.limit)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
