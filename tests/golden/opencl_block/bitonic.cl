/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_bitonic(
    __global uchar *p0,
    ulong offset0,
    long p1,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    int block_id0 = (int)get_group_id(0);
    __local int v2[128];
    int l0 = 0;
    int v3 = block_id0;
    long v4 = (long)v3;
    long v5 = (long)((ulong)v4 << (uint)7L);
    int v6 = block_dim0;
    int v7 = block_dim1;
    int v8 = block_dim2;
    int v9 = (int)((uint)v7 * (uint)v8);
    for (int v10 = 0; v10 < v9; v10++) {
        for (int v11 = 0; v11 < v6; v11++) {
            long v12 = (long)v11;
            long v13 = v5 + v12;
            __global int *v14 = v0 + v13;
            int v15 = *v14;
            __local int *v16 = v2 + v11;
            *v16 = v15;
        }
    }
    l0 = 1;
    for (;;) {
        int v17 = l0;
        int v18 = v17 <= 0;
        if (v18) {
            break;
        }
        for (int v19 = 0; v19 < v9; v19++) {
            for (int v20 = 0; v20 < v6; v20++) {
                int v21 = (int)(v20 ^ v17);
                int v22 = v21 > v20;
                if (v22) {
                    int v23 = (int)(v20 & 2);
                    int v24 = v23 == 0;
                    __local int *v25 = v2 + v20;
                    int v26 = *v25;
                    __local int *v27 = v2 + v21;
                    int v28 = *v27;
                    int v29 = v26 > v28;
                    int v30 = v29 == v24;
                    if (v30) {
                        *v25 = v28;
                        *v27 = v26;
                    }
                }
            }
        }
        int v31 = (int)(v17 >> (uint)1);
        l0 = v31;
    }
    l0 = 2;
    for (;;) {
        int v32 = l0;
        int v33 = v32 <= 0;
        if (v33) {
            break;
        }
        for (int v34 = 0; v34 < v9; v34++) {
            for (int v35 = 0; v35 < v6; v35++) {
                int v36 = (int)(v35 ^ v32);
                int v37 = v36 > v35;
                if (v37) {
                    int v38 = (int)(v35 & 4);
                    int v39 = v38 == 0;
                    __local int *v40 = v2 + v35;
                    int v41 = *v40;
                    __local int *v42 = v2 + v36;
                    int v43 = *v42;
                    int v44 = v41 > v43;
                    int v45 = v44 == v39;
                    if (v45) {
                        *v40 = v43;
                        *v42 = v41;
                    }
                }
            }
        }
        int v46 = (int)(v32 >> (uint)1);
        l0 = v46;
    }
    l0 = 4;
    for (;;) {
        int v47 = l0;
        int v48 = v47 <= 0;
        if (v48) {
            break;
        }
        for (int v49 = 0; v49 < v9; v49++) {
            for (int v50 = 0; v50 < v6; v50++) {
                int v51 = (int)(v50 ^ v47);
                int v52 = v51 > v50;
                if (v52) {
                    int v53 = (int)(v50 & 8);
                    int v54 = v53 == 0;
                    __local int *v55 = v2 + v50;
                    int v56 = *v55;
                    __local int *v57 = v2 + v51;
                    int v58 = *v57;
                    int v59 = v56 > v58;
                    int v60 = v59 == v54;
                    if (v60) {
                        *v55 = v58;
                        *v57 = v56;
                    }
                }
            }
        }
        int v61 = (int)(v47 >> (uint)1);
        l0 = v61;
    }
    l0 = 8;
    for (;;) {
        int v62 = l0;
        int v63 = v62 <= 0;
        if (v63) {
            break;
        }
        for (int v64 = 0; v64 < v9; v64++) {
            for (int v65 = 0; v65 < v6; v65++) {
                int v66 = (int)(v65 ^ v62);
                int v67 = v66 > v65;
                if (v67) {
                    int v68 = (int)(v65 & 16);
                    int v69 = v68 == 0;
                    __local int *v70 = v2 + v65;
                    int v71 = *v70;
                    __local int *v72 = v2 + v66;
                    int v73 = *v72;
                    int v74 = v71 > v73;
                    int v75 = v74 == v69;
                    if (v75) {
                        *v70 = v73;
                        *v72 = v71;
                    }
                }
            }
        }
        int v76 = (int)(v62 >> (uint)1);
        l0 = v76;
    }
    l0 = 16;
    for (;;) {
        int v77 = l0;
        int v78 = v77 <= 0;
        if (v78) {
            break;
        }
        for (int v79 = 0; v79 < v9; v79++) {
            for (int v80 = 0; v80 < v6; v80++) {
                int v81 = (int)(v80 ^ v77);
                int v82 = v81 > v80;
                if (v82) {
                    int v83 = (int)(v80 & 32);
                    int v84 = v83 == 0;
                    __local int *v85 = v2 + v80;
                    int v86 = *v85;
                    __local int *v87 = v2 + v81;
                    int v88 = *v87;
                    int v89 = v86 > v88;
                    int v90 = v89 == v84;
                    if (v90) {
                        *v85 = v88;
                        *v87 = v86;
                    }
                }
            }
        }
        int v91 = (int)(v77 >> (uint)1);
        l0 = v91;
    }
    l0 = 32;
    for (;;) {
        int v92 = l0;
        int v93 = v92 <= 0;
        if (v93) {
            break;
        }
        for (int v94 = 0; v94 < v9; v94++) {
            for (int v95 = 0; v95 < v6; v95++) {
                int v96 = (int)(v95 ^ v92);
                int v97 = v96 > v95;
                if (v97) {
                    int v98 = (int)(v95 & 64);
                    int v99 = v98 == 0;
                    __local int *v100 = v2 + v95;
                    int v101 = *v100;
                    __local int *v102 = v2 + v96;
                    int v103 = *v102;
                    int v104 = v101 > v103;
                    int v105 = v104 == v99;
                    if (v105) {
                        *v100 = v103;
                        *v102 = v101;
                    }
                }
            }
        }
        int v106 = (int)(v92 >> (uint)1);
        l0 = v106;
    }
    l0 = 64;
    for (;;) {
        int v107 = l0;
        int v108 = v107 <= 0;
        if (v108) {
            break;
        }
        for (int v109 = 0; v109 < v9; v109++) {
            for (int v110 = 0; v110 < v6; v110++) {
                int v111 = (int)(v110 ^ v107);
                int v112 = v111 > v110;
                if (v112) {
                    int v113 = (int)(v110 & 128);
                    int v114 = v113 == 0;
                    __local int *v115 = v2 + v110;
                    int v116 = *v115;
                    __local int *v117 = v2 + v111;
                    int v118 = *v117;
                    int v119 = v116 > v118;
                    int v120 = v119 == v114;
                    if (v120) {
                        *v115 = v118;
                        *v117 = v116;
                    }
                }
            }
        }
        int v121 = (int)(v107 >> (uint)1);
        l0 = v121;
    }
    for (int v122 = 0; v122 < v9; v122++) {
        for (int v123 = 0; v123 < v6; v123++) {
            long v124 = (long)v123;
            __local int *v125 = v2 + v123;
            int v126 = *v125;
            long v127 = v5 + v124;
            __global int *v128 = v0 + v127;
            *v128 = v126;
        }
    }
}

