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
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    double l0 = 0;
    long v6 = first_thread0;
    int v7 = (int)(thread_id0 & 1023L);
    long v8 = thread_id0;
    long v9 = v6 + v8;
    int v10 = v9 < v1;
    if (v10) {
        l0 = 0.0;
        #pragma clang loop vectorize(disable)
        for (int v11 = 0; v11 < 3; v11++) {
            long v12 = (long)v11;
            long v13 = (long)((ulong)v9 + (ulong)v12);
            long v14 = (long)((ulong)v13 + (ulong)(-1L));
            int v15 = v14 >= 0L;
            int v16 = v14 < v1;
            int v17 = v15 && v16;
            if (v17) {
                double v18 = l0;
                int v19 = v11 == 1;
                double v20 = v19 ? 0.5 : 0.25;
                int v21 = v11 == 0;
                double v22 = v21 ? 0.25 : v20;
                long v23 = (long)((ulong)v14 * (ulong)v2);
                __global double *v24 = (__global double *)((__global uchar *)v0 + v23);
                double v25 = *v24;
                double v26 = v22 * v25;
                double v27 = v18 + v26;
                l0 = v27;
            }
        }
        double v28 = l0;
        long v29 = (long)((ulong)v9 * (ulong)v5);
        __global double *v30 = (__global double *)((__global uchar *)v3 + v29);
        *v30 = v28;
    }
}

