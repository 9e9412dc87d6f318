/* SPDX-License-Identifier: Apache-2.0 */
/* Words with places for operands: read and checked. */
#include "core/report.h"

#include "base/error.h"
#include "base/format.h"
#include "core/callgraph.h"
#include "core/ir_data.h"

#include <string.h>

/* ---- words ---- */

typedef pk_words_piece piece;

/* Reads a place in braces; false when there is none. */
static bool read_place(const char **at, piece *out) {
    const char *close = strchr(*at, '}');

    *out = (piece){PK_PIECE_number, *at + 1, 0};
    if (!close)
        return false;
    if (close == *at + 2 && (*at)[1] == 'c')
        out->kind = PK_PIECE_complex;
    else if ((*at)[1] == ':')
        *out = (piece){PK_PIECE_number, *at + 2, (size_t)(close - *at - 2)};
    else if (close != *at + 1)
        return false;
    *at = close + 1;
    return true;
}

bool pk_words_next(const char **words, piece *out) {
    const char *start = *words;

    *out = (piece){PK_PIECE_text, start, strcspn(start, "{}")};
    if (out->length) {
        *words += out->length;
        return true;
    }
    if (*start && start[1] == *start) {
        *words += 2;
        out->length = 1;
        return true;
    }
    return *start == '{' && read_place(words, out);
}

static bool is_complex(const pk_type *types, uint32_t at, uint32_t count) {
    return at + 2 <= count && types[at] == types[at + 1] &&
           (types[at] == PK_TYPE_f32 || types[at] == PK_TYPE_f64);
}

const char *pk_report_check_text(const char *text, const pk_type *types,
                                 uint32_t count) {
    uint32_t used = 0;
    const char *reason;
    piece p;

    while (pk_words_next(&text, &p)) {
        if (p.kind == PK_PIECE_text)
            continue;
        if (used == count)
            return "the words have more places than there are operands";
        if (p.kind == PK_PIECE_complex && !is_complex(types, used, count))
            return "a place for a complex number has none";
        reason = p.kind == PK_PIECE_number
                     ? pk_format_check(p.at, p.length, types[used])
                     : NULL;
        if (reason)
            return reason;
        used += p.kind == PK_PIECE_complex ? 2 : 1;
    }
    if (*text)
        return "the words have a brace without its other";
    return used == count ? NULL : "the words have fewer places than operands";
}

const char *pk_report_check(const pk_inst *inst) {
    pk_type types[PK_REPORT_PRINTED];
    uint32_t most =
        inst->op == PK_OP_fail ? PK_REPORT_VALUES : PK_REPORT_PRINTED;

    if (inst->arg_count > most)
        return "too many operands";
    for (uint32_t i = 0; i < inst->arg_count; i++)
        types[i] = inst->args[i]->type;
    return pk_report_check_text(inst->text, types, inst->arg_count);
}

/* ---- modules that have been through no pass ---- */

pk_status pk_host_refuse(const pk_ir *ir, pk_error *err) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_host)
            return pk_fail(
                err, PK_UNSUPPORTED,
                "%s is a function for the host, and this target runs "
                "kernels only",
                pk_func_said(fn));
    return PK_OK;
}

pk_status pk_report_refuse(const pk_ir *ir, pk_error *err) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
            if (pk_inst_reports(i) || pk_inst_catches(i) ||
                i->op == PK_OP_coverage)
                return pk_fail(err, PK_UNSUPPORTED,
                               "%s must be rewritten by the pass %s, which "
                               "has not run on %s",
                               pk_op_table[i->op].name,
                               i->op == PK_OP_coverage ? "coverage" : "report",
                               fn->name);
    return PK_OK;
}
