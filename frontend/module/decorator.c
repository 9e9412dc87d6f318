/* SPDX-License-Identifier: Apache-2.0 */
/* Decorators: @cuda.jit("void(float32[:])", fastmath=True) and its kin.
 *
 * A script may have functions that are never requested, so a wrong decorator
 * is no error of the module: its faults stay with the function. */
#include "frontend/module/decorator.h"

#include "base/suggest.h"
#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/module/parameters.h"
#include "frontend/module/type_values.h"
#include "frontend/values/known.h"

#include <string.h>

enum {
    KERNEL = 1 << PK_FUNCTION_kernel,
    HOST = 1 << PK_FUNCTION_host,
    UFUNC = 1 << PK_FUNCTION_ufunc,
    MAX_SIGNATURES = 256
};

typedef struct decorating {
    pk_scope *scope;
    pk_function *fn;
    const char *name; /* of the decorator, for messages */
    uint32_t mask;    /* KERNEL, HOST, UFUNC */
    bool device;
} decorating;

/* ---- faults ---- */

static void add_fault(decorating *d, const pk_fault *fault) {
    pk_function_fault(d->scope->arena, d->fn, fault);
}

static void fail(decorating *d, const pk_ast *node, pk_code code,
                 const char *hint, const char *message) {
    pk_fault fault = {.program = d->scope->program,
                      .node = node,
                      .code = code,
                      .hint = hint,
                      .message = message};

    add_fault(d, &fault);
}

static const char *words(decorating *d, const char *format, const char *a,
                         const char *b) {
    return pk_arena_format(d->scope->arena, format, a, b);
}

/* ---- options ---- */

/* One option: its row, and its value as far as it is known. */
typedef struct option {
    const char *name, *meaning;
    const pk_ast *node;
    pk_typed value;
} option;

/* True or False, or what Python takes for it. */
static bool truth_of(decorating *d, const option *o, bool *out) {
    *out = false;
    if (o->value.type->kind == PK_TY_none)
        return true;
    if (o->value.known && pk_ty_is_numeric(o->value.type)) {
        *out = pk_known_truth(o->value);
        return true;
    }
    fail(
        d, o->node, PK_E_option_value, "write True or False",
        words(d, "the value of %s is not known when compiling%s", o->name, ""));
    return false;
}

static void set_nothing(decorating *d, const option *o) {
    (void)d;
    (void)o;
}

static void set_device(decorating *d, const option *o) {
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
static bool read_flags(decorating *d, const option *o, const char *const *names,
                       void (*take)(decorating *, const char *)) {
    bool is_set = o->node->kind == PK_AST_Set;
    const pk_ast_list *list = is_set ? &o->node->Set.elts : &o->node->Dict.keys;

    for (uint32_t i = 0; i < list->count; i++) {
        const pk_ast *item = list->items[i];
        bool on = true;
        if (!item || item->kind != PK_AST_Constant ||
            item->Constant.value.kind != PK_CONST_str ||
            !is_among(names, item->Constant.value.text)) {
            fail(d, item ? item : o->node, PK_E_option_value, o->meaning,
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
static void take_fast(decorating *d, const char *flag) {
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

static void set_fastmath(decorating *d, const option *o) {
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
        fail(d, o->node, PK_E_option_value,
             "fastmath=True, or some of {'nnan', 'ninf', 'nsz', 'arcp', "
             "'contract', 'afn', 'reassoc'}",
             "fastmath is True, False, or a set or dict of flags");
    } else if (truth_of(d, o, &on) && on) {
        d->fn->fast = PK_FAST_all;
    }
}

/* It changes nothing here, but what Numba does not take is a mistake. What is
 * not known may be right: a function that decides, say. */
static void set_inline(decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;
    bool choice = text && (!strcmp(text, "always") || !strcmp(text, "never"));
    bool kernel = d->mask & KERNEL;

    if (choice || !o->value.known || (kernel && is_truth(o->value)))
        return;
    fail(d, o->node, PK_E_option_value,
         "remove it: small functions are inlined anyway",
         kernel ? "inline is True, False, 'always' or 'never'"
                : "inline is 'always', 'never' or a function that decides");
}

static void set_parallel(decorating *d, const option *o) {
    static const char *const parts[] = {
        "comprehension", "reduction", "inplace_binop", "setitem", "numpy",
        "stencil",       "fusion",    "prange",        NULL};

    if (o->node->kind == PK_AST_Dict) {
        option flagged = *o;
        flagged.meaning =
            "there are 'comprehension', 'reduction', 'inplace_binop', "
            "'setitem', 'numpy', 'stencil', 'fusion' and 'prange'";
        read_flags(d, &flagged, parts, NULL);
        d->fn->parallel = true;
    } else if (o->value.known && !is_truth(o->value)) {
        fail(d, o->node, PK_E_option_value,
             "it is an option of host functions; kernels do not need it",
             "parallel is True, False or a dict of flags");
    } else if (o->value.known && pk_ty_is_bool(o->value.type)) {
        d->fn->parallel = pk_known_truth(o->value);
    }
}

static void set_bounds(decorating *d, const option *o) {
    bool on;

    if (!truth_of(d, o, &on))
        return;
    d->fn->bounds |= on;
    d->fn->unchecked = !on;
}

static void set_debug(decorating *d, const option *o) {
    bool on;

    if (!truth_of(d, o, &on) || !on)
        return;
    d->fn->bounds = true;
    d->fn->error_model = PK_ERROR_MODEL_python;
}

/* "auto" is for who calls the function: a context measures, or not. */
static void set_offload(decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;
    bool on;

    if (text && strcmp(text, "auto") == 0)
        return;
    if (truth_of(d, o, &on))
        d->fn->info.stays = !on;
}

static void set_lineinfo(decorating *d, const option *o) {
    bool on;

    if (truth_of(d, o, &on))
        d->fn->info.lineinfo |= on;
}

static void set_error_model(decorating *d, const option *o) {
    const char *text = o->value.known ? o->value.known->text : NULL;

    if (o->value.type->kind == PK_TY_none)
        return;
    if (text && strcmp(text, "python") == 0)
        d->fn->error_model = PK_ERROR_MODEL_python;
    else if (text && strcmp(text, "numpy") == 0)
        d->fn->error_model = PK_ERROR_MODEL_numpy;
    else
        fail(d, o->node, PK_E_option_value,
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

static void set_limit(decorating *d, const option *o, pk_typed v, int limit) {
    const pk_limit_info *info = &pk_limit_table[limit];

    if (!number_of(v, info->most, &d->fn->limits[limit]))
        fail(d, o->node, PK_E_option_value,
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

static void set_registers(decorating *d, const option *o) {
    set_limit(d, o, o->value, PK_LIMIT_maxregs);
}

/* 256, or (256, 2): threads of a block, and blocks of a multiprocessor. */
static void set_launch_bounds(decorating *d, const option *o) {
    const pk_ty *type = o->value.type;

    if (type->kind != PK_TY_tuple) {
        set_limit(d, o, o->value, PK_LIMIT_maxthreads);
        return;
    }
    if (type->count < 1 || type->count > 2) {
        fail(d, o->node, PK_E_option_refused,
             "write launch_bounds=256 or launch_bounds=(256, 2)",
             type->count == 3 ? "clusters of blocks are not supported yet"
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

static void set_without(decorating *d, const option *o) {
    if (!is_empty(o))
        fail(d, o->node, PK_E_option_refused, o->meaning,
             words(d, "%s is not supported%s", o->name, ""));
}

static void set_must(decorating *d, const option *o) {
    bool on = true;

    if (truth_of(d, o, &on) && !on)
        fail(d, o->node, PK_E_option_refused, o->meaning,
             words(d, "%s=False is not supported%s", o->name, ""));
}

/* The types of a dict; NULL, and it is said, when one of them is none that a
 * variable can be given. */
static const pk_typed_local *read_locals(decorating *d, const option *o,
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
            fail(d, o->node, PK_E_option_value, "write locals={'x': float32}",
                 "locals gives variables types of numbers, strings, arrays, "
                 "containers and tuples of these");
            return NULL;
        }
        for (uint32_t k = 0; k < info->param_count; k++)
            if (strcmp(info->param_names[k], name) == 0)
                fail(d, o->node, PK_E_option_value,
                     "give its type in the signature",
                     words(d, "'%s' in locals is a parameter%s", name, ""));
        out[i] = (pk_typed_local){name, type};
    }
    return out;
}

static void set_locals(decorating *d, const option *o) {
    const struct pk_table *table =
        o->value.type->kind == PK_TY_table ? o->value.type->table : NULL;

    if (is_empty(o))
        return;
    if (!table) {
        fail(d, o->node, PK_E_option_value, "write locals={'x': float32}",
             "locals is a dict of types that is known when compiling");
        return;
    }
    d->fn->typed_locals = read_locals(d, o, table);
    d->fn->typed_local_count = d->fn->typed_locals ? table->count : 0;
}

static void set_gone(decorating *d, const option *o) {
    if (o->value.type->kind != PK_TY_none)
        fail(d, o->node, PK_E_option_refused, o->meaning,
             words(d, "%s is not an option any more%s", o->name, ""));
}

static void set_results(decorating *d, const option *o);

static const struct {
    const char *name, *meaning;
    uint32_t decorators;
    void (*set)(decorating *, const option *);
} options[] = {
#define OPTION(name, decorators, act, meaning)                                 \
    {#name, meaning, decorators, set_##act},
#include "frontend/module/options.def"
#undef OPTION
};
enum { OPTIONS = sizeof options / sizeof *options };

static const char *unknown_hint(const decorating *d, const char *name) {
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

/* `node` is where the name stands, `at` the value. */
static void set_option(decorating *d, const char *name, const pk_ast *node,
                       const pk_ast *at, pk_typed value) {
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
    fail(d, node, PK_E_option_unknown, hint ? hint : unknown_hint(d, name),
         words(d, "%s takes no option '%s'", d->name, name));
}

/* ---- signatures ---- */

static bool is_types(const pk_ty *tuple) {
    for (uint32_t i = 0; i < tuple->count; i++)
        if (tuple->items[i]->kind != PK_TY_dtype)
            return false;
    return true;
}

/* The types of the arguments: of a signature as they are, of a tuple what its
 * items make. */
static bool declare_args(decorating *d, const pk_ty *type, pk_declared *out) {
    pk_arg_type *args =
        pk_arena_array(d->scope->arena, type->count + 1, sizeof *args);
    bool tuple = type->kind == PK_TY_tuple;

    out->args = args;
    out->count = type->count;
    for (uint32_t i = 0; args && i < type->count; i++)
        if (!pk_ty_to_argument(d->scope->arena,
                               tuple ? type->items[i]->made : type->items[i],
                               &args[i]))
            return false;
    return args != NULL;
}

/* Checks that a signature fits the function that it stands above. */
static bool check_declared(decorating *d, pk_type_reader *r, const pk_ast *node,
                           const pk_declared *declared) {
    const pk_function_info *info = &d->fn->info;

    if (declared->count != info->param_count)
        return pk_type_fault(
            r, node, PK_E_signature_type,
            "write one type for each parameter, in order, after that of the "
            "result: float32(float32, int64)",
            "the signature has %u argument%s, %s takes %u", declared->count,
            declared->count == 1 ? "" : "s", info->name, info->param_count);
    if ((d->mask & KERNEL) && !d->device && declared->has_result &&
        declared->result.kind != PK_ARGTYPE_none)
        return pk_type_fault(r, node, PK_E_signature_type,
                             "write void(...), or device=True",
                             "a kernel returns nothing, and this signature "
                             "says otherwise");
    return true;
}

static bool has_optional(const pk_ty *type) {
    bool found = false, tuple = type->kind == PK_TY_tuple;

    for (uint32_t i = 0; i < type->count; i++) {
        const pk_ty *item = tuple ? type->items[i]->made : type->items[i];
        found |= item && item->kind == PK_TY_optional;
    }
    return found;
}

static bool read_declared(decorating *d, pk_type_reader *r, const pk_ast *node,
                          pk_declared *out) {
    pk_typed v;
    bool ok = node->kind == PK_AST_Constant &&
                      node->Constant.value.kind == PK_CONST_str
                  ? pk_type_text(r, node, node->Constant.value.text, &v)
                  : pk_type_value(r, node, &v);

    if (ok && v.type->kind == PK_TY_text && v.known)
        ok = pk_type_text(r, node, v.known->text, &v);
    if (!ok)
        return false;
    if (v.type->kind != PK_TY_signature &&
        !(v.type->kind == PK_TY_tuple && is_types(v.type)))
        return pk_type_fault(
            r, node, PK_E_signature_type,
            "a signature looks like \"void(float32[:], int32)\"",
            "this is not a signature");
    if (has_optional(v.type))
        return pk_type_fault(
            r, node, PK_UNSUPPORTED,
            "write one signature for the type and one for none",
            "an optional argument is not supported yet");
    if (!declare_args(d, v.type, out))
        return pk_type_fault(r, node, PK_E_signature_type, NULL,
                             "no argument can have such a type");
    if (v.type->kind == PK_TY_signature) {
        out->has_result = true;
        if (!pk_ty_to_argument(d->scope->arena, v.type->made, &out->result))
            return false;
    }
    out->file = d->scope->program->parse.source->file;
    out->loc = pk_ast_loc(node, 0);
    return check_declared(d, r, node, out);
}

/* One signature, or a list of them; returns how many. */
static uint32_t read_signatures(decorating *d, const pk_ast *node,
                                const pk_declared **out) {
    bool list = node->kind == PK_AST_List;
    const pk_ast *const *items =
        list ? (const pk_ast *const *)node->List.elts.items : &node;
    uint32_t count = list ? node->List.elts.count : 1;
    pk_declared *declared =
        pk_arena_array(d->scope->arena, count + 1, sizeof *declared);
    pk_type_reader r = {.scope = d->scope};

    if (!count || count > MAX_SIGNATURES) {
        fail(d, node, PK_E_signature_list,
             count ? NULL : "remove the list: a launch has the types",
             count ? "too many signatures" : "a list without a signature");
        return 0;
    }
    for (uint32_t i = 0; declared && i < count; i++)
        if (!read_declared(d, &r, items[i], &declared[i])) {
            if (r.fault.message)
                add_fault(d, &r.fault);
            return 0;
        }
    *out = declared;
    return declared ? count : 0;
}

/* A list of signatures, of which each is for exactly its types. */
static void set_results(decorating *d, const option *o) {
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
                add_fault(d, &r.fault);
            return;
        }
        out[i] = v.type;
    }
    d->fn->results = out;
    d->fn->result_count = out ? list->count : 0;
}

/* ---- the call ---- */

static bool is_first(const decorating *d, const char *name) {
    return strcmp(name, d->mask & KERNEL  ? "func_or_sig"
                        : d->mask & UFUNC ? "ftylist_or_function"
                                          : "signature_or_function") == 0;
}

static bool is_nothing(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           node->Constant.value.kind == PK_CONST_None;
}

/* **OPTIONS, a dict of the module. */
static void spread_options(decorating *d, const pk_ast *word) {
    const pk_ast *at = word->keyword.value;
    pk_typed v = pk_scope_eval(d->scope, at);
    const struct pk_table *table =
        v.type->kind == PK_TY_table ? v.type->table : NULL;

    for (uint32_t i = 0; table && i < table->count; i++)
        if (!table->keys[i].known || !table->keys[i].known->text)
            table = NULL;
    if (!table) {
        fail(d, word, PK_E_option_refused,
             "write the options out, or a dict of constants at module level",
             "the value after ** is not known when compiling");
        return;
    }
    for (uint32_t i = 0; i < table->count; i++)
        set_option(d, table->keys[i].known->text, word, at, table->values[i]);
}

static void take_option(decorating *d, const char *name, const pk_ast *node,
                        const pk_ast *value) {
    set_option(d, name, node, value, pk_scope_eval(d->scope, value));
}

/* The arguments of a decorator; its first may be the function itself. */
static void read_call(decorating *d, const pk_ast *call) {
    const pk_ast_list *args = &call->Call.args;
    const pk_ast *signature = args->count ? args->items[0] : NULL;

    if (signature && signature->kind != PK_AST_Constant &&
        pk_scope_eval(d->scope, signature).type->kind == PK_TY_function)
        signature = NULL;
    if (args->count > 1 && d->mask & KERNEL)
        take_option(d, "device", args->items[1], args->items[1]);
    if (args->count > (d->mask & KERNEL ? 2u : 1u))
        fail(d, args->items[args->count - 1], PK_E_option_refused, "name=value",
             "options of a decorator are passed by name");
    for (uint32_t i = 0; i < call->Call.keywords.count; i++) {
        const pk_ast *word = call->Call.keywords.items[i];
        if (!word->keyword.arg)
            spread_options(d, word);
        else if (is_first(d, word->keyword.arg) && !signature)
            signature = word->keyword.value;
        else
            take_option(d, word->keyword.arg, word, word->keyword.value);
    }
    if (signature && !is_nothing(signature))
        d->fn->info.declared_count =
            read_signatures(d, signature, &d->fn->info.declared);
}

static const pk_builtin *decorator_row(pk_scope *s, const pk_ast *node) {
    pk_typed v;

    if (node->kind != PK_AST_Name && node->kind != PK_AST_Attribute)
        return NULL;
    v = pk_scope_eval(s, node);
    return v.type->kind == PK_TY_builtin &&
                   v.type->builtin->kind == PK_BUILTIN_decor
               ? v.type->builtin
               : NULL;
}

/* ---- exports ---- */

/* Numba's @cc.export("name", "f8(f8)"), whatever `cc` is. */
static bool is_pycc_export(const pk_ast *call) {
    const pk_ast *func = call->Call.func;
    const pk_ast_list *args = &call->Call.args;

    return func->kind == PK_AST_Attribute &&
           strcmp(func->Attribute.attr, "export") == 0 && args->count == 2 &&
           args->items[0]->kind == PK_AST_Constant &&
           args->items[0]->Constant.value.kind == PK_CONST_str;
}

static void add_export(decorating *d, const char *name, const pk_ast *node) {
    pk_type_reader r = {.scope = d->scope};
    pk_export *made = PK_NEW(d->scope->arena, pk_export);

    if (!made)
        return;
    *made = (pk_export){.next = (pk_export *)d->fn->exports, .name = name};
    d->fn->exports = made;
    if (!read_declared(d, &r, node, &made->signature) && r.fault.message)
        add_fault(d, &r.fault);
}

/* @portkern.export(signature, name="other"). */
static void read_export(decorating *d, const pk_ast *call) {
    const pk_ast_list *args = &call->Call.args, *words = &call->Call.keywords;
    const char *name = d->fn->info.name;
    bool good = args->count == 1 && words->count <= 1;

    for (uint32_t i = 0; good && i < words->count; i++) {
        const pk_ast *word = words->items[i], *value = word->keyword.value;
        good = word->keyword.arg && !strcmp(word->keyword.arg, "name") &&
               value->kind == PK_AST_Constant &&
               value->Constant.value.kind == PK_CONST_str;
        name = good ? value->Constant.value.text : NULL;
    }
    if (good)
        add_export(d, name, args->items[0]);
    else
        fail(d, call, PK_E_option_value,
             "write @portkern.export(\"f8(f8[:], i8)\"), or with "
             "name=\"other\" behind it",
             "an export has one signature, and a name if it is another one");
}

/* Whether the decorator is an export, which makes a function one for the host
 * that is nothing else. */
static bool take_export(decorating *d, const pk_ast *call,
                        const pk_builtin *row) {
    if (!row && is_pycc_export(call))
        add_export(d, call->Call.args.items[0]->Constant.value.text,
                   call->Call.args.items[1]);
    else if (row && strcmp(row->path, "numba.export") == 0)
        read_export(d, call);
    else
        return false;
    return true;
}

pk_function_kind pk_decorate(pk_scope *s, const pk_ast *decorator,
                             pk_function *fn) {
    const pk_ast *call = decorator->kind == PK_AST_Call ? decorator : NULL;
    const pk_builtin *row =
        decorator_row(s, call ? call->Call.func : decorator);
    decorating d = {.scope = s, .fn = fn};
    pk_function_kind kind;

    if (call && take_export(&d, call, row))
        return fn->info.kind == PK_FUNCTION_plain ? PK_FUNCTION_host
                                                  : fn->info.kind;
    if (!row)
        return PK_FUNCTION_plain;
    kind = (pk_function_kind)row->param;
    d.name = pk_builtin_name(row);
    d.mask = (1u << kind) & (KERNEL | HOST | UFUNC);
    if (call && d.mask)
        read_call(&d, call);
    return d.device ? PK_FUNCTION_device : kind;
}

bool pk_decorate_call(pk_scope *s, const pk_ast *call, pk_typed *out) {
    const pk_ast *func = call->Call.func, *decorator = call;
    const pk_function *given;
    pk_function *fn;
    pk_typed arg;

    if (!call->Call.args.count)
        return false;
    if (func->kind == PK_AST_Call) {
        if (call->Call.args.count > 1 || call->Call.keywords.count ||
            !decorator_row(s, func->Call.func))
            return false;
        decorator = func;
    } else if (!decorator_row(s, func)) {
        return false;
    }
    arg = pk_scope_eval(s, call->Call.args.items[0]);
    if (arg.type->kind != PK_TY_function)
        return false;
    given = arg.type->function;
    fn = PK_NEW(s->arena, pk_function);
    *fn = (pk_function){.info = given->info,
                        .def = given->def,
                        .program = given->program,
                        .enclosing = given->enclosing,
                        .unnamed = true};
    fn->info.declared = NULL;
    fn->info.declared_count = 0;
    fn->info.refused = NULL;
    fn->positional = given->positional;
    fn->info.kind = pk_decorate(s, decorator, fn);
    pk_parameters_check(s, fn);
    *out = pk_scope_function(s, fn);
    return true;
}
