/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_tree_sum(
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
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    __local long v4[128];
    long l0 = 0;
    int l1 = 0;
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = block_dim1;
    int v11 = block_dim2;
    int v12 = (int)((uint)v10 * (uint)v11);
    for (int v13 = 0; v13 < v12; v13++) {
        for (int v14 = 0; v14 < v5; v14++) {
            long v15 = (long)v14;
            long v16 = v9 + v15;
            int v17 = v16 < v1;
            if (v17) {
                __global long *v18 = v0 + v16;
                long v19 = *v18;
                l0 = v19;
            } else {
                l0 = 0L;
            }
            long v20 = l0;
            __local long *v21 = v4 + v14;
            *v21 = v20;
        }
    }
    int v22 = (int)(v5 >> (uint)1);
    l1 = v22;
    for (;;) {
        int v23 = l1;
        long v24 = (long)v23;
        int v25 = v23 <= 0;
        if (v25) {
            break;
        }
        ulong v26 = as_ulong(v24);
        ulong v27 = 1024UL < v26 ? 1024UL : v26;
        int v28 = (int)v27;
        int v29 = v28 < v5 ? v28 : v5;
        for (int v30 = 0; v30 < v12; v30++) {
            for (int v31 = 0; v31 < v29; v31++) {
                __local long *v32 = v4 + v31;
                long v33 = *v32;
                int v34 = v31 + v23;
                __local long *v35 = v4 + v34;
                long v36 = *v35;
                long v37 = (long)((ulong)v33 + (ulong)v36);
                *v32 = v37;
            }
        }
        int v38 = (int)(v23 >> (uint)1);
        l1 = v38;
    }
    __global long *v39 = v2 + v7;
    for (int v40 = 0; v40 < v12; v40++) {
        for (int v41 = 0; v41 < 1; v41++) {
            long v42 = *v4;
            *v39 = v42;
        }
    }
}

