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

__kernel void k_integers(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *p4,
    ulong offset4,
    long p5,
    long p6) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    __global long *v4 = (__global long *)(p4 + offset4);
    long v5 = p5;
    long v6 = p6;
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    long v7 = first_thread0;
    int v8 = (int)(thread_id0 & 1023L);
    long v9 = thread_id0;
    long v10 = v7 + v9;
    int v11 = v10 < v1;
    if (v11) {
        __global int *v12 = v0 + v10;
        int v13 = *v12;
        __global int *v14 = v2 + v10;
        int v15 = *v14;
        long v16 = (long)v13;
        long v17 = (long)v15;
        long v18 = (long)((ulong)v16 + (ulong)v17);
        long v19 = (long)((ulong)v10 * (ulong)v6);
        __global long *v20 = v4 + v19;
        *v20 = v18;
        long v21 = (long)((ulong)v16 - (ulong)v17);
        long v22 = (long)((ulong)v19 + (ulong)1L);
        __global long *v23 = v4 + v22;
        *v23 = v21;
        long v24 = (long)((ulong)v16 * (ulong)v17);
        long v25 = (long)((ulong)v19 + (ulong)2L);
        __global long *v26 = v4 + v25;
        *v26 = v24;
        long v27 = floor_div_i64(v16, v17);
        long v28 = (long)((ulong)v19 + (ulong)3L);
        __global long *v29 = v4 + v28;
        *v29 = v27;
        long v30 = floor_mod_i64(v16, v17);
        long v31 = (long)((ulong)v19 + (ulong)4L);
        __global long *v32 = v4 + v31;
        *v32 = v30;
        int v33 = (int)(v13 & v15);
        long v34 = (long)v33;
        long v35 = (long)((ulong)v19 + (ulong)5L);
        __global long *v36 = v4 + v35;
        *v36 = v34;
        int v37 = (int)(v13 | v15);
        long v38 = (long)v37;
        long v39 = (long)((ulong)v19 + (ulong)6L);
        __global long *v40 = v4 + v39;
        *v40 = v38;
        int v41 = (int)(v13 ^ v15);
        long v42 = (long)v41;
        long v43 = (long)((ulong)v19 + (ulong)7L);
        __global long *v44 = v4 + v43;
        *v44 = v42;
        int v45 = v13 < v15;
        long v46 = (long)((ulong)v19 + (ulong)8L);
        __global long *v47 = v4 + v46;
        long v48 = (long)v45;
        *v47 = v48;
        int v49 = v13 <= v15;
        long v50 = (long)((ulong)v19 + (ulong)9L);
        __global long *v51 = v4 + v50;
        long v52 = (long)v49;
        *v51 = v52;
        int v53 = v13 == v15;
        long v54 = (long)((ulong)v19 + (ulong)10L);
        __global long *v55 = v4 + v54;
        long v56 = (long)v53;
        *v55 = v56;
        int v57 = (int)((uint)0 - (uint)v13);
        long v58 = (long)v57;
        long v59 = (long)((ulong)v19 + (ulong)11L);
        __global long *v60 = v4 + v59;
        *v60 = v58;
        int v61 = (int)(v13 < 0 ? (uint)0 - (uint)v13 : (uint)v13);
        long v62 = (long)((ulong)v19 + (ulong)12L);
        __global long *v63 = v4 + v62;
        long v64 = (long)v61;
        *v63 = v64;
        int v65 = v13 != v15;
        long v66 = (long)((ulong)v19 + (ulong)13L);
        __global long *v67 = v4 + v66;
        long v68 = (long)v65;
        *v67 = v68;
    }
}

