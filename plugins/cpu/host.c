/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions: calls in the calling thread, and the memory that they make.
 *
 * Memory comes from the context's allocator. Code does not carry it along: the
 * thread that runs a call knows it. */
#include "plugins/cpu/cpu.h"

#include "base/counted.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/os/fpenv.h"
#include "base/os/lapack.h"
#include "base/os/thread.h"
#include "base/try.h"

enum {
    ALIGN = 64,
    SPILLS = 8, /* times what the IR shows of frames is what LLVM makes */
    STACK_SCRATCH = 4096 /* bytes of a frame that may be on the stack */
};

_Thread_local pk_cpu_running pk_cpu_at;

/* The allocator of the call that the thread runs. */
static const pk_allocator *memory_of_call(void) {
    return pk_cpu_at.fun ? pk_cpu_at.fun->mod->dev->host->allocator : &pk_heap;
}

/* Another device that may want the memory hears of it. What a thread of a
 * parallel loop makes it fills without a word. */
static void *told(pk_counted *made, bool zero) {
    const pk_call_offload *offload = pk_cpu_at.offload;

    if (offload && made)
        offload->made(offload->self, pk_counted_data(made), made->size,
                      zero || pk_cpu_at.nested);
    return made;
}

void *pk_cpu_alloc(uint64_t size) {
    return told(pk_counted_new(memory_of_call(), size, false), false);
}

void *pk_cpu_alloc_zero(uint64_t size) {
    return told(pk_counted_new(memory_of_call(), size, true), true);
}

void *pk_cpu_alloc_refs(uint64_t size, uint64_t words, uint64_t refs) {
    return pk_counted_new_refs(memory_of_call(), size, (uint32_t)words, refs);
}

bool pk_cpu_sole(const void *counted, const void *data, uint64_t bytes) {
    return pk_counted_is_sole(counted, data, bytes);
}

int64_t pk_cpu_lapack(void *block, int32_t bytes, int32_t which, int64_t m,
                      int64_t n, int64_t k) {
    const pk_host *host = pk_cpu_at.fun->mod->dev->host;

    return pk_lapack_call(host->option(host->self, "PORTKERN_LAPACK"),
                          (uint32_t)which, bytes == 4, block, UINT64_MAX, m, n,
                          k);
}

void pk_cpu_home(uint64_t address, int32_t written) {
    const pk_call_offload *offload = pk_cpu_at.offload;

    if (!offload || pk_cpu_at.nested) /* in a loop it is */
        return;
    offload->home(offload->self, address, written);
    pk_cpu_end_lost();
}

void pk_cpu_end_lost(void) {
    static const uint32_t now = 1;

    if (pk_cpu_at.offload->lost)
        pk_cpu_at.launch->stop = pk_cpu_at.stop = &now;
}

void pk_cpu_retain(void *counted) {
    pk_counted_retain(counted);
}

void pk_cpu_release(void *counted) {
    const pk_call_offload *offload = pk_cpu_at.offload;
    pk_counted *last = counted;

    if (offload && last && atomic_load(&last->owners) == 1) {
        if (last->refs) /* others go with it */
            pk_cpu_home(0, true);
        offload->gone(offload->self, pk_counted_data(last));
    }
    pk_counted_release(counted);
}

/* ---- calls ---- */

/* A loaded function has no type record before its first instruction, where
 * clang's -fsanitize=function would look for one. */
#if defined(__clang__)
#define GENERATED __attribute__((no_sanitize("function")))
#else
#define GENERATED
#endif

static const uint32_t never = 0;

static pk_native_launch launch_of(const pk_call_desc *desc) {
    return (pk_native_launch){.grid = {1, 1, 1},
                              .block = {1, 1, 1},
                              .dim = {1, 1, 1},
                              .stop = desc->stop ? desc->stop : &never};
}

GENERATED static void enter(const pk_fun *fun, const pk_call_desc *desc,
                            const pk_native_launch *launch, void *scratch) {
    fun->entry(desc->params, launch, scratch);
}

static void run(const pk_fun *fun, const pk_call_desc *desc,
                const pk_native_launch *launch, void *scratch) {
    pk_fpenv old;

#ifdef PK_FPENV_HAS_SSE
    if (!fun->mod->has_imports) { /* no code but our own: no x87 */
        const uint32_t sse = pk_fpenv_enter_sse();
        enter(fun, desc, launch, scratch);
        pk_fpenv_restore_sse(sse);
        return;
    }
#endif
    old = pk_fpenv_enter();
    enter(fun, desc, launch, scratch);
    pk_fpenv_leave(&old);
}

/* Code that makes memory, or has threads, wants to know whose. */
static pk_status run_and_make(const pk_fun *fun, const pk_call_desc *desc,
                              void *scratch, pk_error *err) {
    const pk_cpu_running outer = pk_cpu_at;
    pk_native_launch launch = launch_of(desc);
    bool starved;

    pk_cpu_at = (pk_cpu_running){.fun = fun,
                                 .launch = &launch,
                                 .stop = launch.stop,
                                 .offload = pk_call_offload_of(desc),
                                 .chunk = pk_call_chunk(desc),
                                 .threads = pk_call_threads(desc)};
    run(fun, desc, &launch, scratch);
    starved = pk_cpu_at.starved;
    pk_cpu_at = outer;
    return starved ? pk_fail_no_memory(err) : PK_OK;
}

static pk_status run_with_memory(const pk_fun *fun, const pk_call_desc *desc,
                                 pk_error *err) {
    const pk_allocator *a = fun->mod->dev->host->allocator;
    const size_t size = (size_t)fun->scratch + ALIGN;
    char *block = a->alloc(a->self, size);
    pk_status status;

    if (!block)
        return pk_fail_no_memory(err);
    status =
        run_and_make(fun, desc, block + ALIGN - (uintptr_t)block % ALIGN, err);
    a->release(a->self, block, size);
    return status;
}

typedef struct deep_call {
    const pk_fun *fun;
    const pk_call_desc *desc;
} deep_call;

static pk_status run_deep(void *arg, pk_error *err) {
    const deep_call *d = arg;

    return run_with_memory(d->fun, d->desc, err);
}

static pk_status run_on_stack(const pk_fun *fun, const pk_call_desc *desc,
                              pk_error *err) {
    _Alignas(ALIGN) char scratch[STACK_SCRATCH];

    return run_and_make(fun, desc, scratch, err);
}

/* Whether the stack of the calling thread, which may be smaller than what the
 * target promises, has room for the function's recursion. */
static bool fits_stack(const pk_fun *fun) {
    return !fun->stack || pk_stack_left() / SPILLS >= fun->stack;
}

static pk_status run_any(const pk_fun *fun, const pk_call_desc *desc,
                         pk_error *err) {
    const pk_native_launch launch = launch_of(desc);
    deep_call d = {fun, desc};

    if (!fits_stack(fun))
        return pk_thread_run(run_deep, &d, err);
    if (fun->scratch > STACK_SCRATCH)
        return run_with_memory(fun, desc, err);
    if (fun->scratch)
        return run_on_stack(fun, desc, err);
    if (fun->mod->asks_call)
        return run_and_make(fun, desc, NULL, err);
    run(fun, desc, &launch, NULL);
    return PK_OK;
}

static pk_status call(pk_fun *fun, const pk_call_desc *desc, pk_error *err) {
    /* One that is stopped has failed. */
    return run_any(pk_cpu_best(fun), desc, err);
}

const pk_host_ext pk_cpu_host = {.struct_size = sizeof(pk_host_ext),
                                 .call = call};
