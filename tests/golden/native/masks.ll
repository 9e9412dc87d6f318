; portkern native code

define internal void @masks.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, i64 %p.limit) #1 {
  %l.k = alloca i64
  %l.v = alloca double
  %exec.1 = alloca <8 x i1>
  %idle.1 = alloca i64
  %l.k.1 = alloca <8 x i64>
  %l.v.1 = alloca <8 x double>
  %out.12 = alloca <8 x i1>
  %again.12 = alloca <8 x i1>
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
  %stop13 = load volatile i32, ptr %stop, align 4
  %stop13.now = icmp ne i32 %stop13, 0
  br i1 %stop13.now, label %block.end, label %stop13.go, !prof !3
stop13.go:
  %v9.v = load <8 x i64>, ptr %l.k.1
  %w14.0 = insertelement <8 x i64> poison, i64 %p.limit, i64 0
  %w14 = shufflevector <8 x i64> %w14.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v10.v = icmp sge <8 x i64> %v9.v, %w14
  %i15.was = load <8 x i1>, ptr %exec.1
  %i15.not = xor <8 x i1> %v10.v, splat (i1 true)
  %i15.then = select <8 x i1> %i15.was, <8 x i1> %v10.v, <8 x i1> zeroinitializer
  %i15.else = select <8 x i1> %i15.was, <8 x i1> %i15.not, <8 x i1> zeroinitializer
  store <8 x i1> %i15.then, ptr %exec.1
  %m16 = load <8 x i1>, ptr %exec.1
  %m16.old = load <8 x i1>, ptr %out.12
  %m16.new = or <8 x i1> %m16.old, %m16
  store <8 x i1> %m16.new, ptr %out.12
  store <8 x i1> zeroinitializer, ptr %exec.1
  %i15.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i15.else, ptr %exec.1
  %i15.b = load <8 x i1>, ptr %exec.1
  %i15.both = or <8 x i1> %i15.a, %i15.b
  store <8 x i1> %i15.both, ptr %exec.1
  %v11.v = load <8 x double>, ptr %l.v.1
  %w17.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w17 = shufflevector <8 x double> %w17.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v12.v = fcmp ogt <8 x double> %v11.v, %w17
  %i18.was = load <8 x i1>, ptr %exec.1
  %i18.not = xor <8 x i1> %v12.v, splat (i1 true)
  %i18.then = select <8 x i1> %i18.was, <8 x i1> %v12.v, <8 x i1> zeroinitializer
  %i18.else = select <8 x i1> %i18.was, <8 x i1> %i18.not, <8 x i1> zeroinitializer
  store <8 x i1> %i18.then, ptr %exec.1
  %m19 = load <8 x i1>, ptr %exec.1
  %m19.old = load <8 x i1>, ptr %out.12
  %m19.new = or <8 x i1> %m19.old, %m19
  store <8 x i1> %m19.new, ptr %out.12
  store <8 x i1> zeroinitializer, ptr %exec.1
  %i18.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i18.else, ptr %exec.1
  %i18.b = load <8 x i1>, ptr %exec.1
  %i18.both = or <8 x i1> %i18.a, %i18.b
  store <8 x i1> %i18.both, ptr %exec.1
  %v13.v = fmul <8 x double> %v11.v, %v11.v
  %m20 = load <8 x i1>, ptr %exec.1
  %m20.old = load <8 x double>, ptr %l.v.1
  %m20.new = select <8 x i1> %m20, <8 x double> %v13.v, <8 x double> %m20.old
  store <8 x double> %m20.new, ptr %l.v.1
  %w21.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w21 = shufflevector <8 x i64> %w21.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v14.v = add <8 x i64> %v9.v, %w21
  %m22 = load <8 x i1>, ptr %exec.1
  %m22.old = load <8 x i64>, ptr %l.k.1
  %m22.new = select <8 x i1> %m22, <8 x i64> %v14.v, <8 x i64> %m22.old
  store <8 x i64> %m22.new, ptr %l.k.1
  br label %loop12.land
loop12.land:
  %m23 = load <8 x i1>, ptr %exec.1
  %m23.again = load <8 x i1>, ptr %again.12
  %m23.0 = or <8 x i1> %m23, %m23.again
  store <8 x i1> %m23.0, ptr %exec.1
  store <8 x i1> zeroinitializer, ptr %again.12
  %m24 = load <8 x i1>, ptr %exec.1
  %m24.bits = bitcast <8 x i1> %m24 to i8
  %m24.any = icmp ne i8 %m24.bits, 0
  br i1 %m24.any, label %loop12, label %loop12.end
loop12.end:
  %m25 = load <8 x i1>, ptr %exec.1
  %m25.out = load <8 x i1>, ptr %out.12
  %m25.0 = or <8 x i1> %m25, %m25.out
  store <8 x i1> %m25.0, ptr %exec.1
  %v15.v = load <8 x i64>, ptr %l.k.1
  %v16.v = sitofp <8 x i64> %v15.v to <8 x double>
  %m26 = load <8 x i1>, ptr %exec.1
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v16.v, ptr %v7.u, i32 8, <8 x i1> %m26)
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
  br label %for27
for27:
  br label %for27.head
for27.head:
  %v4 = phi i32 [ %for1.mid, %for27 ], [ %v4.next, %for27.next ]
  %for27.go = icmp slt i32 %v4, %dim.x
  br i1 %for27.go, label %for27.body, label %for27.end
for27.body:
  %v5 = sext i32 %v4 to i64
  %v6 = icmp slt i64 %v5, %p.n
  br i1 %v6, label %if28.then, label %if28.end
if28.then:
  %v7 = getelementptr inbounds double, ptr %p.x, i64 %v5
  %v8 = load double, ptr %v7, align 8, !llvm.access.group !5
  store double %v8, ptr %l.v
  store i64 0, ptr %l.k
  br label %loop29
loop29:
  %stop30 = load volatile i32, ptr %stop, align 4
  %stop30.now = icmp ne i32 %stop30, 0
  br i1 %stop30.now, label %block.end, label %stop30.go, !prof !3
stop30.go:
  %v9 = load i64, ptr %l.k
  %v10 = icmp sge i64 %v9, %p.limit
  br i1 %v10, label %if31.then, label %if31.end
if31.then:
  br label %loop29.end
if31.end:
  %v11 = load double, ptr %l.v
  %v12 = fcmp ogt double %v11, 0x4010000000000000
  br i1 %v12, label %if32.then, label %if32.end
if32.then:
  br label %loop29.end
if32.end:
  %v13 = fmul double %v11, %v11
  store double %v13, ptr %l.v
  %v14 = add i64 %v9, 1
  store i64 %v14, ptr %l.k
  br label %loop29
loop29.end:
  %v15 = load i64, ptr %l.k
  %v16 = sitofp i64 %v15 to double
  store double %v16, ptr %v7, align 8, !llvm.access.group !5
  br label %if28.end
if28.end:
  br label %for27.next
for27.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for27.head, !llvm.loop !6
for27.end:
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
