/* SPDX-License-Identifier: Apache-2.0 */
/* Chance, handles and verdicts. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- chance ---- */

uint64_t draw(world *w) { /* splitmix64, by Sebastiano Vigna */
    uint64_t z = w->random += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint32_t below(world *w, uint32_t n) {
    return (uint32_t)((draw(w) >> 32) * n >> 32);
}

bool one_in(world *w, uint32_t n) {
    return below(w, n) == 0;
}

size_t any_size(world *w) {
    static const size_t ends[] = {
        SIZE_MAX,  SIZE_MAX - 1,          SIZE_MAX - 7,    SIZE_MAX / 2,
        INT64_MAX, (size_t)INT64_MAX + 1, (size_t)1 << 32, UINT32_MAX};
    static const size_t small[] = {0, 1, 2, 3, 4, 7, 8, 16, 32, 64, 255, 256};

    if (one_in(w, 8))
        return PICK(w, ends);
    if (one_in(w, 2))
        return below(w, 9);
    return one_in(w, 3) ? below(w, 4097) : PICK(w, small);
}

uint32_t any_u32(world *w) {
    return one_in(w, 6) ? (uint32_t)draw(w) : below(w, 4);
}

const char *any_text(world *w) {
    static const char *const texts[] = {
        NULL,       "",      "x",         "\xff\xfe",
        "\n\t\x01", "k.py",  "add",       "i32, i32[:]",
        "E0310",    "ptx",   "Color.RED", "f32[:], f32[:], f32[:]",
        "float32",  "f32",   "sm_75",     "/nowhere/k.py",
        "%s%n%d",   "..",    "interp",    "nosuch,interp",
        "a.b.c",    "Point", "cpu:0",     "operator"};

    return PICK(w, texts);
}

char *fresh_memory(world *w) {
    if (w->ring_at == REGIONS) {
        for (int i = 0; i < w->count[QUEUE]; i++)
            pk_queue_finish(w->pool[QUEUE][i].object, NULL);
        w->ring_at = 0;
    }
    return w->ring + REGION * w->ring_at++;
}

/* ---- handles ---- */

/* Memory that is no handle, whoever looks at it. */
static const union {
    char bytes[256];
    uint64_t words[32];
} junk = {"this is no handle at all"};

void *any(world *w, kind of) {
    uint32_t chance = below(w, 32);
    handle *h;

    if (chance == 0)
        return NULL;
    if (chance == 1)
        return (void *)(uintptr_t)junk.bytes;
    if (chance == 2)
        of = (kind)below(w, KINDS);
    h = good(w, of);
    return h ? h->object : NULL;
}

handle *good(world *w, kind of) {
    return w->count[of] ? &w->pool[of][below(w, (uint32_t)w->count[of])] : NULL;
}

void give_back(kind of, void *object) {
    switch (of) {
    case CONTEXT: pk_context_release(object); break;
    case BUFFER: pk_buffer_release(object); break;
    case QUEUE: pk_queue_release(object); break;
    case EVENT: pk_event_release(object); break;
    case GRAPH: pk_graph_release(object); break;
    case MODULE: pk_module_release(object); break;
    case KERNEL: pk_kernel_release(object); break;
    case HOST_FUNCTION: pk_host_function_release(object); break;
    case LOOP: pk_element_loop_release(object); break;
    case PREPARED: pk_prepared_release(object); break;
    case PREPARED_CALL: pk_prepared_call_release(object); break;
    case EMISSION: pk_emission_release(object); break;
    case SIGNATURES: pk_signatures_release(object); break;
    case CHECKED: pk_checked_release(object); break;
    case DIAGNOSTICS: pk_diagnostics_release(object); break;
    case DEVICE_LIST: pk_device_list_release(object); break;
    case STRUCTURE: /* its context's */
    case KINDS: break;
    }
}

void *take_reference(kind of, void *object) {
    switch (of) {
    case CONTEXT: return pk_context_retain(object);
    case BUFFER: return pk_buffer_retain(object);
    case QUEUE: return pk_queue_retain(object);
    case EVENT: return pk_event_retain(object);
    case GRAPH: return pk_graph_retain(object);
    case MODULE: return pk_module_retain(object);
    case KERNEL: return pk_kernel_retain(object);
    case HOST_FUNCTION: return pk_host_function_retain(object);
    case LOOP: return pk_element_loop_retain(object);
    case PREPARED: return pk_prepared_retain(object);
    default: return NULL;
    }
}

static void drop_at(world *w, kind of, int i) {
    give_back(of, w->pool[of][i].object);
    w->pool[of][i] = w->pool[of][--w->count[of]];
}

void keep(world *w, kind of, void *object, bool safe) {
    if (!object)
        return;
    if (w->count[of] == POOL)
        drop_at(w, of, (int)below(w, POOL));
    w->pool[of][w->count[of]++] = (handle){object, safe};
}

/* In any order: objects keep what they need. */
void drop_all(world *w) {
    for (int left = 1; left;) {
        kind of = (kind)below(w, KINDS);
        if (w->count[of])
            drop_at(w, of, (int)below(w, (uint32_t)w->count[of]));
        left = 0;
        for (int k = 0; k < KINDS; k++)
            left += w->count[k];
    }
}

/* Buffers are not passed: two threads that write one race by their own doing.
 */
void trade(world *w) {
    static const kind traded[] = {EVENT, GRAPH, MODULE, KERNEL, HOST_FUNCTION};
    kind of = PICK(w, traded);
    handle *slot = &w->shared->slots[of][below(w, 4)], *mine = good(w, of);
    handle got = {0};

    pthread_mutex_lock(&w->shared->lock);
    if (one_in(w, 2) && mine) {
        got = *slot;
        *slot = (handle){take_reference(of, mine->object), mine->safe};
        give_back(of, got.object);
        got.object = NULL;
    } else if (slot->object) {
        got = (handle){take_reference(of, slot->object), slot->safe};
    }
    pthread_mutex_unlock(&w->shared->lock);
    keep(w, of, got.object, got.safe);
}

/* ---- verdicts ---- */

void die(const world *w, const char *why) {
    fprintf(stderr, "not ok: %s: %s (%s: %s)\n", w->calling, why,
            pk_status_name(w->err.status), w->err.message);
    abort();
}

pk_error *ask(world *w) {
    memset(&w->err, 0, sizeof w->err);
    w->err.driver_code = 0x5e5e;
    w->asked = !one_in(w, 16);
    return w->asked ? &w->err : NULL;
}

bool judge(world *w, pk_status status) {
    if ((unsigned)status >= PK_STATUS_COUNT)
        die(w, "no status");
    if (status == PK_INTERNAL)
        die(w, "an internal error");
    if (status != PK_OK)
        w->failed++;
    if (!w->asked)
        return status == PK_OK;
    if (status == PK_OK) {
        if (w->err.driver_code != 0x5e5e || w->err.status || *w->err.message)
            die(w, "an error was written though all went well");
        return true;
    }
    if (w->err.status != status)
        die(w, "the error has another status");
    if (!memchr(w->err.message, 0, sizeof w->err.message) || !*w->err.message)
        die(w, "a failure without words");
    if (!memchr(w->err.file, 0, sizeof w->err.file))
        die(w, "a file's name without end");
    return false;
}

void made(world *w, pk_status status, kind of, const void *object, bool safe) {
    if (judge(w, status)) {
        if (!object || object == UNTOUCHED)
            die(w, "nothing was made");
        keep(w, of, (void *)(uintptr_t)object, safe);
    } else if (object != UNTOUCHED) {
        die(w, "a call that failed wrote its output");
    }
}
