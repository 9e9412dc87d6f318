/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the launches in a script: the types of their arguments, as far as
 * NumPy's constructors, literals and copies to the device let them be seen
 * without running anything, and grids and blocks that cannot be meant.
 *
 *     x = np.arange(n, dtype=np.float32)      float32[::1]
 *     d = cuda.to_device(x)                   the same
 *     k[(n + 255) // 256, 256](d, 2.0)        k(float32[::1], float64)
 */
#include "check/host/calls.h"
#include "check/host/follow.h"
#include "check/host/host.h"
#include "check/host/host_types.h"

#include "frontend/infer/infer.h"
#include "frontend/values/known.h"

#include <string.h>

/* A function or class that is gone through, and those around it. */
typedef struct around {
    const pk_ast *def;
    const struct around *next;
} around;

enum { MAX_FOLLOWED = 200 }; /* calls of a script */

typedef struct finder {
    pk_host_names host;
    const around *functions; /* innermost first */
    bool perf;
    bool fails;               /* what is called is meant to raise */
    uint32_t depth, followed; /* of calls that are followed; how many were */
    bool assumes;             /* not every call that is followed comes here */
    const pk_launchers *launchers;
    pk_compile c; /* to speak with */
    pk_launch_site *first, **end;
} finder;

static void find_in(finder *f, const pk_ast_list *body);

/* ---- grid and block ---- */

static void say(finder *f, const pk_ast *node, pk_code code, const char *hint,
                const char *words) {
    if (f->assumes)
        return;
    pk_say_in(&f->c, f->host.program, node, pk_code_severity(pk_code_row(code)),
              code, hint, "%s", words);
}

static const pk_ast *axis_of(const pk_ast *node, uint32_t i) {
    if (node->kind == PK_AST_Tuple)
        return i < node->Tuple.elts.count ? node->Tuple.elts.items[i] : NULL;
    return i ? NULL : node;
}

/* The product of an extent's axes; 0 when one is not known. */
static int64_t product(finder *f, const pk_ast *node) {
    int64_t all = 1, n;

    if (node->kind != PK_AST_Tuple)
        return pk_host_int(&f->host, node, &n) && n > 0 ? n : 0;
    for (uint32_t i = 0; i < node->Tuple.elts.count; i++) {
        if (!pk_host_int(&f->host, node->Tuple.elts.items[i], &n) || n < 1 ||
            n > INT32_MAX || all > INT32_MAX)
            return 0;
        all *= n;
    }
    return all;
}

/* A block that is all there is has as many threads as there is work. */
static void check_block(finder *f, const pk_ast *block, const pk_ast *grid) {
    int64_t threads = product(f, block);
    bool alone = threads < 32 && product(f, grid) == 1;

    if (threads > 1024)
        say(f, block, PK_E_launch_block, "128 or 256 threads are usual",
            pk_arena_format(f->c.arena,
                            "a block of %lld threads: the most is 1024",
                            (long long)threads));
    else if (f->perf && threads > 1 && threads % 32 && !alone)
        say(f, block, PK_E_block_size, "take a multiple of 32",
            pk_arena_format(f->c.arena,
                            "a block of %lld threads: its last warp is not "
                            "full",
                            (long long)threads));
}

/* n // block, where the last elements are left out. */
static void check_grid(finder *f, const pk_ast *grid) {
    const pk_ast *value = pk_host_value(&f->host, grid);
    int64_t n, by;

    if (value->kind != PK_AST_BinOp || value->BinOp.op != PK_AST_OP_FloorDiv)
        return;
    if (value->BinOp.left->kind == PK_AST_BinOp)
        return; /* (n + block - 1) // block */
    if (pk_host_int(&f->host, value->BinOp.left, &n) &&
        pk_host_int(&f->host, value->BinOp.right, &by) && by && n % by == 0)
        return;
    say(f, value, PK_E_grid_tail,
        "(n + block - 1) // block, and a guard in the kernel",
        "the number of blocks is rounded down: the last elements get no "
        "thread");
}

/* Integers, up to three. `what`: "grid". */
static void check_shape(finder *f, const pk_ast *node, const char *what) {
    const pk_ast *shape = pk_host_value(&f->host, node), *axis;

    if (shape->kind == PK_AST_Tuple &&
        (!shape->Tuple.elts.count || shape->Tuple.elts.count > 3))
        say(f, node, PK_E_launch_shape, "one for each of x, y and z at most",
            pk_arena_format(f->c.arena, "a %s of %u axes", what,
                            shape->Tuple.elts.count));
    for (uint32_t i = 0; i < 3 && axis_of(shape, i); i++) {
        axis = pk_host_value(&f->host, axis_of(shape, i));
        if ((axis->kind == PK_AST_BinOp && axis->BinOp.op == PK_AST_OP_Div) ||
            (axis->kind == PK_AST_Constant &&
             axis->Constant.value.kind == PK_CONST_float))
            say(f, axis, PK_E_launch_shape,
                "// divides integers: (n + block - 1) // block",
                pk_arena_format(f->c.arena,
                                "a %s is of integers, and this is "
                                "a float",
                                what));
    }
}

/* ---- launches ---- */

/* The kernel of that name that the functions at hand hold, the innermost of
 * them first; else the one that any function of the module does. */
static const pk_function *find_held(finder *f, const char *name) {
    const pk_program *program = f->host.program;
    const pk_function *held = pk_program_get(program, name);

    for (const around *a = f->functions; a; a = a->next)
        for (uint32_t i = 0; i < program->function_count; i++) {
            const pk_function *fn = program->functions[i];
            if ((fn->enclosing || fn->info.path) &&
                strcmp(fn->info.name, name) == 0 &&
                pk_host_holds(a->def, fn->def))
                return fn;
        }
    for (uint32_t i = f->host.floor; i < f->host.count; i++)
        if (strcmp(f->host.names[i].name, name) == 0)
            return NULL; /* a variable of the function at hand */
    return held && held->enclosing ? held : NULL;
}

/* self.k, cls.k */
static bool is_of_self(const pk_ast *node) {
    const pk_ast *base =
        node->kind == PK_AST_Attribute ? node->Attribute.value : NULL;

    return base && base->kind == PK_AST_Name &&
           (strcmp(base->Name.id, "self") == 0 ||
            strcmp(base->Name.id, "cls") == 0);
}

/* k = cuda.jit(f): the kernel that f has become; NULL: it is no such call. */
static const pk_function *made_by(finder *f, const pk_ast *call) {
    const pk_ast *func = call->kind == PK_AST_Call ? call->Call.func : NULL;
    const pk_ast *given =
        func && call->Call.args.count ? call->Call.args.items[0] : NULL;
    const pk_function *fn;
    pk_typed v;

    if (!given || given->kind != PK_AST_Name ||
        !pk_host_is_jit(&f->host,
                        func->kind == PK_AST_Call ? func->Call.func : func))
        return NULL;
    v = pk_host_eval(f->host.program, f->host.imports, f->c.arena, given);
    fn = find_held(f, given->Name.id);
    if (!fn && v.type->kind == PK_TY_function &&
        v.type->function->program == f->host.program)
        fn = pk_program_get(f->host.program, given->Name.id);
    return fn && fn->info.kind == PK_FUNCTION_kernel ? fn : NULL;
}

/* Whether a name is a variable or parameter of the function at hand. */
static bool is_variable(const finder *f, const pk_ast *name) {
    const pk_host_name *found = name->kind == PK_AST_Name
                                    ? pk_host_find(&f->host, name->Name.id)
                                    : NULL;

    return found && f->functions && found >= &f->host.names[f->host.floor];
}

/* The kernel that a name stands for; NULL: it is none, or unknown. */
static const pk_function *kernel_named(finder *f, const pk_ast *name) {
    const pk_ast *value = pk_host_value(&f->host, name);
    pk_typed v;

    if (is_variable(f, name) && value == name)
        return find_held(f, name->Name.id);
    if (!is_variable(f, name) && name->kind != PK_AST_Call)
        value = name;
    if (value->kind == PK_AST_Call)
        return made_by(f, value);
    if (value->kind != PK_AST_Name && value->kind != PK_AST_Attribute)
        return NULL;
    v = pk_host_eval(f->host.program, f->host.imports, f->c.arena, value);
    if (v.type->kind != PK_TY_function &&
        (value->kind == PK_AST_Name || is_of_self(value))) {
        const pk_function *held =
            find_held(f, value->kind == PK_AST_Name ? value->Name.id
                                                    : value->Attribute.attr);
        return held && held->info.kind == PK_FUNCTION_kernel ? held : NULL;
    }
    return v.type->kind == PK_TY_function &&
                   v.type->function->info.kind == PK_FUNCTION_kernel &&
                   v.type->function->program == f->host.program
               ? v.type->function
               : NULL;
}

/* The kernel that is launched, and its configuration: k[...](...), or
 * k.forall(n)(...), or a variable that is one of these. */
static const pk_function *kernel_of(finder *f, const pk_ast *call,
                                    const pk_ast **config) {
    const pk_ast *func = pk_host_value(&f->host, call->Call.func);
    const pk_ast *name = NULL;

    *config = NULL;
    if (func->kind == PK_AST_Subscript) {
        name = func->Subscript.value;
        *config = func->Subscript.slice;
    } else if (func->kind == PK_AST_Call &&
               func->Call.func->kind == PK_AST_Attribute) {
        name = func->Call.func->Attribute.value;
    }
    return name && (name->kind == PK_AST_Name ||
                    name->kind == PK_AST_Attribute || name->kind == PK_AST_Call)
               ? kernel_named(f, name)
               : NULL;
}

/* The most threads along an axis of the grid; 0 when that is not known. */
static int64_t threads_of(finder *f, const pk_ast *grid, const pk_ast *block) {
    int64_t most = 0, b, t;

    grid = pk_host_value(&f->host, grid);
    block = pk_host_value(&f->host, block);
    for (uint32_t i = 0; i < 3; i++) {
        const pk_ast *g = axis_of(grid, i), *x = axis_of(block, i);
        b = t = 1;
        if ((g && !pk_host_int(&f->host, g, &b)) ||
            (x && !pk_host_int(&f->host, x, &t)) || b < 1 || t < 1 ||
            b > INT32_MAX || t > INT32_MAX)
            return 0;
        most = b * t > most ? b * t : most;
    }
    return most;
}

/* The axes of a grid or block, where all are known. */
static void find_axes(finder *f, const pk_ast *axes, uint32_t out[3]) {
    int64_t n[3] = {1, 1, 1};

    axes = pk_host_value(&f->host, axes);
    for (uint32_t i = 0; i < 3; i++)
        if (axis_of(axes, i) &&
            (!pk_host_int(&f->host, axis_of(axes, i), &n[i]) || n[i] < 1 ||
             n[i] > INT32_MAX))
            return;
    for (uint32_t i = 0; i < 3; i++)
        out[i] = (uint32_t)n[i];
}

/* How many axes a grid or block has; 0 where it may be an unknown tuple. */
static uint32_t count_axes(finder *f, const pk_ast *shape) {
    int64_t n;

    shape = pk_host_value(&f->host, shape);
    if (shape->kind == PK_AST_Tuple)
        return shape->Tuple.elts.count;
    return pk_host_int(&f->host, shape, &n) ||
           (shape->kind == PK_AST_BinOp &&
            shape->BinOp.op == PK_AST_OP_FloorDiv);
}

/* The larger of both; 0 where one is not known. */
static uint32_t axes_of_both(finder *f, const pk_ast *grid,
                             const pk_ast *block) {
    uint32_t a = count_axes(f, grid), b = count_axes(f, block);

    return !a || !b ? 0 : a > b ? a : b;
}

/* k[128](x), k[blocks,](x) */
static void check_config(finder *f, const pk_ast *config) {
    int64_t n;

    if (config &&
        (config->kind == PK_AST_Tuple
             ? config->Tuple.elts.count < 2 || config->Tuple.elts.count > 4
             : pk_host_int(&f->host, config, &n)))
        say(f, config, PK_E_launch_shape, "k[blocks, threads](...)",
            "a launch has two numbers at least, of blocks and of threads in a "
            "block, and at most a stream and bytes of shared memory beside");
}

/* Returns the expression that a name was assigned last, or the node itself. */
static const pk_ast *given_to(const finder *f, const pk_ast *node) {
    for (uint32_t i = f->host.count; node->kind == PK_AST_Name && i-- > 0;)
        if (f->host.names[i].name == node->Name.id)
            return f->host.names[i].value ? f->host.names[i].value : node;
    return node;
}

/* Strings, dicts and sets, which no kernel takes. */
static void check_argument(finder *f, const pk_ast *node) {
    const pk_ast *value = given_to(f, node);
    const char *what = value->kind == PK_AST_Dict  ? "dict"
                       : value->kind == PK_AST_Set ? "set"
                       : value->kind == PK_AST_Constant &&
                               value->Constant.value.kind == PK_CONST_str
                           ? "string"
                           : NULL;

    if (what)
        say(f, node, PK_E_argument_type,
            "pass numbers, arrays, or tuples of them: use a number for a "
            "choice",
            pk_arena_format(f->c.arena,
                            "a kernel cannot have a %s as an argument", what));
}

/* Reads grid and block, and judges them. */
static void read_config(finder *f, const pk_ast *config, pk_launch_site *site) {
    const pk_ast *grid = config->Tuple.elts.items[0];
    const pk_ast *block = config->Tuple.elts.items[1];
    const int64_t in_grid = product(f, pk_host_value(&f->host, grid));
    const int64_t in_block = product(f, pk_host_value(&f->host, block));

    check_shape(f, grid, "grid");
    check_shape(f, block, "block");
    check_grid(f, grid);
    check_block(f, pk_host_value(&f->host, block),
                pk_host_value(&f->host, grid));
    find_axes(f, grid, site->grid);
    find_axes(f, block, site->block);
    site->axes = axes_of_both(f, grid, block);
    if (in_block > 1024)
        site->block[0] = 0; /* which was said */
    site->threads = threads_of(f, grid, block);
    site->alone = in_block == 1 && in_grid == 1;
}

static void add_launch(finder *f, const pk_ast *call, const pk_function *fn,
                       const pk_ast *config) {
    pk_launch_site *site = PK_NEW(f->c.arena, pk_launch_site);

    *site = (pk_launch_site){.kernel = pk_function_path(&fn->info),
                             .loc = pk_ast_loc(call, 0),
                             .node = call,
                             .known = !call->Call.keywords.count,
                             .assumed = f->assumes};
    if (!pk_host_arguments(&f->host, fn, &call->Call.args, site))
        return;
    for (uint32_t i = 0; i < call->Call.args.count; i++)
        check_argument(f, call->Call.args.items[i]);
    if (config && config->kind == PK_AST_Tuple && config->Tuple.elts.count >= 2)
        read_config(f, config, site);
    check_config(f, config);
    *f->end = site;
    f->end = &site->next;
}

/* k(x) is a call of the host, which no kernel has. */
static void check_call(finder *f, const pk_ast *call) {
    const pk_ast *func = call->Call.func;
    pk_typed v;

    if (func->kind != PK_AST_Name)
        return;
    v = pk_host_eval(f->host.program, f->host.imports, f->c.arena, func);
    if (v.type->kind == PK_TY_function &&
        v.type->function->info.kind == PK_FUNCTION_kernel)
        say(f, call, PK_E_no_grid,
            pk_arena_format(f->c.arena, "%s[blocks, threads](...)",
                            func->Name.id),
            "a kernel is called without a grid: a launch has the numbers of "
            "blocks and of threads in a block");
}

/* f[grid, block](x) of a function without a decorator that makes it a kernel.
 */
static void check_launched(finder *f, const pk_ast *call) {
    const pk_ast *name = call->Call.func->kind == PK_AST_Subscript
                             ? call->Call.func->Subscript.value
                             : call;
    const pk_function *fn;
    pk_typed v;

    if (name->kind != PK_AST_Name)
        return;
    v = pk_host_eval(f->host.program, f->host.imports, f->c.arena, name);
    fn = v.type->kind == PK_TY_function ? v.type->function : NULL;
    if (fn && fn->program == f->host.program &&
        fn->info.kind == PK_FUNCTION_plain &&
        !fn->def->FunctionDef.decorator_list.count)
        say(f, name, PK_E_no_function,
            pk_arena_format(f->c.arena, "put @cuda.jit above it, in line %u",
                            fn->info.line),
            pk_arena_format(f->c.arena,
                            "'%s' is a plain function, not a kernel",
                            name->Name.id));
}

/* A call of a host function, unless the script expects that it raises. */
static void add_call(finder *f, const pk_ast *call) {
    pk_launch_site *site = f->fails ? NULL : pk_host_call(&f->host, call);

    if (!site)
        return;
    site->assumed |= f->assumes;
    *f->end = site;
    f->end = &site->next;
}

/* with pytest.raises(ValueError):, self.assertRaises(...) */
static bool expects_failure(const pk_ast *with) {
    for (uint32_t i = 0; i < with->With.items.count; i++) {
        const pk_ast *made = with->With.items.items[i]->withitem.context_expr;
        const pk_ast *func = made->kind == PK_AST_Call ? made->Call.func : made;
        const char *name = func->kind == PK_AST_Attribute ? func->Attribute.attr
                           : func->kind == PK_AST_Name    ? func->Name.id
                                                          : "";
        if (strcmp(name, "raises") == 0 ||
            strncmp(name, "assertRaises", strlen("assertRaises")) == 0)
            return true;
    }
    return false;
}

/* ---- the walk ---- */

static void find_within(finder *f, const pk_ast *node, const pk_ast_list *body);

/* A call of the script's own function that launches: with its arguments. */
static void follow(finder *f, const pk_ast *call) {
    const pk_function *fn =
        f->depth < PK_FOLLOW_DEPTH && f->followed < MAX_FOLLOWED
            ? pk_host_followed(&f->host, f->launchers, call)
            : NULL;
    const around *functions = f->functions;
    const pk_enclosing *imports = f->host.imports;
    const bool assumes = f->assumes;
    pk_host_mark mark;

    if (!fn)
        return;
    mark = pk_host_enter_call(&f->host, fn, call);
    f->assumes |= pk_host_branches(fn);
    f->functions = NULL;
    f->host.imports = NULL;
    f->depth++;
    f->followed++;
    find_within(f, fn->def, &fn->def->FunctionDef.body);
    f->depth--;
    f->host.imports = imports;
    f->functions = functions;
    f->assumes = assumes;
    pk_host_leave(&f->host, mark);
}

static void visit(const pk_ast *node, void *arg) {
    finder *f = arg;
    const pk_function *fn;
    const pk_ast *config;

    if (node->kind == PK_AST_Lambda || f->c.arena->failed)
        return;
    if (node->kind == PK_AST_Call) {
        fn = kernel_of(f, node, &config);
        if (fn)
            add_launch(f, node, fn, config);
        else
            add_call(f, node);
        check_call(f, node);
        check_launched(f, node);
        follow(f, node);
    }
    pk_ast_below(node, visit, arg);
}

/* @cuda.jit where nothing is called cuda: no kernel, and CPython stops here. */
static void check_decorators(finder *f, const pk_ast *def) {
    static const char *const known[][2] = {
        {"cuda", "from numba import cuda"},
        {"njit", "from numba import njit"},
        {"jit", "from numba import jit"},
        {"numba", "import numba"},
        {"nb", "import numba as nb"},
        {"vectorize", "from numba import vectorize"},
        {"guvectorize", "from numba import guvectorize"}};
    const pk_ast_list *list = &def->FunctionDef.decorator_list;
    pk_typed v;

    for (uint32_t i = 0; i < list->count; i++) {
        const pk_ast *root = list->items[i];
        while (root->kind == PK_AST_Call || root->kind == PK_AST_Attribute)
            root = root->kind == PK_AST_Call ? root->Call.func
                                             : root->Attribute.value;
        if (root->kind != PK_AST_Name ||
            pk_program_lookup(f->host.program, f->c.arena, root->Name.id, &v) ||
            pk_enclosing_find(f->host.imports, root->Name.id, &v))
            continue;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (strcmp(known[k][0], root->Name.id) == 0)
                say(f, root, PK_E_name_undefined,
                    pk_arena_format(f->c.arena, "begin the file with `%s`",
                                    known[k][1]),
                    pk_arena_format(f->c.arena, "name '%s' is not defined",
                                    root->Name.id));
    }
}

/* The statements of a function or class, with what these import. */
static void find_within(finder *f, const pk_ast *node,
                        const pk_ast_list *body) {
    const around here = {node, f->functions};
    const pk_enclosing *imports = f->host.imports;

    f->functions = &here;
    f->host.imports =
        pk_host_imports(f->host.program, f->c.arena, imports, body);
    find_in(f, body);
    f->host.imports = imports;
    f->functions = here.next;
}

/* Functions of the host are gone through where they are defined. */
static void find_in_function(finder *f, const pk_ast *def) {
    const pk_function *fn =
        pk_program_get(f->host.program, def->FunctionDef.name);
    pk_host_mark mark;

    if (f->host.floor == 0)
        check_decorators(f, def);
    if (fn && fn->def == def && fn->info.kind != PK_FUNCTION_plain)
        return;
    mark = pk_host_enter(&f->host, def);
    find_within(f, def, &def->FunctionDef.body);
    pk_host_leave(&f->host, mark);
}

/* Statements of a class, which launch its kernels by their names. */
static void find_in_class(finder *f, const pk_ast *node) {
    find_within(f, node, &node->ClassDef.body);
}

/* if __name__ == "__main__": */
static bool is_main(const pk_ast *node) {
    const pk_ast *test = node->If.test;

    return test->kind == PK_AST_Compare &&
           test->Compare.left->kind == PK_AST_Name &&
           strcmp(test->Compare.left->Name.id, "__name__") == 0;
}

static void blur(finder *f, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++)
        pk_host_blur(&f->host, body->items[i]);
}

/* The variable of a loop over a range is an integer; it has just been made. */
static void count(finder *f, const pk_ast *loop) {
    const pk_ast *iter = loop->For.iter, *target = loop->For.target;
    pk_host_name *made;
    pk_typed v;

    if (iter->kind != PK_AST_Call || target->kind != PK_AST_Name ||
        !f->host.count)
        return;
    made = &f->host.names[f->host.count - 1];
    if (made->name != target->Name.id)
        return;
    v = pk_host_eval(f->host.program, f->host.imports, f->c.arena,
                     iter->Call.func);
    made->known = v.type->kind == PK_TY_builtin &&
                  (strcmp(v.type->builtin->path, "builtins.range") == 0 ||
                   strcmp(v.type->builtin->path, "numba.prange") == 0);
    made->type = (pk_arg_type){.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_i64};
}

/* A round begins with what the one before has left. */
static void find_in_loop(finder *f, const pk_ast_list *body) {
    blur(f, body);
    find_in(f, body);
    blur(f, body);
}

/* Statements that are meant to raise where `fails` is true. */
static void find_expecting(finder *f, const pk_ast_list *body, bool fails) {
    const bool before = f->fails;

    f->fails |= fails;
    find_in(f, body);
    f->fails = before;
}

static void find_in_parts(finder *f, const pk_ast *node) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_If:
        visit(node->If.test, f);
        find_in(f, &node->If.body);
        if (is_main(node))
            break;
        blur(f, &node->If.body);
        find_in(f, &node->If.orelse);
        blur(f, &node->If.orelse);
        break;
    case PK_AST_For:
        visit(node->For.iter, f);
        pk_host_forget(&f->host, node->For.target);
        count(f, node);
        find_in_loop(f, &node->For.body);
        find_in(f, &node->For.orelse);
        break;
    case PK_AST_While:
        find_in_loop(f, &node->While.body);
        find_in(f, &node->While.orelse);
        break;
    case PK_AST_AugAssign:
        visit(node, f);
        pk_host_blur(&f->host, node);
        break;
    case PK_AST_With:
        find_expecting(f, &node->With.body, expects_failure(node));
        break;
    case PK_AST_Try:
        find_expecting(f, &node->Try.body, node->Try.handlers.count != 0);
        find_in(f, &node->Try.orelse);
        find_in(f, &node->Try.finalbody);
        break;
    case PK_AST_ClassDef: find_in_class(f, node); break;
    case PK_AST_AsyncFunctionDef:
        find_in_function(f, pk_function_def(f->c.arena, node));
        break;
    default: visit(node, f); break;
    }
}

static void find_in(finder *f, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++) {
        const pk_ast *node = body->items[i];
        if (node->kind == PK_AST_FunctionDef) {
            find_in_function(f, node);
            continue;
        }
        find_in_parts(f, node);
        if (node->kind == PK_AST_Assign)
            for (uint32_t k = 0; k < node->Assign.targets.count; k++)
                pk_host_assign(&f->host, node->Assign.targets.items[k],
                               node->Assign.value);
    }
}

pk_launch_site *pk_frontend_launches(const pk_program *program, bool perf,
                                     pk_arena *arena, pk_diags *diags) {
    bool assumed = false;
    finder f = {
        .host = {.program = program, .arena = arena, .assumed = &assumed},
        .perf = perf,
        .c = {.arena = arena, .diags = diags}};

    f.end = &f.first;
    f.launchers = pk_host_launchers(&f.host);
    find_in(&f, &program->parse.module->Module.body);
    return arena->failed ? NULL : f.first;
}
