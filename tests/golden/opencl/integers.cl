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
        long v33 = (long)(v16 & v17);
        long v34 = (long)((ulong)v19 + (ulong)5L);
        __global long *v35 = v4 + v34;
        *v35 = v33;
        long v36 = (long)(v16 | v17);
        long v37 = (long)((ulong)v19 + (ulong)6L);
        __global long *v38 = v4 + v37;
        *v38 = v36;
        long v39 = (long)(v16 ^ v17);
        long v40 = (long)((ulong)v19 + (ulong)7L);
        __global long *v41 = v4 + v40;
        *v41 = v39;
        int v42 = v13 < v15;
        long v43 = (long)((ulong)v19 + (ulong)8L);
        __global long *v44 = v4 + v43;
        long v45 = (long)v42;
        *v44 = v45;
        int v46 = v13 <= v15;
        long v47 = (long)((ulong)v19 + (ulong)9L);
        __global long *v48 = v4 + v47;
        long v49 = (long)v46;
        *v48 = v49;
        int v50 = v13 == v15;
        long v51 = (long)((ulong)v19 + (ulong)10L);
        __global long *v52 = v4 + v51;
        long v53 = (long)v50;
        *v52 = v53;
        int v54 = (int)((uint)0 - (uint)v13);
        long v55 = (long)v54;
        long v56 = (long)((ulong)v19 + (ulong)11L);
        __global long *v57 = v4 + v56;
        *v57 = v55;
        int v58 = (int)(v13 < 0 ? (uint)0 - (uint)v13 : (uint)v13);
        long v59 = (long)((ulong)v19 + (ulong)12L);
        __global long *v60 = v4 + v59;
        long v61 = (long)v58;
        *v60 = v61;
        int v62 = v13 != v15;
        long v63 = (long)((ulong)v19 + (ulong)13L);
        __global long *v64 = v4 + v63;
        long v65 = (long)v62;
        *v64 = v65;
    }
}

