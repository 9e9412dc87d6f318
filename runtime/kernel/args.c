/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments: checking and flattening; the key is arg_key.c. This runs at every
 * launch, so it allocates nothing once the scratch has grown. */
#include "base/try.h"
#include "portkern/host.h"
#include "recipe/spread.h"
#include "runtime/kernel/arg_walk.h"

#include "runtime/context/structure.h"
#include "runtime/kernel/declared.h"
#include "runtime/kernel/module.h"
#include "runtime/memory/memory.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_MAX = 8, LEAVES_MAX = 1024, ITEMS_MAX = 1 << 24 };

static uint32_t reference_count(const pk_walk *w) {
    return w->mod ? w->mod->reference_count : 0;
}

/* An array by reference as an argument. */
static pk_arg reference_arg(const pk_walk *w, uint32_t i) {
    const pk_reference *r = w->mod->references[i];

    return r->type.flags & PK_ARGF_readonly ? pk_in(r->array)
                                            : pk_inout(r->array);
}

pk_status pk_walk_fail(const pk_walk *w, pk_status status, const char *format,
                       ...) {
    char words[512];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (w->arg >= w->given)
        return pk_fail(w->err, status, "global '%s': %s",
                       w->mod->references[w->arg - w->given]->name, words);
    if (w->arg >= w->info->param_count)
        return pk_fail(w->err, status, "the generator of %s: %s", w->info->name,
                       words);
    return pk_fail(w->err, status, "argument %u '%s' of %s: %s", w->arg,
                   w->info->param_names[w->arg], w->info->name, words);
}

/* ---- counting ---- */

typedef struct room {
    size_t leaves, arrays, words, params;
    size_t lists; /* bytes, of what describes the items of lists of arrays */
} room;

static pk_status fail_many(const pk_walk *w) {
    return pk_walk_fail(w, PK_LIMIT,
                        "more than %d scalars and arrays in all arguments",
                        LEAVES_MAX);
}

/* Functions are arguments of functions of the host, which are compiled for each
 * one; classes behind the fields of their objects are of launches, too. */
const pk_function_info *pk_walk_function(const pk_arg *arg, uint32_t *number) {
    const struct pk_arg_function *f = &arg->value.function;

    for (*number = 0; f->name && *number < f->module->function_count; ++*number)
        if (!strcmp(pk_function_path(f->module->functions[*number]), f->name))
            return f->module->functions[*number];
    return NULL;
}

const char *pk_args_function_path(const struct pk_arg_function *f) {
    const pk_arg arg = {.value.function = *f};
    uint32_t number;
    const pk_function_info *info = pk_walk_function(&arg, &number);

    return info ? pk_function_path(info) : NULL;
}

static pk_status check_function(const pk_walk *w, const pk_arg *arg) {
    const pk_function_info *info;
    uint32_t number;
    pk_error why;

    if (pk_object_check(arg->value.function.module, PK_OBJECT_module, w->ctx,
                        "its module", &why) != PK_OK)
        return pk_walk_fail(w, PK_BAD_ARG, "%s", why.message);
    info = pk_walk_function(arg, &number);
    if (!info)
        return pk_walk_fail(w, PK_BAD_ARG,
                            "its module has no function of that name");
    if (!info->fields && !pk_function_is_for_host(w->info))
        return pk_walk_fail(w, PK_BAD_ARG,
                            "a function cannot be passed to a launch: pass it "
                            "to the module, as a pk_global");
    return PK_OK;
}

enum { TEXT_MAX = 1000 }; /* bytes */

static uint32_t text_words(const pk_arg *arg) {
    return ((uint32_t)strlen(arg->value.text) + 3) / 4;
}

static pk_status check_known(const pk_walk *w, const pk_arg *arg) {
    if (arg->kind != PK_ARG_import && arg->kind != PK_ARG_refused &&
        pk_function_is_for_host(w->info))
        return PK_OK;
    return pk_walk_fail(w, PK_BAD_ARG,
                        "strings, types and imports cannot be passed to a "
                        "launch: pass them to the module, as a pk_global");
}

static pk_status check_dtype(const pk_walk *w, const pk_arg *arg) {
    PK_TRY(check_known(w, arg));
    if (arg->dtype == PK_DTYPE_void && arg->value.structure)
        return pk_object_check(arg->value.structure, PK_OBJECT_structure,
                               w->ctx, "the dtype", w->err);
    return pk_dtype_size(arg->dtype)
               ? PK_OK
               : pk_walk_fail(w, PK_BAD_ARG, "it is no dtype of numbers");
}

/* A dtype of records is known by its structure. */
static void add_dtype(pk_frame *frame, uint32_t *word, const pk_arg *arg) {
    *word = PK_KEY_dtype | (uint32_t)arg->dtype << 3;
    if (arg->dtype == PK_DTYPE_void)
        frame->key.words[frame->key.count++] = arg->value.structure->number;
}

static pk_status check_text(const pk_walk *w, const pk_arg *arg) {
    PK_TRY(check_known(w, arg));
    if (!arg->value.text)
        return pk_walk_fail(w, PK_BAD_ARG, "the text is NULL");
    if (strlen(arg->value.text) > TEXT_MAX)
        return pk_walk_fail(w, PK_LIMIT,
                            "a string of more than %d bytes: functions "
                            "are compiled for each string",
                            TEXT_MAX);
    return PK_OK;
}

static void add_text(pk_frame *frame, const pk_arg *arg) {
    uint32_t *words = &frame->key.words[frame->key.count];
    const uint32_t count = text_words(arg);

    memset(words, 0, count * sizeof *words);
    memcpy(words, arg->value.text, strlen(arg->value.text));
    frame->key.count += count;
}

/* A module is known by its number: it may be gone, and its memory another's,
 * when the key is looked up again. */
static void add_function(pk_frame *frame, const pk_arg *arg) {
    uint32_t *words = &frame->key.words[frame->key.count];

    memcpy(words, &arg->value.function.module->number, sizeof(uint64_t));
    pk_walk_function(arg, &words[2]);
    frame->key.count += PK_FUNCTION_WORDS;
}

static pk_status count_list(const pk_walk *w, const pk_arg *arg, int depth,
                            room *out) {
    const pk_array_list *list =
        arg->kind == PK_ARG_arrays ? arg->value.arrays : NULL;
    const uint32_t arrays = arg->kind == PK_ARG_dict ? 2 : 1;

    if (!pk_function_is_for_host(w->info) || depth)
        return pk_walk_fail(w, PK_BAD_ARG,
                            depth ? "a %s within a tuple cannot be passed: "
                                    "pass it by itself"
                                  : "a %s cannot be passed to a launch: pass "
                                    "an array",
                            arg->kind == PK_ARG_dict  ? "dict"
                            : arg->kind == PK_ARG_set ? "set"
                                                      : "list");
    if (arg->kind == PK_ARG_arrays && (!list || !list->items))
        return pk_walk_fail(w, PK_BAD_ARG, "the items of the list are NULL");
    if (list && list->count > ITEMS_MAX)
        return pk_walk_fail(w, PK_LIMIT, "a list of more than %d arrays",
                            ITEMS_MAX);
    out->leaves += arrays;
    out->arrays += arrays;
    out->words += 2 * arrays; /* with the structure of records */
    out->params += 3 * arrays;
    if (list)
        out->lists +=
            sizeof(pk_array) +
            list->count * 8 * (1 + pk_array_parts(list->items->ndim, true));
    return PK_OK;
}

static pk_status count_arg(const pk_walk *w, const pk_arg *arg, int depth,
                           room *out) {
    size_t items;

    out->words++;
    switch (arg->kind) {
    case PK_ARG_none: return PK_OK;
    case PK_ARG_member:
        if (!arg->value.member.members)
            return pk_walk_fail(
                w, PK_BAD_ARG,
                "the member's enumeration is NULL: make members "
                "with pk_kernel_member");
        out->words += PK_CLASS_WORDS;
        out->leaves++;
        out->params++;
        break;
    case PK_ARG_scalar:
        out->leaves++;
        out->params += 2;
        break;
    case PK_ARG_in:
    case PK_ARG_out:
    case PK_ARG_inout:
        out->leaves++;
        out->arrays++;
        out->words++; /* the structure of records */
        out->params += 1 + 2 * (size_t)PK_MAX_NDIM;
        break;
    case PK_ARG_list:
    case PK_ARG_dict:
    case PK_ARG_set:
    case PK_ARG_arrays: PK_TRY(count_list(w, arg, depth, out)); break;
    case PK_ARG_tuple:
        items = arg->value.tuple.count;
        if (depth == DEPTH_MAX)
            return pk_walk_fail(w, PK_LIMIT, "tuples are nested deeper than %d",
                                DEPTH_MAX);
        if (items && !arg->value.tuple.items)
            return pk_walk_fail(w, PK_BAD_ARG, "the tuple's items are NULL");
        if (arg->value.tuple.fields)
            out->words += PK_CLASS_WORDS;
        for (size_t i = 0; i < items && out->words <= 3 * LEAVES_MAX; i++)
            PK_TRY(count_arg(w, &arg->value.tuple.items[i], depth + 1, out));
        break;
    case PK_ARG_function:
        out->words += PK_FUNCTION_WORDS;
        return check_function(w, arg);
    case PK_ARG_text:
        PK_TRY(check_text(w, arg));
        out->words += text_words(arg);
        break;
    case PK_ARG_dtype:
        out->words++; /* the structure of records */
        return check_dtype(w, arg);
    case PK_ARG_import:
    case PK_ARG_refused: return check_known(w, arg);
    case PK_ARG_class:
        return pk_walk_fail(
            w, PK_BAD_ARG,
            "a class cannot be passed to a launch: pass it to the "
            "module, as a pk_global");
    case PK_ARG_class_tuple: /* class_args.c replaces them, but too many */
    case PK_ARG_class_member: return fail_many(w);
    default:
        return pk_walk_fail(w, PK_BAD_ARG,
                            "its kind is %d, which is not a pk_arg_kind: make "
                            "arguments with pk_f32, pk_in and the like",
                            (int)arg->kind);
    }
    return out->leaves > LEAVES_MAX || out->words > 3 * LEAVES_MAX
               ? fail_many(w)
               : PK_OK;
}

/* ---- scalars ---- */

static void read_scalar(const pk_arg *arg, pk_leaf *leaf) {
    uint32_t parts[2];

    memcpy(leaf->bits, &arg->value, sizeof leaf->bits);
    if (arg->dtype == PK_DTYPE_bool)
        leaf->bits[0] = pk_arg_bool(arg);
    leaf->kind = PK_ARGTYPE_scalar;
    if (arg->dtype == PK_DTYPE_c64) {
        memcpy(parts, &arg->value, sizeof parts);
        leaf->bits[0] = parts[0];
        leaf->bits[1] = parts[1];
    }
    if (arg->dtype == PK_DTYPE_c64 || arg->dtype == PK_DTYPE_c128)
        leaf->kind = PK_ARGTYPE_complex;
}

static pk_status add_scalar(const pk_walk *w, const pk_arg *arg,
                            pk_leaf *leaf) {
    if (arg->dtype <= PK_DTYPE_void || arg->dtype >= PK_DTYPE_COUNT)
        return pk_walk_fail(w, PK_BAD_ARG, "%d is not a dtype of a scalar",
                            (int)arg->dtype);
    leaf->dtype = arg->dtype;
    read_scalar(arg, leaf);
    return PK_OK;
}

/* A class is known by where it is. */
static void add_class(pk_frame *frame, uint32_t *word, const void *class) {
    *word |= PK_KEY_class;
    memcpy(&frame->key.words[frame->key.count], &class, sizeof class);
    frame->key.count += PK_CLASS_WORDS;
}

static void add_member(const pk_arg *arg, pk_leaf *leaf) {
    leaf->kind = PK_ARGTYPE_scalar;
    leaf->dtype = PK_DTYPE_i64;
    leaf->members = arg->value.member.members;
    leaf->bits[0] = (uint64_t)arg->value.member.number;
}
/* ---- the walk ---- */

enum { LIST_WORD = 1 << 24, ARRAYS_WORD = 1 << 25 }; /* in a leaf's word */

uint32_t pk_leaf_word(const pk_leaf *leaf) {
    uint32_t word = leaf->kind | (uint32_t)leaf->dtype << 3;

    if (leaf->kind == PK_ARGTYPE_array)
        word |= (uint32_t)leaf->ndim << 8 | (leaf->flags & 15u) << 12 |
                (leaf->flags & PK_ARGF_list ? LIST_WORD : 0) |
                (leaf->flags & PK_ARGF_arrays ? ARRAYS_WORD : 0) |
                (uint32_t)leaf->layout << 16 |
                (uint32_t)(leaf->record != NULL) << 31;
    return word | (leaf->members ? PK_KEY_class : 0);
}

static pk_status add_arg(const pk_walk *w, const pk_arg *arg);

/* A dict is two lists, a set one. */
static pk_status add_dict(const pk_walk *w, const pk_arg *arg) {
    const pk_arg keys = pk_list_of(arg->value.dict.keys, NULL);
    const pk_arg values = pk_list_of(arg->value.dict.values, NULL);

    PK_TRY(pk_walk_dict(w, arg));
    PK_TRY(add_arg(w, &keys));
    return arg->kind == PK_ARG_dict ? add_arg(w, &values) : PK_OK;
}

static pk_status add_arg(const pk_walk *w, const pk_arg *arg) {
    static const pk_leaf none;
    pk_frame *frame = w->frame;
    uint32_t *word = &frame->key.words[frame->key.count++];
    pk_leaf *leaf;

    if (arg->kind == PK_ARG_none) {
        *word = PK_ARGTYPE_none;
        return PK_OK;
    }
    if (arg->kind == PK_ARG_function) {
        *word = PK_ARGTYPE_function;
        add_function(frame, arg);
        return PK_OK;
    }
    if (arg->kind == PK_ARG_text) {
        *word = PK_ARGTYPE_text | text_words(arg) << 3;
        add_text(frame, arg);
        return PK_OK;
    }
    if (arg->kind == PK_ARG_dtype) {
        add_dtype(frame, word, arg);
        return PK_OK;
    }
    if (arg->kind == PK_ARG_tuple) {
        *word = PK_ARGTYPE_tuple | (uint32_t)arg->value.tuple.count << 3;
        if (arg->value.tuple.fields)
            add_class(frame, word, arg->value.tuple.fields);
        for (size_t i = 0; i < arg->value.tuple.count; i++)
            PK_TRY(add_arg(w, &arg->value.tuple.items[i]));
        return PK_OK;
    }
    if (arg->kind == PK_ARG_dict || arg->kind == PK_ARG_set) {
        *word = PK_ARGTYPE_dict | (arg->kind == PK_ARG_set ? 8u : 0);
        return add_dict(w, arg);
    }
    leaf = &frame->leaves[frame->leaf_count++];
    memcpy(leaf, &none, offsetof(pk_leaf, extent)); /* sooner than memset */
    leaf->arg = w->arg;
    leaf->arg_kind = arg->kind;
    if (arg->kind == PK_ARG_member)
        add_member(arg, leaf);
    else if (arg->kind == PK_ARG_scalar)
        PK_TRY(add_scalar(w, arg, leaf));
    else if (arg->kind == PK_ARG_list)
        PK_TRY(pk_walk_list(w, arg, leaf));
    else if (arg->kind == PK_ARG_arrays)
        PK_TRY(pk_walk_arrays(w, arg, leaf));
    else
        PK_TRY(
            pk_walk_array(w, arg->value.array, arg->kind == PK_ARG_in, leaf));
    frame->array_count += leaf->kind == PK_ARGTYPE_array;
    *word = pk_leaf_word(leaf);
    if (leaf->members)
        add_class(frame, word, leaf->members);
    if (leaf->record) /* the structure, and whether it is aligned */
        frame->key.words[frame->key.count++] =
            leaf->array->structure->number << 1 |
            (leaf->record == leaf->array->structure->unaligned);
    return PK_OK;
}

/* Cuts the frame's parts out of one piece of scratch. */
static pk_status take_room(const room *r, pk_scratch *scratch, pk_frame *frame,
                           pk_arg_type **types, pk_error *err) {
    const size_t words =
        (PK_KEY_ARGS + r->words + 2 * PK_FACT_ARGS + 1) / 2 * 2;
    /* A kernel that can say something takes a report and a launch's number, one
     * whose lines are of interest the words of coverage, a host function the
     * address of its result. */
    const size_t refs = r->arrays + 2, params = r->params + 4;
    size_t size = r->leaves * sizeof(pk_leaf) + refs * sizeof(pk_ref) +
                  r->arrays * sizeof(pk_host_range) + params * 8 + r->lists +
                  words * sizeof(uint32_t) +
                  (types ? r->words * sizeof(pk_arg_type) : 0);
    char *at = pk_scratch_take(scratch, size ? size : 1);

    if (!at)
        return pk_fail_no_memory(err);
    frame->leaves = (pk_leaf *)at;
    at += r->leaves * sizeof(pk_leaf);
    frame->refs = (pk_ref *)at;
    at += refs * sizeof(pk_ref);
    frame->groups = (pk_host_range *)at;
    at += r->arrays * sizeof(pk_host_range);
    frame->params = at;
    frame->params_room = params * 8;
    at += params * 8;
    frame->lists = at;
    at += r->lists;
    frame->key.words = (uint32_t *)at;
    frame->key.count = PK_KEY_ARGS;
    at += words * sizeof(uint32_t);
    if (types)
        *types = (pk_arg_type *)at;
    return PK_OK;
}

pk_dtype pk_arg_type_dtype(const pk_arg_type *type) {
    if (type->kind != PK_ARGTYPE_complex && !type->is_complex)
        return (pk_dtype)type->dtype; /* dtypes.def has them in this order */
    return type->dtype == PK_TYPE_f32 ? PK_DTYPE_c64 : PK_DTYPE_c128;
}

static pk_arg default_scalar(const pk_default *value) {
    pk_arg arg = {.kind = PK_ARG_scalar,
                  .dtype = pk_arg_type_dtype(&value->type)};
    uint32_t parts[2] = {(uint32_t)value->bits[0], (uint32_t)value->bits[1]};

    if (arg.dtype == PK_DTYPE_bool)
        arg.value.b = value->bits[0];
    else if (arg.dtype == PK_DTYPE_c64)
        memcpy(&arg.value, parts, sizeof parts);
    else
        memcpy(&arg.value, value->bits, sizeof value->bits);
    return arg;
}

/* The argument that a default is. */
static pk_arg default_arg(const pk_default *value, pk_arena *arena) {
    pk_arg arg = {.kind = PK_ARG_none}, *items;

    if (!value->known || value->type.kind == PK_ARGTYPE_none)
        return arg;
    if (value->type.kind == PK_ARGTYPE_tuple) {
        items = pk_arena_array(arena, value->type.count + 1u, sizeof *items);
        for (uint32_t i = 0; items && i < value->type.count; i++)
            items[i] = default_arg(&value->items[i], arena);
        return pk_tuple(items, value->type.count);
    }
    if (value->type.kind == PK_ARGTYPE_text) {
        arg.kind = PK_ARG_text;
        arg.value.text = value->type.text;
        return arg;
    }
    if (value->type.kind == PK_ARGTYPE_dtype) {
        arg.kind = PK_ARG_dtype;
        arg.dtype = pk_arg_type_dtype(&value->type);
        return arg;
    }
    if (!value->type.members)
        return default_scalar(value);
    arg.kind = PK_ARG_member;
    arg.value.member.number = (int64_t)value->bits[0];
    arg.value.member.members = value->type.members;
    return arg;
}

const pk_arg *pk_args_defaults(const pk_function_info *info, pk_arena *arena) {
    pk_arg *all = pk_arena_array(arena, info->param_count + 1u, sizeof *all);

    for (uint32_t i = 0; all && i < info->param_count; i++)
        all[i] = default_arg(&info->defaults[i], arena);
    return arena->failed ? NULL : all;
}

const pk_arg *pk_args_complete(const pk_kernel *kernel, const pk_arg *args,
                               size_t *count, pk_arg space[PK_ARGS_ROOM]) {
    const pk_function_info *info = kernel->info;
    const size_t given = *count, all = info->param_count;

    if (given >= all || all > PK_ARGS_ROOM || (given && !args) ||
        !pk_function_may_omit(info, given))
        return args;
    if (given)
        memcpy(space, args, given * sizeof *args);
    memcpy(space + given, kernel->defaults + given,
           (all - given) * sizeof *args);
    *count = all;
    return space;
}

/* How many arguments must be given. */
static uint32_t needed(const pk_function_info *info) {
    uint32_t count = info->param_count;

    while (count && info->defaults[count - 1].known)
        count--;
    return count;
}

/* Returns the end of the message, after the parameters' names, for a kernel
 * that is written as a method. */
static const char *method_hint(const pk_function_info *info) {
    return info->param_count && (strcmp(info->param_names[0], "self") == 0 ||
                                 strcmp(info->param_names[0], "cls") == 0)
               ? "; a kernel cannot be a method: write @staticmethod above "
                 "its decorator, and remove the first parameter"
               : "";
}

pk_status pk_args_fail_count(const pk_function_info *info, size_t count,
                             pk_error *err) {
    char names[400];
    size_t at = 0;

    *names = '\0';
    for (uint32_t i = 0; i < info->param_count && at < sizeof names; i++)
        at += (size_t)snprintf(names + at, sizeof names - at, "%s%s",
                               i ? ", " : "", info->param_names[i]);
    if (info->refused)
        return pk_fail_at(err, info->refused->status, info->refused->file,
                          info->refused->loc, "%s", info->refused->message);
    if (needed(info) < info->param_count)
        return pk_fail(err, PK_BAD_ARG,
                       "%s takes %u to %u arguments (%s), got "
                       "%zu%s",
                       info->name, needed(info), info->param_count, names,
                       count, method_hint(info));
    return pk_fail(err, PK_BAD_ARG, "%s takes %u argument%s (%s), got %zu%s",
                   info->name, info->param_count,
                   info->param_count == 1 ? "" : "s", names, count,
                   method_hint(info));
}

/* The references' arguments have the numbers behind those that are given. */
static pk_status add_references(pk_walk *w, room *count) {
    const uint32_t first = w->given;

    for (uint32_t i = 0; i < reference_count(w); i++) {
        pk_arg arg = reference_arg(w, i);
        w->arg = first + i;
        PK_TRY(count ? count_arg(w, &arg, 0, count) : add_arg(w, &arg));
    }
    return PK_OK;
}

pk_status pk_frame_make(const pk_context *ctx, const pk_function_info *info,
                        const pk_module *mod, const pk_arg *args, size_t count,
                        pk_scratch *scratch, pk_frame *out, pk_error *err) {
    pk_walk w = {
        .ctx = ctx, .info = info, .mod = mod, .frame = out, .err = err};
    room r = {0};
    pk_arg_type *types = NULL;

    *out = (pk_frame){0};
    if (count != pk_function_room(info, count))
        return pk_args_fail_count(info, count, err);
    w.given = (uint32_t)count;
    if (count && !args)
        return pk_fail(err, PK_BAD_ARG, "args is NULL");
    for (w.arg = 0; w.arg < count; w.arg++)
        PK_TRY(count_arg(&w, &args[w.arg], 0, &r));
    if (reference_count(&w))
        PK_TRY(add_references(&w, &r));
    PK_TRY(
        take_room(&r, scratch, out, info->declared_count ? &types : NULL, err));
    for (w.arg = 0; w.arg < count; w.arg++)
        PK_TRY(add_arg(&w, &args[w.arg]));
    if (reference_count(&w))
        PK_TRY(add_references(&w, NULL));
    out->type_words = out->key.count;
    if (types)
        PK_TRY(pk_frame_declare(out, info, args, count, types,
                                scratch->allocator, err));
    out->key.words[PK_KEY_FLAGS] =
        pk_frame_no_overlap(out) ? PK_KEY_noalias : 0;
    return PK_OK;
}
