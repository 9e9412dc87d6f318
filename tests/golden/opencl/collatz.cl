/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_collatz(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3) {
    __global long *v0 = (__global long *)(p0 + offset0);
    long v1 = p1;
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    long l0 = 0;
    long l1 = 0;
    long v4 = first_thread0;
    int v5 = (int)(thread_id0 & 1023L);
    long v6 = thread_id0;
    long v7 = v4 + v6;
    int v8 = v7 >= v1;
    if (v8) {
        return;
    }
    __global long *v9 = v0 + v7;
    long v10 = *v9;
    l0 = v10;
    l1 = 0L;
    for (;;) {
        long v11 = l0;
        int v12 = v11 == 1L;
        if (v12) {
            break;
        }
        long v13 = (long)(v11 & 1L);
        int v14 = v13 == 0L;
        long v15 = (long)(v11 >> (uint)1L);
        long v16 = (long)((ulong)v11 * (ulong)3L);
        long v17 = (long)((ulong)v16 + (ulong)1L);
        long v18 = v14 ? v15 : v17;
        l0 = v18;
        long v19 = l1;
        long v20 = (long)((ulong)v19 + (ulong)1L);
        l1 = v20;
        int v21 = v20 >= 1000L;
        if (v21) {
            break;
        }
    }
    long v22 = l1;
    __global long *v23 = v2 + v7;
    *v23 = v22;
}

