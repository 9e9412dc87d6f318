/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: a function's syntax tree, and its source with the types that
 * inference found. */
#include "frontend/compile.h"
#include "frontend/frontend.h"

#include <string.h>

pk_status pk_program_print_ast(const pk_program *program, const char *name,
                               pk_text *out) {
    const pk_ast_print_options options = {.indent = 2};
    const pk_function *fn = name ? pk_program_get(program, name) : NULL;

    if (name && !fn)
        return PK_NAME;
    pk_ast_print(fn ? fn->def : program->parse.module, &options, out);
    pk_text_put(out, "\n");
    return out->failed ? PK_NO_MEMORY : PK_OK;
}

/* ---- types ---- */

typedef struct printer {
    const pk_instance *instance;
    pk_text *out;
    bool first;
} printer;

/* `name: type` of each name that a statement assigns. */
static void print_store(const pk_ast *node, void *arg) {
    printer *p = arg;
    const pk_note *note = pk_note_find(p->instance, node);

    if (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Store &&
        note->v.type) {
        pk_text_printf(p->out, "%s%s: ", p->first ? "  # " : ", ",
                       node->Name.id);
        pk_ty_print(note->v.type, p->out);
        p->first = false;
    }
}

/* Targets and the head of a statement, without the blocks in it. */
static void print_heads(const pk_ast *node, void *arg) {
    printer *p = arg;

    switch (node->kind) {
    case PK_AST_Assign:
        for (uint32_t i = 0; i < node->Assign.targets.count; i++) {
            const pk_ast *target = node->Assign.targets.items[i];
            print_store(target, p);
            if (target->kind == PK_AST_Tuple)
                pk_ast_children(target, print_store, p);
        }
        break;
    case PK_AST_AnnAssign: print_store(node->AnnAssign.target, p); break;
    case PK_AST_AugAssign: print_store(node->AugAssign.target, p); break;
    case PK_AST_For:
        print_store(node->For.target, p);
        if (node->For.target->kind == PK_AST_Tuple)
            pk_ast_children(node->For.target, print_store, p);
        break;
    default: break;
    }
}

typedef struct lines {
    printer p;
    const pk_source *source;
    uint32_t line; /* the next to print */
    pk_arena *arena;
} lines;

static void print_lines(lines *at, uint32_t to) {
    for (; at->line < to; at->line++) {
        const char *text = pk_source_line(at->source, at->line, at->arena);
        pk_text_printf(at->p.out, "%s\n", text ? text : "");
    }
}

static void print_block(lines *at, const pk_ast_list *body);

static void print_statement(lines *at, const pk_ast *node) {
    const char *text;

    print_lines(at, node->line);
    if (at->line == node->line) {
        text = pk_source_line(at->source, node->line, at->arena);
        pk_text_put(at->p.out, text ? text : "");
        at->p.first = true;
        print_heads(node, &at->p);
        pk_text_put(at->p.out, "\n");
        at->line++;
    }
    switch (node->kind) {
    case PK_AST_For:
        print_block(at, &node->For.body);
        print_block(at, &node->For.orelse);
        break;
    case PK_AST_While:
        print_block(at, &node->While.body);
        print_block(at, &node->While.orelse);
        break;
    case PK_AST_If:
        print_block(at, &node->If.body);
        print_block(at, &node->If.orelse);
        break;
    default: break;
    }
}

static void print_block(lines *at, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++)
        print_statement(at, body->items[i]);
}

static void print_instance(pk_compile *c, const pk_instance *instance,
                           pk_text *out) {
    const pk_function *fn = instance->function;
    lines at = {.p = {.instance = instance, .out = out},
                .source = fn->program->parse.source,
                .line = fn->def->line,
                .arena = c->arena};

    pk_text_printf(out, "# %s(", fn->info.name);
    for (uint32_t i = 0; i < instance->arg_count; i++) {
        pk_text_printf(out, "%s%s: ", i ? ", " : "",
                       pk_instance_parameter(instance, i));
        pk_ty_print(instance->args[i], out);
    }
    pk_text_put(out, ") -> ");
    pk_ty_print(instance->result, out);
    pk_text_put(out, "\n");
    print_block(&at, &fn->def->FunctionDef.body);
    print_lines(&at, fn->def->end_line + 1);
}

pk_status pk_frontend_print_types(const pk_program *program, const char *name,
                                  const pk_signature *signature, pk_text *out,
                                  pk_diags *diags) {
    pk_arena arena;
    pk_compile c = {.arena = &arena, .diags = diags, .signature = signature};
    pk_status status;

    pk_arena_init(&arena, diags->arena->allocator);
    if (pk_compile_infer(&c, program, name))
        for (pk_instance *i = c.instances; i; i = i->next)
            if (i->function->program->kind == PK_PROGRAM_user &&
                i->state == PK_INSTANCE_done) {
                pk_text_put(out, i == c.instances ? "" : "\n");
                print_instance(&c, i, out);
            }
    status = pk_compile_finish(&c);
    pk_arena_finish(&arena);
    return status;
}

pk_status pk_frontend_list_types(const pk_program *program, const char *name,
                                 const pk_signature *signature, pk_text *out,
                                 uint32_t *count, pk_diags *diags) {
    pk_arena arena;
    pk_compile c = {.arena = &arena, .diags = diags, .signature = signature};
    const pk_instance *instance;
    pk_status status;

    pk_arena_init(&arena, diags->arena->allocator);
    instance = pk_compile_infer(&c, program, name);
    *count = 0;
    if (instance) {
        *count = c.signature->count;
        pk_signature_list_types(c.signature, out);
        pk_ty_print(instance->result, out);
        pk_text_bytes(out, "", 1);
    }
    status = pk_compile_finish(&c);
    pk_arena_finish(&arena);
    return status;
}
