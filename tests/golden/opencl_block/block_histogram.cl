/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

ulong trips_i64(long a, long b, long c) {
    if (c > 0)
        return a < b ? ((ulong)b - (ulong)a - 1) / (ulong)c + 1 : 0;
    if (c < 0)
        return b < a ? ((ulong)a - (ulong)b - 1) / ((ulong)0 - (ulong)c) + 1 : 0;
    return 0;
}

int plain_add_i32_shared(__local int *a, int b) {
    int old = *a;
    *a = (int)((uint)old + (uint)b);
    return old;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_block_histogram(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global long *v0 = (__global long *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    int grid_dim0 = (int)get_num_groups(0);
    __local int v4[16];
    int v5 = block_dim0;
    int v6 = block_dim1;
    int v7 = block_dim2;
    int v8 = (int)((uint)v6 * (uint)v7);
    int v9 = 16 < v5 ? 16 : v5;
    for (int v10 = 0; v10 < v8; v10++) {
        for (int v11 = 0; v11 < v9; v11++) {
            __local int *v12 = v4 + v11;
            *v12 = 0;
        }
    }
    long v13 = (long)v5;
    int v14 = block_id0;
    long v15 = (long)v14;
    long v16 = (long)((ulong)v15 * (ulong)v13);
    int v17 = grid_dim0;
    long v18 = (long)v17;
    long v19 = (long)((ulong)v18 * (ulong)v13);
    long v20 = v16;
    for (ulong n20 = trips_i64(v16, v1, v19); n20 != 0; n20--, v20 = (long)((ulong)v20 + (ulong)v19)) {
        long v21 = (long)((ulong)v1 - (ulong)v20);
        ulong v22 = as_ulong(v21);
        ulong v23 = 1024UL < v22 ? 1024UL : v22;
        int v24 = (int)v23;
        int v25 = v1 > v20;
        int v26 = v25 ? v24 : 0;
        int v27 = v26 < v5 ? v26 : v5;
        for (int v28 = 0; v28 < v8; v28++) {
            for (int v29 = 0; v29 < v27; v29++) {
                long v30 = (long)v29;
                long v31 = (long)((ulong)v20 + (ulong)v30);
                __global long *v32 = v0 + v31;
                long v33 = *v32;
                long v34 = (long)(v33 & 15L);
                __local int *v35 = v4 + v34;
                int v36 = plain_add_i32_shared(v35, 1);
            }
        }
    }
    for (int v37 = 0; v37 < v8; v37++) {
        for (int v38 = 0; v38 < v9; v38++) {
            __local int *v39 = v4 + v38;
            int v40 = *v39;
            __global int *v41 = v2 + v38;
            int v42 = atomic_add((volatile __global int *)v41, v40);
        }
    }
}

