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

float abs_f_f32(float a) {
#ifdef __has_builtin
#if __has_builtin(__builtin_elementwise_abs)
    return __builtin_elementwise_abs(a);
#endif
#endif
    return fabs(a);
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
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    long v7 = first_thread0;
    int v8 = (int)(thread_id0 & 1023L);
    long v9 = thread_id0;
    long v10 = v7 + v9;
    int v11 = v10 < v1;
    if (v11) {
        __global float *v12 = v0 + v10;
        float v13 = *v12;
        __global float *v14 = v2 + v10;
        float v15 = *v14;
        float v16 = v13 + v15;
        long v17 = (long)((ulong)v10 * (ulong)v6);
        __global float *v18 = v4 + v17;
        *v18 = v16;
        float v19 = v13 - v15;
        long v20 = (long)((ulong)v17 + (ulong)1L);
        __global float *v21 = v4 + v20;
        *v21 = v19;
        float v22 = v13 * v15;
        long v23 = (long)((ulong)v17 + (ulong)2L);
        __global float *v24 = v4 + v23;
        *v24 = v22;
        float v25 = (float)(v13 / v15);
        long v26 = (long)((ulong)v17 + (ulong)3L);
        __global float *v27 = v4 + v26;
        *v27 = v25;
        float v28 = floor_div_f_f32(v13, v15);
        long v29 = (long)((ulong)v17 + (ulong)4L);
        __global float *v30 = v4 + v29;
        *v30 = v28;
        float v31 = floor_mod_f_f32(v13, v15);
        long v32 = (long)((ulong)v17 + (ulong)5L);
        __global float *v33 = v4 + v32;
        *v33 = v31;
        float v34 = -v13;
        long v35 = (long)((ulong)v17 + (ulong)6L);
        __global float *v36 = v4 + v35;
        *v36 = v34;
        float v37 = abs_f_f32(v13);
        long v38 = (long)((ulong)v17 + (ulong)7L);
        __global float *v39 = v4 + v38;
        *v39 = v37;
    }
}

