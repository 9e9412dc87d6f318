; portkern native code

define internal { i64, i1 } @f.halve(ptr %stop, i64 %p.a) #0 {
  %stop1 = load volatile i32, ptr %stop, align 4
  %stop1.now = icmp ne i32 %stop1, 0
  br i1 %stop1.now, label %stop.out, label %stop1.go, !prof !3
stop1.go:
  %v1 = call i64 @floor_div.i64(i64 %p.a, i64 2)
  %v2 = call i64 @floor_mod.i64(i64 %p.a, i64 2)
  %v3 = icmp ne i64 %v2, 0
  %r2.0 = insertvalue { i64, i1 } undef, i64 %v1, 0
  %r2.1 = insertvalue { i64, i1 } %r2.0, i1 %v3, 1
  ret { i64, i1 } %r2.1
stop.out:
  ret { i64, i1 } zeroinitializer
}
@c.odd.table = internal unnamed_addr constant [2 x float] [float 0x3FF8000000000000, float 0x7FF8000000000000], align 4

define internal void @odd.block(ptr %launch, ptr noalias %scratch, ptr %p.flags, ptr %p.h, i1 %p.a, i64 %p.n) #1 {
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  %s.extra = getelementptr inbounds i8, ptr %scratch, i64 0
  br label %for1
for1:
  %for1.up = icmp sgt i64 -3, 0
  %for1.low = select i1 %for1.up, i64 %p.n, i64 0
  %for1.high = select i1 %for1.up, i64 0, i64 %p.n
  %for1.back = sub i64 0, -3
  %for1.by = select i1 %for1.up, i64 -3, i64 %for1.back
  %for1.moves = icmp ne i64 %for1.by, 0
  %for1.d = select i1 %for1.moves, i64 %for1.by, i64 1
  %for1.some = icmp slt i64 %for1.low, %for1.high
  %for1.any = and i1 %for1.some, %for1.moves
  %for1.span = sub i64 %for1.high, %for1.low
  %for1.reach = sub i64 %for1.span, 1
  %for1.whole = udiv i64 %for1.reach, %for1.d
  %for1.more = add i64 %for1.whole, 1
  %for1.count = select i1 %for1.any, i64 %for1.more, i64 0
  br label %for1.head
for1.head:
  %for1.k = phi i64 [ 0, %for1 ], [ %for1.k.next, %for1.next ]
  %v6 = phi i64 [ %p.n, %for1 ], [ %v6.next, %for1.next ]
  %for1.go = icmp ult i64 %for1.k, %for1.count
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %stop2 = load volatile i32, ptr %stop, align 4
  %stop2.now = icmp ne i32 %stop2, 0
  br i1 %stop2.now, label %block.end, label %stop2.go, !prof !3
stop2.go:
  %r3 = call { i64, i1 } @f.halve(ptr %stop, i64 %v6)
  %v7 = extractvalue { i64, i1 } %r3, 0
  %v8 = extractvalue { i64, i1 } %r3, 1
  %stop4 = load volatile i32, ptr %stop, align 4
  %stop4.now = icmp ne i32 %stop4, 0
  br i1 %stop4.now, label %block.end, label %stop4.go, !prof !3
stop4.go:
  %v9 = getelementptr inbounds i8, ptr %p.flags, i64 %v7
  %v10.m = load i8, ptr %v9, align 1
  %v10 = icmp ne i8 %v10.m, 0
  %v11 = and i1 %v10, %v8
  br i1 %v11, label %if5.then, label %if5.else
if5.then:
  %b6 = zext i1 %p.a to i8
  store i8 %b6, ptr %v9, align 1
  br label %for1.next
if5.else:
  %v12 = trunc i64 %v7 to i32
  %v13 = load i32, ptr %s.extra, align 4
  %v13.n = add i32 %v13, %v12
  store i32 %v13.n, ptr %s.extra, align 4
  %v14 = call i32 @shl.i32(i32 %v13, i32 %v12)
  store i32 %v14, ptr %s.extra, align 4
  br label %if5.end
if5.end:
  %v15 = getelementptr inbounds half, ptr %p.h, i64 %v7
  %v16 = load half, ptr %v15, align 2
  %v17.a = fpext half %v16 to float
  %v17.b = fpext half 0xH3800 to float
  %v17.r = fadd float %v17.a, %v17.b
  %v17 = fptrunc float %v17.r to half
  store half %v17, ptr %v15, align 2
  %v18.a = fpext half %v17 to float
  %v18.under = fcmp olt float %v18.a, 0xC060000000000000
  %v18.least = select i1 %v18.under, float 0xC060000000000000, float %v18.a
  %v18.number = fptosi float %v18.least to i8
  %v18.over = fcmp oge float %v18.a, 0x4060000000000000
  %v18.most = select i1 %v18.over, i8 127, i8 %v18.number
  %v18.nan = fcmp uno float %v18.a, %v18.a
  %v18 = select i1 %v18.nan, i8 0, i8 %v18.most
  %v19 = icmp eq i8 %v18, 7
  br i1 %v19, label %if8.then, label %if8.end
if8.then:
  br label %for1.end
if8.end:
  %v20 = getelementptr inbounds float, ptr @c.odd.table, i32 1
  %v21 = load float, ptr %v20, align 4
  %v22 = fmul float %v21, %v21
  %v23.under = fcmp olt float %v22, 0xC3E0000000000000
  %v23.least = select i1 %v23.under, float 0xC3E0000000000000, float %v22
  %v23.number = fptosi float %v23.least to i64
  %v23.over = fcmp oge float %v22, 0x43E0000000000000
  %v23.most = select i1 %v23.over, i64 9223372036854775807, i64 %v23.number
  %v23.nan = fcmp uno float %v22, %v22
  %v23 = select i1 %v23.nan, i64 0, i64 %v23.most
  %v24 = icmp slt i64 %v23, %p.n
  br i1 %v24, label %if9.then, label %if9.end
if9.then:
  br label %block.end
if9.end:
  br label %block7.end
block7.end:
  br label %for1.next
for1.next:
  %for1.k.next = add nuw i64 %for1.k, 1
  %v6.next = add i64 %v6, -3
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.odd(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.flags.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.flags = load ptr, ptr %p.flags.at, align 8
  %p.h.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.h = load ptr, ptr %p.h.at, align 8
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.a.m = load i8, ptr %p.a.at, align 1
  %p.a = icmp ne i8 %p.a.m, 0
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.n = load i64, ptr %p.n.at, align 8
  call void @odd.block(ptr %launch, ptr %scratch, ptr %p.flags, ptr %p.h, i1 %p.a, i64 %p.n)
  ret void
}

define internal i64 @floor_div.i64(i64 %a, i64 %b) #1 {
  %zero = icmp eq i64 %b, 0
  %minus = icmp eq i64 %b, -1
  %up = add i64 %b, 1
  %most = call i64 @llvm.umax.i64(i64 %up, i64 2)
  %d = sub i64 %most, 1
  %q = sdiv i64 %a, %d
  %back = mul i64 %q, %d
  %rest = sub i64 %a, %back
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %d
  %apart = icmp slt i64 %signs, 0
  %down = and i1 %some, %apart
  %one = sext i1 %down to i64
  %floor = add i64 %q, %one
  %least = icmp eq i64 %a, -9223372036854775808
  %neg = sub i64 0, %a
  %flip = select i1 %least, i64 0, i64 %neg
  %r = select i1 %minus, i64 %flip, i64 %floor
  %s = select i1 %zero, i64 0, i64 %r
  ret i64 %s
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

define internal i32 @shl.i32(i32 %a, i32 %b) #1 {
  %fits = icmp ult i32 %b, 32
  %x = shl i32 %a, %b
  %r = select i1 %fits, i32 %x, i32 0
  ret i32 %r
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
