; portkern native code

define internal void @integers.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #0 {
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
  %v26 = getelementptr inbounds i32, ptr %p.a, i64 %v25
  %v27 = load i32, ptr %v26, align 4, !llvm.access.group !3
  %v28 = getelementptr inbounds i32, ptr %p.b, i64 %v25
  %v29 = load i32, ptr %v28, align 4, !llvm.access.group !3
  %v30 = sext i32 %v27 to i64
  %v31 = sext i32 %v29 to i64
  %v32 = add i64 %v30, %v31
  %v33 = mul i64 %v25, %p.out.shape1
  %v34 = getelementptr inbounds i64, ptr %p.out, i64 %v33
  store i64 %v32, ptr %v34, align 8, !llvm.access.group !3
  %v35 = sub i64 %v30, %v31
  %v36 = add i64 %v33, 1
  %v37 = getelementptr inbounds i64, ptr %p.out, i64 %v36
  store i64 %v35, ptr %v37, align 8, !llvm.access.group !3
  %v38 = mul i64 %v30, %v31
  %v39 = add i64 %v33, 2
  %v40 = getelementptr inbounds i64, ptr %p.out, i64 %v39
  store i64 %v38, ptr %v40, align 8, !llvm.access.group !3
  %v41 = call i64 @floor_div.i64(i64 %v30, i64 %v31)
  %v42 = add i64 %v33, 3
  %v43 = getelementptr inbounds i64, ptr %p.out, i64 %v42
  store i64 %v41, ptr %v43, align 8, !llvm.access.group !3
  %v44 = call i64 @floor_mod.i64(i64 %v30, i64 %v31)
  %v45 = add i64 %v33, 4
  %v46 = getelementptr inbounds i64, ptr %p.out, i64 %v45
  store i64 %v44, ptr %v46, align 8, !llvm.access.group !3
  %v47 = and i64 %v30, %v31
  %v48 = add i64 %v33, 5
  %v49 = getelementptr inbounds i64, ptr %p.out, i64 %v48
  store i64 %v47, ptr %v49, align 8, !llvm.access.group !3
  %v50 = or i64 %v30, %v31
  %v51 = add i64 %v33, 6
  %v52 = getelementptr inbounds i64, ptr %p.out, i64 %v51
  store i64 %v50, ptr %v52, align 8, !llvm.access.group !3
  %v53 = xor i64 %v30, %v31
  %v54 = add i64 %v33, 7
  %v55 = getelementptr inbounds i64, ptr %p.out, i64 %v54
  store i64 %v53, ptr %v55, align 8, !llvm.access.group !3
  %v56 = icmp slt i32 %v27, %v29
  %v57 = add i64 %v33, 8
  %v58 = getelementptr inbounds i64, ptr %p.out, i64 %v57
  %v59 = zext i1 %v56 to i64
  store i64 %v59, ptr %v58, align 8, !llvm.access.group !3
  %v60 = icmp sle i32 %v27, %v29
  %v61 = add i64 %v33, 9
  %v62 = getelementptr inbounds i64, ptr %p.out, i64 %v61
  %v63 = zext i1 %v60 to i64
  store i64 %v63, ptr %v62, align 8, !llvm.access.group !3
  %v64 = icmp eq i32 %v27, %v29
  %v65 = add i64 %v33, 10
  %v66 = getelementptr inbounds i64, ptr %p.out, i64 %v65
  %v67 = zext i1 %v64 to i64
  store i64 %v67, ptr %v66, align 8, !llvm.access.group !3
  %v68 = sub i32 0, %v27
  %v69 = sext i32 %v68 to i64
  %v70 = add i64 %v33, 11
  %v71 = getelementptr inbounds i64, ptr %p.out, i64 %v70
  store i64 %v69, ptr %v71, align 8, !llvm.access.group !3
  %v72 = call i32 @llvm.abs.i32(i32 %v27, i1 false)
  %v73 = add i64 %v33, 12
  %v74 = getelementptr inbounds i64, ptr %p.out, i64 %v73
  %v75 = sext i32 %v72 to i64
  store i64 %v75, ptr %v74, align 8, !llvm.access.group !3
  %v76 = icmp ne i32 %v27, %v29
  %v77 = add i64 %v33, 13
  %v78 = getelementptr inbounds i64, ptr %p.out, i64 %v77
  %v79 = zext i1 %v76 to i64
  store i64 %v79, ptr %v78, align 8, !llvm.access.group !3
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

define void @k.integers(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  call void @integers.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

define internal i64 @floor_div.i64(i64 %a, i64 %b) #1 {
  %zero = icmp eq i64 %b, 0
  %minus = icmp eq i64 %b, -1
  %odd = or i1 %zero, %minus
  %d = select i1 %odd, i64 1, i64 %b
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
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
