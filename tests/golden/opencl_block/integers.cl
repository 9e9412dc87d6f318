/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

long floor_div_i64(long a, long b) {
    long d = (b == 0) | (b == -1) ? 1 : b;
    long q = a / d;
    long r = a - q * d;
    q -= (r != 0) & ((r ^ d) < 0);
    if (b == -1)
        q = a == (-9223372036854775807L - 1L) ? 0 : (long)((ulong)0 - (ulong)a);
    return b == 0 ? 0 : q;
}

long floor_mod_i64(long a, long b) {
    long d = (b == 0) | (b == -1) ? 1 : b;
    long r = a % d;
    return r + ((r != 0) & ((r ^ d) < 0) ? d : 0);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_integers(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *p4,
    ulong offset4,
    long p5,
    long p6,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    __global long *v4 = (__global long *)(p4 + offset4);
    long v5 = p5;
    long v6 = p6;
    int block_id0 = (int)get_group_id(0);
    int v7 = block_dim0;
    long v8 = (long)v7;
    int v9 = block_id0;
    long v10 = (long)v9;
    long v11 = (long)((ulong)v10 * (ulong)v8);
    int v12 = block_dim1;
    int v13 = block_dim2;
    int v14 = (int)((uint)v12 * (uint)v13);
    long v15 = (long)((ulong)v1 - (ulong)v11);
    ulong v16 = as_ulong(v15);
    ulong v17 = 1024UL < v16 ? 1024UL : v16;
    int v18 = (int)v17;
    int v19 = v1 > v11;
    int v20 = v19 ? v18 : 0;
    int v21 = v20 < v7 ? v20 : v7;
    for (int v22 = 0; v22 < v14; v22++) {
        for (int v23 = 0; v23 < v21; v23++) {
            long v24 = (long)v23;
            long v25 = v11 + v24;
            __global int *v26 = v0 + v25;
            int v27 = *v26;
            __global int *v28 = v2 + v25;
            int v29 = *v28;
            long v30 = (long)v27;
            long v31 = (long)v29;
            long v32 = (long)((ulong)v30 + (ulong)v31);
            long v33 = (long)((ulong)v25 * (ulong)v6);
            __global long *v34 = v4 + v33;
            *v34 = v32;
            long v35 = (long)((ulong)v30 - (ulong)v31);
            long v36 = (long)((ulong)v33 + (ulong)1L);
            __global long *v37 = v4 + v36;
            *v37 = v35;
            long v38 = (long)((ulong)v30 * (ulong)v31);
            long v39 = (long)((ulong)v33 + (ulong)2L);
            __global long *v40 = v4 + v39;
            *v40 = v38;
            long v41 = floor_div_i64(v30, v31);
            long v42 = (long)((ulong)v33 + (ulong)3L);
            __global long *v43 = v4 + v42;
            *v43 = v41;
            long v44 = floor_mod_i64(v30, v31);
            long v45 = (long)((ulong)v33 + (ulong)4L);
            __global long *v46 = v4 + v45;
            *v46 = v44;
            int v47 = (int)(v27 & v29);
            long v48 = (long)v47;
            long v49 = (long)((ulong)v33 + (ulong)5L);
            __global long *v50 = v4 + v49;
            *v50 = v48;
            int v51 = (int)(v27 | v29);
            long v52 = (long)v51;
            long v53 = (long)((ulong)v33 + (ulong)6L);
            __global long *v54 = v4 + v53;
            *v54 = v52;
            int v55 = (int)(v27 ^ v29);
            long v56 = (long)v55;
            long v57 = (long)((ulong)v33 + (ulong)7L);
            __global long *v58 = v4 + v57;
            *v58 = v56;
            int v59 = v27 < v29;
            long v60 = (long)((ulong)v33 + (ulong)8L);
            __global long *v61 = v4 + v60;
            long v62 = (long)v59;
            *v61 = v62;
            int v63 = v27 <= v29;
            long v64 = (long)((ulong)v33 + (ulong)9L);
            __global long *v65 = v4 + v64;
            long v66 = (long)v63;
            *v65 = v66;
            int v67 = v27 == v29;
            long v68 = (long)((ulong)v33 + (ulong)10L);
            __global long *v69 = v4 + v68;
            long v70 = (long)v67;
            *v69 = v70;
            int v71 = (int)((uint)0 - (uint)v27);
            long v72 = (long)v71;
            long v73 = (long)((ulong)v33 + (ulong)11L);
            __global long *v74 = v4 + v73;
            *v74 = v72;
            int v75 = (int)(v27 < 0 ? (uint)0 - (uint)v27 : (uint)v27);
            long v76 = (long)((ulong)v33 + (ulong)12L);
            __global long *v77 = v4 + v76;
            long v78 = (long)v75;
            *v77 = v78;
            int v79 = v27 != v29;
            long v80 = (long)((ulong)v33 + (ulong)13L);
            __global long *v81 = v4 + v80;
            long v82 = (long)v79;
            *v81 = v82;
        }
    }
}

