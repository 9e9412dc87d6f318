/* SPDX-License-Identifier: Apache-2.0 */
/* The options of decorators, options.def: fastmath=True and its kin. */
#include "base/suggest.h"
#include "frontend/module/decorators/decorating.h"
#include "frontend/values/known.h"

#include <string.h>

static const char *words(pk_decorating *d, const char *format, const char *a,
                         const char *b) {
    return pk_arena_format(d->scope->arena, format, a, b);
}

/* One option: its row, and its value as far as it is known. */
typedef struct option {
    const char *name, *meaning;
    const pk_ast *node;
    pk_typed value;
} option;

/* True or False, or what Python takes for it. */
static bool truth_of(pk_decorating *d, const option *o, bool *out) {
    *out = false;
    if (o->value.type->kind == PK_TY_none)
        return true;
    if (o->value.known && pk_ty_is_numeric(o->value.type)) {
        *out = pk_known_truth(o->value);
        return true;
    }
    (o->value.known ? pk_decorating_fail : pk_decorating_doubt)(
        d, o->node, PK_E_option_value, "write True or False",
        words(d, "the value of %s is not known when compiling%s", o->name, ""));
    return false;
}

static void set_nothing(pk_decorating *d, const option *o) {
    (void)d;
    (void)o;
}

static void set_device(pk_decorating *d, const option *o) {
    truth_of(d, o, &d->device);
}

static bool is_truth(pk_typed v) {
    return v.type->kind == PK_TY_none || (v.known && pk_ty_is_bool(v.type));
}

static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* Strings of a set, or keys of a dict with their values, all of them among
 * `names`: calls `take` for each that is on. */
static bool read_flags(pk_decorating *d, const option *o,
                       const char *const *names,
                       void (*take)(pk_decorating *, const char *)) {
    bool is_set = o->node->kind == PK_AST_Set;
    const pk_ast_list *list = is_set ? &o->node->Set.elts : &o->node->Dict.keys;

    for (uint32_t i = 0; i < list->count; i++) {
        const pk_ast *item = list->items[i];
        bool on = true;
        if (!item || item->kind != PK_AST_Constant ||
            item->Constant.value.kind != PK_CONST_str ||
            !is_among(names, item->Constant.value.text)) {
            pk_decorating_fail(d, item ? item : o->node, PK_E_option_value,
                               o->meaning,
                               words(d, "%s has no such flag%s", o->name, ""));
            return false;
        }
        if (!is_set) {
            option value = {.name = o->name,
                            .node = o->node->Dict.values.items[i]};
            value.value = pk_scope_eval(d->scope, value.node);
            if (!truth_of(d, &value, &on))
                return false;
        }
        if (on && take)
            take(d, item->Constant.value.text);
    }
    return true;
}

/* Reads one of LLVM's flags. NaN, infinities and the sign of zero are kept
 * whether or not they need be. */
static void take_fast(pk_decorating *d, const char *flag) {
    static const struct {
        const char *name;
        uint8_t allows;
    } flags[] = {
        {"fast", PK_FAST_all},
        {"contract", PK_FAST_contract},
        {"reassoc", PK_FAST_reassoc},
        {"arcp", PK_FAST_approx},
        {"afn", PK_FAST_approx | PK_FAST_functions},
    };

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(flag, flags[i].name) == 0)
            d->fn->fast |= flags[i].allows;
}

static void set_fastmath(pk_decorating *d, const option *o) {
    static const char *const flags[] = {"fast", "nnan",    "ninf",
                                        "nsz",  "arcp",    "contract",
                                        "afn",  "reassoc", NULL};
    bool on;

    if (o->node->kind == PK_AST_Set || o->node->kind == PK_AST_Dict) {
        option flagged = *o;
        flagged.meaning = "the flags are LLVM's: 'fast', 'nnan', 'ninf', "
                          "'nsz', 'arcp', 'contract', 'afn' and 'reassoc'";
        read_flags(d, &flagged, flags, take_fast);
    } else if (o->value.known && !is_truth(o->value)) {
        pk_decorating_fail(
            d, o->node, PK_E_option_value,
            "fastmath=True, or some of {'nnan', 'ninf', 'nsz', 'arcp', "
            "'contract', 'afn', 'reassoc'}",
            "fastmath is True, False, or a set or dict of flags");
    } else if (truth_of(d, o, &on) && on) {
        d->fn->fast = PK_FAST_all;
    }
}

/* It changes nothing here, but what Numba does not take is a mistake. What is
 * not known may be right: a function that decides, say. */
static void set_inline(pk_decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;
    bool choice = text && (!strcmp(text, "always") || !strcmp(text, "never"));
    bool kernel = d->mask & KERNEL;

    if (choice || !o->value.known || (kernel && is_truth(o->value)))
        return;
    pk_decorating_fail(
        d, o->node, PK_E_option_value,
        "remove it: small functions are inlined anyway",
        kernel ? "inline is True, False, 'always' or 'never'"
               : "inline is 'always', 'never' or a function that decides");
}

static void set_parallel(pk_decorating *d, const option *o) {
    static const char *const parts[] = {
        "comprehension", "reduction", "inplace_binop", "setitem", "numpy",
        "stencil",       "fusion",    "prange",        NULL};

    if (o->node->kind == PK_AST_Dict) {
        option flagged = *o;
        flagged.meaning =
            "there are 'comprehension', 'reduction', 'inplace_binop', "
            "'setitem', 'numpy', 'stencil', 'fusion' and 'prange'";
        read_flags(d, &flagged, parts, NULL);
        d->fn->info.parallel = true;
    } else if (o->value.known && !is_truth(o->value)) {
        pk_decorating_fail(
            d, o->node, PK_E_option_value,
            "it is an option of host functions; kernels do not need it",
            "parallel is True, False or a dict of flags");
    } else if (o->value.known && pk_ty_is_bool(o->value.type)) {
        d->fn->info.parallel = pk_known_truth(o->value);
    }
}

static void set_bounds(pk_decorating *d, const option *o) {
    bool on;

    if (!truth_of(d, o, &on))
        return;
    d->fn->bounds |= on;
    d->fn->unchecked = !on;
}

static void set_debug(pk_decorating *d, const option *o) {
    bool on;

    if (!truth_of(d, o, &on) || !on)
        return;
    d->fn->bounds = true;
    d->fn->error_model = PK_ERROR_MODEL_python;
}

/* "auto" is for who calls the function: a context measures, or not. */
static void set_offload(pk_decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;
    bool on;

    if (text && strcmp(text, "auto") == 0)
        return;
    if (truth_of(d, o, &on))
        d->fn->info.stays = !on;
}

static void set_lineinfo(pk_decorating *d, const option *o) {
    bool on;

    if (truth_of(d, o, &on))
        d->fn->info.lineinfo |= on;
}

static void set_error_model(pk_decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;

    if (o->value.type->kind == PK_TY_none)
        return;
    if (text && strcmp(text, "python") == 0)
        d->fn->error_model = PK_ERROR_MODEL_python;
    else if (text && strcmp(text, "numpy") == 0)
        d->fn->error_model = PK_ERROR_MODEL_numpy;
    else
        pk_decorating_fail(
            d, o->node, PK_E_option_value,
            "'python' raises ZeroDivisionError; with 'numpy', the default of "
            "kernels, the result is 0, inf or nan",
            "error_model is 'python' or 'numpy'");
}

static bool number_of(pk_typed v, int64_t most, uint32_t *out) {
    int64_t value;

    if (v.type->kind == PK_TY_none)
        return true;
    if (!pk_known_is_int(v, &value) || value < 0 || value > most)
        return false;
    *out = (uint32_t)value;
    return true;
}

static void set_limit(pk_decorating *d, const option *o, pk_typed v,
                      int limit) {
    const pk_limit_info *info = &pk_limit_table[limit];

    if (!number_of(v, info->most, &d->fn->limits[limit]))
        (v.type->kind == PK_TY_hidden ? pk_decorating_doubt
                                      : pk_decorating_fail)(
            d, o->node, PK_E_option_value,
            limit == PK_LIMIT_maxregs ? "write max_registers=64; without the "
                                        "option the compiler chooses"
                                      : NULL,
            pk_arena_format(d->scope->arena,
                            "%s must be integers that are known when "
                            "compiling: %s from 0 to %u",
                            o->name,
                            limit == PK_LIMIT_maxregs      ? "registers"
                            : limit == PK_LIMIT_maxthreads ? "threads"
                                                           : "blocks",
                            info->most));
}

static void set_registers(pk_decorating *d, const option *o) {
    set_limit(d, o, o->value, PK_LIMIT_maxregs);
}

/* 256, or (256, 2): threads of a block, and blocks of a multiprocessor. */
static void set_launch_bounds(pk_decorating *d, const option *o) {
    const pk_ty *type = o->value.type;

    if (type->kind != PK_TY_tuple) {
        set_limit(d, o, o->value, PK_LIMIT_maxthreads);
        return;
    }
    if (type->count < 1 || type->count > 2) {
        pk_decorating_fail(d, o->node, PK_E_option_refused,
                           "write launch_bounds=256 or launch_bounds=(256, 2)",
                           type->count == 3
                               ? "clusters of blocks are not supported yet"
                               : "launch_bounds has one or two numbers");
        return;
    }
    set_limit(d, o, pk_known_item(o->value, 0), PK_LIMIT_maxthreads);
    if (type->count > 1)
        set_limit(d, o, pk_known_item(o->value, 1), PK_LIMIT_minblocks);
    if (!d->fn->limits[PK_LIMIT_maxthreads])
        d->fn->limits[PK_LIMIT_minblocks] = 0;
}

static bool is_empty(const option *o) {
    const pk_ast *node = o->node;

    if (o->value.type->kind == PK_TY_none)
        return true;
    if (o->value.known && pk_ty_is_numeric(o->value.type))
        return !pk_known_truth(o->value);
    return (node->kind == PK_AST_List && !node->List.elts.count) ||
           (node->kind == PK_AST_Tuple && !node->Tuple.elts.count) ||
           (node->kind == PK_AST_Dict && !node->Dict.values.count);
}

static void set_without(pk_decorating *d, const option *o) {
    if (!is_empty(o))
        pk_decorating_fail(d, o->node, PK_E_option_refused, o->meaning,
                           words(d, "%s is not supported%s", o->name, ""));
}

static void set_must(pk_decorating *d, const option *o) {
    bool on = true;

    if (truth_of(d, o, &on) && !on)
        pk_decorating_fail(
            d, o->node, PK_E_option_refused, o->meaning,
            words(d, "%s=False is not supported%s", o->name, ""));
}

/* The types of a dict; NULL, and it is said, when one of them is none that a
 * variable can be given. */
static const pk_typed_local *read_locals(pk_decorating *d, const option *o,
                                         const struct pk_table *table) {
    pk_typed_local *out =
        pk_arena_array(d->scope->arena, table->count + 1, sizeof *out);

    for (uint32_t i = 0; out && i < table->count; i++) {
        const pk_ty *type =
            pk_type_of_variable(d->scope->arena, table->values[i].type);
        const char *name =
            table->keys[i].known ? table->keys[i].known->text : NULL;
        const pk_function_info *info = &d->fn->info;
        if (!name || !type) {
            pk_decorating_fail(
                d, o->node, PK_E_option_value, "write locals={'x': float32}",
                "locals gives variables types of numbers, strings, arrays, "
                "containers and tuples of these");
            return NULL;
        }
        for (uint32_t k = 0; k < info->param_count; k++)
            if (strcmp(info->param_names[k], name) == 0)
                pk_decorating_fail(
                    d, o->node, PK_E_option_value,
                    "give its type in the signature",
                    words(d, "'%s' in locals is a parameter%s", name, ""));
        out[i] = (pk_typed_local){name, type};
    }
    return out;
}

static void set_locals(pk_decorating *d, const option *o) {
    const struct pk_table *table =
        o->value.type->kind == PK_TY_table ? o->value.type->table : NULL;

    if (is_empty(o))
        return;
    if (!table) {
        pk_decorating_fail(
            d, o->node, PK_E_option_value, "write locals={'x': float32}",
            "locals is a dict of types that is known when compiling");
        return;
    }
    d->fn->typed_locals = read_locals(d, o, table);
    d->fn->typed_local_count = d->fn->typed_locals ? table->count : 0;
}

static void set_gone(pk_decorating *d, const option *o) {
    if (o->value.type->kind != PK_TY_none)
        pk_decorating_fail(
            d, o->node, PK_E_option_refused, o->meaning,
            words(d, "%s is not an option any more%s", o->name, ""));
}

/* A list of signatures, of which each is for exactly its types. */
static void set_results(pk_decorating *d, const option *o) {
    const pk_ast_list *list = &o->node->List.elts;
    const pk_ty **out;
    pk_type_reader r = {.scope = d->scope};
    pk_typed v;

    if (o->node->kind != PK_AST_List)
        return;
    out = pk_arena_array(d->scope->arena, list->count + 1u, sizeof *out);
    for (uint32_t i = 0; out && i < list->count; i++) {
        if (!pk_type_value(&r, list->items[i], &v) ||
            v.type->kind != PK_TY_signature) {
            if (r.fault.message)
                pk_decorating_fault(d, &r.fault);
            return;
        }
        out[i] = v.type;
    }
    d->fn->results = out;
    d->fn->result_count = out ? list->count : 0;
}

static const struct {
    const char *name, *meaning;
    uint32_t decorators;
    void (*set)(pk_decorating *, const option *);
} options[] = {
#define OPTION(name, decorators, act, meaning)                                 \
    {#name, meaning, decorators, set_##act},
#include "frontend/module/options.def"
#undef OPTION
};
enum { OPTIONS = sizeof options / sizeof *options };

static const char *unknown_hint(const pk_decorating *d, const char *name) {
    if (strcmp(d->name, "cuda.jit") != 0)
        return NULL;
    if (strcmp(name, "parallel") == 0)
        return "remove it: the grid and block of the launch decide what runs "
               "in parallel";
    if (strcmp(name, "nogil") == 0)
        return "remove it: a launch holds no lock";
    return "its options are device, debug, opt, fastmath, lineinfo, inline, "
           "cache, max_registers, launch_bounds, boundscheck and error_model";
}

void pk_decorating_option(pk_decorating *d, const char *name,
                          const pk_ast *node, const pk_ast *at,
                          pk_typed value) {
    pk_suggest search = pk_suggest_start(name);
    const char *hint;
    option o = {.name = name, .node = at, .value = value};

    for (size_t i = 0; i < OPTIONS; i++) {
        if (!(options[i].decorators & d->mask))
            continue;
        if (strcmp(options[i].name, name) == 0) {
            o.meaning = options[i].meaning;
            options[i].set(d, &o);
            return;
        }
        pk_suggest_name(&search, options[i].name);
    }
    hint = pk_suggest_hint(d->scope->arena, &search);
    pk_decorating_fail(d, node, PK_E_option_unknown,
                       hint ? hint : unknown_hint(d, name),
                       words(d, "%s takes no option '%s'", d->name, name));
}
