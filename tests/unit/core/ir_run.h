/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in IR text, parsed and run by the interpreter: for tests. */
#ifndef PORTKERN_TESTS_IR_RUN_H
#define PORTKERN_TESTS_IR_RUN_H

#include "base/arena.h"
#include "base/text.h"
#include "core/interp/interp.h"

#include <string.h>

#include "tests/unit/check_main.h"

/* An argument: an array in host memory, or bits of a scalar. */
typedef struct ir_arg {
    void *data;
    uint64_t bytes, bits;
} ir_arg;

#define ARRAY(a)  {(a), sizeof(a), 0}
#define SCALAR(n) {NULL, 0, (uint64_t)(n)}
#define RUN_MAX   16

/* Temporaries have numbers; tests give them names, which this replaces. A name
 * is a temporary's from the line on that begins with it or with `for`, to the
 * end of the function. */
typedef struct ir_names {
    struct {
        char name[16];
        uint32_t number;
    } row[256];
    uint32_t count, next;
} ir_names;

static inline void ir_name(ir_names *n, const char *name, size_t length,
                           bool defines, pk_text *out) {
    uint32_t k = n->count;

    while (k && (strncmp(n->row[k - 1].name, name, length) != 0 ||
                 n->row[k - 1].name[length]))
        k--;
    if (defines) {
        ck_assert(n->count < 256 && length < sizeof n->row[0].name);
        memcpy(n->row[n->count].name, name, length);
        n->row[n->count].name[length] = '\0';
        n->row[n->count++].number = n->next;
        pk_text_printf(out, "%%%u", n->next++);
    } else if (k) {
        pk_text_printf(out, "%%%u", n->row[k - 1].number);
    } else {
        pk_text_printf(out, "%%%.*s", (int)length, name);
    }
}

static inline void ir_line(ir_names *n, const char *line, size_t length,
                           pk_text *out) {
    const char *end = line + length;
    const char *first = line + strspn(line, " ");
    bool defines = !strncmp(first, "for", 3) || *first == '%';

    if (!strncmp(line, "kernel", 6) || !strncmp(line, "device", 6))
        n->count = 0;
    while (line < end) {
        size_t plain = strcspn(line, "%="), name;
        plain = plain > (size_t)(end - line) ? (size_t)(end - line) : plain;
        pk_text_bytes(out, line, plain);
        if ((line += plain) == end)
            break;
        if (*line == '=') {
            defines = false;
            pk_text_bytes(out, line++, 1);
            continue;
        }
        name = strspn(++line, "abcdefghijklmnopqrstuvwxyz0123456789_.");
        ir_name(n, line, name, defines && line[name] == ':', out);
        line += name;
    }
}

/* Parses a module; `text` is without its first lines. */
static inline pk_ir *ir_parse(pk_arena *arena, const char *text) {
    ir_names names = {.next = 100};
    pk_text all;
    pk_error err = {0};
    pk_ir *ir = NULL;

    pk_text_init(&all, &pk_heap);
    pk_text_put(&all, "pkir 1\nsource 0 \"k.py\"\n");
    for (; *text; text += strcspn(text, "\n") + 1) {
        ir_line(&names, text, strcspn(text, "\n"), &all);
        pk_text_put(&all, "\n");
    }
    pk_ir_parse(arena, all.data, all.length, &ir, &err);
    ck_assert_msg(ir != NULL, "%u:%u: %s\n%s", err.line, err.col, err.message,
                  all.data);
    pk_text_finish(&all);
    return ir;
}

/* The kernel called k. */
static inline pk_func *ir_kernel(pk_ir *ir) {
    pk_func *fn = pk_ir_find(ir, "k");

    ck_assert_ptr_nonnull(fn);
    pk_func_layout(fn);
    return fn;
}

typedef struct ir_launch {
    uint32_t grid[3], block[3];
    uint32_t shared;
    pk_interp_options options;
} ir_launch;

/* One argument per parameter, in order. */
static inline pk_status ir_run(pk_func *fn, const ir_launch *at,
                               const ir_arg *args, uint32_t count,
                               pk_error *err) {
    pk_interp_memory memory[RUN_MAX];
    uint8_t block[RUN_MAX * 8] = {0};
    pk_interp_config c = {.shared_dynamic = at->shared,
                          .params = block,
                          .params_size = fn->params_size,
                          .memory = memory};

    ck_assert_uint_eq(fn->param_count, count);
    ck_assert_uint_le(count, RUN_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const pk_param *p = &fn->params[i];
        uint64_t bits = args[i].data ? (uintptr_t)args[i].data : args[i].bits;
        memcpy(block + p->offset, &bits, pk_type_bytes(p->value->type));
        if (args[i].data)
            memory[c.memory_count++] =
                (pk_interp_memory){args[i].data, args[i].bytes};
    }
    for (int i = 0; i < 3; i++) {
        c.grid[i] = at->grid[i] ? at->grid[i] : 1;
        c.block[i] = at->block[i] ? at->block[i] : 1;
    }
    return pk_interp_launch(fn, &c, &at->options, &pk_heap, err);
}

#endif
