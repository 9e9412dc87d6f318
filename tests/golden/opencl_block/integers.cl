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
            long v47 = (long)(v30 & v31);
            long v48 = (long)((ulong)v33 + (ulong)5L);
            __global long *v49 = v4 + v48;
            *v49 = v47;
            long v50 = (long)(v30 | v31);
            long v51 = (long)((ulong)v33 + (ulong)6L);
            __global long *v52 = v4 + v51;
            *v52 = v50;
            long v53 = (long)(v30 ^ v31);
            long v54 = (long)((ulong)v33 + (ulong)7L);
            __global long *v55 = v4 + v54;
            *v55 = v53;
            int v56 = v27 < v29;
            long v57 = (long)((ulong)v33 + (ulong)8L);
            __global long *v58 = v4 + v57;
            long v59 = (long)v56;
            *v58 = v59;
            int v60 = v27 <= v29;
            long v61 = (long)((ulong)v33 + (ulong)9L);
            __global long *v62 = v4 + v61;
            long v63 = (long)v60;
            *v62 = v63;
            int v64 = v27 == v29;
            long v65 = (long)((ulong)v33 + (ulong)10L);
            __global long *v66 = v4 + v65;
            long v67 = (long)v64;
            *v66 = v67;
            int v68 = (int)((uint)0 - (uint)v27);
            long v69 = (long)v68;
            long v70 = (long)((ulong)v33 + (ulong)11L);
            __global long *v71 = v4 + v70;
            *v71 = v69;
            int v72 = (int)(v27 < 0 ? (uint)0 - (uint)v27 : (uint)v27);
            long v73 = (long)((ulong)v33 + (ulong)12L);
            __global long *v74 = v4 + v73;
            long v75 = (long)v72;
            *v74 = v75;
            int v76 = v27 != v29;
            long v77 = (long)((ulong)v33 + (ulong)13L);
            __global long *v78 = v4 + v77;
            long v79 = (long)v76;
            *v78 = v79;
        }
    }
}

