/* SPDX-License-Identifier: Apache-2.0 */
/* Suggests what was meant by a name that is not known. */
#include "frontend/infer/infer.h"

#include "frontend/module/classes.h"
#include "frontend/values/known.h"

#include "base/number.h"
#include "base/suggest.h"

#include <math.h>
#include <string.h>

enum { MAX_LISTED = 16 };

/* ---- members of modules ---- */

/* Calls `visit` for each member that is no member of a member, once. */
static void each_member(const char *path,
                        void (*visit)(void *arg, const char *name,
                                      size_t length),
                        void *arg) {
    size_t skip = strlen(path) + 1, length, last_length = 0;
    const char *row, *last = "";
    uint32_t cursor = 0;

    while ((row = pk_builtin_member(path, &cursor))) {
        row += skip;
        length = strcspn(row, ".");
        if (length != last_length || memcmp(row, last, length) != 0)
            visit(arg, row, length);
        last = row;
        last_length = length;
    }
}

static void try_member(void *search, const char *name, size_t length) {
    pk_suggest_try(search, name, length);
}

typedef struct listing {
    pk_text text;
    uint32_t count;
} listing;

static void list_member(void *arg, const char *name, size_t length) {
    listing *l = arg;

    if (l->count++ < MAX_LISTED)
        pk_text_printf(&l->text, "%s%.*s", l->count > 1 ? ", " : "there are ",
                       (int)length, name);
}

/* Few members are worth naming all. */
static const char *list_members(pk_infer *in, const char *path) {
    listing l = {0};
    const char *hint = NULL;

    pk_text_init(&l.text, in->arena->allocator);
    each_member(path, list_member, &l);
    if (l.count && l.count <= MAX_LISTED)
        hint = pk_arena_text(in->arena, pk_text_string(&l.text), l.text.length);
    pk_text_finish(&l.text);
    return hint;
}

/* Names that exist elsewhere and are left out here: why, and what to do. */
static const struct {
    const char *path, *names, *why;
} left_out[] = {
    {"numba.cuda",
     " to_device device_array device_array_like synchronize pinned_array "
     "mapped_array managed_array stream event close select_device gpus "
     "is_available detect current_context list_devices get_current_device ",
     "it belongs to the host: call it where the kernel is launched"},
    {"numba.cuda",
     " shfl shfl_up shfl_down shfl_xor ballot any all match_any match_all ",
     "the form of old GPUs: cuda.shfl_down_sync(0xffffffff, value, delta) and "
     "its like name the lanes that take part"},
    {"numpy", " datetime64 timedelta64 ",
     "dates are integers in a kernel: pass a.view(np.int64)"},
    {"numpy", " str_ bytes_ object_ ", "pass numbers"},
    {"numpy", " int float bool object complex str ",
     "NumPy took it out: int(x) and float(x) do without it, np.int64 and "
     "np.float64 are dtypes"},
    {"math", " power ", "math.pow(x, y), or x ** y"},
    {"numba.cuda.atomic", " sum increment inc_ plus ",
     "cuda.atomic.add(array, index, value)"},
    {"numba.cuda", " ldca ldcg ldcs ldlu ldcv stcg stcs stwb stwt ",
     "x[i] reads and x[i] = v writes: how they are cached is the device's"},
    {"numba.cuda", " declare_device ", "nothing is linked: write it with def"},
    {"numba", " carray farray ", "pass an array"},
    {"numba", " typed ", "kernels have tuples and arrays, nothing that grows"},
    {"numba", " typeof ", "type(x)"},
    {"numba.typed", " Dict List ",
     "nothing grows in a kernel: cuda.local.array(n, float32) and a counter, "
     "or an array argument; fixed keys are a dict of the module"},
    {"numba", " bfloat16 fp8_e4m3 fp8_e5m2 ",
     "there are float16, float32 and float64"},
    {"numba.cuda", " bf16 fp8 bfloat16 ",
     "there are float16, float32 and float64: np.float16(x) takes as little "
     "memory"},
};

static const char *why_left_out(pk_infer *in, const char *path,
                                const char *name) {
    const char *word = pk_arena_format(in->arena, " %s ", name);

    for (size_t i = 0; word && i < sizeof left_out / sizeof *left_out; i++)
        if (!strcmp(left_out[i].path, path) && strstr(left_out[i].names, word))
            return left_out[i].why;
    return NULL;
}

const char *pk_hint_member(pk_infer *in, const char *path, const char *name) {
    pk_suggest search = pk_suggest_start(name);
    const char *why = why_left_out(in, path, name);

    if (why)
        return why;
    each_member(path, try_member, &search);
    if (strcmp(path, "math") == 0 &&
        pk_builtin_find(pk_arena_format(in->arena, "builtins.%s", name)))
        return pk_arena_format(in->arena, "it is Python's own: %s(...)", name);
    return search.best ? pk_suggest_hint(in->arena, &search)
                       : list_members(in, path);
}

/* Names of Python's and other libraries' modules, and what kernels have in
 * their place. */
static const char *const foreign_hints[][2] = {
    {"random.", "numba.cuda.random: xoroshiro128p_uniform_float32(states, i)"},
    {"time.", "cuda.globaltimer() in a kernel, events on the host"},
    {"cupy.", "a kernel has loops and elements; cupy is for the host"},
    {"torch.", "a kernel has loops and elements; torch is for the host"},
    {"scipy.",
     "math and numba.cuda.libdevice have what kernels have; else write it as "
     "a device function"},
    {"os.", "a kernel has no files: read on the host, and pass an array"},
    {"itertools.", "write the loops: for i in range(n): for j in range(m):"}};

/* Functions of scipy.special and their like under other names here. */
static const char *other_function(const char *name) {
    static const char *const rows[][2] = {
        {"gammaln", "did you mean math.lgamma?"},
        {"loggamma", "did you mean math.lgamma?"},
        {"j0", "did you mean numba.cuda.libdevice.j0?"},
        {"j1", "did you mean numba.cuda.libdevice.j1?"},
        {"jn", "did you mean numba.cuda.libdevice.jn?"},
        {"y0", "did you mean numba.cuda.libdevice.y0?"},
        {"y1", "did you mean numba.cuda.libdevice.y1?"},
        {"yn", "did you mean numba.cuda.libdevice.yn?"},
        {"ndtr", "write 0.5 * math.erfc(-x / math.sqrt(2))"},
        {"ndtri", "did you mean numba.cuda.libdevice.normcdfinv?"},
        {"erfinv", "did you mean numba.cuda.libdevice.erfinv?"},
        {"erfcinv", "did you mean numba.cuda.libdevice.erfcinv?"},
        {"erfcx", "did you mean numba.cuda.libdevice.erfcx?"},
        {"exp10", "write 10.0 ** x"},
        {"expit", "write 1 / (1 + math.exp(-x))"},
        {"logit", "write math.log(p / (1 - p))"},
        {"xlogy", "write x * math.log(y) if x != 0 else 0.0"},
        {"beta", "write math.exp(math.lgamma(a) + math.lgamma(b) - "
                 "math.lgamma(a + b))"},
        {"betaln", "write math.lgamma(a) + math.lgamma(b) - "
                   "math.lgamma(a + b)"}};

    return pk_suggest_answer(rows, sizeof rows / sizeof *rows, name);
}

const char *pk_hint_foreign(pk_infer *in, const char *path) {
    const char *dot = strrchr(path, '.');
    const char *module =
        dot ? pk_arena_text(in->arena, path, (size_t)(dot - path)) : NULL;
    pk_suggest search;

    if (!module)
        return NULL;
    if (why_left_out(in, module, dot + 1))
        return why_left_out(in, module, dot + 1);
    search = pk_suggest_start(dot + 1);
    each_member(module, try_member, &search);
    if (!search.best && strcmp(module, "math") != 0 &&
        pk_builtin_find(pk_arena_format(in->arena, "math.%s", dot + 1)))
        return pk_arena_format(in->arena, "did you mean math.%s?", dot + 1);
    if (strncmp(path, "scipy.", 6) == 0 && other_function(dot + 1))
        return other_function(dot + 1);
    if (strncmp(path, "scipy.", 6) == 0 &&
        pk_builtin_find(pk_arena_format(in->arena, "numpy.%s", dot + 1)))
        return pk_arena_format(in->arena, "did you mean np.%s?", dot + 1);
    for (size_t i = 0; i < sizeof foreign_hints / sizeof *foreign_hints; i++)
        if (!search.best && strncmp(path, foreign_hints[i][0],
                                    strlen(foreign_hints[i][0])) == 0)
            return foreign_hints[i][1];
    return pk_suggest_hint(in->arena, &search);
}

/* ---- values that only Python knows ---- */

const pk_ast *pk_hint_assignment(const pk_program *program, const char *name) {
    const pk_ast_list *body = &program->parse.module->Module.body;
    const pk_ast *found = NULL;

    for (uint32_t i = 0; i < body->count; i++) {
        const pk_ast *node = body->items[i];
        if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1 &&
            node->Assign.targets.items[0]->kind == PK_AST_Name &&
            strcmp(node->Assign.targets.items[0]->Name.id, name) == 0)
            found = node;
    }
    return found;
}

static const pk_ast *find_class(const pk_program *program, const char *name) {
    const pk_ast_list *body = &program->parse.module->Module.body;

    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_ClassDef &&
            strcmp(body->items[i]->ClassDef.name, name) == 0)
            return body->items[i];
    return NULL;
}

bool pk_hint_is_class(const pk_program *program, const char *name) {
    return find_class(program, name) != NULL;
}

bool pk_hint_is_method(const pk_program *program, const char *class_name,
                       const char *name) {
    const pk_ast *of = find_class(program, class_name);

    for (uint32_t i = 0; of && i < of->ClassDef.body.count; i++) {
        const pk_ast *item = of->ClassDef.body.items[i];
        if (item->kind == PK_AST_FunctionDef &&
            strcmp(item->FunctionDef.name, name) == 0)
            return true;
    }
    return false;
}

/* ---- literals ---- */

const char *pk_hint_large(pk_infer *in, const pk_const *literal) {
    double value = ldexp((double)literal->high, 64) + (double)literal->integer;
    char text[PK_NUMBER_MAX];

    if (literal->huge)
        return "split it into words of 64 bits";
    pk_float_print(text, PK_TYPE_f64, pk_float_bits(PK_TYPE_f64, value));
    return pk_arena_format(in->arena, "a float holds it nearly: %s", text);
}

/* ---- unpacking ---- */

static const char *put_targets(pk_infer *in, const pk_ast_list *targets,
                               const char *format) {
    const char *list = "", *name;

    for (uint32_t i = 0; i < targets->count; i++) {
        if (targets->items[i]->kind != PK_AST_Name)
            return NULL;
        name = targets->items[i]->Name.id;
        list = i ? pk_arena_format(in->arena, "%s, %s", list, name) : name;
    }
    return pk_arena_format(in->arena, format, list, targets->count);
}

bool pk_hint_axes(const char *path) {
    static const char *const dims[] = {"threadIdx", "blockIdx", "blockDim",
                                       "gridDim"};

    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
        if (strncmp(path, "numba.cuda.", 11) == 0 &&
            strcmp(path + 11, dims[i]) == 0)
            return true;
    return false;
}

const char *pk_hint_unpack(pk_infer *in, const pk_ast_list *targets,
                           const pk_ty *type) {
    const pk_ast *value = in->assigned;
    const pk_call *call;

    if (type->kind == PK_TY_module && pk_hint_axes(type->path))
        return pk_arena_format(in->arena, "its parts are %s.x, .y and .z",
                               strchr(type->path, '.') + 1);
    if (type->kind == PK_TY_range)
        return "for i, j in zip(range(n), range(m)) takes both, two loops "
               "take each with each";
    if (!value)
        return NULL;
    if (value->kind == PK_AST_Attribute &&
        strcmp(value->Attribute.attr, "shape") == 0)
        return pk_arena_format(in->arena, "the array has %u dimension%s",
                               type->count, type->count == 1 ? "" : "s");
    call = value->kind == PK_AST_Call ? pk_note_find(in->instance, value)->call
                                      : NULL;
    if (!call || !call->builtin || call->builtin->how != PK_HOW_grid ||
        targets->count > 3)
        return NULL;
    return put_targets(in, targets,
                       call->builtin->param
                           ? "did you mean %s = cuda.gridsize(%u)?"
                           : "did you mean %s = cuda.grid(%u)?");
}

/* ---- names ---- */

static void try_globals(pk_suggest *search, const pk_program *program) {
    for (uint32_t i = 0; i < program->function_count; i++)
        pk_suggest_name(search, program->functions[i]->info.name);
    for (uint32_t i = 0; i < program->global_capacity; i++)
        if (program->globals[i].name)
            pk_suggest_name(search, program->globals[i].name);
}

const char *pk_hint_global(pk_infer *in, const pk_program *program,
                           const char *name) {
    pk_suggest search = pk_suggest_start(name);

    try_globals(&search, program);
    return pk_suggest_hint(in->arena, &search);
}

/* A module that is used under its usual name and was never imported. */
static const char *missing_import(const char *name) {
    static const char *const rows[][2] = {{"cuda", "from numba import cuda"},
                                          {"np", "import numpy as np"},
                                          {"numpy", "import numpy"},
                                          {"numba", "import numba"},
                                          {"math", "import math"},
                                          {"portkern", "import portkern"}};

    return pk_suggest_answer(rows, sizeof rows / sizeof *rows, name);
}

/* As other languages, and Python 2, have it. */
static const char *other_name(const char *name) {
    static const char *const rows[][2] = {
        {"true", "write True"},
        {"false", "write False"},
        {"null", "write None"},
        {"nil", "write None"},
        {"NULL", "write None"},
        {"nullptr", "write None"},
        {"xrange", "write range"},
        {"unicode", "a kernel has no strings"},
        {"INFINITY", "write math.inf"},
        {"NAN", "write math.nan"},
        {"M_PI", "write math.pi"},
        {"__syncthreads", "write cuda.syncthreads()"},
        {"atomicAdd", "write cuda.atomic.add(array, index, value)"}};

    return pk_suggest_answer(rows, sizeof rows / sizeof *rows, name);
}

/* The member of a module that a file forgot to import: float64, sqrt. */
static const char *missing_member(pk_infer *in, const char *name) {
    static const char *const modules[] = {"numba", "math"};

    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (pk_builtin_find(
                pk_arena_format(in->arena, "%s.%s", modules[i], name)))
            return pk_arena_format(in->arena,
                                   "begin the file with `from %s import %s`",
                                   modules[i], name);
    return NULL;
}

const char *pk_hint_name(pk_infer *in, const char *name) {
    pk_suggest search = pk_suggest_start(name);
    const pk_vars *vars = &in->instance->vars;
    const char *import = missing_import(name), *known = other_name(name);

    if (import)
        return pk_arena_format(in->arena, "begin the file with `%s`", import);
    known = known ? known : missing_member(in, name);
    if (known)
        return known;
    for (uint32_t i = 0; i < vars->count; i++)
        pk_suggest_name(&search, vars->items[i].name);
    try_globals(&search, in->program);
    each_member("builtins", try_member, &search);
    if (!search.best && in->called && in->called->Name.id == name)
        return pk_arena_format(in->arena,
                               "define it at module level: "
                               "@cuda.jit(device=True) above def %s(...)",
                               name);
    return pk_suggest_hint(in->arena, &search);
}

const char *pk_hint_keys(pk_infer *in, pk_typed table) {
    const struct pk_table *t = table.type->table;
    const char *list = "";
    int64_t number;

    for (uint32_t i = 0; i < t->count && i < MAX_LISTED; i++) {
        const pk_typed key = t->keys[i];
        const char *comma = *list ? ", " : "";
        if (t->values[i].type->kind == PK_TY_hidden)
            continue;
        if (key.known && key.known->text)
            list = pk_arena_format(in->arena, "%s%s'%s'", list, comma,
                                   key.known->text);
        else if (pk_known_is_int(key, &number))
            list = pk_arena_format(in->arena, "%s%s%lld", list, comma,
                                   (long long)number);
    }
    return *list ? pk_arena_format(in->arena, "it has %s", list) : NULL;
}

const char *pk_hint_enum(pk_infer *in, const pk_ty *type, const char *name) {
    pk_suggest near = pk_suggest_start(name);
    const char *list = "";

    for (uint32_t i = 0; i < type->members->count; i++)
        pk_suggest_name(&near, type->members->names[i]);
    if (near.best)
        return pk_suggest_hint(in->arena, &near);
    for (uint32_t i = 0; i < type->members->count && i < MAX_LISTED; i++)
        list = pk_arena_format(in->arena, "%s%s%s", list, i ? ", " : "",
                               type->members->names[i]);
    return pk_arena_format(in->arena, "there are %s", list);
}
