/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of every topic of reference cases.
 *
 * A topic X.cu is read twice. nvcc makes PTX of it: there a row is a kernel.
 * The host's compiler makes X.cpp of it: there the same row is a test, which
 * knows what must come out without the device. So a row states a kernel and its
 * meaning side by side:
 *
 *     MAP(mulhi, int, (int a, int b), __mulhi(a, b), (int64_t)a * b >> 32)
 *
 * is a kernel that applies __mulhi to each pair of many, and a test that it
 * gave what the host's expression gives. Kernels that are no maps stand under
 * `#ifdef __CUDACC__`, their tests under `#else`. */
#ifndef PORTKERN_TESTS_REFERENCE_H
#define PORTKERN_TESTS_REFERENCE_H

#include <stdint.h>

/* The arrays that a map reads. */
struct reference_inputs {
    const void *at[4];
};

#ifdef __CUDACC__

#define KERNEL    extern "C" __global__ void
#define BOTH      __host__ __device__
#define RANK      ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define FULL      0xffffffffu
#define ARG(T, i) (((const T *)in.at[i])[n])

template <class R, class A>
__device__ R reference_apply(R f(A), const reference_inputs &in, int n) {
    return f(ARG(A, 0));
}
template <class R, class A, class B>
__device__ R reference_apply(R f(A, B), const reference_inputs &in, int n) {
    return f(ARG(A, 0), ARG(B, 1));
}
template <class R, class A, class B, class C>
__device__ R reference_apply(R f(A, B, C), const reference_inputs &in, int n) {
    return f(ARG(A, 0), ARG(B, 1), ARG(C, 2));
}

#define MAP_AS(name, R, W, args, device, host)                                 \
    static __device__ __forceinline__ R name##_device args {                   \
        return device;                                                         \
    }                                                                          \
    KERNEL name(reference_inputs in, R *out, int count) {                      \
        if (RANK < count)                                                      \
            out[RANK] = reference_apply(name##_device, in, RANK);              \
    }
#define MAP_NEAR(name, R, args, ulps, floor, device, host)                     \
    MAP_AS(name, R, R, args, device, host)

#else

#include "host.h"

#define BOTH
/* A row whose host expression gives exactly the kernel's result. */
#define MAP_AS(name, R, W, args, device, host)                                 \
    static W name##_host args {                                                \
        return (W)(host);                                                      \
    }                                                                          \
    static const reference::enrolled name##_row{                               \
        TOPIC, #name, [] { reference::map_exactly<R>(name##_host); }};
/* A row whose result may be `ulps` of its last places off what the host
 * computed with more of them; or `floor` off, where that is more. */
#define MAP_NEAR(name, R, args, ulps, floor, device, host)                     \
    static long double name##_host args {                                      \
        return host;                                                           \
    }                                                                          \
    static const reference::enrolled name##_row{                               \
        TOPIC, #name,                                                          \
        [] { reference::map_nearly<R>(name##_host, ulps, floor); }};

#endif

#define MAP(name, R, args, device, host) MAP_AS(name, R, R, args, device, host)

#endif
