; portkern native code

define internal void @floats.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #0 {
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
  %v8 = sext i32 %dim.x to i64
  %v10 = sext i32 %block.x to i64
  %v11 = mul nuw nsw i64 %v10, %v8
  %v14 = mul nuw nsw i32 %dim.y, %dim.z
  %v15 = sub i64 %p.a.shape0, %v11
  %v16 = bitcast i64 %v15 to i64
  %v17 = call i64 @llvm.umin.i64(i64 %v16, i64 1024)
  %v18 = trunc i64 %v17 to i32
  %v19 = icmp sgt i64 %p.a.shape0, %v11
  %v20 = select i1 %v19, i32 %v18, i32 0
  %v21 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v20)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v22 = phi i32 [ 0, %for1 ], [ %v22.next, %for1.next ]
  %for1.go = icmp slt i32 %v22, %v14
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v23 = phi i32 [ 0, %for2 ], [ %v23.next, %for2.next ]
  %for2.go = icmp slt i32 %v23, %v21
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v24 = sext i32 %v23 to i64
  %v25 = add nuw nsw i64 %v11, %v24
  %v26 = getelementptr inbounds float, ptr %p.a, i64 %v25
  %v27 = load float, ptr %v26, align 4, !llvm.access.group !3
  %v28 = getelementptr inbounds float, ptr %p.b, i64 %v25
  %v29 = load float, ptr %v28, align 4, !llvm.access.group !3
  %v30 = fadd float %v27, %v29
  %v31 = mul i64 %v25, %p.out.shape1
  %v32 = getelementptr inbounds float, ptr %p.out, i64 %v31
  store float %v30, ptr %v32, align 4, !llvm.access.group !3
  %v33 = fsub float %v27, %v29
  %v34 = add i64 %v31, 1
  %v35 = getelementptr inbounds float, ptr %p.out, i64 %v34
  store float %v33, ptr %v35, align 4, !llvm.access.group !3
  %v36 = fmul float %v27, %v29
  %v37 = add i64 %v31, 2
  %v38 = getelementptr inbounds float, ptr %p.out, i64 %v37
  store float %v36, ptr %v38, align 4, !llvm.access.group !3
  %v39 = fdiv float %v27, %v29
  %v40 = add i64 %v31, 3
  %v41 = getelementptr inbounds float, ptr %p.out, i64 %v40
  store float %v39, ptr %v41, align 4, !llvm.access.group !3
  %v42 = call float @floor_div_f.f32(float %v27, float %v29)
  %v43 = add i64 %v31, 4
  %v44 = getelementptr inbounds float, ptr %p.out, i64 %v43
  store float %v42, ptr %v44, align 4, !llvm.access.group !3
  %v45 = call float @floor_mod_f.f32(float %v27, float %v29)
  %v46 = add i64 %v31, 5
  %v47 = getelementptr inbounds float, ptr %p.out, i64 %v46
  store float %v45, ptr %v47, align 4, !llvm.access.group !3
  %v48 = fneg float %v27
  %v49 = add i64 %v31, 6
  %v50 = getelementptr inbounds float, ptr %p.out, i64 %v49
  store float %v48, ptr %v50, align 4, !llvm.access.group !3
  %v51 = call float @llvm.fabs.f32(float %v27)
  %v52 = add i64 %v31, 7
  %v53 = getelementptr inbounds float, ptr %p.out, i64 %v52
  store float %v51, ptr %v53, align 4, !llvm.access.group !3
  br label %for2.next
for2.next:
  %v23.next = add nuw nsw i32 %v23, 1
  br label %for2.head, !llvm.loop !4
for2.end:
  br label %for1.next
for1.next:
  %v22.next = add nuw nsw i32 %v22, 1
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

define void @k.floats(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.a = load ptr, ptr %p.a.at, align 8
  %p.a.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.a.shape0 = load i64, ptr %p.a.shape0.at, align 8
  %p.b.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.b = load ptr, ptr %p.b.at, align 8
  %p.b.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.b.shape0 = load i64, ptr %p.b.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.shape1.at = getelementptr inbounds i8, ptr %params, i64 48
  %p.out.shape1 = load i64, ptr %p.out.shape1.at, align 8
  call void @floats.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

define internal float @floor_mod_f.f32(float %a, float %b) #1 {
  %m = frem float %a, %b
  %none = fcmp oeq float %m, 0.0
  %mneg = fcmp olt float %m, 0.0
  %bneg = fcmp olt float %b, 0.0
  %apart = xor i1 %mneg, %bneg
  %sum = fadd float %m, %b
  %rest = select i1 %apart, float %sum, float %m
  %zero = call float @llvm.copysign.f32(float 0.0, float %b)
  %r = select i1 %none, float %zero, float %rest
  ret float %r
}

define internal float @floor_div_f.f32(float %a, float %b) #1 {
  %m = frem float %a, %b
  %whole = fdiv float %a, %b
  %less = fsub float %a, %m
  %q = fdiv float %less, %b
  %some = fcmp une float %m, 0.0
  %mneg = fcmp olt float %m, 0.0
  %bneg = fcmp olt float %b, 0.0
  %signs = xor i1 %mneg, %bneg
  %apart = and i1 %some, %signs
  %down = fsub float %q, 1.0
  %p = select i1 %apart, float %down, float %q
  %floor = call float @llvm.floor.f32(float %p)
  %over = fsub float %p, %floor
  %far = fcmp ogt float %over, 0.5
  %next = fadd float %floor, 1.0
  %near = select i1 %far, float %next, float %floor
  %none = fcmp oeq float %p, 0.0
  %zero = call float @llvm.copysign.f32(float 0.0, float %whole)
  %r = select i1 %none, float %zero, float %near
  %bzero = fcmp oeq float %b, 0.0
  %s = select i1 %bzero, float %whole, float %r
  ret float %s
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
