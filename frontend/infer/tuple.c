/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of tuples: slices, and tuples whose items have names. */
#include "frontend/infer/tuple.h"
#include "frontend/infer/latent.h"
#include "frontend/infer/typings.h"

#include "base/suggest.h"
#include "frontend/module/scope.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- slices ---- */

/* A bound that is known, or left out. */
static bool bound(pk_infer *in, const pk_ast *node, int64_t otherwise,
                  int64_t *out) {
    pk_typed v;

    *out = otherwise;
    if (!node)
        return true;
    v = pk_infer_expr(in, node);
    if (v.type->kind == PK_TY_error)
        return false;
    if (v.type->kind == PK_TY_none || pk_infer_constant_int(in, v, out))
        return true;
    pk_say(in, node, PK_E_slice_bounds, NULL,
           "the bounds of a tuple's slice are integers that are known when "
           "compiling");
    return false;
}

static int64_t clip(int64_t at, int64_t low, int64_t high) {
    return at < low ? low : at > high ? high : at;
}

bool pk_tuple_slice(const pk_known_slice *s, uint32_t count, int64_t *first,
                    uint32_t *length) {
    int64_t n = count, low = s->step < 0 ? -1 : 0, high = n + low;
    int64_t start = s->start < 0 ? s->start + n : s->start;
    int64_t stop = s->stop < 0 ? s->stop + n : s->stop;

    start = s->has_start ? clip(start, low, high) : s->step < 0 ? n - 1 : 0;
    stop = s->has_stop ? clip(stop, low, high) : s->step < 0 ? -1 : n;
    *first = start;
    *length = s->step > 0 && start < stop
                  ? (uint32_t)((stop - start - 1) / s->step + 1)
              : s->step < 0 && start > stop
                  ? (uint32_t)((start - stop - 1) / -s->step + 1)
                  : 0;
    return s->step != 0;
}

pk_typed pk_infer_tuple_slice(pk_infer *in, const pk_ast *node,
                              pk_typed tuple) {
    const pk_ast *slice = node->Subscript.slice;
    pk_known_slice s = {.has_start = slice->Slice.lower != NULL,
                        .has_stop = slice->Slice.upper != NULL};
    pk_call *call = PK_NEW(in->arena, pk_call);
    pk_typed *items;
    const pk_ty **types;

    if (!bound(in, slice->Slice.lower, 0, &s.start) ||
        !bound(in, slice->Slice.upper, 0, &s.stop) ||
        !bound(in, slice->Slice.step, 1, &s.step))
        return error();
    s.step = clip(s.step, -PK_MAX_LEAVES, PK_MAX_LEAVES);
    if (!pk_tuple_slice(&s, tuple.type->count, &call->first, &call->count))
        return pk_say(in, slice, PK_E_zero_step, NULL,
                      "the step of a slice is 0");
    types = pk_arena_array(in->arena, call->count + 1, sizeof *types);
    items = pk_arena_array(in->arena, call->count + 1, sizeof *items);
    if (!types || !items)
        return error();
    call->step = s.step;
    for (uint32_t i = 0; i < call->count; i++) {
        items[i] =
            pk_known_item(tuple, (uint32_t)(call->first + (int64_t)i * s.step));
        types[i] = items[i].type;
    }
    pk_note_at(in, node)->call = call;
    return pk_known_tuple(in->arena, pk_ty_tuple(in->arena, types, call->count),
                          items);
}

/* slice(start, stop, step), whose one argument is `stop`. */
pk_typed pk_type_slice(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node;
    if (!call->nodes[1]) {
        call->nodes[1] = call->nodes[0];
        call->args[1] = call->args[0];
        call->nodes[0] = NULL;
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (!call->nodes[i])
            continue;
        if (call->args[i].type->kind == PK_TY_none)
            call->nodes[i] = NULL;
        else if (!pk_ty_is_int(call->args[i].type))
            return pk_say_argument(in, call, i, "integers and None");
    }
    call->gives = pk_ty_slice(in->arena, call->nodes[2] ? 3 : 2);
    return of_type(call->gives);
}

/* ---- names ---- */

int pk_fields_find(const pk_fields *fields, const char *name) {
    for (uint32_t i = 0; fields && i < fields->count; i++)
        if (strcmp(fields->names[i], name) == 0)
            return (int)i;
    return -1;
}

/* "Point(x, y)" */
static const char *list_fields(pk_infer *in, const pk_fields *fields,
                               const char *before) {
    const char *text = before;

    for (uint32_t i = 0; i < fields->count; i++)
        text = pk_arena_format(in->arena, "%s%s%s", text, i ? ", " : "",
                               fields->names[i]);
    return text;
}

static const char *fields_usage(pk_infer *in, const pk_fields *fields) {
    return pk_arena_format(
        in->arena, "%s)",
        list_fields(in, fields,
                    pk_arena_format(in->arena, "%s(", fields->name)));
}

static pk_typed no_field(pk_infer *in, const pk_ast *node, const char *name,
                         const pk_fields *fields) {
    pk_suggest near = pk_suggest_start(name);

    for (uint32_t i = 0; i < fields->count; i++)
        pk_suggest_name(&near, fields->names[i]);
    return pk_say(in, node, PK_E_attribute_unknown,
                  near.best ? pk_suggest_hint(in->arena, &near)
                            : list_fields(in, fields, "there are "),
                  "%s has no field '%s'", fields->name, name);
}

static bool is_parameter(const pk_infer *in, const pk_ast *node) {
    int index = node->kind == PK_AST_Name
                    ? pk_vars_find(&in->instance->vars, node->Name.id)
                    : -1;

    return index >= 0 && in->instance->vars.items[index].param;
}

pk_typed pk_infer_field(pk_infer *in, const pk_ast *node, pk_typed tuple) {
    const pk_fields *fields = tuple.type->fields;
    const char *name = node->Attribute.attr;
    int at = pk_fields_find(fields, name);

    if (at >= 0)
        return pk_known_item(tuple, (uint32_t)at);
    if (pk_ty_is_slice(tuple.type) && strcmp(name, "step") == 0)
        return pk_known_int(in->arena, pk_ty_number(PK_TYPE_i64), 1);
    if (fields)
        return no_field(in, node, name, fields);
    return pk_say(
        in, node, PK_E_attribute_unknown,
        is_parameter(in, node->Attribute.value)
            ? "a parameter's names come from its annotation, p: Point, or "
              "from the launch: Point(1, 2)"
            : pk_hint_attribute(tuple.type, name),
        "%s has no attribute '%s'", pk_named(in, tuple.type), name);
}

/* Which field each argument is for. */
static bool sort_arguments(pk_infer *in, const pk_ast *node,
                           const pk_fields *fields, pk_call *call) {
    const pk_ast_list *args = &node->Call.args;

    if (args->count > fields->count) {
        pk_say(in, node, PK_E_call_count, fields_usage(in, fields),
               "%s has %u field%s, got %u values", fields->name, fields->count,
               fields->count == 1 ? "" : "s", args->count);
        return false;
    }
    for (uint32_t i = 0; i < args->count; i++)
        call->nodes[i] = args->items[i];
    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const pk_ast *word = node->Call.keywords.items[i];
        const char *name = word->keyword.arg ? word->keyword.arg : "**";
        int at = pk_fields_find(fields, name);
        if (at < 0) {
            no_field(in, word, name, fields);
            return false;
        }
        if (call->nodes[at]) {
            pk_say(in, word, PK_E_call_keyword,
                   "it is passed by position already: remove one",
                   "%s takes no second '%s'", fields->name, name);
            return false;
        }
        call->nodes[at] = word->keyword.value;
    }
    return true;
}

pk_typed pk_infer_fields_call(pk_infer *in, const pk_ast *node,
                              const pk_fields *fields, pk_call *call) {
    uint32_t count = fields->count;
    const pk_ty **types = pk_arena_array(in->arena, count + 1, sizeof *types);
    const uint32_t *order;
    bool bad = false;

    call->count = count;
    call->nodes = pk_arena_array(in->arena, count + 1, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count + 1, sizeof *call->args);
    if (!types || !call->nodes || !call->args ||
        !sort_arguments(in, node, fields, call))
        return error();
    order = pk_infer_order(in, node, call);
    for (uint32_t n = 0; order && n < count; n++) {
        uint32_t i = order[n];
        pk_typed *v = &call->args[i];
        if (!call->nodes[i] && !fields->defaults[i].type)
            return pk_say(in, node, PK_E_call_missing, fields_usage(in, fields),
                          "%s needs field '%s'", fields->name,
                          fields->names[i]);
        *v = call->nodes[i] ? pk_infer_optional(in, call->nodes[i])
                            : fields->defaults[i];
        if (in->c->signature->host)
            v->type = pk_ty_given(in->arena, *v);
        bad = !pk_infer_has_value(in, call->nodes[i] ? call->nodes[i] : node,
                                  *v) ||
              bad;
        types[i] = v->type;
    }
    if (bad)
        return error();
    call->makes = pk_ty_named_tuple(in->arena, types, fields->count, fields);
    return pk_known_tuple(in->arena, call->makes, call->args);
}
