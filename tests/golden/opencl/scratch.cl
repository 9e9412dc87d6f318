/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_scratch(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    __global float *v2 = (__global float *)(p2 + offset2);
    long v3 = p3;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    float v4[5];
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = thread_id0;
    long v11 = (long)v10;
    long v12 = v9 + v11;
    int v13 = v12 < v1;
    if (v13) {
        for (int v14 = 0; v14 < 5; v14++) {
            long v15 = (long)v14;
            long v16 = (long)((ulong)v12 + (ulong)v15);
            long v17 = (long)(v16 % v1);
            __global float *v18 = v0 + v17;
            float v19 = *v18;
            __private float *v20 = v4 + v14;
            *v20 = v19;
        }
        for (int v21 = 0; v21 < 5; v21++) {
            for (int v22 = 0; v22 < 4; v22++) {
                __private float *v23 = v4 + v22;
                float v24 = *v23;
                int v25 = v22 + 1;
                __private float *v26 = v4 + v25;
                float v27 = *v26;
                int v28 = v24 > v27;
                if (v28) {
                    *v23 = v27;
                    *v26 = v24;
                }
            }
        }
        __private float *v29 = v4 + 2L;
        float v30 = *v29;
        __global float *v31 = v2 + v12;
        *v31 = v30;
    }
}

