/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of strided arrays as runs of bytes. */
#include "runtime/memory/runs.h"

static int64_t distance(int64_t stride) {
    return stride < 0 ? -stride : stride;
}

/* ---- making runs ---- */

/* An axis that goes down in dst is gone through from its other end. */
static pk_run_axis turn_up(pk_runs *runs, pk_run_axis axis) {
    if (axis.dst > 0 || (axis.dst == 0 && axis.src >= 0))
        return axis;
    runs->dst += axis.dst * (axis.count - 1);
    runs->src += axis.src * (axis.count - 1);
    return (pk_run_axis){axis.count, -axis.dst, -axis.src};
}

/* Puts the axis in its place: those that step further in dst are outside. */
static void insert_axis(pk_runs *runs, pk_run_axis axis) {
    uint32_t i = runs->axis_count++;

    for (; i > 0; i--) {
        const pk_run_axis *before = &runs->axes[i - 1];
        if (before->dst > axis.dst ||
            (before->dst == axis.dst &&
             distance(before->src) >= distance(axis.src)))
            break;
        runs->axes[i] = *before;
    }
    runs->axes[i] = axis;
}

/* An axis whose steps lie where the next one ends is part of it. */
static void merge_axes(pk_runs *runs) {
    uint32_t kept = 0;

    for (uint32_t i = 0; i < runs->axis_count; i++) {
        pk_run_axis axis = runs->axes[i];
        if (kept && runs->axes[kept - 1].dst == axis.dst * axis.count &&
            runs->axes[kept - 1].src == axis.src * axis.count)
            axis.count *= runs->axes[--kept].count;
        runs->axes[kept++] = axis;
    }
    runs->axis_count = kept;
}

void pk_runs_make(const pk_array *dst, const pk_array *src, pk_runs *out) {
    const pk_run_axis *last;

    *out = (pk_runs){.width = pk_array_item_size(dst)};
    for (uint32_t i = 0; i < dst->ndim; i++)
        if (dst->shape[i] > 1 && (dst->strides[i] || src->strides[i]))
            insert_axis(
                out, turn_up(out, (pk_run_axis){dst->shape[i], dst->strides[i],
                                                src->strides[i]}));
    merge_axes(out);
    if (!out->axis_count)
        return;
    last = &out->axes[out->axis_count - 1];
    if (last->dst == (int64_t)out->width && last->src == last->dst) {
        out->width *= (uint64_t)last->count;
        out->axis_count--;
    }
}

/* ---- going through them ---- */

bool pk_runs_next(const pk_runs *runs, uint32_t inner,
                  int64_t index[PK_MAX_NDIM], int64_t *dst, int64_t *src) {
    for (uint32_t i = runs->axis_count; i-- > 0;) {
        const pk_run_axis *axis = &runs->axes[i];
        if (i == inner)
            continue;
        *dst += axis->dst;
        *src += axis->src;
        if (++index[i] < axis->count)
            return true;
        *dst -= axis->dst * axis->count;
        *src -= axis->src * axis->count;
        index[i] = 0;
    }
    return false;
}

#define COPY_ROW(type)                                                         \
    for (int64_t i = 0; i < row->count; i++)                                   \
    memcpy(dst + i * row->dst, src + i * row->src, sizeof(type))

/* Copies of a size that the compiler knows are moves. */
static void copy_row(const pk_run_axis *row, uint64_t width, char *dst,
                     const char *src) {
    switch (width) {
    case 1: COPY_ROW(uint8_t); break;
    case 2: COPY_ROW(uint16_t); break;
    case 4: COPY_ROW(uint32_t); break;
    case 8: COPY_ROW(uint64_t); break;
    default:
        for (int64_t i = 0; i < row->count; i++)
            memcpy(dst + i * row->dst, src + i * row->src, width);
    }
}

void pk_runs_copy(const pk_runs *runs, char *dst, const char *src) {
    const uint32_t inner = runs->axis_count - 1;
    static const pk_run_axis alone = {1, 0, 0};
    const pk_run_axis *row = runs->axis_count ? &runs->axes[inner] : &alone;
    int64_t index[PK_MAX_NDIM] = {0}, to = runs->dst, from = runs->src;

    do
        copy_row(row, runs->width, dst + to, src + from);
    while (pk_runs_next(runs, inner, index, &to, &from));
}

void pk_array_copy_host(const pk_array *dst, const pk_array *src) {
    pk_runs runs;

    pk_runs_make(dst, src, &runs);
    pk_runs_copy(&runs, dst->host, src->host);
}

/* ---- one array's strides ---- */

/* Its axes of two elements and more, the shortest stride first. */
static uint32_t sort_axes(const pk_array *array, uint32_t axes[PK_MAX_NDIM]) {
    uint32_t count = 0;

    for (uint32_t axis = 0; axis < array->ndim; axis++) {
        uint32_t i = count;
        if (array->shape[axis] < 2)
            continue;
        for (; i > 0 && distance(array->strides[axes[i - 1]]) >
                            distance(array->strides[axis]);
             i--)
            axes[i] = axes[i - 1];
        axes[i] = axis;
        count++;
    }
    return count;
}

bool pk_array_overlaps_itself(const pk_array *array) {
    uint32_t axes[PK_MAX_NDIM], count = sort_axes(array, axes);
    int64_t reach = (int64_t)pk_array_item_size(array);

    for (uint32_t i = 0; i < count; i++) {
        int64_t step = distance(array->strides[axes[i]]);
        if (step < reach)
            return true;
        reach += step * (array->shape[axes[i]] - 1);
    }
    return false;
}

void pk_array_compact(const pk_array *array, int64_t strides[PK_MAX_NDIM]) {
    uint32_t axes[PK_MAX_NDIM], count = sort_axes(array, axes);
    int64_t step = (int64_t)pk_array_item_size(array);

    memset(strides, 0, PK_MAX_NDIM * sizeof *strides);
    for (uint32_t i = 0; i < count; i++) {
        int64_t stride = array->strides[axes[i]];
        if (!stride)
            continue;
        strides[axes[i]] = stride < 0 ? -step : step;
        step *= array->shape[axes[i]];
    }
}
