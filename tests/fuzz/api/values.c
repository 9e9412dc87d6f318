/* SPDX-License-Identifier: Apache-2.0 */
/* Options, arrays and arguments, and the calls that only look at values. What
 * is said of host memory is true: a wrong pointer or size of the program's own
 * memory nobody can tell. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t any_struct_size(world *w, size_t right) {
    static const uint32_t sizes[] = {0, 1, 3, 4, 5, 12, 100000, UINT32_MAX};

    if (!one_in(w, 8))
        return (uint32_t)right;
    return one_in(w, 2) ? below(w, (uint32_t)right + 1) : PICK(w, sizes);
}

static void print(void *self, const char *text, size_t length) {
    if (!text && length)
        die(self, "text that is none was printed");
}

static void stage(void *self, const char *name, uint64_t begin_ns,
                  uint64_t end_ns) {
    if (!name || begin_ns > end_ns)
        die(self, "a stage of a compile that is none");
}

static void log_line(void *self, pk_log_level level, const char *topic,
                     const char *text) {
    if (level > PK_LOG_debug || !topic || !text)
        die(self, "a line of the log that is none");
}

pk_context_options any_options(world *w) {
    pk_context_options o = {.backend = w->backend,
                            .cache_dir = one_in(w, 2) ? w->folder : "off",
                            .num_threads = 1 + below(w, 3),
                            .log = log_line,
                            .log_self = w,
                            .log_level = (pk_log_level)below(w, 4),
                            .print = print,
                            .print_self = w,
                            .stage = stage,
                            .stage_self = w};

    o.struct_size = any_struct_size(w, sizeof o);
    if (!one_in(w, 3))
        return o;
    switch (below(w, 8)) {
    case 0: o.flags = one_in(w, 2) ? any_u32(w) : PK_CONTEXT_branches; break;
    case 1: o.backend = any_text(w); break;
    case 2: o.plugin_path = any_text(w); break;
    case 3: o.plugin_file = any_text(w); break;
    case 4: o.num_threads = 2000; break;
    case 5: o.log_level = (pk_log_level)any_u32(w); break;
    case 6: o.cache_dir = "/dev/null/cache"; break;
    default: o.profile_file = "/nowhere/trace.json"; break;
    }
    return o;
}

/* ---- arrays ---- */

/* The library cannot see the end of host memory: what an array says of it
 * stays within a region. */
static pk_array host_array(world *w) {
    static const int64_t steps[] = {0, 1, 1, 1, 2, 3, -1, -2};
    pk_array a = {.dtype = (pk_dtype)(1 + below(w, PK_DTYPE_COUNT - 1)),
                  .ndim = one_in(w, 4) ? below(w, 4) : 1};
    int64_t size = (int64_t)pk_dtype_size(a.dtype), step = size;

    a.host = fresh_memory(w) + REGION / 2 + (one_in(w, 16) ? 1 : 0);
    for (uint32_t i = 0; i < a.ndim; i++) {
        a.shape[i] = below(w, 9);
        a.strides[i] = PICK(w, steps) * step;
        step *= 3;
    }
    if (one_in(w, 8))
        pk_array_set_c_order(&a);
    return a;
}

/* Every member of an array in a buffer may be wrong: the buffer's size is
 * known. */
static pk_array device_array(world *w) {
    pk_array a = {.dtype = (pk_dtype)(1 + below(w, PK_DTYPE_COUNT - 1)),
                  .ndim = one_in(w, 4) ? below(w, 4) : 1,
                  .buffer = any(w, BUFFER)};

    for (uint32_t i = 0; i < a.ndim; i++)
        a.shape[i] = one_in(w, 16) ? (int64_t)draw(w) : below(w, 33);
    pk_array_set_c_order(&a);
    if (one_in(w, 4))
        a.offset = any_size(w);
    for (uint32_t i = 0; i < a.ndim; i++)
        if (one_in(w, 8))
            a.strides[i] = (int64_t)any_size(w);
    return a;
}

/* Makes an array wrong in a way that shows before memory is touched. */
static void spoil(world *w, pk_array *a) {
    switch (below(w, 6)) {
    case 0: a->dtype = (pk_dtype)any_u32(w); break;
    case 1: a->ndim = PK_MAX_NDIM + 1 + any_u32(w) / 2; break;
    case 2: a->shape[0] = -1 - (int64_t)below(w, 9), a->ndim = 1; break;
    case 3: a->structure = any(w, STRUCTURE), a->dtype = PK_DTYPE_void; break;
    case 4: a->shape[0] = INT64_MAX, a->strides[0] = 8, a->ndim = 1; break;
    default: a->host = NULL; break;
    }
    if (a->structure) {
        a->shape[0] = 1, a->ndim = 1;
        if (pk_structure_size(a->structure) > REGION / 4)
            a->host = NULL;
    }
}

pk_array any_array(world *w) {
    pk_array a = one_in(w, 2) ? host_array(w) : device_array(w);

    if (one_in(w, 12))
        spoil(w, &a);
    return a;
}

/* ---- arguments ---- */

static pk_arg any_scalar(world *w) {
    pk_arg arg = pk_f32(1.5f);

    switch (below(w, 8)) {
    case 0: arg = pk_i32((int32_t)draw(w)); break;
    case 1: arg = pk_f64(2.5); break;
    case 2: arg = pk_c64(1, 2); break;
    case 3: arg = pk_c128(1, 2); break;
    case 4: arg.dtype = (pk_dtype)any_u32(w); break;
    case 5:
        arg = pk_bool(true);
        memset(&arg.value, (int)below(w, 256), 1);
        break;
    case 6: arg = pk_i64(below(w, 9)); break;
    default: break;
    }
    return arg;
}

/* A list, dict or set of numbers, with or without what is to get it back. */
pk_arg any_container(world *w, arguments *out) {
    pk_array *keys = &out->arrays[out->array_count++];
    pk_array *values = &out->arrays[out->array_count++];
    pk_result *after = one_in(w, 2) ? NULL : &out->after;

    *keys = any_array(w);
    *values = any_array(w);
    if (one_in(w, 2)) { /* ones that fit */
        keys->ndim = values->ndim = 1;
        keys->shape[0] = values->shape[0] = below(w, 33);
        pk_array_set_c_order(keys);
        pk_array_set_c_order(values);
    }
    if (one_in(w, 16))
        values = NULL;
    if (one_in(w, 16))
        keys = NULL;
    return one_in(w, 3)   ? pk_list_of(keys, after)
           : one_in(w, 2) ? pk_set_of(keys, after)
                          : pk_dict_of(keys, values, after);
}

static pk_arg make_arg(world *w, arguments *out, int depth) {
    pk_arg arg;
    uint32_t chance = below(w, 24), first;

    if (chance < 14 && out->array_count < 16) {
        pk_array *array = &out->arrays[out->array_count++];
        *array = any_array(w);
        /* Two arguments may share memory. */
        if (out->array_count > 1 && one_in(w, 6))
            *array = out->arrays[below(w, out->array_count - 1)];
        return chance < 3   ? pk_in(array)
               : chance < 5 ? pk_out(array)
                            : pk_inout(array);
    }
    if (chance < 20)
        return any_scalar(w);
    if (chance == 20)
        return pk_none();
    if (chance == 22 && out->array_count + 2 <= 16)
        return any_container(w, out);
    if (chance == 21) {
        arg = pk_in(NULL);
        arg.kind = (pk_arg_kind)below(w, 20);
        return arg;
    }
    first = out->item_count;
    if (depth == 3 || first + 3 > 32)
        return pk_tuple(NULL, any_size(w));
    out->item_count += 3;
    for (uint32_t i = 0; i < 3; i++)
        out->items[first + i] = make_arg(w, out, depth + 1);
    return pk_tuple(&out->items[first], below(w, 4));
}

void any_arguments(world *w, arguments *out) {
    const size_t made = 1 + below(w, 3);

    out->array_count = out->item_count = 0;
    memset(&out->after, 0, sizeof out->after);
    for (size_t i = 0; i < made; i++)
        out->args[i] = make_arg(w, out, 0);
    for (size_t i = made; i < 8; i++)
        out->args[i] = pk_i32(1);
    out->count = !one_in(w, 24) ? made : one_in(w, 2) ? 0 : 8;
}

/* ---- arguments that fit ---- */

/* The parameters of the kernels: a an array, A one of two dimensions, s a
 * number, n a small one, t a tuple. */
static const struct {
    const char *kernel, *takes;
} taken[] = {{"add", "aaa"},   {"put", "sa"},    {"pair", "ta"},
             {"shares", "aa"}, {"atomics", "a"}, {"says", "s"},
             {"fails", "a"},   {"sized", "na"},  {"scaled", "as"},
             {"plane", "AA"},  {"colored", "na"}};

static pk_array good_array(world *w, uint32_t ndim) {
    static const pk_dtype dtypes[] = {PK_DTYPE_f32, PK_DTYPE_f32, PK_DTYPE_i32,
                                      PK_DTYPE_f64, PK_DTYPE_u8,  PK_DTYPE_i64};
    const int64_t shape[2] = {below(w, 8), below(w, 8)};
    handle *h = one_in(w, 2) ? good(w, BUFFER) : NULL;
    pk_dtype dtype = PICK(w, dtypes);
    pk_array a = pk_array_host(fresh_memory(w), dtype, ndim, shape);

    if (h)
        a = pk_array_device(h->object, dtype, ndim, shape);
    return a;
}

pk_arg fitting_argument(world *w, char what, arguments *out) {
    pk_array *array;
    pk_arg arg;

    switch (what) {
    case 's': return one_in(w, 2) ? pk_f32(1.5f) : pk_i32((int32_t)below(w, 9));
    case 'n': return pk_i64(1 + below(w, 4));
    case 't':
        out->items[0] = pk_i32(4);
        out->items[1] = pk_f64(2.5);
        return pk_tuple(out->items, 1 + below(w, 2));
    default: break;
    }
    array = &out->arrays[out->array_count++];
    *array = good_array(w, what == 'A' ? 2 : 1);
    arg = pk_inout(array);
    if (out->array_count > 1 && one_in(w, 8))
        arg.value.array = out->arrays;
    return arg;
}

void fitting_arguments(world *w, void *kernel, arguments *out) {
    pk_function_desc desc = PK_INIT(pk_function_desc);

    any_arguments(w, out);
    if (one_in(w, 5) || pk_kernel_describe(kernel, &desc, NULL) != PK_OK)
        return;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        const char *takes = taken[i].takes;
        if (strcmp(taken[i].kernel, desc.name) != 0)
            continue;
        out->array_count = out->item_count = 0;
        out->count = strlen(takes);
        for (size_t k = 0; takes[k]; k++)
            out->args[k] = fitting_argument(w, takes[k], out);
    }
}

pk_launch_config any_config(world *w) {
    static const uint32_t grids[] = {1, 1, 1, 2, 3, 0};
    static const uint32_t blocks[] = {1, 2, 32, 33, 64, 0};
    static const uint32_t beyond[] = {1025, 65536, UINT32_MAX};
    pk_launch_config c = PK_INIT(pk_launch_config, .grid = {PICK(w, grids)},
                                 .block = {PICK(w, blocks)});

    if (one_in(w, 6))
        c.grid[1 + below(w, 2)] = PICK(w, grids);
    if (one_in(w, 6))
        c.block[1 + below(w, 2)] = below(w, 3);
    if (one_in(w, 12))
        c.block[below(w, 3)] = PICK(w, beyond);
    if (one_in(w, 20))
        c.grid[1 + below(w, 2)] = beyond[1 + below(w, 2)];
    if (one_in(w, 8))
        c.shared_bytes = one_in(w, 2) ? any_u32(w) : below(w, 4096);
    if (one_in(w, 12)) /* one that never comes: results stay the same */
        c.deadline_ms = UINT32_MAX;
    if (one_in(w, 24))
        c.struct_size = any_struct_size(w, sizeof c);
    return c;
}

/* ---- calls ---- */

void fuzz_pk_thread_limit(world *w) {
    if (pk_thread_limit() > 4)
        die(w, "a limit that nobody has set");
}

void fuzz_pk_thread_limit_set(world *w) {
    if (pk_thread_limit_set(below(w, 5)) > 4)
        die(w, "a limit that nobody has set");
}

void fuzz_pk_loop_chunk(world *w) {
    if (pk_loop_chunk() > 4)
        die(w, "a chunk that nobody has set");
}

void fuzz_pk_loop_chunk_set(world *w) {
    if (pk_loop_chunk_set(below(w, 5)) > 4)
        die(w, "a chunk that nobody has set");
}

void fuzz_pk_version(world *w) {
    if (!*pk_version())
        die(w, "no version");
}

void fuzz_pk_status_name(world *w) {
    if (!*pk_status_name((pk_status)any_u32(w)))
        die(w, "no name");
}

void fuzz_pk_severity_name(world *w) {
    if (!*pk_severity_name((pk_severity)any_u32(w)))
        die(w, "no name");
}

void fuzz_pk_function_kind_name(world *w) {
    if (!*pk_function_kind_name((pk_function_kind)any_u32(w)))
        die(w, "no name");
}

void fuzz_pk_status_text(world *w) {
    if (!*pk_status_text((pk_status)any_u32(w)))
        die(w, "no text");
}

void fuzz_pk_dtype_size(world *w) {
    pk_dtype dtype = (pk_dtype)any_u32(w);

    if (pk_dtype_size(dtype) && (unsigned)dtype >= PK_DTYPE_COUNT)
        die(w, "a size of no dtype");
}

void fuzz_pk_dtype_name(world *w) {
    if (!*pk_dtype_name((pk_dtype)any_u32(w)))
        die(w, "no name");
}

void fuzz_pk_dtype_numpy_name(world *w) {
    if (!*pk_dtype_numpy_name((pk_dtype)any_u32(w)))
        die(w, "no name");
}

void fuzz_pk_dtype_parse(world *w) {
    pk_dtype dtype = PK_DTYPE_COUNT;
    const char *text = any_text(w);

    if (pk_dtype_parse(text, one_in(w, 4) ? NULL : &dtype) &&
        dtype != PK_DTYPE_COUNT && !pk_dtype_size(dtype) &&
        dtype != PK_DTYPE_void)
        die(w, "a dtype that is none");
}

void fuzz_pk_code_describe(world *w) {
    pk_code_desc desc = {.struct_size = any_struct_size(w, sizeof desc)};

    if (desc.struct_size > sizeof desc) /* it would be filled in that far */
        desc.struct_size = sizeof desc;
    judge(w,
          pk_code_describe(any_text(w), one_in(w, 16) ? NULL : &desc, ask(w)));
}

void fuzz_pk_array_host(world *w) {
    const int64_t shape[9] = {any_u32(w), 2, 3, 4, 5, 6, 7, 8, 9};
    pk_array a = pk_array_host(fresh_memory(w), (pk_dtype)any_u32(w),
                               below(w, 10), shape);

    (void)pk_array_count(&a);
}

void fuzz_pk_array_device(world *w) {
    const int64_t shape[9] = {any_u32(w), 2, 3, 4, 5, 6, 7, 8, 9};
    pk_array a = pk_array_device(any(w, BUFFER), (pk_dtype)any_u32(w),
                                 below(w, 10), shape);

    (void)pk_array_count(&a);
}

void fuzz_pk_array_host_records(world *w) {
    const int64_t shape[9] = {any_u32(w), 2, 3, 4, 5, 6, 7, 8, 9};
    pk_array a = pk_array_host_records(fresh_memory(w), any(w, STRUCTURE),
                                       below(w, 10), shape);

    (void)pk_array_count(&a);
}

void fuzz_pk_array_device_records(world *w) {
    const int64_t shape[9] = {any_u32(w), 2, 3, 4, 5, 6, 7, 8, 9};
    pk_array a = pk_array_device_records(any(w, BUFFER), any(w, STRUCTURE),
                                         below(w, 10), shape);

    (void)pk_array_count(&a);
}

void fuzz_pk_array_set_c_order(world *w) {
    pk_array a = any_array(w);

    pk_array_set_c_order(one_in(w, 8) ? NULL : &a);
}

void fuzz_pk_array_set_f_order(world *w) {
    pk_array a = any_array(w);

    pk_array_set_f_order(one_in(w, 8) ? NULL : &a);
}

void fuzz_pk_array_count(world *w) {
    pk_array a = any_array(w);

    if (pk_array_count(one_in(w, 8) ? NULL : &a) < -1)
        die(w, "a count below -1");
}

void fuzz_pk_random_states(world *w) {
    uint64_t *states = (uint64_t *)(void *)fresh_memory(w);

    judge(w, one_in(w, 8)
                 ? pk_random_states(NULL, any_size(w), draw(w), draw(w), ask(w))
                 : pk_random_states(states, below(w, 64), draw(w), draw(w),
                                    ask(w)));
}

/* ---- structured dtypes ---- */

void fuzz_pk_structure_get(world *w) {
    static const char with_offsets[] =
        "{'names': ['x', 'n'], 'formats': ['f4', 'i8'], 'offsets': [0, 8], "
        "'itemsize': 16}";
    static const char *const texts[] = {
        "[('x', '<f4'), ('v', '<i4', (3,)), ('m', 'f8')]",
        "[('a', [('re', 'f8'), ('im', 'f8')]), ('n', 'i2')]",
        with_offsets,
        "[('x', 'f4'), ('', '|V4'), ('y', 'f8')]",
        "[]",
        "[('x', 'f4', (99999999999,))]",
        "[('x', 'q9')]",
        "{'names': ['x'], 'formats': ['f4'], 'offsets': [-8]}",
        "[(((((((((((("};
    char changed[256];
    const pk_structure *out = UNTOUCHED;
    const char *text = one_in(w, 8) ? any_text(w) : PICK(w, texts);

    if (text && one_in(w, 2)) {
        size_t length = strlen(text) < 255 ? strlen(text) : 255;
        memcpy(changed, text, length);
        changed[length] = '\0';
        if (length)
            changed[below(w, (uint32_t)length)] = (char)draw(w);
        text = changed;
    }
    /* They go with their context: it has to be one that stays. */
    MADE(w,
         pk_structure_get(one_in(w, 8) ? any(w, KERNEL)
                                       : PICK(w, w->shared->contexts),
                          text, one_in(w, 8) ? any_u32(w) : 0, &out, ask(w)),
         STRUCTURE, out, true);
}

void fuzz_pk_structure_size(world *w) {
    (void)pk_structure_size(any(w, STRUCTURE));
}

void fuzz_pk_structure_field(world *w) {
    size_t offset;

    (void)pk_structure_field(any(w, STRUCTURE), any_text(w),
                             one_in(w, 4) ? NULL : &offset);
}
