/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_columns(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *p3,
    ulong offset3,
    long p4,
    long p5) {
    __global short *v0 = (__global short *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global short *v3 = (__global short *)(p3 + offset3);
    long v4 = p4;
    long v5 = p5;
    long thread_id0 = 0;
    long thread_id1 = 0;
    long first_thread0 = (long)get_global_id(0);
    long first_thread1 = (long)get_global_id(1);
    long v6 = first_thread0;
    int v7 = (int)(thread_id0 & 1023L);
    long v8 = thread_id0;
    long v9 = v6 + v8;
    long v10 = first_thread1;
    int v11 = (int)(thread_id1 & 1023L);
    long v12 = thread_id1;
    long v13 = v10 + v12;
    int v14 = v9 < v1;
    int v15 = v13 < v2;
    int v16 = v14 && v15;
    if (v16) {
        long v17 = (long)((ulong)v9 * (ulong)v2);
        long v18 = (long)((ulong)v17 + (ulong)v13);
        __global short *v19 = v0 + v18;
        short v20 = *v19;
        long v21 = (long)((ulong)v13 * (ulong)v5);
        long v22 = (long)((ulong)v21 + (ulong)v9);
        __global short *v23 = v3 + v22;
        *v23 = v20;
    }
}

