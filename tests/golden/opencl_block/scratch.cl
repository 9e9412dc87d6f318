/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_scratch(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    __global float *v2 = (__global float *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    float v4[5];
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = block_dim1;
    int v11 = block_dim2;
    int v12 = (int)((uint)v10 * (uint)v11);
    long v13 = (long)((ulong)v1 - (ulong)v9);
    ulong v14 = as_ulong(v13);
    ulong v15 = 1024UL < v14 ? 1024UL : v14;
    int v16 = (int)v15;
    int v17 = v1 > v9;
    int v18 = v17 ? v16 : 0;
    int v19 = v18 < v5 ? v18 : v5;
    __private float *v20 = v4 + 2L;
    for (int v21 = 0; v21 < v12; v21++) {
        for (int v22 = 0; v22 < v19; v22++) {
            long v23 = (long)v22;
            long v24 = v9 + v23;
            for (int v25 = 0; v25 < 5; v25++) {
                long v26 = (long)v25;
                long v27 = (long)((ulong)v24 + (ulong)v26);
                long v28 = (long)(v27 % v1);
                __global float *v29 = v0 + v28;
                float v30 = *v29;
                __private float *v31 = v4 + v25;
                *v31 = v30;
            }
            for (int v32 = 0; v32 < 5; v32++) {
                for (int v33 = 0; v33 < 4; v33++) {
                    __private float *v34 = v4 + v33;
                    float v35 = *v34;
                    int v36 = v33 + 1;
                    __private float *v37 = v4 + v36;
                    float v38 = *v37;
                    int v39 = v35 > v38;
                    if (v39) {
                        *v34 = v38;
                        *v37 = v35;
                    }
                }
            }
            float v40 = *v20;
            __global float *v41 = v2 + v24;
            *v41 = v40;
        }
    }
}

