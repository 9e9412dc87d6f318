; portkern native code
@c.library.table = internal unnamed_addr constant [40 x i32] [i32 0, i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583, i32 -1222349254, i32 1112396512, i32 105459434, i32 164729372, i32 -31593700, i32 -1322670274, i32 -394119691, i32 784024708, i32 -375623642, i32 -1268810175, i32 965858873, i32 -2091697676, i32 -1669046389, i32 -1107744709, i32 536385535, i32 -570058737, i32 -282127989, i32 1510632735, i32 1832287951, i32 667617719, i32 1330003814, i32 -1637881299, i32 1965537991, i32 -337251973, i32 1023883767, i32 -1974299926, i32 1811636145, i32 529358088, i32 1443049542, i32 -59020373], align 4
@c.library.table_1 = internal unnamed_addr constant [40 x i32] [i32 0, i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583, i32 -1222349254, i32 1112396512, i32 105459434, i32 164729372, i32 -31593700, i32 -1322670274, i32 -394119691, i32 784024708, i32 -375623642, i32 -1268810175, i32 965858873, i32 -2091697676, i32 -1669046389, i32 -1107744709, i32 536385535, i32 -570058737, i32 -282127989, i32 1510632735, i32 1832287951, i32 667617719, i32 1330003814, i32 -1637881299, i32 1965537991, i32 -337251973, i32 1023883767, i32 -1974299926, i32 1811636145, i32 529358088, i32 1443049542, i32 -59020373], align 4

define internal void @library.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #0 {
  %l.q = alloca i32
  %l.h = alloca float
  %l.l = alloca float
  %l.q_1 = alloca i32
  %l.h_1 = alloca float
  %l.l_1 = alloca float
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
  store i32 0, ptr %l.q
  store float 0x0000000000000000, ptr %l.h
  store float 0x0000000000000000, ptr %l.l
  store i32 0, ptr %l.q_1
  store float 0x0000000000000000, ptr %l.h_1
  store float 0x0000000000000000, ptr %l.l_1
  %v8 = sext i32 %dim.x to i64
  %v10 = sext i32 %block.x to i64
  %v11 = mul nuw nsw i64 %v10, %v8
  %v14 = mul nuw nsw i32 %dim.y, %dim.z
  %v15 = sub i64 %p.x.shape0, %v11
  %v16 = bitcast i64 %v15 to i64
  %v17 = call i64 @llvm.umin.i64(i64 %v16, i64 1024)
  %v18 = trunc i64 %v17 to i32
  %v19 = icmp sgt i64 %p.x.shape0, %v11
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
  %v26 = getelementptr inbounds float, ptr %p.x, i64 %v25
  %v27 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v28 = call float @max_nan.f32(float %v27, float 0xC05A000000000000)
  %v29 = call float @min_nan.f32(float %v28, float 0x4056400000000000)
  %v30 = call float @llvm.fma.f32(float %v29, float 0x3FF7154760000000, float 0x4168000000000000)
  %v31 = fsub float %v30, 0x4168000000000000
  %v32 = call float @llvm.fma.f32(float %v31, float 0xBFE62E4000000000, float %v29)
  %v33 = call float @llvm.fma.f32(float %v31, float 0xBEB7F7D1C0000000, float %v32)
  %v34 = call float @llvm.fma.f32(float 0x3F5694AC20000000, float %v33, float 0x3F812398E0000000)
  %v35 = call float @llvm.fma.f32(float %v34, float %v33, float 0x3FA555A280000000)
  %v36 = call float @llvm.fma.f32(float %v35, float %v33, float 0x3FC5554920000000)
  %v37 = call float @llvm.fma.f32(float %v36, float %v33, float 0x3FDFFFFFA0000000)
  %v38 = call float @llvm.fma.f32(float %v37, float %v33, float 0x3FF0000000000000)
  %v39 = call float @llvm.fma.f32(float %v38, float %v33, float 0x3FF0000000000000)
  %v40 = bitcast float %v30 to i32
  %v41 = add i32 %v40, -1262485504
  %v42 = ashr i32 %v41, 1
  %v43 = add i32 %v42, 127
  %v44 = shl i32 %v43, 23
  %v45 = bitcast i32 %v44 to float
  %v46 = fmul float %v39, %v45
  %v47 = sub i32 %v41, %v42
  %v48 = add i32 %v47, 127
  %v49 = shl i32 %v48, 23
  %v50 = bitcast i32 %v49 to float
  %v51 = fmul float %v46, %v50
  %v52 = mul i64 %v25, %p.out.shape1
  %v53 = getelementptr inbounds float, ptr %p.out, i64 %v52
  store float %v51, ptr %v53, align 4, !llvm.access.group !2
  %v54 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v55 = call float @llvm.fabs.f32(float %v54)
  %v56 = fcmp olt float %v55, 0x3810000000000000
  %v57 = fmul float %v55, 0x4160000000000000
  %v58 = select i1 %v56, float %v57, float %v55
  %v59 = bitcast float %v58 to i32
  %v60 = add i32 %v59, -1059760811
  %v61 = and i32 %v60, -8388608
  %v62 = sitofp i32 %v61 to float
  %v63 = select i1 %v56, float 0xC037000000000000, float 0x0000000000000000
  %v64 = call float @llvm.fma.f32(float %v62, float 0x3E80000000000000, float %v63)
  %v65 = sub i32 %v59, %v61
  %v66 = bitcast i32 %v65 to float
  %v67 = fsub float %v66, 0x3FF0000000000000
  %v68 = call float @llvm.fma.f32(float 0xBFC080CAA0000000, float %v67, float 0x3FC1E73B80000000)
  %v69 = call float @llvm.fma.f32(float %v68, float %v67, float 0xBFBF30E340000000)
  %v70 = call float @llvm.fma.f32(float %v69, float %v67, float 0x3FC1ED4220000000)
  %v71 = call float @llvm.fma.f32(float %v70, float %v67, float 0xBFC559DE40000000)
  %v72 = call float @llvm.fma.f32(float %v71, float %v67, float 0x3FC99D05E0000000)
  %v73 = call float @llvm.fma.f32(float %v72, float %v67, float 0xBFCFFFEF00000000)
  %v74 = call float @llvm.fma.f32(float %v73, float %v67, float 0x3FD5555060000000)
  %v75 = call float @llvm.fma.f32(float %v74, float %v67, float 0xBFE0000000000000)
  %v76 = call float @llvm.fma.f32(float %v64, float 0x3FE62E4000000000, float %v67)
  %v77 = fneg float %v76
  %v78 = call float @llvm.fma.f32(float %v64, float 0x3FE62E4000000000, float %v77)
  %v79 = fadd float %v78, %v67
  %v80 = fmul float %v67, %v67
  %v81 = call float @llvm.fma.f32(float %v64, float 0x3EB7F7D1C0000000, float %v79)
  %v82 = call float @llvm.fma.f32(float %v75, float %v80, float %v81)
  %v83 = fadd float %v76, %v82
  %v84 = fcmp olt float %v55, 0x7FF0000000000000
  %v85 = fadd float %v55, %v55
  %v86 = select i1 %v84, float %v83, float %v85
  %v87 = fcmp olt float %v55, 0x0000000000000000
  %v88 = select i1 %v87, float 0x7FF8000000000000, float %v86
  %v89 = fcmp oeq float %v55, 0x0000000000000000
  %v90 = select i1 %v89, float 0xFFF0000000000000, float %v88
  %v91 = add i64 %v52, 1
  %v92 = getelementptr inbounds float, ptr %p.out, i64 %v91
  store float %v90, ptr %v92, align 4, !llvm.access.group !2
  %v93 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v94 = call float @llvm.fabs.f32(float %v93)
  %v95 = call float @llvm.fma.f32(float %v94, float 0x3FE45F3060000000, float 0x4168000000000000)
  %v96 = fsub float %v95, 0x4168000000000000
  %v97 = bitcast float %v95 to i32
  store i32 %v97, ptr %l.q
  %v98 = call float @llvm.fma.f32(float %v96, float 0xBFF921FC00000000, float %v94)
  %v99 = call float @llvm.fma.f32(float %v96, float 0x3EA5777A60000000, float %v98)
  store float %v99, ptr %l.h
  %v100 = fsub float %v98, %v99
  %v101 = fsub float %v98, %v100
  %v102 = fsub float %v101, %v99
  %v103 = call float @llvm.fma.f32(float %v96, float 0x3EA5777A60000000, float %v100)
  %v104 = fadd float %v103, %v102
  %v105 = call float @llvm.fma.f32(float %v96, float 0xBCF84698A0000000, float %v104)
  store float %v105, ptr %l.l
  %v106 = fcmp ogt float %v94, 0x40F86A0000000000
  br i1 %v106, label %if3.then, label %if3.end
if3.then:
  %v107 = bitcast float %v94 to i32
  %v108 = lshr i32 %v107, 23
  %v109 = bitcast i32 %v108 to i32
  %v110 = add i32 %v109, -88
  %v111 = ashr i32 %v110, 5
  %v112 = and i32 %v110, 31
  %v113 = bitcast i32 %v112 to i32
  %v114 = getelementptr inbounds i32, ptr @c.library.table, i32 %v111
  %v115 = load i32, ptr %v114, align 4, !llvm.access.group !2
  %v116 = add i32 %v111, 1
  %v117 = getelementptr inbounds i32, ptr @c.library.table, i32 %v116
  %v118 = load i32, ptr %v117, align 4, !llvm.access.group !2
  %v119 = add i32 %v111, 2
  %v120 = getelementptr inbounds i32, ptr @c.library.table, i32 %v119
  %v121 = load i32, ptr %v120, align 4, !llvm.access.group !2
  %v122 = add i32 %v111, 3
  %v123 = getelementptr inbounds i32, ptr @c.library.table, i32 %v122
  %v124 = load i32, ptr %v123, align 4, !llvm.access.group !2
  %v125 = call i32 @shl.i32(i32 %v115, i32 %v113)
  %v126 = sub i32 32, %v113
  %v127 = call i32 @shr_u.i32(i32 %v118, i32 %v126)
  %v128 = or i32 %v125, %v127
  %v129 = call i32 @shl.i32(i32 %v118, i32 %v113)
  %v130 = call i32 @shr_u.i32(i32 %v121, i32 %v126)
  %v131 = or i32 %v129, %v130
  %v132 = call i32 @shl.i32(i32 %v121, i32 %v113)
  %v133 = call i32 @shr_u.i32(i32 %v124, i32 %v126)
  %v134 = or i32 %v132, %v133
  %v135 = and i32 %v107, 8388607
  %v136 = or i32 %v135, 8388608
  %v137 = call i32 @mulhi_u.i32(i32 %v136, i32 %v134)
  %v138 = mul i32 %v136, %v131
  %v139 = add i32 %v138, %v137
  %v140 = mul i32 %v136, %v128
  %v141 = call i32 @mulhi_u.i32(i32 %v136, i32 %v131)
  %v142 = add i32 %v140, %v141
  %v143 = icmp ult i32 %v139, %v137
  %v144 = zext i1 %v143 to i32
  %v145 = add i32 %v142, %v144
  %v146 = add i32 %v145, 536870912
  %v147 = lshr i32 %v146, 30
  %v148 = bitcast i32 %v147 to i32
  %v149 = shl i32 %v145, 2
  %v150 = bitcast i32 %v149 to i32
  %v151 = ashr i32 %v150, 2
  %v152 = ashr i32 %v150, 10
  %v153 = sitofp i32 %v152 to float
  %v154 = fmul float %v153, 0x3E90000000000000
  %v155 = bitcast i32 %v151 to i32
  %v156 = and i32 %v155, 255
  %v157 = shl i32 %v156, 16
  %v158 = lshr i32 %v139, 16
  %v159 = or i32 %v157, %v158
  %v160 = bitcast i32 %v159 to i32
  %v161 = sitofp i32 %v160 to float
  %v162 = fmul float %v161, 0x3D10000000000000
  %v163 = and i32 %v139, 65535
  %v164 = bitcast i32 %v163 to i32
  %v165 = sitofp i32 %v164 to float
  %v166 = fmul float %v165, 0x3C10000000000000
  %v167 = fadd float %v154, %v162
  %v168 = fsub float %v154, %v167
  %v169 = fadd float %v168, %v162
  %v170 = fadd float %v169, %v166
  %v171 = fmul float %v167, 0x3FF921FB60000000
  %v172 = fneg float %v171
  %v173 = call float @llvm.fma.f32(float %v167, float 0x3FF921FB60000000, float %v172)
  %v174 = call float @llvm.fma.f32(float %v167, float 0xBE6777A5C0000000, float %v173)
  %v175 = call float @llvm.fma.f32(float %v170, float 0x3FF921FB60000000, float %v174)
  %v176 = fadd float %v171, %v175
  %v177 = fsub float %v94, %v94
  %v178 = fadd float %v176, %v177
  %v179 = fsub float %v171, %v178
  %v180 = fadd float %v179, %v175
  store i32 %v148, ptr %l.q
  store float %v178, ptr %l.h
  store float %v180, ptr %l.l
  br label %if3.end
if3.end:
  %v181 = load i32, ptr %l.q
  %v182 = load float, ptr %l.h
  %v183 = load float, ptr %l.l
  %v184 = and i32 %v181, 1
  %v185 = icmp ne i32 %v184, 0
  %v186 = fmul float %v182, %v182
  %v187 = select i1 %v185, float 0x3EF99E8FC0000000, float 0x0000000000000000
  %v188 = select i1 %v185, float 0xBF56C0C2A0000000, float 0xBF29952EC0000000
  %v189 = call float @llvm.fma.f32(float %v187, float %v186, float %v188)
  %v190 = select i1 %v185, float 0x3FA55554A0000000, float 0x3F81107760000000
  %v191 = call float @llvm.fma.f32(float %v189, float %v186, float %v190)
  %v192 = select i1 %v185, float 0xBFE0000000000000, float 0xBFC5555460000000
  %v193 = call float @llvm.fma.f32(float %v191, float %v186, float %v192)
  %v194 = select i1 %v185, float 0x3FF0000000000000, float %v182
  %v195 = fneg float %v186
  %v196 = call float @llvm.fma.f32(float %v182, float %v182, float %v195)
  %v197 = fmul float %v182, %v183
  %v198 = fneg float %v197
  %v199 = call float @llvm.fma.f32(float %v196, float 0xBFE0000000000000, float %v198)
  %v200 = select i1 %v185, float %v199, float %v183
  %v201 = fmul float %v186, %v194
  %v202 = call float @llvm.fma.f32(float %v193, float %v201, float %v200)
  %v203 = fadd float %v194, %v202
  %v204 = bitcast float %v203 to i32
  %v205 = and i32 %v181, 2
  %v206 = shl i32 %v205, 30
  %v207 = xor i32 %v204, %v206
  %v208 = bitcast float %v93 to i32
  %v209 = and i32 %v208, -2147483648
  %v210 = xor i32 %v207, %v209
  %v211 = bitcast i32 %v210 to float
  %v212 = add i64 %v52, 2
  %v213 = getelementptr inbounds float, ptr %p.out, i64 %v212
  store float %v211, ptr %v213, align 4, !llvm.access.group !2
  %v214 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v215 = call float @llvm.fabs.f32(float %v214)
  %v216 = call float @llvm.fma.f32(float %v215, float 0x3FE45F3060000000, float 0x4168000000000000)
  %v217 = fsub float %v216, 0x4168000000000000
  %v218 = bitcast float %v216 to i32
  store i32 %v218, ptr %l.q_1
  %v219 = call float @llvm.fma.f32(float %v217, float 0xBFF921FC00000000, float %v215)
  %v220 = call float @llvm.fma.f32(float %v217, float 0x3EA5777A60000000, float %v219)
  store float %v220, ptr %l.h_1
  %v221 = fsub float %v219, %v220
  %v222 = fsub float %v219, %v221
  %v223 = fsub float %v222, %v220
  %v224 = call float @llvm.fma.f32(float %v217, float 0x3EA5777A60000000, float %v221)
  %v225 = fadd float %v224, %v223
  %v226 = call float @llvm.fma.f32(float %v217, float 0xBCF84698A0000000, float %v225)
  store float %v226, ptr %l.l_1
  %v227 = fcmp ogt float %v215, 0x40F86A0000000000
  br i1 %v227, label %if4.then, label %if4.end
if4.then:
  %v228 = bitcast float %v215 to i32
  %v229 = lshr i32 %v228, 23
  %v230 = bitcast i32 %v229 to i32
  %v231 = add i32 %v230, -88
  %v232 = ashr i32 %v231, 5
  %v233 = and i32 %v231, 31
  %v234 = bitcast i32 %v233 to i32
  %v235 = getelementptr inbounds i32, ptr @c.library.table_1, i32 %v232
  %v236 = load i32, ptr %v235, align 4, !llvm.access.group !2
  %v237 = add i32 %v232, 1
  %v238 = getelementptr inbounds i32, ptr @c.library.table_1, i32 %v237
  %v239 = load i32, ptr %v238, align 4, !llvm.access.group !2
  %v240 = add i32 %v232, 2
  %v241 = getelementptr inbounds i32, ptr @c.library.table_1, i32 %v240
  %v242 = load i32, ptr %v241, align 4, !llvm.access.group !2
  %v243 = add i32 %v232, 3
  %v244 = getelementptr inbounds i32, ptr @c.library.table_1, i32 %v243
  %v245 = load i32, ptr %v244, align 4, !llvm.access.group !2
  %v246 = call i32 @shl.i32(i32 %v236, i32 %v234)
  %v247 = sub i32 32, %v234
  %v248 = call i32 @shr_u.i32(i32 %v239, i32 %v247)
  %v249 = or i32 %v246, %v248
  %v250 = call i32 @shl.i32(i32 %v239, i32 %v234)
  %v251 = call i32 @shr_u.i32(i32 %v242, i32 %v247)
  %v252 = or i32 %v250, %v251
  %v253 = call i32 @shl.i32(i32 %v242, i32 %v234)
  %v254 = call i32 @shr_u.i32(i32 %v245, i32 %v247)
  %v255 = or i32 %v253, %v254
  %v256 = and i32 %v228, 8388607
  %v257 = or i32 %v256, 8388608
  %v258 = call i32 @mulhi_u.i32(i32 %v257, i32 %v255)
  %v259 = mul i32 %v257, %v252
  %v260 = add i32 %v259, %v258
  %v261 = mul i32 %v257, %v249
  %v262 = call i32 @mulhi_u.i32(i32 %v257, i32 %v252)
  %v263 = add i32 %v261, %v262
  %v264 = icmp ult i32 %v260, %v258
  %v265 = zext i1 %v264 to i32
  %v266 = add i32 %v263, %v265
  %v267 = add i32 %v266, 536870912
  %v268 = lshr i32 %v267, 30
  %v269 = bitcast i32 %v268 to i32
  %v270 = shl i32 %v266, 2
  %v271 = bitcast i32 %v270 to i32
  %v272 = ashr i32 %v271, 2
  %v273 = ashr i32 %v271, 10
  %v274 = sitofp i32 %v273 to float
  %v275 = fmul float %v274, 0x3E90000000000000
  %v276 = bitcast i32 %v272 to i32
  %v277 = and i32 %v276, 255
  %v278 = shl i32 %v277, 16
  %v279 = lshr i32 %v260, 16
  %v280 = or i32 %v278, %v279
  %v281 = bitcast i32 %v280 to i32
  %v282 = sitofp i32 %v281 to float
  %v283 = fmul float %v282, 0x3D10000000000000
  %v284 = and i32 %v260, 65535
  %v285 = bitcast i32 %v284 to i32
  %v286 = sitofp i32 %v285 to float
  %v287 = fmul float %v286, 0x3C10000000000000
  %v288 = fadd float %v275, %v283
  %v289 = fsub float %v275, %v288
  %v290 = fadd float %v289, %v283
  %v291 = fadd float %v290, %v287
  %v292 = fmul float %v288, 0x3FF921FB60000000
  %v293 = fneg float %v292
  %v294 = call float @llvm.fma.f32(float %v288, float 0x3FF921FB60000000, float %v293)
  %v295 = call float @llvm.fma.f32(float %v288, float 0xBE6777A5C0000000, float %v294)
  %v296 = call float @llvm.fma.f32(float %v291, float 0x3FF921FB60000000, float %v295)
  %v297 = fadd float %v292, %v296
  %v298 = fsub float %v215, %v215
  %v299 = fadd float %v297, %v298
  %v300 = fsub float %v292, %v299
  %v301 = fadd float %v300, %v296
  store i32 %v269, ptr %l.q_1
  store float %v299, ptr %l.h_1
  store float %v301, ptr %l.l_1
  br label %if4.end
if4.end:
  %v302 = load i32, ptr %l.q_1
  %v303 = load float, ptr %l.h_1
  %v304 = load float, ptr %l.l_1
  %v305 = add i32 %v302, 1
  %v306 = and i32 %v305, 1
  %v307 = icmp ne i32 %v306, 0
  %v308 = fmul float %v303, %v303
  %v309 = select i1 %v307, float 0x3EF99E8FC0000000, float 0x0000000000000000
  %v310 = select i1 %v307, float 0xBF56C0C2A0000000, float 0xBF29952EC0000000
  %v311 = call float @llvm.fma.f32(float %v309, float %v308, float %v310)
  %v312 = select i1 %v307, float 0x3FA55554A0000000, float 0x3F81107760000000
  %v313 = call float @llvm.fma.f32(float %v311, float %v308, float %v312)
  %v314 = select i1 %v307, float 0xBFE0000000000000, float 0xBFC5555460000000
  %v315 = call float @llvm.fma.f32(float %v313, float %v308, float %v314)
  %v316 = select i1 %v307, float 0x3FF0000000000000, float %v303
  %v317 = fneg float %v308
  %v318 = call float @llvm.fma.f32(float %v303, float %v303, float %v317)
  %v319 = fmul float %v303, %v304
  %v320 = fneg float %v319
  %v321 = call float @llvm.fma.f32(float %v318, float 0xBFE0000000000000, float %v320)
  %v322 = select i1 %v307, float %v321, float %v304
  %v323 = fmul float %v308, %v316
  %v324 = call float @llvm.fma.f32(float %v315, float %v323, float %v322)
  %v325 = fadd float %v316, %v324
  %v326 = bitcast float %v325 to i32
  %v327 = and i32 %v305, 2
  %v328 = shl i32 %v327, 30
  %v329 = xor i32 %v326, %v328
  %v330 = bitcast i32 %v329 to float
  %v331 = add i64 %v52, 3
  %v332 = getelementptr inbounds float, ptr %p.out, i64 %v331
  store float %v330, ptr %v332, align 4, !llvm.access.group !2
  %v333 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v334 = call float @llvm.fabs.f32(float %v333)
  %v335 = fcmp olt float %v334, 0x3810000000000000
  %v336 = fmul float %v334, 0x4160000000000000
  %v337 = select i1 %v335, float %v336, float %v334
  %v338 = bitcast float %v337 to i32
  %v339 = add i32 %v338, -1060439283
  %v340 = and i32 %v339, -8388608
  %v341 = sitofp i32 %v340 to float
  %v342 = select i1 %v335, float 0xC037000000000000, float 0x0000000000000000
  %v343 = call float @llvm.fma.f32(float %v341, float 0x3E80000000000000, float %v342)
  %v344 = sub i32 %v338, %v340
  %v345 = bitcast i32 %v344 to float
  %v346 = fsub float %v345, 0x3FF0000000000000
  %v347 = call float @llvm.fma.f32(float 0xBFAD40B320000000, float %v346, float 0x3FC066ABE0000000)
  %v348 = call float @llvm.fma.f32(float %v347, float %v346, float 0xBFD0065420000000)
  %v349 = call float @llvm.fma.f32(float %v348, float %v346, float 0x3FDFFF4B80000000)
  %v350 = fadd float %v346, 0x4000000000000000
  %v351 = fneg float %v350
  %v352 = call float @llvm.fma.f32(float %v351, float %v349, float 0x3FF0000000000000)
  %v353 = call float @llvm.fma.f32(float %v352, float %v349, float %v349)
  %v354 = fmul float %v346, %v353
  %v355 = fneg float %v354
  %v356 = call float @llvm.fma.f32(float %v354, float 0xC000000000000000, float %v346)
  %v357 = call float @llvm.fma.f32(float %v355, float %v346, float %v356)
  %v358 = fmul float %v357, %v353
  %v359 = fmul float %v354, %v354
  %v360 = fadd float %v358, %v358
  %v361 = fneg float %v359
  %v362 = call float @llvm.fma.f32(float %v354, float %v354, float %v361)
  %v363 = call float @llvm.fma.f32(float %v354, float %v360, float %v362)
  %v364 = fmul float %v359, %v354
  %v365 = fneg float %v364
  %v366 = call float @llvm.fma.f32(float %v359, float %v354, float %v365)
  %v367 = call float @llvm.fma.f32(float %v363, float %v354, float %v366)
  %v368 = call float @llvm.fma.f32(float %v359, float %v358, float %v367)
  %v369 = call float @llvm.fma.f32(float 0x3FBE304100000000, float %v359, float 0x3FC24387C0000000)
  %v370 = call float @llvm.fma.f32(float %v369, float %v359, float 0x3FC999A7C0000000)
  %v371 = call float @llvm.fma.f32(float %v370, float %v359, float 0x3E4F97E740000000)
  %v372 = fadd float %v371, 0x3FD5555540000000
  %v373 = fsub float 0x3FD5555540000000, %v372
  %v374 = fadd float %v373, %v371
  %v375 = fmul float %v364, %v372
  %v376 = fneg float %v375
  %v377 = call float @llvm.fma.f32(float %v364, float %v372, float %v376)
  %v378 = call float @llvm.fma.f32(float %v368, float %v372, float %v377)
  %v379 = call float @llvm.fma.f32(float %v364, float %v374, float %v378)
  %v380 = fadd float %v354, %v375
  %v381 = fsub float %v354, %v380
  %v382 = fadd float %v381, %v375
  %v383 = fadd float %v358, %v379
  %v384 = fadd float %v382, %v383
  %v385 = fadd float %v380, %v380
  %v386 = call float @llvm.fma.f32(float %v343, float 0x3FE62E4300000000, float %v385)
  %v387 = fneg float %v386
  %v388 = call float @llvm.fma.f32(float %v343, float 0x3FE62E4300000000, float %v387)
  %v389 = fadd float %v388, %v385
  %v390 = call float @llvm.fma.f32(float 0x4000000000000000, float %v384, float %v389)
  %v391 = call float @llvm.fma.f32(float %v343, float 0xBE205C6100000000, float %v390)
  %v392 = fadd float %v386, %v391
  %v393 = fsub float %v386, %v392
  %v394 = fadd float %v393, %v391
  %v395 = call float @max_nan.f32(float %v333, float 0xC270000000000000)
  %v396 = call float @min_nan.f32(float %v395, float 0x4270000000000000)
  %v397 = fmul float %v392, %v396
  %v398 = call float @llvm.fabs.f32(float %v397)
  %v399 = fcmp olt float %v398, 0x405B800000000000
  %v400 = fneg float %v397
  %v401 = call float @llvm.fma.f32(float %v392, float %v396, float %v400)
  %v402 = call float @llvm.fma.f32(float %v394, float %v396, float %v401)
  %v403 = select i1 %v399, float %v402, float 0x0000000000000000
  %v404 = call float @max_nan.f32(float %v397, float 0xC05B800000000000)
  %v405 = call float @min_nan.f32(float %v404, float 0x405B800000000000)
  %v406 = call float @llvm.fma.f32(float %v405, float 0x3FF7154760000000, float 0x4168000000000000)
  %v407 = fsub float %v406, 0x4168000000000000
  %v408 = call float @llvm.fma.f32(float %v407, float 0xBFE62E4000000000, float %v405)
  %v409 = call float @llvm.fma.f32(float %v407, float 0xBEB7F7D1C0000000, float %v403)
  %v410 = fadd float %v408, %v409
  %v411 = call float @llvm.fma.f32(float 0x3F5694AC20000000, float %v410, float 0x3F812398E0000000)
  %v412 = call float @llvm.fma.f32(float %v411, float %v410, float 0x3FA555A280000000)
  %v413 = call float @llvm.fma.f32(float %v412, float %v410, float 0x3FC5554920000000)
  %v414 = call float @llvm.fma.f32(float %v413, float %v410, float 0x3FDFFFFFA0000000)
  %v415 = call float @llvm.fma.f32(float %v414, float %v410, float 0x3FF0000000000000)
  %v416 = call float @llvm.fma.f32(float %v415, float %v410, float 0x3FF0000000000000)
  %v417 = bitcast float %v406 to i32
  %v418 = add i32 %v417, -1262485504
  %v419 = ashr i32 %v418, 1
  %v420 = add i32 %v419, 127
  %v421 = shl i32 %v420, 23
  %v422 = bitcast i32 %v421 to float
  %v423 = fmul float %v416, %v422
  %v424 = sub i32 %v418, %v419
  %v425 = add i32 %v424, 127
  %v426 = shl i32 %v425, 23
  %v427 = bitcast i32 %v426 to float
  %v428 = fmul float %v423, %v427
  %v429 = fcmp oeq float %v334, 0x0000000000000000
  %v430 = fcmp olt float %v333, 0x0000000000000000
  %v431 = icmp eq i1 %v429, %v430
  %v432 = select i1 %v431, float 0x7FF0000000000000, float 0x0000000000000000
  %v433 = select i1 %v429, float %v432, float %v428
  %v434 = fcmp oeq float %v334, 0x7FF0000000000000
  %v435 = select i1 %v434, float %v432, float %v433
  %v436 = fmul float %v333, 0x3FE0000000000000
  %v437 = call float @llvm.trunc.f32(float %v436)
  %v438 = fcmp une float %v437, %v436
  %v439 = call float @llvm.trunc.f32(float %v333)
  %v440 = fcmp oeq float %v439, %v333
  %v441 = bitcast float %v435 to i32
  %v442 = bitcast float %v334 to i32
  %v443 = and i32 %v442, -2147483648
  %v444 = or i32 %v441, %v443
  %v445 = bitcast i32 %v444 to float
  %v446 = select i1 %v440, float %v445, float %v435
  %v447 = select i1 %v438, float %v446, float %v435
  %v448 = select i1 %v440, float %v447, float 0x7FF8000000000000
  %v449 = fcmp olt float %v334, 0x0000000000000000
  %v450 = fcmp ogt float %v334, 0xFFF0000000000000
  %v451 = select i1 %v450, float %v448, float %v447
  %v452 = select i1 %v449, float %v451, float %v447
  %v453 = fcmp une float %v334, %v334
  %v454 = select i1 %v453, float %v334, float %v452
  %v455 = fcmp une float %v333, %v333
  %v456 = select i1 %v455, float %v333, float %v454
  %v457 = fcmp oeq float %v334, 0x3FF0000000000000
  %v458 = select i1 %v457, float 0x3FF0000000000000, float %v456
  %v459 = fcmp oeq float %v333, 0x0000000000000000
  %v460 = select i1 %v459, float 0x3FF0000000000000, float %v458
  %v461 = add i64 %v52, 4
  %v462 = getelementptr inbounds float, ptr %p.out, i64 %v461
  store float %v460, ptr %v462, align 4, !llvm.access.group !2
  %v463 = load float, ptr %v26, align 4, !llvm.access.group !2
  %v464 = call float @llvm.fabs.f32(float %v463)
  %v465 = fpext float %v464 to double
  %v466 = call double @llvm.fabs.f64(double %v465)
  %v467 = fcmp olt double %v466, 0x0010000000000000
  %v468 = fmul double %v466, 0x4350000000000000
  %v469 = select i1 %v467, double %v468, double %v466
  %v470 = bitcast double %v469 to i64
  %v471 = ashr i64 %v470, 32
  %v472 = trunc i64 %v471 to i32
  %v473 = add i32 %v472, -1072079006
  %v474 = and i32 %v473, -1048576
  %v475 = ashr i32 %v474, 20
  %v476 = sitofp i32 %v475 to double
  %v477 = select i1 %v467, double 0xC04B000000000000, double 0x0000000000000000
  %v478 = fadd double %v476, %v477
  %v479 = sext i32 %v474 to i64
  %v480 = shl i64 %v479, 32
  %v481 = sub i64 %v470, %v480
  %v482 = bitcast i64 %v481 to double
  %v483 = fsub double %v482, 0x3FF0000000000000
  %v484 = fadd double %v483, 0x4000000000000000
  %v485 = call double @llvm.fma.f64(double 0x3F9C9A9342820855, double %v483, double 0xBFB0789150598D61)
  %v486 = call double @llvm.fma.f64(double %v485, double %v483, double 0x3FC00B39AA3A81B6)
  %v487 = call double @llvm.fma.f64(double %v486, double %v483, double 0xBFCFFE76AF516970)
  %v488 = call double @llvm.fma.f64(double %v487, double %v483, double 0x3FDFFFF0A40A98A9)
  %v489 = fneg double %v484
  %v490 = call double @llvm.fma.f64(double %v489, double %v488, double 0x3FF0000000000000)
  %v491 = call double @llvm.fma.f64(double %v490, double %v488, double %v488)
  %v492 = call double @llvm.fma.f64(double %v489, double %v491, double 0x3FF0000000000000)
  %v493 = call double @llvm.fma.f64(double %v492, double %v491, double %v491)
  %v494 = fmul double %v483, %v493
  %v495 = fneg double %v494
  %v496 = call double @llvm.fma.f64(double %v494, double 0xC000000000000000, double %v483)
  %v497 = call double @llvm.fma.f64(double %v495, double %v483, double %v496)
  %v498 = fmul double %v497, %v493
  %v499 = fmul double %v494, %v494
  %v500 = fadd double %v498, %v498
  %v501 = fneg double %v499
  %v502 = call double @llvm.fma.f64(double %v494, double %v494, double %v501)
  %v503 = call double @llvm.fma.f64(double %v494, double %v500, double %v502)
  %v504 = fmul double %v499, %v494
  %v505 = fneg double %v504
  %v506 = call double @llvm.fma.f64(double %v499, double %v494, double %v505)
  %v507 = call double @llvm.fma.f64(double %v503, double %v494, double %v506)
  %v508 = call double @llvm.fma.f64(double %v499, double %v498, double %v507)
  %v509 = call double @llvm.fma.f64(double 0x3FAECFD69E0BDA81, double %v499, double 0x3FADDF0564DF22DF)
  %v510 = call double @llvm.fma.f64(double %v509, double %v499, double 0x3FB11229FF11E4D1)
  %v511 = call double @llvm.fma.f64(double %v510, double %v499, double 0x3FB3B135385DACAC)
  %v512 = call double @llvm.fma.f64(double %v511, double %v499, double 0x3FB745D1879103B2)
  %v513 = call double @llvm.fma.f64(double %v512, double %v499, double 0x3FBC71C71C4BD0D5)
  %v514 = call double @llvm.fma.f64(double %v513, double %v499, double 0x3FC24924924939C6)
  %v515 = call double @llvm.fma.f64(double %v514, double %v499, double 0x3FC999999999998E)
  %v516 = call double @llvm.fma.f64(double %v515, double %v499, double 0x3C759B33685CEF88)
  %v517 = fadd double %v516, 0x3FD5555555555555
  %v518 = fsub double 0x3FD5555555555555, %v517
  %v519 = fadd double %v518, %v516
  %v520 = fmul double %v504, %v517
  %v521 = fneg double %v520
  %v522 = call double @llvm.fma.f64(double %v504, double %v517, double %v521)
  %v523 = call double @llvm.fma.f64(double %v508, double %v517, double %v522)
  %v524 = call double @llvm.fma.f64(double %v504, double %v519, double %v523)
  %v525 = fadd double %v494, %v520
  %v526 = fsub double %v494, %v525
  %v527 = fadd double %v526, %v520
  %v528 = fadd double %v498, %v524
  %v529 = fadd double %v527, %v528
  %v530 = fadd double %v525, %v525
  %v531 = call double @llvm.fma.f64(double %v478, double 0x3FE62E42FEFA39EF, double %v530)
  %v532 = fneg double %v531
  %v533 = call double @llvm.fma.f64(double %v478, double 0x3FE62E42FEFA39EF, double %v532)
  %v534 = fadd double %v533, %v530
  %v535 = call double @llvm.fma.f64(double 0x4000000000000000, double %v529, double %v534)
  %v536 = call double @llvm.fma.f64(double %v478, double 0x3C7ABC9E3B39803F, double %v535)
  %v537 = fadd double %v531, %v536
  %v538 = fsub double %v531, %v537
  %v539 = fadd double %v538, %v536
  %v540 = fmul double %v537, 0x3FD3333333333333
  %v541 = call double @llvm.fabs.f64(double %v540)
  %v542 = fcmp olt double %v541, 0x4089000000000000
  %v543 = fneg double %v540
  %v544 = call double @llvm.fma.f64(double %v537, double 0x3FD3333333333333, double %v543)
  %v545 = call double @llvm.fma.f64(double %v539, double 0x3FD3333333333333, double %v544)
  %v546 = select i1 %v542, double %v545, double 0x0000000000000000
  %v547 = call double @max_nan.f64(double %v540, double 0xC089000000000000)
  %v548 = call double @min_nan.f64(double %v547, double 0x4089000000000000)
  %v549 = call double @llvm.fma.f64(double %v548, double 0x3FF71547652B82FE, double 0x4338000000000000)
  %v550 = fsub double %v549, 0x4338000000000000
  %v551 = call double @llvm.fma.f64(double %v550, double 0xBFE62E42FEFA3800, double %v548)
  %v552 = call double @llvm.fma.f64(double %v550, double 0xBD2EF35793C76730, double %v546)
  %v553 = fadd double %v551, %v552
  %v554 = call double @llvm.fma.f64(double 0x3E5AD901F1FEE625, double %v553, double 0x3E928AE1BD9690FA)
  %v555 = call double @llvm.fma.f64(double %v554, double %v553, double 0x3EC71DF1B009EA35)
  %v556 = call double @llvm.fma.f64(double %v555, double %v553, double 0x3EFA0199941CB74F)
  %v557 = call double @llvm.fma.f64(double %v556, double %v553, double 0x3F2A01A012EDE088)
  %v558 = call double @llvm.fma.f64(double %v557, double %v553, double 0x3F56C16C1847FA40)
  %v559 = call double @llvm.fma.f64(double %v558, double %v553, double 0x3F81111111126EC7)
  %v560 = call double @llvm.fma.f64(double %v559, double %v553, double 0x3FA55555555506A3)
  %v561 = call double @llvm.fma.f64(double %v560, double %v553, double 0x3FC55555555554FD)
  %v562 = call double @llvm.fma.f64(double %v561, double %v553, double 0x3FE000000000000A)
  %v563 = call double @llvm.fma.f64(double %v562, double %v553, double 0x3FF0000000000000)
  %v564 = call double @llvm.fma.f64(double %v563, double %v553, double 0x3FF0000000000000)
  %v565 = bitcast double %v549 to i64
  %v566 = trunc i64 %v565 to i32
  %v567 = ashr i32 %v566, 1
  %v568 = add i32 %v567, 1023
  %v569 = sext i32 %v568 to i64
  %v570 = shl i64 %v569, 52
  %v571 = bitcast i64 %v570 to double
  %v572 = fmul double %v564, %v571
  %v573 = sub i32 %v566, %v567
  %v574 = add i32 %v573, 1023
  %v575 = sext i32 %v574 to i64
  %v576 = shl i64 %v575, 52
  %v577 = bitcast i64 %v576 to double
  %v578 = fmul double %v572, %v577
  %v579 = fcmp oeq double %v466, 0x0000000000000000
  %v580 = fcmp une double %v466, 0x0000000000000000
  %v581 = select i1 %v580, double 0x7FF0000000000000, double 0x0000000000000000
  %v582 = select i1 %v579, double %v581, double %v578
  %v583 = fcmp oeq double %v466, 0x7FF0000000000000
  %v584 = select i1 %v583, double %v581, double %v582
  %v585 = fcmp olt float %v464, 0x0000000000000000
  %v586 = fcmp ogt float %v464, 0xFFF0000000000000
  %v587 = select i1 %v586, double 0x7FF8000000000000, double %v584
  %v588 = select i1 %v585, double %v587, double %v584
  %v589 = fcmp une float %v464, %v464
  %v590 = select i1 %v589, double %v465, double %v588
  %v591 = fcmp oeq float %v464, 0x3FF0000000000000
  %v592 = select i1 %v591, double 0x3FF0000000000000, double %v590
  %v593 = add i64 %v52, 5
  %v594 = getelementptr inbounds float, ptr %p.out, i64 %v593
  %v595 = fptrunc double %v592 to float
  store float %v595, ptr %v594, align 4, !llvm.access.group !2
  br label %for2.next
for2.next:
  %v23.next = add nuw nsw i32 %v23, 1
  br label %for2.head, !llvm.loop !3
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

define void @k.library(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.shape1.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out.shape1 = load i64, ptr %p.out.shape1.at, align 8
  call void @library.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

define internal float @min_nan.f32(float %a, float %b) #1 {
  %abits = bitcast float %a to i32
  %bbits = bitcast float %b to i32
  %both = or i32 %abits, %bbits
  %zero = bitcast i32 %both to float
  %beyond = fcmp olt float %a, %b
  %one = select i1 %beyond, float %a, float %b
  %equal = fcmp oeq float %a, %b
  %r = select i1 %equal, float %zero, float %one
  %bnan = fcmp uno float %b, %b
  %s = select i1 %bnan, float %b, float %r
  %anan = fcmp uno float %a, %a
  %t = select i1 %anan, float %a, float %s
  ret float %t
}

define internal double @min_nan.f64(double %a, double %b) #1 {
  %abits = bitcast double %a to i64
  %bbits = bitcast double %b to i64
  %both = or i64 %abits, %bbits
  %zero = bitcast i64 %both to double
  %beyond = fcmp olt double %a, %b
  %one = select i1 %beyond, double %a, double %b
  %equal = fcmp oeq double %a, %b
  %r = select i1 %equal, double %zero, double %one
  %bnan = fcmp uno double %b, %b
  %s = select i1 %bnan, double %b, double %r
  %anan = fcmp uno double %a, %a
  %t = select i1 %anan, double %a, double %s
  ret double %t
}

define internal float @max_nan.f32(float %a, float %b) #1 {
  %abits = bitcast float %a to i32
  %bbits = bitcast float %b to i32
  %both = and i32 %abits, %bbits
  %zero = bitcast i32 %both to float
  %beyond = fcmp ogt float %a, %b
  %one = select i1 %beyond, float %a, float %b
  %equal = fcmp oeq float %a, %b
  %r = select i1 %equal, float %zero, float %one
  %bnan = fcmp uno float %b, %b
  %s = select i1 %bnan, float %b, float %r
  %anan = fcmp uno float %a, %a
  %t = select i1 %anan, float %a, float %s
  ret float %t
}

define internal double @max_nan.f64(double %a, double %b) #1 {
  %abits = bitcast double %a to i64
  %bbits = bitcast double %b to i64
  %both = and i64 %abits, %bbits
  %zero = bitcast i64 %both to double
  %beyond = fcmp ogt double %a, %b
  %one = select i1 %beyond, double %a, double %b
  %equal = fcmp oeq double %a, %b
  %r = select i1 %equal, double %zero, double %one
  %bnan = fcmp uno double %b, %b
  %s = select i1 %bnan, double %b, double %r
  %anan = fcmp uno double %a, %a
  %t = select i1 %anan, double %a, double %s
  ret double %t
}

define internal i32 @mulhi_u.i32(i32 %a, i32 %b) #1 {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %p = mul nuw i64 %x, %y
  %high = lshr i64 %p, 32
  %r = trunc i64 %high to i32
  ret i32 %r
}

define internal i32 @shl.i32(i32 %a, i32 %b) #1 {
  %fits = icmp ult i32 %b, 32
  %x = shl i32 %a, %b
  %r = select i1 %fits, i32 %x, i32 0
  ret i32 %r
}

define internal i32 @shr_u.i32(i32 %a, i32 %b) #1 {
  %fits = icmp ult i32 %b, 32
  %x = lshr i32 %a, %b
  %r = select i1 %fits, i32 %x, i32 0
  ret i32 %r
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = distinct !{}
!3 = distinct !{!3, !0, !1, !{!"llvm.loop.parallel_accesses", !2}}
