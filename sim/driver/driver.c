/* SPDX-License-Identifier: Apache-2.0 */
/* The exported functions of the CUDA Driver API: one wrapper for each row of
 * driver.def, and the questions about them (cuGetProcAddress, counters). */
#include "sim/driver/driver.h"
#include "sim/cudasim.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The state that a call needs before its body may run (driver.def). */
typedef enum needs { ANY, INIT, CLOSE, STOP, DROP, FREE, CURRENT, ALIVE } needs;

typedef enum call_index {
#define CUDA(name, version, since, body, needs, streams, params, args)         \
    CALL_##name##version,
#define REFUSED(name, version, since, streams) CALL_##name##version,
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED
    CALL_COUNT
} call_index;

typedef void (*any_function)(void);

typedef struct entry {
    const char *symbol, *name;
    size_t length; /* of the name */
    int since;
    needs needs;
    any_function function, twin; /* the twin: default stream per thread */
    const char *twin_suffix;
} entry;

static const entry entries[CALL_COUNT];
static _Atomic uint64_t calls[CALL_COUNT];

/* ---- around each call ---- */

typedef struct call {
    bool go;       /* the body is to run */
    bool locked;   /* and the lock is held */
    CUresult late; /* an injected fault to report after the body */
    bool bare;     /* it computes nothing, in whatever environment */
    pk_fpenv env;  /* the caller's: PTX is read and run in the usual one */
} call;

/* Programs make these around every other call. */
static inline bool is_bare(call_index index) {
    return index == CALL_cuCtxPushCurrent_v2 ||
           index == CALL_cuCtxPopCurrent_v2 || index == CALL_cuCtxGetCurrent ||
           index == CALL_cuCtxSetCurrent;
}

static CUresult check_context(const entry *e) {
    CUcontext handle;

    if (drv_self.depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    handle = drv_self.stack[drv_self.depth - 1];
    drv_self.current = drv_context_get(handle);
    if (!drv_self.current)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return e->needs == ALIVE ? drv_self.current->dead : CUDA_SUCCESS;
}

/* An injected fault that sticks kills the context that is current; without
 * one the function itself goes on to fail. */
static void stick(const entry *e, bool locked, CUresult fault) {
    drv_context *context = NULL;

    if (locked && drv.initialized && drv_self.depth > 0)
        context = drv_context_get(drv_self.stack[drv_self.depth - 1]);
    if (!context)
        drv_fault_forever(e->symbol, e->name);
    else if (!context->dead)
        context->dead = fault;
}

static bool gives_back(const entry *e) {
    return e->needs >= CLOSE && e->needs <= FREE;
}

/* Takes the lock. A call that gives back what a running kernel may be using
 * waits until none runs. */
static void enter_driver(const entry *e) {
    drv_lock();
    if (e->needs == STOP || e->needs == FREE)
        while (drv.running)
            drv_wait();
}

static CUresult check(const entry *e, call *it) {
    bool sticky = false;
    CUresult fault;

    if (e->needs != ANY) {
        if (drv_forked())
            return CUDA_ERROR_NOT_INITIALIZED;
        if (drv_self.in_callback)
            return CUDA_ERROR_NOT_PERMITTED;
        enter_driver(e);
        it->locked = true;
    }
    fault = drv_fault_next(e->symbol, e->name, &sticky);
    if (fault && sticky)
        stick(e, it->locked, fault);
    if (fault && !gives_back(e))
        return fault;
    it->late = fault;
    if (e->needs == ANY)
        return CUDA_SUCCESS;
    if (!drv.initialized)
        return CUDA_ERROR_NOT_INITIALIZED;
    fault = check_context(e);
    return e->needs >= CURRENT ? fault : CUDA_SUCCESS;
}

static CUresult leave(call *it, CUresult result) {
    drv_user_object *doomed = NULL;

    drv_self.current = NULL;
    drv_self.env = NULL;
    drv_self.per_thread = false;
    if (it->locked) {
        doomed = drv_user_objects_doomed();
        drv_unlock();
    }
    if (!it->bare)
        pk_fpenv_leave(&it->env);
    drv_user_objects_destroy(doomed);
    return it->late ? it->late : result;
}

static CUresult enter(call_index index, bool per_thread, call *it) {
    CUresult result;

    atomic_fetch_add_explicit(&calls[index], 1, memory_order_relaxed);
    it->go = it->locked = false;
    it->late = CUDA_SUCCESS;
    it->bare = is_bare(index);
    if (!it->bare) {
        it->env = pk_fpenv_enter();
        drv_self.env = &it->env;
    }
    drv_self.per_thread = per_thread;
    result = check(&entries[index], it);
    if (result != CUDA_SUCCESS)
        return leave(it, result);
    it->go = true;
    return CUDA_SUCCESS;
}

static CUresult refuse(call_index index) {
    call it;
    CUresult result = enter(index, false, &it);

    if (!it.go)
        return result;
    drv_log(DRV_LOG_warning, "%s is not simulated", entries[index].symbol);
    drv_report_line(entries[index].symbol, "is not simulated");
    return leave(&it, CUDA_ERROR_NOT_SUPPORTED);
}

/* ---- the wrappers ---- */

#define WRAPPER(symbol, index, twin, body, params, args)                       \
    EXPORT CUresult symbol params;                                             \
    EXPORT CUresult symbol params {                                            \
        call it;                                                               \
        CUresult result = enter(index, twin, &it);                             \
                                                                               \
        return it.go ? leave(&it, drv_##body args) : result;                   \
    }

#define TWIN_PLAIN(symbol, body, params, args)
#define TWIN_PTSZ(symbol, body, params, args)                                  \
    WRAPPER(symbol##_ptsz, CALL_##symbol, true, body, params, args)
#define TWIN_PTDS(symbol, body, params, args)                                  \
    WRAPPER(symbol##_ptds, CALL_##symbol, true, body, params, args)

/* Arguments of a refused function do not matter. */
#define REFUSAL(symbol, index)                                                 \
    EXPORT CUresult symbol(void);                                              \
    EXPORT CUresult symbol(void) {                                             \
        return refuse(index);                                                  \
    }
#define REFUSED_PLAIN(symbol)
#define REFUSED_PTSZ(symbol) REFUSAL(symbol##_ptsz, CALL_##symbol)
#define REFUSED_PTDS(symbol) REFUSAL(symbol##_ptds, CALL_##symbol)

#define CUDA(name, version, since, body, needs, streams, params, args)         \
    WRAPPER(name##version, CALL_##name##version, false, body, params, args)    \
    TWIN_##streams(name##version, body, params, args)
#define REFUSED(name, version, since, streams)                                 \
    REFUSAL(name##version, CALL_##name##version)                               \
    REFUSED_##streams(name##version)
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED

#define SUFFIX_PLAIN          ""
#define SUFFIX_PTSZ           "_ptsz"
#define SUFFIX_PTDS           "_ptds"
#define ADDRESS_PLAIN(symbol) symbol
#define ADDRESS_PTSZ(symbol)  symbol##_ptsz
#define ADDRESS_PTDS(symbol)  symbol##_ptds
#define ENTRY(name, version, since, needs, streams)                            \
    {#name #version,                                                           \
     #name,                                                                    \
     sizeof #name - 1,                                                         \
     since,                                                                    \
     needs,                                                                    \
     (any_function)name##version,                                              \
     (any_function)ADDRESS_##streams(name##version),                           \
     SUFFIX_##streams},

static const entry entries[CALL_COUNT] = {
#define CUDA(name, version, since, body, needs, streams, params, args)         \
    ENTRY(name, version, since, needs, streams)
#define REFUSED(name, version, since, streams)                                 \
    ENTRY(name, version, since, INIT, streams)
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED
};

/* ---- questions about entry points ---- */

/* `name` is e's, perhaps with the suffix for per-thread streams. Almost all
 * others have another letter where e's name ends. */
static bool is_entry(const entry *e, const char *name, size_t length,
                     bool *twin) {
    const char *rest = name + e->length;

    if (length < e->length || rest[-1] != e->name[e->length - 1] ||
        memcmp(name, e->name, e->length) != 0)
        return false;
    if (*rest && strcmp(rest, e->twin_suffix) != 0)
        return false;
    *twin = *rest;
    return true;
}

/* The newest form of `name` that `version` of the API has. *known: there is
 * any. */
static const entry *find_entry(const char *name, int version, bool *twin,
                               bool *known) {
    const entry *best = NULL;
    size_t length = strlen(name);

    *known = false;
    for (size_t i = 0; i < CALL_COUNT; i++) {
        const entry *e = &entries[i];

        if (!is_entry(e, name, length, twin))
            continue;
        *known = true;
        if (e->since <= version && (!best || e->since >= best->since))
            best = e;
    }
    return best;
}

CUresult drv_get_proc_address_v2(const char *symbol, void **out, int version,
                                 uint64_t flags,
                                 CUdriverProcAddressQueryResult *status) {
    bool twin, known;
    const entry *e;
    any_function found;

    if (!symbol || !out || flags & ~(uint64_t)CU_GET_PROC_ADDRESS_FLAGS)
        return CUDA_ERROR_INVALID_VALUE;
    e = find_entry(symbol, version, &twin, &known);
    if (status)
        *status = e       ? CU_GET_PROC_ADDRESS_FOUND
                  : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                          : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    *out = NULL;
    if (!e) {
        drv_log(DRV_LOG_info, "cuGetProcAddress: no %s for CUDA %d", symbol,
                version);
        return status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
    }
    twin = twin || flags & CU_GET_PROC_ADDRESS_PER_THREAD;
    found = twin ? e->twin : e->function;
    memcpy(out, &found, sizeof found);
    return CUDA_SUCCESS;
}

CUresult drv_get_proc_address(const char *symbol, void **out, int version,
                              uint64_t flags) {
    return drv_get_proc_address_v2(symbol, out, version, flags, NULL);
}

static void log_table(const CUuuid *id) {
    char text[2 * sizeof id->bytes + 1];

    for (size_t i = 0; i < sizeof id->bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned char)id->bytes[i]);
    drv_log(DRV_LOG_info, "cuGetExportTable: no table %s", text);
}

/* Private tables of NVIDIA's own libraries: there are none. */
CUresult drv_get_export_table(const void **table, const CUuuid *id) {
    if (!table || !id)
        return CUDA_ERROR_INVALID_VALUE;
    *table = NULL;
    log_table(id);
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT uint64_t portkern_sim_calls(const char *function) {
    uint64_t sum = 0;

    for (size_t i = 0; function && i < CALL_COUNT; i++)
        if (strcmp(entries[i].symbol, function) == 0 ||
            strcmp(entries[i].name, function) == 0)
            sum += atomic_load_explicit(&calls[i], memory_order_relaxed);
    return sum;
}

bool drv_is_function(const char *name) {
    for (size_t i = 0; i < CALL_COUNT; i++)
        if (strcmp(entries[i].symbol, name) == 0 ||
            strcmp(entries[i].name, name) == 0)
            return true;
    return false;
}

/* ---- errors in words ---- */

typedef struct result_words {
    CUresult result;
    const char *name, *words;
} result_words;

static const result_words results[] = {
#define RESULT(name, number, words) {CUDA_##name, "CUDA_" #name, words},
#include "sim/errors.def"
#undef RESULT
};

static const result_words *find_result(CUresult result) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].result == result)
            return &results[i];
    return NULL;
}

CUresult drv_get_error_name(CUresult error, const char **out) {
    const result_words *found = find_result(error);

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = found ? found->name : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_get_error_string(CUresult error, const char **out) {
    const result_words *found = find_result(error);

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = found ? found->words : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_result_named(const char *name) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const char *full = results[i].name; /* CUDA_ERROR_... */

        if (strcmp(full, name) == 0 || strcmp(full + 5, name) == 0 ||
            (results[i].result && strcmp(full + 11, name) == 0))
            return results[i].result;
    }
    return CUDA_SUCCESS;
}
