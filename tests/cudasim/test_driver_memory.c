/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: allocations, copies, fills, pools, what is known of an address. */
#include "tests/cudasim/rig.h"

START_TEST(memory_is_allocated_and_freed)
{
    CUdeviceptr p, base;
    size_t size, free_before, free_after, total;

    rig_start();
    ok(cuMemGetInfo_v2(&free_before, &total));
    ok(cuMemAlloc_v2(&p, 1000));
    ck_assert_uint_eq(p % 256, 0);
    ok(cuMemGetInfo_v2(&free_after, &total));
    ck_assert_uint_lt(free_after, free_before);
    ok(cuMemGetAddressRange_v2(&base, &size, p + 500));
    ck_assert_uint_eq(base, p);
    ck_assert_uint_eq(size, 1000);
    fails(cuMemFree_v2(p + 4), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    fails(cuMemFree_v2(p), INVALID_VALUE);
    fails(cuMemGetAddressRange_v2(&base, &size, p), NOT_FOUND);
    ok(cuMemFree_v2(0));
    fails(cuMemAlloc_v2(&p, 0), INVALID_VALUE);
    fails(cuMemAlloc_v2(NULL, 4), INVALID_VALUE);
    fails(cuMemAlloc_v2(&p, total + 1), OUT_OF_MEMORY);
    fails(cuMemAlloc_v2(&p, SIZE_MAX), OUT_OF_MEMORY);
    ok(cuMemGetInfo_v2(&free_after, &total));
    ck_assert_uint_eq(free_after, free_before);
    rig_end();
}
END_TEST

START_TEST(copies_go_every_way)
{
    char from[256], to[256] = {0};
    CUdeviceptr a, b;

    for (int i = 0; i < 256; i++)
        from[i] = (char)i;
    rig_start();
    a = rig_memory(256), b = rig_memory(256);
    ok(cuMemcpyHtoD_v2(a, from, 256));
    ok(cuMemcpyDtoD_v2(b, a, 256));
    ok(cuMemcpyDtoH_v2(to, b, 256));
    ck_assert_mem_eq(to, from, 256);
    ok(cuMemcpyDtoD_v2(a + 10, a, 100)); /* onto itself */
    ok(cuMemcpy((uintptr_t)to, a, 256)); /* sides found by address */
    ck_assert_mem_eq(to + 10, from, 100);
    ok(cuMemcpyHtoDAsync_v2(a, from, 256, NULL));
    ok(cuMemcpyPeer(b, context, a, context, 256));
    ok(cuMemcpyDtoHAsync_v2(to, b, 256, NULL));
    ck_assert_mem_eq(to, from, 256);
    ok(cuMemcpyHtoD_v2(a, NULL, 0));
    ok(cuMemFree_v2(a));
    ok(cuMemFree_v2(b));
    rig_end();
}
END_TEST

START_TEST(copies_out_of_bounds_are_errors)
{
    char host[64] = {0};
    CUdeviceptr p, gone;

    rig_start();
    p = rig_memory(64), gone = rig_memory(64);
    ok(cuMemFree_v2(gone));
    fails(cuMemcpyHtoD_v2(p, host, 65), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(p + 32, host, 33), INVALID_VALUE);
    fails(cuMemcpyDtoH_v2(host, p - 1, 1), INVALID_VALUE);
    fails(cuMemcpyDtoH_v2(host, gone, 1), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(gone, host, 1), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(p, NULL, 1), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(0, host, 1), INVALID_VALUE);
    fails(cuMemcpy(p, gone, 4), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(p, (void *)(uintptr_t)gone, 4), INVALID_VALUE);
    fails(cuMemcpyHtoD_v2(p, host, SIZE_MAX), INVALID_VALUE);
    fails(cuMemcpyHtoDAsync_v2(p, host, 4, (CUstream)&p), INVALID_HANDLE);
    fails(cuMemsetD8_v2(p, 0, 65), INVALID_VALUE);
    fails(cuMemsetD32_v2(p + 2, 0, 1), INVALID_VALUE);
    fails(cuMemsetD32_v2(p, 0, SIZE_MAX / 2), INVALID_VALUE);
    ok(cuCtxSynchronize()); /* none of these is sticky */
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

START_TEST(fills_write_their_elements)
{
    unsigned char bytes[64];
    CUdeviceptr p;

    rig_start();
    p = rig_memory(64);
    ok(cuMemsetD8_v2(p, 0xaa, 64));
    ok(cuMemsetD16_v2(p + 2, 0x1234, 2));
    ok(cuMemsetD32Async(p + 8, 0xdeadbeef, 1, NULL));
    ok(cuMemsetD2D8_v2(p + 16, 16, 7, 3, 2));
    ok(cuMemcpyDtoH_v2(bytes, p, 64));
    ck_assert_mem_eq(bytes, "\xaa\xaa\x34\x12\x34\x12\xaa\xaa\xef\xbe\xad\xde",
                     12);
    ck_assert_mem_eq(bytes + 16, "\7\7\7\xaa", 4);
    ck_assert_mem_eq(bytes + 32, "\7\7\7\xaa", 4);
    fails(cuMemsetD2D32_v2(p, 8, 0, 3, 2), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

START_TEST(boxes_are_copied_row_by_row)
{
    char from[6][8], to[4 * 4 * 4] = {0};
    CUDA_MEMCPY2D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = from,
                        .srcPitch = 8,
                        .srcXInBytes = 2,
                        .srcY = 1,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .WidthInBytes = 4,
                        .Height = 3};
    CUDA_MEMCPY3D out = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .srcHeight = 1,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = to,
                         .dstPitch = 4,
                         .dstHeight = 4,
                         .WidthInBytes = 4,
                         .Height = 1,
                         .Depth = 3};
    size_t pitch;
    CUdeviceptr p;

    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 8; x++)
            from[y][x] = (char)(10 * y + x);
    rig_start();
    ok(cuMemAllocPitch_v2(&p, &pitch, 4, 3, 4));
    ck_assert_uint_ge(pitch, 4);
    in.dstDevice = p, in.dstPitch = pitch;
    ok(cuMemcpy2D_v2(&in));
    out.srcDevice = p, out.srcPitch = pitch; /* rows come back as slices */
    ok(cuMemcpy3D_v2(&out));
    for (int z = 0; z < 3; z++)
        ck_assert_mem_eq(to + 16 * z, &from[1 + z][2], 4);
    in.dstPitch = 3;
    fails(cuMemcpy2D_v2(&in), INVALID_VALUE);
    in.dstPitch = pitch, in.Height = 4;
    in.dstY = 1;
    fails(cuMemcpy2D_v2(&in), INVALID_VALUE);
    in.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    fails(cuMemcpy2D_v2(&in), NOT_SUPPORTED);
    in.dstMemoryType = 9;
    fails(cuMemcpy2D_v2(&in), INVALID_VALUE);
    fails(cuMemcpy2D_v2(NULL), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

START_TEST(pinned_memory_has_one_address)
{
    CUdeviceptr device;
    unsigned flags;
    void *host;
    int *words;

    rig_start();
    ok(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE));
    words = host;
    words[3] = 42;
    ok(cuMemHostGetDevicePointer_v2(&device, host, 0));
    ck_assert_uint_eq(rig_word(device + 12), 42);
    ok(cuMemHostGetFlags(&flags, host));
    ck_assert_uint_eq(flags, 3);
    fails(cuMemFree_v2(device), INVALID_VALUE);
    fails(cuMemHostUnregister(host), HOST_MEMORY_NOT_REGISTERED);
    ok(cuMemFreeHost(host));
    fails(cuMemFreeHost(host), INVALID_VALUE);
    fails(cuMemHostAlloc(&host, 64, 0x80), INVALID_VALUE);
    rig_end();
}
END_TEST

START_TEST(registered_memory_is_the_programs)
{
    static int words[64];
    CUdeviceptr device;

    rig_start();
    ok(cuMemHostRegister_v2(words, sizeof words, 0));
    fails(cuMemHostRegister_v2(words + 4, 8, 0),
          HOST_MEMORY_ALREADY_REGISTERED);
    words[5] = 17;
    ok(cuMemHostGetDevicePointer_v2(&device, words + 5, 0));
    ck_assert_uint_eq(rig_word(device), 17);
    fails(cuMemFreeHost(words), INVALID_VALUE);
    ok(cuMemHostUnregister(words));
    fails(cuMemHostUnregister(words), HOST_MEMORY_NOT_REGISTERED);
    fails(cuMemHostGetDevicePointer_v2(&device, words, 0), INVALID_VALUE);
    rig_end();
}
END_TEST

START_TEST(managed_memory_is_both_sides)
{
    CUdeviceptr p;
    CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    int *words;

    rig_start();
    ok(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL));
    words = (int *)(uintptr_t)p;
    words[1] = 9;
    ck_assert_uint_eq(rig_word(p + 4), 9);
    ok(cuMemsetD32_v2(p, 5, 2));
    ck_assert_int_eq(words[1], 5);
    ok(cuMemPrefetchAsync(p, 64, 0, NULL));
    ok(cuMemPrefetchAsync_v2(p, 64, host, 0, NULL));
    ok(cuMemAdvise(p, 64, 3, CU_DEVICE_CPU));
    fails(cuMemAdvise(p, 64, 7, 0), INVALID_VALUE);
    fails(cuMemPrefetchAsync(p, 65, 0, NULL), INVALID_VALUE);
    fails(cuMemAllocManaged(&p, 64, 7), INVALID_VALUE);
    ok(cuMemFree_v2((uintptr_t)words));
    rig_end();
}
END_TEST

START_TEST(pointers_tell_where_they_come_from)
{
    int kinds[] = {2, 8, 9, 11}, ordinal, managed;
    unsigned type;
    CUdeviceptr p, start;
    void *into[] = {&type, &managed, &ordinal, &start};
    CUcontext of;
    int local;

    rig_start();
    p = rig_memory(64);
    ok(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 8));
    ck_assert_uint_eq(type, CU_MEMORYTYPE_DEVICE);
    ok(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, p));
    ck_assert_ptr_eq(of, context);
    ok(cuPointerGetAttributes(4, kinds, into, p + 8));
    ck_assert_uint_eq(start, p);
    ck_assert_int_eq(managed, 0);
    ck_assert_int_eq(ordinal, 0);
    fails(cuPointerGetAttribute(&type, 2, (uintptr_t)&local), INVALID_VALUE);
    ok(cuPointerGetAttributes(4, kinds, into, (uintptr_t)&local));
    ck_assert_uint_eq(type, 0);
    ck_assert_int_eq(ordinal, -2);
    fails(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_HOST_POINTER, p),
          INVALID_VALUE);
    fails(cuPointerGetAttribute(NULL, 2, p), INVALID_VALUE);
    fails(cuPointerGetAttribute(&type, 99, p), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

static uint64_t pool_value(CUmemoryPool pool, int attribute) {
    uint64_t value = 0;

    ok(cuMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

START_TEST(pools_keep_books)
{
    CUmemPoolProps props = {.allocType = 1, .location = {1, 0}};
    uint64_t threshold = UINT64_MAX;
    CUmemoryPool pool, standard, seen;
    CUdeviceptr a, b;

    rig_start();
    ok(cuDeviceGetDefaultMemPool(&standard, 0));
    ok(cuMemPoolCreate(&pool, &props));
    ok(cuDeviceSetMemPool(0, pool));
    ok(cuDeviceGetMemPool(&seen, 0));
    ck_assert_ptr_eq(seen, pool);
    ok(cuMemAllocAsync(&a, 1000, NULL));
    ok(cuMemAllocFromPoolAsync(&b, 500, standard, NULL));
    ck_assert_uint_eq(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1000);
    ck_assert_uint_eq(pool_value(standard, CU_MEMPOOL_ATTR_USED_MEM_CURRENT),
                      500);
    ok(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                             &threshold));
    ok(cuMemFreeAsync(a, NULL));
    ck_assert_uint_eq(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    ck_assert_uint_eq(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH), 1000);
    ck_assert_uint_ge(pool_value(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT),
                      1000);
    ok(cuMemPoolTrimTo(pool, 0));
    ck_assert_uint_eq(pool_value(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT),
                      0);
    fails(cuMemFreeAsync(a, NULL), INVALID_VALUE);
    ok(cuMemFree_v2(b)); /* the plain call takes it too */
    ok(cuMemPoolDestroy(pool));
    ok(cuDeviceGetMemPool(&seen, 0));
    ck_assert_ptr_eq(seen, standard);
    fails(cuMemPoolDestroy(pool), INVALID_VALUE);
    fails(cuMemPoolDestroy(standard), INVALID_VALUE);
    props.maxSize = 100;
    ok(cuMemPoolCreate(&pool, &props));
    fails(cuMemAllocFromPoolAsync(&a, 101, pool, NULL), OUT_OF_MEMORY);
    ok(cuMemPoolDestroy(pool));
    rig_end();
}
END_TEST

START_TEST(memory_outlives_its_pool)
{
    CUmemPoolProps props = {.allocType = 1, .location = {1, 0}};
    CUmemoryPool pool;
    CUdeviceptr p;

    rig_start();
    ok(cuMemPoolCreate(&pool, &props));
    ok(cuMemAllocFromPoolAsync(&p, 64, pool, NULL));
    ok(cuMemPoolDestroy(pool));
    ok(cuMemsetD8_v2(p, 1, 64));
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

TESTS("driver memory", memory_is_allocated_and_freed, copies_go_every_way,
      copies_out_of_bounds_are_errors, fills_write_their_elements,
      boxes_are_copied_row_by_row, pinned_memory_has_one_address,
      registered_memory_is_the_programs, managed_memory_is_both_sides,
      pointers_tell_where_they_come_from, pools_keep_books,
      memory_outlives_its_pool)
