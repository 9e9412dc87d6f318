/* SPDX-License-Identifier: Apache-2.0 */
/* The words of failures. The first one ends the launch. */
#include "base/error.h"
#include "core/interp/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

pk_loc pk_report_place(const pk_machine *m, const pk_inst *inst) {
    for (const pk_machine_call *c = m->now.call;
         c && c->outer && !inst->loc.line; c = c->outer)
        inst = c->outer->frame->steps[c->pc].inst;
    return inst->loc;
}

static pk_status describe(const pk_machine *m, const pk_inst *inst,
                          pk_status status, pk_error *err, const char *format,
                          va_list args) {
    const pk_ir *ir = m->frames[0].fn->ir;
    const pk_loc loc = pk_report_place(m, inst);
    const char *file = NULL;
    char words[640];

    vsnprintf(words, sizeof words, format, args);
    if (loc.line && loc.file < ir->file_count)
        file = ir->files[loc.file];
    return pk_fail_at(err, status, file, loc, "%s (kernel %s)", words,
                      m->frames[0].fn->name);
}

void pk_report(pk_machine *m, const pk_inst *inst, pk_status status,
               const char *format, ...) {
    va_list args;

    if (m->status != PK_OK)
        return;
    va_start(args, format);
    m->status = describe(m, inst, status, m->err, format, args);
    va_end(args);
    if (m->debug)
        pk_debug_fault(m, status);
}

void pk_report_warning(const pk_machine *m, const pk_inst *inst,
                       pk_status status, const char *format, ...) {
    pk_error warning = {0};
    va_list args;

    if (!m->options || !m->options->warn)
        return;
    va_start(args, format);
    describe(m, inst, status, &warning, format, args);
    va_end(args);
    m->options->warn(m->options->warn_arg, &warning);
}

const char *pk_report_who(const pk_machine *m, uint32_t t, uint64_t block,
                          char out[PK_WHO_MAX]) {
    const uint32_t *g = m->config->grid, *b = m->config->block;
    char thread[48] = "a thread";

    if (m->frames[0].fn->kind == PK_FUNC_host) {
        snprintf(out, PK_WHO_MAX, block ? "iteration %" PRIu64 : "the function",
                 block - 1);
        return out;
    }
    if (m->frames[0].fn->form == PK_FORM_lanes)
        snprintf(thread, sizeof thread, "a thread of warp %u", t);
    else if (t < PK_INTERP_THREADS && m->threads > 1)
        snprintf(thread, sizeof thread, "thread (%u, %u, %u)", t % b[0],
                 t / b[0] % b[1], t / b[0] / b[1]);
    snprintf(out, PK_WHO_MAX, "%s of block (%u, %u, %u)", thread,
             (uint32_t)(block % g[0]), (uint32_t)(block / g[0] % g[1]),
             (uint32_t)(block / g[0] / g[1]));
    return out;
}

const char *pk_report_element(const pk_interp_array *array, int64_t offset,
                              char out[PK_WHO_MAX]) {
    int64_t elem = array->elem, index = offset / elem, rest = offset % elem;

    if (rest < 0) {
        index--;
        rest += elem;
    }
    if (rest)
        snprintf(out, PK_WHO_MAX, "%.60s[%" PRId64 "] plus %" PRId64 " bytes",
                 array->name, index, rest);
    else
        snprintf(out, PK_WHO_MAX, "%.60s[%" PRId64 "]", array->name, index);
    return out;
}

/* Two names of the IR may be one variable of the source: y and y_1. */
static int variable_length(const pk_func *fn, const char *name) {
    const char *mark = strrchr(name, '_');
    size_t length = mark ? (size_t)(mark - name) : 0;

    if (!length || !mark[1] || mark[1 + strspn(mark + 1, "0123456789")])
        return (int)strlen(name);
    for (const pk_local *l = fn->locals; l; l = l->next)
        if (strlen(l->name) == length && !memcmp(l->name, name, length))
            return (int)length;
    return (int)strlen(name);
}

void pk_report_unset(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *get, uint32_t t) {
    const char *name = get->local->name;
    char who[PK_WHO_MAX];

    m->blamed = t;
    pk_report(m, get, PK_UNINIT, "%.*s is read before it is assigned; %s",
              variable_length(f->fn, name), name,
              pk_report_who(m, t, m->block_number, who));
}

static int64_t read_value(const pk_machine *m, const pk_machine_frame *f,
                          const pk_value *value, uint32_t t) {
    uint32_t unused = 64 - 8 * pk_type_bytes(value->type);

    return (int64_t)(pk_frame_value(m, f, value)[t] << unused) >> unused;
}

enum { DEPTH = 32 }; /* an offset of 8 axes has 15 */

/* The indices of the source whose sum is an offset. */
typedef struct indices {
    const pk_machine *m;
    const pk_machine_frame *f;
    uint32_t thread;
    const pk_inst *wrong; /* the first one that its axis does not have */
    const pk_value
        *constant; /* one that is no operation: its axis is unknown */
} indices;

static void find_indices(indices *in, const pk_value *value, int depth) {
    const pk_inst *def = value->def;
    int64_t index, extent;

    if (pk_is_const(value) && depth < DEPTH) /* there it is in bytes */
        in->constant = value;
    if (value->kind != PK_VALUE_result || depth == 0 || in->wrong)
        return;
    switch ((int)def->op) {
    case PK_OP_wrap_index:
        index = read_value(in->m, in->f, def->args[0], in->thread);
        extent = read_value(in->m, in->f, def->args[1], in->thread);
        if (index < -extent || index >= extent)
            in->wrong = def;
        break;
    case PK_OP_add:
        find_indices(in, def->args[0], depth - 1);
        find_indices(in, def->args[1], depth - 1);
        break;
    case PK_OP_mul: /* by the stride */
    case PK_OP_convert: find_indices(in, def->args[0], depth - 1);
    }
}

/* Views count from another element, and backwards, and several axes make one
 * offset: then the element's number is not the index that the source has. */
static bool report_index(pk_machine *m, const pk_machine_frame *f,
                         const pk_inst *inst, const pk_interp_array *array,
                         int64_t offset, const char *what, const char *who,
                         uint32_t t) {
    const pk_inst *address = inst->args[0]->def;
    indices in = {.m = m, .f = f, .thread = t};
    char axis[40] = "";
    int64_t index;

    if (inst->args[0]->kind != PK_VALUE_result || address->arg_count != 2)
        return false;
    find_indices(&in, address->args[1], DEPTH);
    if (!in.wrong && !in.constant)
        return false;
    index = read_value(m, f, in.wrong ? in.wrong->args[0] : in.constant, t);
    if (index * array->elem == offset)
        return false;
    if (in.wrong)
        snprintf(axis, sizeof axis, " for an axis of %" PRId64,
                 read_value(m, f, in.wrong->args[1], t));
    pk_report(m, inst, PK_BOUNDS,
              "index %" PRId64 " is out of bounds%s: %s, and %s has %" PRId64
              " elements; %s",
              index, axis, what, array->name, array->high / array->elem, who);
    return true;
}

void pk_report_bounds(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_interp_array *array,
                      int64_t offset, uint32_t size, uint32_t t) {
    char what[PK_WHO_MAX], who[PK_WHO_MAX];
    int64_t elem = array->elem;

    m->blamed = t;
    pk_report_who(m, t, m->block_number, who);
    if (!elem) {
        pk_report(m, inst, PK_BOUNDS, "memory that is no array's; %s", who);
        return;
    }
    pk_report_element(array, offset, what);
    if (array->given_back)
        pk_report(m, inst, PK_BOUNDS, "%s is used after it was given back; %s",
                  what, who);
    else if (array->low >= array->high)
        pk_report(m, inst, PK_BOUNDS, "%s: %s is empty; %s", what, array->name,
                  who);
    else if (offset >= array->low && offset + size <= array->high)
        pk_report(m, inst, PK_BOUNDS,
                  "%s: the address is not aligned to %u bytes; %s", what, size,
                  who);
    else if (report_index(m, f, inst, array, offset, what, who, t))
        return;
    else if (array->low)
        pk_report(m, inst, PK_BOUNDS,
                  "%s is out of bounds: elements are %" PRId64 " to %" PRId64
                  "; %s",
                  what, array->low / elem, array->high / elem - 1, who);
    else
        pk_report(m, inst, PK_BOUNDS,
                  "%s is out of bounds: %s has %" PRId64 " elements; %s", what,
                  array->name, array->high / elem, who);
}
