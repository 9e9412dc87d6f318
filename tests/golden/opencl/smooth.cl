/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void k_smooth(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *p3,
    ulong offset3,
    long p4,
    long p5) {
    __global double *v0 = (__global double *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global double *v3 = (__global double *)(p3 + offset3);
    long v4 = p4;
    long v5 = p5;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    double l0 = 0;
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = thread_id0;
    long v12 = (long)v11;
    long v13 = v10 + v12;
    int v14 = v13 < v1;
    if (v14) {
        l0 = 0.0;
        #pragma clang loop vectorize(disable)
        for (int v15 = 0; v15 < 3; v15++) {
            long v16 = (long)v15;
            long v17 = (long)((ulong)v13 + (ulong)v16);
            long v18 = (long)((ulong)v17 + (ulong)(-1L));
            int v19 = v18 >= 0L;
            int v20 = v18 < v1;
            int v21 = v19 & v20;
            if (v21) {
                double v22 = l0;
                int v23 = v15 == 1;
                double v24 = v23 ? 0.5 : 0.25;
                int v25 = v15 == 0;
                double v26 = v25 ? 0.25 : v24;
                long v27 = (long)((ulong)v18 * (ulong)v2);
                __global double *v28 = (__global double *)((__global uchar *)v0 + v27);
                double v29 = *v28;
                double v30 = v26 * v29;
                double v31 = v22 + v30;
                l0 = v31;
            }
        }
        double v32 = l0;
        long v33 = (long)((ulong)v13 * (ulong)v5);
        __global double *v34 = (__global double *)((__global uchar *)v3 + v33);
        *v34 = v32;
    }
}

