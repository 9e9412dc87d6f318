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
    int l1 = 0;
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
    l0 = 2;
    for (;;) {
        int v17 = l0;
        int v18 = v17 > 128;
        if (v18) {
            break;
        }
        int v19 = (int)(v17 >> (uint)1);
        l1 = v19;
        for (;;) {
            int v20 = l1;
            int v21 = v20 <= 0;
            if (v21) {
                break;
            }
            for (int v22 = 0; v22 < v9; v22++) {
                for (int v23 = 0; v23 < v6; v23++) {
                    int v24 = (int)(v23 ^ v20);
                    int v25 = v24 > v23;
                    if (v25) {
                        int v26 = (int)(v23 & v17);
                        int v27 = v26 == 0;
                        __local int *v28 = v2 + v23;
                        int v29 = *v28;
                        __local int *v30 = v2 + v24;
                        int v31 = *v30;
                        int v32 = v29 > v31;
                        int v33 = v32 == v27;
                        if (v33) {
                            *v28 = v31;
                            *v30 = v29;
                        }
                    }
                }
            }
            int v34 = (int)(v20 >> (uint)1);
            l1 = v34;
        }
        int v35 = (int)((uint)v17 << (uint)1);
        l0 = v35;
    }
    for (int v36 = 0; v36 < v9; v36++) {
        for (int v37 = 0; v37 < v6; v37++) {
            long v38 = (long)v37;
            __local int *v39 = v2 + v37;
            int v40 = *v39;
            long v41 = v5 + v38;
            __global int *v42 = v0 + v41;
            *v42 = v40;
        }
    }
}

