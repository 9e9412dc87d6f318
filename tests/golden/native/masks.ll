; portkern native code

define internal void @masks.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, i64 %p.limit) #1 {
  %l.k = alloca i64
  %l.v = alloca double
  %exec.1 = alloca <8 x i64>
  %idle.1 = alloca i64
  %l.k.1 = alloca <8 x i64>
  %l.k.1.u = alloca i64
  %l.v.1 = alloca <8 x double>
  %out.13 = alloca <8 x i64>
  %again.13 = alloca <8 x i64>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
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
  store <8 x i64> splat (i64 -1), ptr %exec.1
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
  %i6.was = load <8 x i64>, ptr %exec.1
  %i6.on = freeze <8 x i1> %v6.v
  %i6.off = xor <8 x i1> %i6.on, splat (i1 true)
  %i6.with = sext <8 x i1> %i6.on to <8 x i64>
  %i6.without = sext <8 x i1> %i6.off to <8 x i64>
  %i6.yes = and <8 x i64> %i6.was, %i6.with
  %i6.no = and <8 x i64> %i6.was, %i6.without
  store <8 x i64> %i6.yes, ptr %exec.1
  %m7.w = load <8 x i64>, ptr %exec.1
  %m7 = icmp slt <8 x i64> %m7.w, zeroinitializer
  %m8.0 = shufflevector <8 x i64> %m7.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m8.1 = shufflevector <8 x i64> %m7.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m8.w = or <4 x i64> %m8.0, %m8.1
  %m7.bits = bitcast <4 x i64> %m8.w to i256
  %m7.any = icmp ne i256 %m7.bits, 0
  br i1 %m7.any, label %if6.then, label %if6.then.end
if6.then:
  %v7.u = getelementptr double, ptr %p.x, i64 %v5.u
  %m9.w = load <8 x i64>, ptr %exec.1
  %m9 = icmp slt <8 x i64> %m9.w, zeroinitializer
  %v8.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v7.u, i32 8, <8 x i1> %m9, <8 x double> zeroinitializer)
  %m10.w = load <8 x i64>, ptr %exec.1
  %m10 = icmp slt <8 x i64> %m10.w, zeroinitializer
  %m10.old = load <8 x double>, ptr %l.v.1
  %m10.new = select <8 x i1> %m10, <8 x double> %v8.v, <8 x double> %m10.old
  store <8 x double> %m10.new, ptr %l.v.1
  store i64 0, ptr %l.k.1.u
  %w11.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w11 = shufflevector <8 x i64> %w11.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m12.w = load <8 x i64>, ptr %exec.1
  %m12 = icmp slt <8 x i64> %m12.w, zeroinitializer
  %m12.old = load <8 x i64>, ptr %l.k.1
  %m12.new = select <8 x i1> %m12, <8 x i64> %w11, <8 x i64> %m12.old
  store <8 x i64> %m12.new, ptr %l.k.1
  %m14 = load <8 x i64>, ptr %exec.1
  store <8 x i64> %m14, ptr %out.13
  store <8 x i64> zeroinitializer, ptr %again.13
  br label %loop13
loop13:
  %stop15 = load volatile i32, ptr %stop, align 4
  %stop15.now = icmp ne i32 %stop15, 0
  br i1 %stop15.now, label %block.end, label %stop15.go, !prof !3
stop15.go:
  %v9.u = load i64, ptr %l.k.1.u
  %v10.u = icmp sge i64 %v9.u, %p.limit
  br i1 %v10.u, label %if16.then, label %if16.end
if16.then:
  store <8 x i64> zeroinitializer, ptr %exec.1
  br label %loop13.end
if16.end:
  %v11.v = load <8 x double>, ptr %l.v.1
  %w17.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w17 = shufflevector <8 x double> %w17.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v12.v = fcmp ogt <8 x double> %v11.v, %w17
  %i18.was = load <8 x i64>, ptr %exec.1
  %i18.on = freeze <8 x i1> %v12.v
  %i18.off = xor <8 x i1> %i18.on, splat (i1 true)
  %i18.with = sext <8 x i1> %i18.on to <8 x i64>
  %i18.without = sext <8 x i1> %i18.off to <8 x i64>
  %i18.yes = and <8 x i64> %i18.was, %i18.with
  %i18.no = and <8 x i64> %i18.was, %i18.without
  store <8 x i64> %i18.yes, ptr %exec.1
  store <8 x i64> zeroinitializer, ptr %exec.1
  %i18.a = load <8 x i64>, ptr %exec.1
  store <8 x i64> %i18.no, ptr %exec.1
  %i18.b = load <8 x i64>, ptr %exec.1
  %i18.both = or <8 x i64> %i18.a, %i18.b
  store <8 x i64> %i18.both, ptr %exec.1
  %v13.v = fmul <8 x double> %v11.v, %v11.v
  %m19.w = load <8 x i64>, ptr %exec.1
  %m19 = icmp slt <8 x i64> %m19.w, zeroinitializer
  %m19.old = load <8 x double>, ptr %l.v.1
  %m19.new = select <8 x i1> %m19, <8 x double> %v13.v, <8 x double> %m19.old
  store <8 x double> %m19.new, ptr %l.v.1
  %v14.u = add i64 %v9.u, 1
  store i64 %v14.u, ptr %l.k.1.u
  %w20.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w20 = shufflevector <8 x i64> %w20.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w21.was = load <8 x i64>, ptr %l.k.1
  %w21 = add <8 x i64> %w21.was, %w20
  %m22.w = load <8 x i64>, ptr %exec.1
  %m22 = icmp slt <8 x i64> %m22.w, zeroinitializer
  %m22.old = load <8 x i64>, ptr %l.k.1
  %m22.new = select <8 x i1> %m22, <8 x i64> %w21, <8 x i64> %m22.old
  store <8 x i64> %m22.new, ptr %l.k.1
  br label %loop13.land
loop13.land:
  %m23 = load <8 x i64>, ptr %exec.1
  %m23.again = load <8 x i64>, ptr %again.13
  %m23.0 = or <8 x i64> %m23, %m23.again
  store <8 x i64> %m23.0, ptr %exec.1
  store <8 x i64> zeroinitializer, ptr %again.13
  %m24.w = load <8 x i64>, ptr %exec.1
  %m24 = icmp slt <8 x i64> %m24.w, zeroinitializer
  %m25.0 = shufflevector <8 x i64> %m24.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m25.1 = shufflevector <8 x i64> %m24.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m25.w = or <4 x i64> %m25.0, %m25.1
  %m24.bits = bitcast <4 x i64> %m25.w to i256
  %m24.any = icmp ne i256 %m24.bits, 0
  br i1 %m24.any, label %loop13, label %loop13.end
loop13.end:
  %m26.out = load <8 x i64>, ptr %out.13
  store <8 x i64> %m26.out, ptr %exec.1
  %v15.v = load <8 x i64>, ptr %l.k.1
  %v16.v = sitofp <8 x i64> %v15.v to <8 x double>
  %m27.w = load <8 x i64>, ptr %exec.1
  %m27 = icmp slt <8 x i64> %m27.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v16.v, ptr %v7.u, i32 8, <8 x i1> %m27)
  br label %if6.then.end
if6.then.end:
  %i6.a = load <8 x i64>, ptr %exec.1
  store <8 x i64> %i6.no, ptr %exec.1
  %i6.b = load <8 x i64>, ptr %exec.1
  %i6.both = or <8 x i64> %i6.a, %i6.b
  store <8 x i64> %i6.both, ptr %exec.1
  br label %for1.next
for1.next:
  %v4.u.next = add i32 %v4.u, 8
  br label %for1.head
for1.end:
  br label %for28
for28:
  br label %for28.head
for28.head:
  %v4 = phi i32 [ %for1.mid, %for28 ], [ %v4.next, %for28.next ]
  %for28.go = icmp slt i32 %v4, %dim.x
  br i1 %for28.go, label %for28.body, label %for28.end
for28.body:
  %v5 = sext i32 %v4 to i64
  %v6 = icmp slt i64 %v5, %p.n
  br i1 %v6, label %if29.then, label %if29.end
if29.then:
  %v7 = getelementptr inbounds double, ptr %p.x, i64 %v5
  %v8 = load double, ptr %v7, align 8, !llvm.access.group !5
  store double %v8, ptr %l.v
  store i64 0, ptr %l.k
  br label %loop30
loop30:
  %stop31 = load volatile i32, ptr %stop, align 4
  %stop31.now = icmp ne i32 %stop31, 0
  br i1 %stop31.now, label %block.end, label %stop31.go, !prof !3
stop31.go:
  %v9 = load i64, ptr %l.k
  %v10 = icmp sge i64 %v9, %p.limit
  br i1 %v10, label %if32.then, label %if32.end
if32.then:
  br label %loop30.end
if32.end:
  %v11 = load double, ptr %l.v
  %v12 = fcmp ogt double %v11, 0x4010000000000000
  br i1 %v12, label %if33.then, label %if33.end
if33.then:
  br label %loop30.end
if33.end:
  %v13 = fmul double %v11, %v11
  store double %v13, ptr %l.v
  %v14 = add i64 %v9, 1
  store i64 %v14, ptr %l.k
  br label %loop30
loop30.end:
  %v15 = load i64, ptr %l.k
  %v16 = sitofp i64 %v15 to double
  store double %v16, ptr %v7, align 8, !llvm.access.group !5
  br label %if29.end
if29.end:
  br label %for28.next
for28.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for28.head, !llvm.loop !6
for28.end:
  br label %block.end
block.end:
  ret void
}

define void @k.masks(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.limit.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.limit = load i64, ptr %p.limit.at, align 8
  call void @masks.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, i64 %p.limit)
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
