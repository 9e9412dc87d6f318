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
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    float v4[5];
    long v5 = first_thread0;
    int v6 = (int)(thread_id0 & 1023L);
    long v7 = thread_id0;
    long v8 = v5 + v7;
    int v9 = v8 < v1;
    if (v9) {
        for (int v10 = 0; v10 < 5; v10++) {
            long v11 = (long)v10;
            long v12 = (long)((ulong)v8 + (ulong)v11);
            long v13 = (long)(v12 % v1);
            __global float *v14 = v0 + v13;
            float v15 = *v14;
            __private float *v16 = v4 + v10;
            *v16 = v15;
        }
        for (int v17 = 0; v17 < 5; v17++) {
            for (int v18 = 0; v18 < 4; v18++) {
                __private float *v19 = v4 + v18;
                float v20 = *v19;
                int v21 = v18 + 1;
                __private float *v22 = v4 + v21;
                float v23 = *v22;
                int v24 = v20 > v23;
                if (v24) {
                    *v19 = v23;
                    *v22 = v20;
                }
            }
        }
        __private float *v25 = v4 + 2L;
        float v26 = *v25;
        __global float *v27 = v2 + v8;
        *v27 = v26;
    }
}

