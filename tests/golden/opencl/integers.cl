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
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    int v7 = block_dim0;
    long v8 = (long)v7;
    int v9 = block_id0;
    long v10 = (long)v9;
    long v11 = (long)((ulong)v10 * (ulong)v8);
    int v12 = thread_id0;
    long v13 = (long)v12;
    long v14 = v11 + v13;
    int v15 = v14 < v1;
    if (v15) {
        __global int *v16 = v0 + v14;
        int v17 = *v16;
        __global int *v18 = v2 + v14;
        int v19 = *v18;
        long v20 = (long)v17;
        long v21 = (long)v19;
        long v22 = (long)((ulong)v20 + (ulong)v21);
        long v23 = (long)((ulong)v14 * (ulong)v6);
        __global long *v24 = v4 + v23;
        *v24 = v22;
        long v25 = (long)((ulong)v20 - (ulong)v21);
        long v26 = (long)((ulong)v23 + (ulong)1L);
        __global long *v27 = v4 + v26;
        *v27 = v25;
        long v28 = (long)((ulong)v20 * (ulong)v21);
        long v29 = (long)((ulong)v23 + (ulong)2L);
        __global long *v30 = v4 + v29;
        *v30 = v28;
        long v31 = floor_div_i64(v20, v21);
        long v32 = (long)((ulong)v23 + (ulong)3L);
        __global long *v33 = v4 + v32;
        *v33 = v31;
        long v34 = floor_mod_i64(v20, v21);
        long v35 = (long)((ulong)v23 + (ulong)4L);
        __global long *v36 = v4 + v35;
        *v36 = v34;
        long v37 = (long)(v20 & v21);
        long v38 = (long)((ulong)v23 + (ulong)5L);
        __global long *v39 = v4 + v38;
        *v39 = v37;
        long v40 = (long)(v20 | v21);
        long v41 = (long)((ulong)v23 + (ulong)6L);
        __global long *v42 = v4 + v41;
        *v42 = v40;
        long v43 = (long)(v20 ^ v21);
        long v44 = (long)((ulong)v23 + (ulong)7L);
        __global long *v45 = v4 + v44;
        *v45 = v43;
        int v46 = v17 < v19;
        long v47 = (long)((ulong)v23 + (ulong)8L);
        __global long *v48 = v4 + v47;
        long v49 = (long)v46;
        *v48 = v49;
        int v50 = v17 <= v19;
        long v51 = (long)((ulong)v23 + (ulong)9L);
        __global long *v52 = v4 + v51;
        long v53 = (long)v50;
        *v52 = v53;
        int v54 = v17 == v19;
        long v55 = (long)((ulong)v23 + (ulong)10L);
        __global long *v56 = v4 + v55;
        long v57 = (long)v54;
        *v56 = v57;
        int v58 = (int)((uint)0 - (uint)v17);
        long v59 = (long)v58;
        long v60 = (long)((ulong)v23 + (ulong)11L);
        __global long *v61 = v4 + v60;
        *v61 = v59;
        int v62 = (int)(v17 < 0 ? (uint)0 - (uint)v17 : (uint)v17);
        long v63 = (long)((ulong)v23 + (ulong)12L);
        __global long *v64 = v4 + v63;
        long v65 = (long)v62;
        *v64 = v65;
        int v66 = v17 != v19;
        long v67 = (long)((ulong)v23 + (ulong)13L);
        __global long *v68 = v4 + v67;
        long v69 = (long)v66;
        *v68 = v69;
    }
}

