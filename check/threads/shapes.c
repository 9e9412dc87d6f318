/* SPDX-License-Identifier: Apache-2.0 */
/* The shape of a launch that the kernel does not mean:
 *
 *     x, y = cuda.grid(2)                        k[blocks, threads](a): y is 0
 *     threadIdx.x + blockIdx.x * gridDim.x       blocks have blockDim.x threads
 */
#include "check/threads/advice.h"

#include "frontend/diag/codes.h"

#include <string.h>

typedef struct shapes {
    const pk_adviser *a;
    const pk_ast *grid; /* cuda.grid(n) of the most axes */
    int64_t axes;
    bool strides; /* it knows how large the grid is */
} shapes;

/* The axis of numba.cuda.blockIdx.x where `what` is "blockIdx"; 0 for others.
 */
static char axis_of(const shapes *s, const pk_ast *node, const char *what) {
    const char *path =
        node->kind == PK_AST_Attribute ? pk_advise_path(s->a, node) : NULL;
    size_t length = strlen(what);

    if (!path || strncmp(path, "numba.cuda.", 11) != 0 ||
        strncmp(path + 11, what, length) != 0 || path[11 + length] != '.')
        return 0;
    return path[12 + length];
}

/* The axis of blockIdx.x * gridDim.x; 0 for anything else. */
static char axis_of_product(const shapes *s, const pk_ast *node) {
    const pk_ast *left, *right;
    char axis;

    if (node->kind != PK_AST_BinOp || node->BinOp.op != PK_AST_OP_Mult)
        return 0;
    left = node->BinOp.left;
    right = node->BinOp.right;
    axis = axis_of(s, left, "blockIdx");
    if (axis)
        return axis == axis_of(s, right, "gridDim") ? axis : 0;
    axis = axis_of(s, right, "blockIdx");
    return axis && axis == axis_of(s, left, "gridDim") ? axis : 0;
}

static void check_sum(const shapes *s, const pk_ast *node) {
    char left = axis_of(s, node->BinOp.left, "threadIdx"),
         right = axis_of(s, node->BinOp.right, "threadIdx");

    if ((!left || left != axis_of_product(s, node->BinOp.right)) &&
        (!right || right != axis_of_product(s, node->BinOp.left)))
        return;
    left = left ? left : right;
    pk_advise(
        s->a, node, PK_E_grid_for_block,
        pk_arena_format(s->a->c->arena,
                        "cuda.threadIdx.%c + cuda.blockIdx.%c * "
                        "cuda.blockDim.%c, or cuda.grid",
                        left, left, left),
        "gridDim.%c is how many blocks there are: a block has blockDim.%c "
        "threads",
        left, left);
}

static void visit(const pk_ast *node, void *arg) {
    shapes *s = arg;
    const char *path =
        node->kind == PK_AST_Call || node->kind == PK_AST_Attribute
            ? pk_advise_path(s->a,
                             node->kind == PK_AST_Call ? node->Call.func : node)
            : NULL;
    const pk_ast *axes;

    if (node->kind == PK_AST_FunctionDef)
        return;
    s->strides |= path && (strcmp(path, "numba.cuda.gridsize") == 0 ||
                           strncmp(path, "numba.cuda.gridDim", 18) == 0);
    if (node->kind == PK_AST_BinOp && node->BinOp.op == PK_AST_OP_Add)
        check_sum(s, node);
    if (path && node->kind == PK_AST_Call && node->Call.args.count == 1 &&
        strcmp(path, "numba.cuda.grid") == 0) {
        axes = node->Call.args.items[0];
        if (axes->kind == PK_AST_Constant &&
            axes->Constant.value.kind == PK_CONST_int &&
            (int64_t)axes->Constant.value.integer > s->axes) {
            s->axes = (int64_t)axes->Constant.value.integer;
            s->grid = node;
        }
    }
    pk_ast_below(node, visit, arg);
}

static void check_launch(const shapes *s, const pk_launch_site *l) {
    const char *last = s->axes == 3 ? "z" : "y";

    pk_advise(s->a, l->node, PK_E_launch_axes,
              s->axes == 3 ? "(x, y, z) blocks and (x, y, z) threads"
                           : "(blocks along x, along y), (16, 16)",
              "a launch of %u %s, and the kernel asks for its place along %lld:"
              " along %s it is 0 for all threads",
              l->axes, l->axes == 1 ? "axis" : "axes", (long long)s->axes,
              last);
    pk_advise_note(s->a, s->grid, "used here");
}

void pk_advise_shapes(const pk_adviser *a) {
    const pk_function *fn = a->instance->function;
    const pk_ast_list *body = &fn->def->FunctionDef.body;
    shapes s = {.a = a};

    for (uint32_t i = 0; i < body->count; i++)
        visit(body->items[i], &s);
    if (!a->instance->is_kernel || s.axes < 2 || s.strides)
        return;
    for (const pk_launch_site *l = a->launches; l; l = l->next)
        if (pk_launch_is_of(l, &fn->info) && l->axes && l->axes < s.axes &&
            !l->alone && !l->assumed)
            check_launch(&s, l);
}
