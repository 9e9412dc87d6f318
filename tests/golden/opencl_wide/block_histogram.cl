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
    for (int v20 = 0; v20 < v8; v20++) {
        for (int v21 = 0; v21 < v5; v21++) {
            long v22 = (long)v21;
            long v23 = v16 + v22;
            long v24 = v23;
            for (ulong n24 = trips_i64(v23, v1, v19); n24 != 0; n24--, v24 = (long)((ulong)v24 + (ulong)v19)) {
                __global long *v25 = v0 + v24;
                long v26 = *v25;
                long v27 = (long)(v26 & 15L);
                __local int *v28 = v4 + v27;
                int v29 = plain_add_i32_shared(v28, 1);
            }
        }
    }
    for (int v30 = 0; v30 < v8; v30++) {
        for (int v31 = 0; v31 < v9; v31++) {
            __local int *v32 = v4 + v31;
            int v33 = *v32;
            __global int *v34 = v2 + v31;
            int v35 = atomic_add((volatile __global int *)v34, v33);
        }
    }
}

