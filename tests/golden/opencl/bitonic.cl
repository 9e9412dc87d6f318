/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_bitonic(
    __global uchar *p0,
    ulong offset0,
    long p1) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    __local int v2[128];
    int l0 = 0;
    int v3 = (int)(thread_id0 & 1023L);
    int v4 = block_id0;
    long v5 = (long)v4;
    long v6 = (long)((ulong)v5 << (uint)7L);
    long v7 = thread_id0;
    long v8 = v6 + v7;
    __global int *v9 = v0 + v8;
    int v10 = *v9;
    __local int *v11 = v2 + v7;
    *v11 = v10;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    l0 = 1;
    long v12 = (long)(v7 & 2L);
    int v13 = v12 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v14 = l0;
        long v15 = (long)v14;
        int v16 = v14 <= 0;
        if (v16) {
            break;
        }
        long v17 = (long)(v7 ^ v15);
        int v18 = v17 > v7;
        if (v18) {
            int v19 = *v11;
            __local int *v20 = v2 + v17;
            int v21 = *v20;
            int v22 = v19 > v21;
            int v23 = v22 == v13;
            if (v23) {
                *v11 = v21;
                *v20 = v19;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v24 = (int)(v14 >> (uint)1);
        l0 = v24;
    }
    l0 = 2;
    long v25 = (long)(v7 & 4L);
    int v26 = v25 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v27 = l0;
        long v28 = (long)v27;
        int v29 = v27 <= 0;
        if (v29) {
            break;
        }
        long v30 = (long)(v7 ^ v28);
        int v31 = v30 > v7;
        if (v31) {
            int v32 = *v11;
            __local int *v33 = v2 + v30;
            int v34 = *v33;
            int v35 = v32 > v34;
            int v36 = v35 == v26;
            if (v36) {
                *v11 = v34;
                *v33 = v32;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v37 = (int)(v27 >> (uint)1);
        l0 = v37;
    }
    l0 = 4;
    long v38 = (long)(v7 & 8L);
    int v39 = v38 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v40 = l0;
        long v41 = (long)v40;
        int v42 = v40 <= 0;
        if (v42) {
            break;
        }
        long v43 = (long)(v7 ^ v41);
        int v44 = v43 > v7;
        if (v44) {
            int v45 = *v11;
            __local int *v46 = v2 + v43;
            int v47 = *v46;
            int v48 = v45 > v47;
            int v49 = v48 == v39;
            if (v49) {
                *v11 = v47;
                *v46 = v45;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v50 = (int)(v40 >> (uint)1);
        l0 = v50;
    }
    l0 = 8;
    long v51 = (long)(v7 & 16L);
    int v52 = v51 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v53 = l0;
        long v54 = (long)v53;
        int v55 = v53 <= 0;
        if (v55) {
            break;
        }
        long v56 = (long)(v7 ^ v54);
        int v57 = v56 > v7;
        if (v57) {
            int v58 = *v11;
            __local int *v59 = v2 + v56;
            int v60 = *v59;
            int v61 = v58 > v60;
            int v62 = v61 == v52;
            if (v62) {
                *v11 = v60;
                *v59 = v58;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v63 = (int)(v53 >> (uint)1);
        l0 = v63;
    }
    l0 = 16;
    long v64 = (long)(v7 & 32L);
    int v65 = v64 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v66 = l0;
        long v67 = (long)v66;
        int v68 = v66 <= 0;
        if (v68) {
            break;
        }
        long v69 = (long)(v7 ^ v67);
        int v70 = v69 > v7;
        if (v70) {
            int v71 = *v11;
            __local int *v72 = v2 + v69;
            int v73 = *v72;
            int v74 = v71 > v73;
            int v75 = v74 == v65;
            if (v75) {
                *v11 = v73;
                *v72 = v71;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v76 = (int)(v66 >> (uint)1);
        l0 = v76;
    }
    l0 = 32;
    long v77 = (long)(v7 & 64L);
    int v78 = v77 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v79 = l0;
        long v80 = (long)v79;
        int v81 = v79 <= 0;
        if (v81) {
            break;
        }
        long v82 = (long)(v7 ^ v80);
        int v83 = v82 > v7;
        if (v83) {
            int v84 = *v11;
            __local int *v85 = v2 + v82;
            int v86 = *v85;
            int v87 = v84 > v86;
            int v88 = v87 == v78;
            if (v88) {
                *v11 = v86;
                *v85 = v84;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v89 = (int)(v79 >> (uint)1);
        l0 = v89;
    }
    l0 = 64;
    long v90 = (long)(v7 & 128L);
    int v91 = v90 == 0L;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v92 = l0;
        long v93 = (long)v92;
        int v94 = v92 <= 0;
        if (v94) {
            break;
        }
        long v95 = (long)(v7 ^ v93);
        int v96 = v95 > v7;
        if (v96) {
            int v97 = *v11;
            __local int *v98 = v2 + v95;
            int v99 = *v98;
            int v100 = v97 > v99;
            int v101 = v100 == v91;
            if (v101) {
                *v11 = v99;
                *v98 = v97;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v102 = (int)(v92 >> (uint)1);
        l0 = v102;
    }
    int v103 = *v11;
    *v9 = v103;
}

