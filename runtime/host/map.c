/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over elements for arrays of any shape: axes are broadcast, put into the
 * order of memory and joined where they lie behind each other; a run of the
 * loop goes along the innermost. */
#include "base/try.h"
#include "portkern/host.h"
#include "runtime/context/diagnostics.h"
#include "runtime/host/loop.h"
#include "runtime/memory/array.h"

#include <stdlib.h>

/* An axis that is looped over: bytes from each element of it to the next. */
typedef struct axis {
    int64_t extent;
    int64_t strides[PK_LOOP_OPERANDS];
} axis;

typedef struct map {
    pk_element_loop *loop;
    const pk_array *arrays;
    uint32_t flags, ndim;
    axis axes[PK_MAX_NDIM];
    void *data[PK_LOOP_OPERANDS];
    /* The axes that each call gets. */
    int64_t shape[PK_LOOP_OPERANDS * PK_LOOP_AXES];
    int64_t strides[PK_LOOP_OPERANDS * PK_LOOP_AXES];
} map;

/* ---- checks ---- */

static pk_status check_array(const map *m, uint32_t i, pk_error *err) {
    const pk_element_loop_operand *operand = &m->loop->operands[i];
    const pk_array *a = &m->arrays[i];
    pk_extent extent;

    if (a->dtype != operand->dtype || a->structure)
        return pk_fail(err, PK_TYPE,
                       "array %u has elements of %s, the loop is "
                       "over %s",
                       i, a->structure ? "records" : pk_dtype_name(a->dtype),
                       pk_dtype_name(operand->dtype));
    PK_TRY(pk_array_measure(a, &extent, err));
    if (a->buffer)
        return pk_fail(err, PK_BAD_ARG,
                       "array %u is in a buffer: pass memory of "
                       "the host",
                       i);
    if (!a->host && extent.count)
        return pk_fail(err, PK_BAD_ARG, "array %u has no memory", i);
    if (a->ndim < operand->ndim)
        return pk_fail(err, PK_BAD_ARG,
                       "array %u has %u axes, each call gets %u", i, a->ndim,
                       operand->ndim);
    return PK_OK;
}

/* ---- axes ---- */

static uint32_t loop_axes(const map *m, uint32_t i) {
    return m->arrays[i].ndim - m->loop->operands[i].ndim;
}

static pk_status add_array(map *m, uint32_t i, pk_error *err) {
    const pk_array *a = &m->arrays[i];
    const uint32_t count = loop_axes(m, i), first = m->ndim - count;

    for (uint32_t k = 0; k < count; k++) {
        axis *x = &m->axes[first + k];
        if (a->shape[k] != x->extent && a->shape[k] != 1) {
            if (x->extent != 1)
                return pk_fail(err, PK_BAD_ARG,
                               "array %u has %lld elements along axis %u, "
                               "others have %lld: they are broadcast where "
                               "that is 1",
                               i, (long long)a->shape[k], k,
                               (long long)x->extent);
            x->extent = a->shape[k];
        }
        x->strides[i] = a->shape[k] == 1 ? 0 : a->strides[k];
    }
    return PK_OK;
}

/* Arrays that are written are not broadcast. */
static pk_status check_written(const map *m, uint32_t i, pk_error *err) {
    const uint32_t count = loop_axes(m, i);
    bool whole = count == m->ndim;

    for (uint32_t k = 0; whole && k < count; k++)
        whole = m->arrays[i].shape[k] == m->axes[k].extent;
    return whole ? PK_OK
                 : pk_fail(err, PK_BAD_ARG,
                           "array %u is written and smaller than what the "
                           "others make together",
                           i);
}

static pk_status find_axes(map *m, pk_error *err) {
    for (uint32_t i = 0; i < m->loop->count; i++) {
        PK_TRY(check_array(m, i, err));
        if (loop_axes(m, i) > m->ndim)
            m->ndim = loop_axes(m, i);
    }
    for (uint32_t k = 0; k < m->ndim; k++)
        m->axes[k].extent = 1;
    for (uint32_t i = 0; i < m->loop->count; i++)
        PK_TRY(add_array(m, i, err));
    for (uint32_t i = 0; i < m->loop->count; i++)
        if (m->loop->operands[i].writes)
            PK_TRY(check_written(m, i, err));
    return PK_OK;
}

/* The longest steps of the last array come first. */
static bool is_before(const map *m, const axis *a, const axis *b) {
    const uint32_t last = m->loop->count - 1;

    return llabs(a->strides[last]) < llabs(b->strides[last]);
}

static void sort_axes(map *m) {
    for (uint32_t i = 1; i < m->ndim; i++)
        for (uint32_t k = i; k && is_before(m, &m->axes[k - 1], &m->axes[k]);
             k--) {
            axis x = m->axes[k];
            m->axes[k] = m->axes[k - 1];
            m->axes[k - 1] = x;
        }
}

static bool follows(const map *m, const axis *outer, const axis *inner) {
    for (uint32_t i = 0; i < m->loop->count; i++)
        if (outer->strides[i] != inner->strides[i] * inner->extent)
            return false;
    return true;
}

static void join_axes(map *m) {
    uint32_t count = 0;

    for (uint32_t k = 0; k < m->ndim; k++) {
        axis *x = &m->axes[k];
        if (x->extent == 1)
            continue;
        if (count && follows(m, &m->axes[count - 1], x)) {
            x->extent *= m->axes[count - 1].extent;
            m->axes[count - 1] = *x;
        } else {
            m->axes[count++] = *x;
        }
    }
    m->ndim = count;
}

static void take_arrays(map *m) {
    uint32_t at = 0;

    for (uint32_t i = 0; i < m->loop->count; i++) {
        const pk_array *a = &m->arrays[i];
        m->data[i] = a->host;
        for (uint32_t k = loop_axes(m, i); k < a->ndim; k++, at++) {
            m->shape[at] = a->shape[k];
            m->strides[at] = a->strides[k];
        }
    }
}

/* ---- runs ---- */

static pk_status run_innermost(map *m, pk_error *err) {
    const axis none = {.extent = 1};
    const axis *inner = m->ndim ? &m->axes[m->ndim - 1] : &none;

    return pk_element_loop_run(
        m->loop,
        &PK_INIT(pk_element_loop_run_desc, .flags = m->flags,
                 .count = (uint64_t)inner->extent, .data = m->data,
                 .strides = inner->strides, .axis_shape = m->shape,
                 .axis_strides = m->strides),
        err);
}

static void step(map *m, uint32_t k, int64_t by) {
    for (uint32_t i = 0; i < m->loop->count; i++)
        m->data[i] = (char *)m->data[i] + by * m->axes[k].strides[i];
}

/* Goes through all outer axes as an odometer does. */
static pk_status run_all(map *m, pk_error *err) {
    int64_t at[PK_MAX_NDIM] = {0};
    const uint32_t outer = m->ndim ? m->ndim - 1 : 0;
    uint32_t k;

    for (;;) {
        PK_TRY(run_innermost(m, err));
        for (k = outer; k-- > 0;) {
            step(m, k, 1);
            if (++at[k] < m->axes[k].extent)
                break;
            step(m, k, -at[k]);
            at[k] = 0;
        }
        if (k == UINT32_MAX)
            return PK_OK;
    }
}

static pk_status map_arrays(pk_element_loop *loop, const pk_array *arrays,
                            size_t count, uint32_t flags, pk_error *err) {
    map m = {.loop = loop, .arrays = arrays, .flags = flags};

    PK_TRY(pk_object_use(loop, PK_OBJECT_loop, "loop", err));
    if (!arrays)
        return pk_fail(err, PK_BAD_ARG, "arrays is NULL");
    if (count != loop->count)
        return pk_fail(err, PK_BAD_ARG, "the loop has %u operands, not %zu",
                       loop->count, count);
    PK_TRY(find_axes(&m, err));
    for (uint32_t k = 0; k < m.ndim; k++)
        if (!m.axes[k].extent)
            return PK_OK;
    sort_axes(&m);
    join_axes(&m);
    take_arrays(&m);
    return run_all(&m, err);
}

pk_status pk_map(pk_element_loop *loop, const pk_array *arrays, size_t count,
                 uint32_t flags, pk_error *err) {
    pk_status status = map_arrays(loop, arrays, count, flags, err);

    return status == PK_OK ? PK_OK : pk_diagnostics_settle(loop, status);
}
