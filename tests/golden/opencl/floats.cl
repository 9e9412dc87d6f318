/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

float floor_div_f_f32(float a, float b) {
    float m = fmod(a, b);
    float n = a - m;
    float q = (float)(n / b);
    float whole = (float)(a / b);
    if (b == 0)
        return whole;
    if (m != 0)
        q = (b < 0) != (m < 0) ? q - 1 : q;
    if (q == 0)
        return copysign((float)0, whole);
    whole = sizeof a == 4 ? 8388608L : 4503599627370496L;
    n = fabs(q) < whole ? floor(q) : q;
    return q - n > (float)0.5f ? n + 1 : n;
}

float floor_mod_f_f32(float a, float b) {
    float m = fmod(a, b);
    if (m == 0)
        return copysign((float)0, b);
    return (b < 0) != (m < 0) ? m + b : m;
}

__kernel void k_floats(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *p4,
    ulong offset4,
    long p5,
    long p6) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    __global float *v2 = (__global float *)(p2 + offset2);
    long v3 = p3;
    __global float *v4 = (__global float *)(p4 + offset4);
    long v5 = p5;
    long v6 = p6;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    int v7 = block_dim0;
    long v8 = (long)v7;
    int v9 = block_id0;
    long v10 = (long)v9;
    long v11 = (long)((ulong)v10 * (ulong)v8);
    int v12 = thread_id0;
    long v13 = (long)v12;
    long v14 = v11 + v13;
    int v15 = v14 < v1;
    if (v15) {
        __global float *v16 = v0 + v14;
        float v17 = *v16;
        __global float *v18 = v2 + v14;
        float v19 = *v18;
        float v20 = v17 + v19;
        long v21 = (long)((ulong)v14 * (ulong)v6);
        __global float *v22 = v4 + v21;
        *v22 = v20;
        float v23 = v17 - v19;
        long v24 = (long)((ulong)v21 + (ulong)1L);
        __global float *v25 = v4 + v24;
        *v25 = v23;
        float v26 = v17 * v19;
        long v27 = (long)((ulong)v21 + (ulong)2L);
        __global float *v28 = v4 + v27;
        *v28 = v26;
        float v29 = (float)(v17 / v19);
        long v30 = (long)((ulong)v21 + (ulong)3L);
        __global float *v31 = v4 + v30;
        *v31 = v29;
        float v32 = floor_div_f_f32(v17, v19);
        long v33 = (long)((ulong)v21 + (ulong)4L);
        __global float *v34 = v4 + v33;
        *v34 = v32;
        float v35 = floor_mod_f_f32(v17, v19);
        long v36 = (long)((ulong)v21 + (ulong)5L);
        __global float *v37 = v4 + v36;
        *v37 = v35;
        float v38 = -v17;
        long v39 = (long)((ulong)v21 + (ulong)6L);
        __global float *v40 = v4 + v39;
        *v40 = v38;
        float v41 = fabs(v17);
        long v42 = (long)((ulong)v21 + (ulong)7L);
        __global float *v43 = v4 + v42;
        *v43 = v41;
    }
}

