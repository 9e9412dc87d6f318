/* SPDX-License-Identifier: Apache-2.0 */
/* The module level: what imports, assignments and definitions make names
 * stand for. What an expression stands for is scope_eval.c.
 *
 * Statements are gone through in order and only what can be known without
 * running Python is kept: a name that is given anything else stays known as a
 * name, and using it in a kernel is the error. So whole scripts work. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/module/decorator.h"
#include "frontend/module/parameters.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"
#include "frontend/values/plain.h"

#include <string.h>

static pk_typed hidden(pk_scope *s, const char *name) {
    return (pk_typed){.type = pk_ty_path(s->arena, PK_TY_hidden, name)};
}

pk_typed pk_scope_hidden(pk_scope *s, const char *name) {
    return hidden(s, name);
}

/* Returns what an unknown name of the module, or of another one, stands for. */
static pk_typed hidden_of(pk_scope *s, const char *name, const pk_ty *type) {
    pk_ty *made;

    if (s->enclosing)
        return hidden(s, name);
    made = PK_NEW(s->arena, pk_ty);
    *made = (pk_ty){.kind = PK_TY_hidden,
                    .path = type->home ? type->path : name,
                    .home = type->home ? type->home : s->program};
    return (pk_typed){.type = made};
}

/* ---- assignments ---- */

void pk_scope_bind(pk_scope *s, const char *name, pk_typed value) {
    if (value.type->kind == PK_TY_hidden && !value.type->refused)
        value = hidden_of(s, name, value.type);
    /* An array that the function changes behind is not looked for. */
    if (s->enclosing)
        pk_enclosing_bind(s->arena, s->enclosing, name,
                          pk_frozen_behind(value) ? hidden(s, name) : value);
    else
        pk_program_global(s->making, name)->value = value;
    s->making->has_tables |= value.type->kind == PK_TY_table;
}

static void add_function(pk_program *program, pk_function *fn) {
    if (program->function_count == program->function_capacity) {
        uint32_t capacity = program->function_capacity * 2 + 16;
        pk_function **list =
            pk_arena_array(&program->arena, capacity, sizeof *list);
        if (program->arena.failed)
            return;
        if (program->function_count)
            memcpy(list, program->functions,
                   program->function_count * sizeof *list);
        program->functions = list;
        program->function_capacity = capacity;
    }
    program->functions[program->function_count++] = fn;
}

/* The function takes the place of a plain one of its name: f = cuda.jit(f). */
static void replace_function(pk_program *program, pk_function *fn) {
    for (uint32_t i = 0; i < program->function_count; i++) {
        const pk_function_info *info = &program->functions[i]->info;
        if (info->kind == PK_FUNCTION_plain &&
            strcmp(pk_function_path(info), fn->info.name) == 0) {
            program->functions[i] = fn;
            return;
        }
    }
    add_function(program, fn);
}

/* k = cuda.jit(f) makes a function k of this module. */
static void name_function(pk_scope *s, const pk_function *given,
                          const char *name) {
    pk_function *fn = (pk_function *)(uintptr_t)given;

    if (!given->unnamed || !s->making || s->enclosing)
        return;
    fn->unnamed = false;
    fn->info.name = name;
    replace_function(s->making, fn);
}

static void assign(pk_scope *s, const pk_ast *target, pk_typed value) {
    const pk_ast_list *elts;

    if (target->kind == PK_AST_Name) {
        if (value.type->kind == PK_TY_function)
            name_function(s, value.type->function, target->Name.id);
        pk_scope_bind(s, target->Name.id, value);
        return;
    }
    if (target->kind == PK_AST_Starred) {
        assign(s, target->Starred.value, hidden(s, "expression"));
        return;
    }
    if (target->kind != PK_AST_Tuple && target->kind != PK_AST_List)
        return;
    elts =
        target->kind == PK_AST_Tuple ? &target->Tuple.elts : &target->List.elts;
    for (uint32_t i = 0; i < elts->count; i++) {
        bool fits =
            value.type->kind == PK_TY_tuple && value.type->count == elts->count;
        assign(s, elts->items[i],
               fits ? pk_known_item(value, i) : hidden(s, "expression"));
    }
}

/* ---- functions ---- */

pk_typed pk_scope_function(pk_scope *s, const pk_function *fn) {
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_function, .function = fn, .info = &fn->info};
    return (pk_typed){.type = type};
}

static pk_function *new_function(pk_scope *s, const pk_ast *def) {
    pk_function *fn = PK_NEW(s->arena, pk_function);

    fn->def = def;
    fn->program = s->program;
    fn->enclosing = s->enclosing;
    fn->info.name = def->FunctionDef.name;
    fn->info.file = s->program->parse.source->file;
    fn->info.line = def->line;
    fn->info.col = pk_ast_loc(def, 0).col;
    fn->info.kind = PK_FUNCTION_plain;
    fn->info.generates = pk_ast_find_yield(&def->FunctionDef.body);
    pk_parameters_read(s, fn);
    return fn;
}

pk_typed pk_scope_lambda(pk_scope *s, const pk_ast *node) {
    pk_function *fn;

    if (!s->making)
        return hidden(s, "lambda");
    fn = new_function(s, pk_function_def(s->arena, node));
    pk_parameters_check(s, fn);
    return pk_scope_function(s, fn);
}

static pk_function *make_function(pk_scope *s, const pk_ast *def) {
    pk_function *fn = new_function(s, def);

    /* Without memory `fn` is scrap that the next allocation overwrites. */
    for (uint32_t i = 0;
         i < def->FunctionDef.decorator_list.count && !s->arena->failed; i++) {
        pk_function_kind kind =
            pk_decorate(s, def->FunctionDef.decorator_list.items[i], fn);
        if (kind != PK_FUNCTION_plain)
            fn->info.kind = kind;
    }
    if (!s->arena->failed)
        pk_parameters_check(s, fn);
    return fn;
}

/* Whether a name stands for a module or something in one, which a statement
 * that may not run leaves as it is:
 *
 *     try: from numba.cuda import jit as cuda_jit
 *     except ImportError: def cuda_jit(f): return f */
static bool is_imported(pk_scope *s, const char *name) {
    pk_typed v;

    return (s->enclosing && pk_enclosing_find(s->enclosing, name, &v)
                ? true
                : pk_program_own(s->program, name, &v)) &&
           (v.type->kind == PK_TY_module || v.type->kind == PK_TY_source ||
            v.type->kind == PK_TY_builtin);
}

/* The name whose meaning a decorator gives to Numba's compiler: that of the
 * function under @intrinsic, f in @overload(f) and @type_callable(f); else
 * NULL. */
static const char *extended_by(pk_scope *s, const pk_ast *node,
                               const pk_ast *def) {
    const pk_ast *call = node->kind == PK_AST_Call ? node : NULL;
    const pk_ast *func = call ? call->Call.func : node;
    const pk_ast *first =
        call && call->Call.args.count ? call->Call.args.items[0] : NULL;
    const char *name;
    pk_typed v;

    if (func->kind != PK_AST_Name && func->kind != PK_AST_Attribute)
        return NULL;
    v = pk_scope_eval(s, func);
    if (v.type->kind != PK_TY_foreign ||
        strncmp(v.type->path, "numba.", 6) != 0)
        return NULL;
    name = strrchr(v.type->path, '.') + 1;
    if (strcmp(name, "intrinsic") == 0)
        return def->FunctionDef.name;
    return first && first->kind == PK_AST_Name &&
                   (strcmp(name, "overload") == 0 ||
                    strcmp(name, "type_callable") == 0)
               ? first->Name.id
               : NULL;
}

/* Makes such names unknown: what they do is not written there. */
static void hide_extended(pk_scope *s, const pk_ast *def) {
    static const char words[] =
        "extends Numba's compiler, by @overload or @intrinsic\0"
        "write it as a device function";
    const pk_ast_list *list = &def->FunctionDef.decorator_list;

    for (uint32_t i = 0; i < list->count && !s->arena->failed; i++) {
        const char *name = extended_by(s, list->items[i], def);
        pk_typed v = name ? hidden(s, name) : (pk_typed){0};
        if (!name)
            continue;
        ((pk_ty *)(uintptr_t)v.type)->refused = words;
        ((pk_ty *)(uintptr_t)v.type)->home = s->program; /* it is no fault */
        pk_scope_bind(s, name, v);
    }
}

static void define(pk_scope *s, const pk_ast *def, bool certain) {
    pk_function *fn = make_function(s, def);

    if (s->enclosing)
        fn->unnamed = true;
    else
        add_function(s->making, fn);
    if (!certain && is_imported(s, fn->info.name))
        return;
    pk_scope_bind(s, fn->info.name, pk_scope_function(s, fn));
    hide_extended(s, def);
}

static bool is_cuda(const pk_function *fn) {
    return fn->info.kind == PK_FUNCTION_kernel ||
           fn->info.kind == PK_FUNCTION_device;
}

void pk_scope_adopt(pk_scope *s, const pk_function *given) {
    pk_program *program = s->making;
    pk_function *fn = (pk_function *)(uintptr_t)given;

    if (!is_cuda(given))
        return;
    for (uint32_t i = 0; i < program->function_count; i++) {
        pk_function **at = &program->functions[i];
        const bool same = (*at)->def == given->def;
        if (same && (*at)->info.kind == PK_FUNCTION_plain)
            *at = fn; /* def f(x): ... def g(): k = cuda.jit(f) */
        if (same || strcmp(pk_function_path(&(*at)->info),
                           pk_function_path(&given->info)) == 0)
            return;
    }
    add_function(program, fn);
}

/* A function of a class, whose own names `inner` has: decorators find them, and
 * the functions do not. Kernels are launched as those of the module are. */
static void define_method(pk_scope *s, pk_scope *inner, const pk_ast *node,
                          pk_typed class, const pk_ast *def, uint8_t role) {
    pk_function *fn = make_function(inner, def);

    fn->enclosing = s->enclosing;
    fn->info.path =
        pk_arena_format(s->arena, "%s.%s", node->ClassDef.name, fn->info.name);
    if (class.type->kind == PK_TY_table)
        pk_class_add(s, class, fn->info.name, pk_scope_function(s, fn));
    if (class.type->kind == PK_TY_class) {
        pk_struct_add_function(class.type->structure, fn, role);
        if (!s->enclosing)
            add_function(s->making, fn);
        return;
    }
    if (class.type->kind == PK_TY_named && class.type->fields->class)
        pk_struct_add_function(class.type->fields->class, fn, role);
    if (!s->enclosing || pk_enclosing_is_search(s->enclosing))
        pk_scope_adopt(s, fn);
    pk_factory_note(s, fn);
}

static void run_assign(pk_scope *s, const pk_ast *node, bool certain);

/* The scope of a class: what it imports, and its other names for that. */
static pk_scope class_scope(pk_scope *s, const pk_ast_list *body) {
    pk_scope inner = *s;
    bool has_names = false;

    for (uint32_t i = 0; i < body->count; i++)
        has_names |= body->items[i]->kind == PK_AST_Import ||
                     body->items[i]->kind == PK_AST_ImportFrom;
    if (!has_names)
        return inner;
    inner.enclosing = pk_enclosing_new(s->arena, s->enclosing);
    for (uint32_t i = 0; i < body->count && !s->arena->failed; i++) {
        const pk_ast *node = body->items[i];
        if (node->kind == PK_AST_Import)
            pk_scope_import(&inner, node);
        else if (node->kind == PK_AST_ImportFrom)
            pk_scope_import_from(&inner, node);
        else if (node->kind == PK_AST_Assign)
            run_assign(&inner, node, true);
    }
    return inner;
}

static void define_methods(pk_scope *s, const pk_ast *node, pk_typed class) {
    const pk_ast_list *body = &node->ClassDef.body;
    pk_scope inner = class_scope(s, body);
    const pk_fields *fields =
        class.type->kind == PK_TY_named ? class.type->fields : NULL;

    for (uint32_t i = 0; i < body->count && !s->arena->failed; i++)
        if (body->items[i]->kind == PK_AST_FunctionDef)
            define_method(s, &inner, node, class, body->items[i],
                          pk_struct_role(body->items[i]));
        else if (body->items[i]->kind == PK_AST_AsyncFunctionDef)
            pk_factory_note(
                s, new_function(&inner,
                                pk_function_def(s->arena, body->items[i])));
        else if (body->items[i]->kind == PK_AST_ClassDef &&
                 ++s->depth < PK_SCOPE_DEPTH)
            define_methods(s, body->items[i],
                           hidden(s, body->items[i]->ClassDef.name));
    for (uint32_t i = 0; fields && fields->class && i < PK_DATACLASS_WRITES &&
                         !s->arena->failed;
         i++) {
        pk_role_in_struct role;
        const pk_ast *def = pk_dataclass_function(s, node, fields, i, &role);
        if (def)
            define_method(s, s, node, class, def, (uint8_t)role);
    }
}

/* The class of structures is one of the functions, too: what makes one, or says
 * why there is none; and a dataclass that callers know. */
static void define_maker(pk_scope *s, const pk_ast *node, pk_typed class) {
    const pk_fields *fields =
        class.type->kind == PK_TY_named ? class.type->fields : NULL;
    const pk_ast *def = fields ? pk_dataclass_handle(s, node, fields)
                               : pk_struct_maker(s, node);
    pk_function *fn;

    if (!def || s->enclosing || s->arena->failed)
        return;
    fn = make_function(s, def);
    fn->info.kind = PK_FUNCTION_host;
    fn->info.is_class = !fields && class.type->kind == PK_TY_class;
    if (fields)
        fn->info.fields = fields;
    else if (class.type->kind == PK_TY_class)
        fn->info.makes = class.type->structure;
    else
        pk_struct_refuse(s, fn, class.type);
    add_function(s->making, fn);
}

/* ---- statements ---- */

static void run_block(pk_scope *s, const pk_ast_list *body, bool certain);

/* A name assigned where we cannot tell whether the statement runs. */
static void run_assign(pk_scope *s, const pk_ast *node, bool certain) {
    pk_typed value = pk_scope_eval(s, node->Assign.value);

    if (!certain && value.type->kind == PK_TY_function)
        pk_factory_adopt(s, value.type->function);
    if (!certain && (value.type->kind != PK_TY_builtin ||
                     value.type->builtin->kind != PK_BUILTIN_decor))
        value = hidden(s, "expression");
    for (uint32_t i = 0; i < node->Assign.targets.count; i++) {
        const pk_ast *target = node->Assign.targets.items[i];
        if (certain || target->kind != PK_AST_Name ||
            !is_imported(s, target->Name.id))
            assign(s, target, value);
    }
}

static void run_if(pk_scope *s, const pk_ast *node, bool certain) {
    pk_typed test = pk_scope_eval(s, node->If.test);
    bool known = pk_is_plain(test), truth = known && pk_known_truth(test);

    if (!known || truth)
        run_block(s, &node->If.body, certain && known);
    if (!known || !truth)
        run_block(s, &node->If.orelse, certain && known);
}

/* True when the statement is gone through part by part, or not now. */
static bool is_compound(const pk_ast *node) {
    return node->kind == PK_AST_FunctionDef || node->kind == PK_AST_If ||
           node->kind == PK_AST_For || node->kind == PK_AST_While ||
           node->kind == PK_AST_Try || node->kind == PK_AST_With;
}

static void run_statement(pk_scope *s, const pk_ast *node, bool certain) {
    pk_typed unknown = hidden(s, "expression"), value;

    if (s->making->has_arrays && !s->enclosing && !is_compound(node))
        pk_escape(s->program, s->arena, node);
    if (s->making->has_tables && !s->enclosing && !is_compound(node))
        pk_table_changes(s, node);
    switch (node->kind) {
    case PK_AST_Import: pk_scope_import(s, node); break;
    case PK_AST_ImportFrom: pk_scope_import_from(s, node); break;
    case PK_AST_FunctionDef: define(s, node, certain); break;
    case PK_AST_ClassDef:
        value = certain ? pk_class_read(s, node) : unknown;
        define_methods(s, node, value);
        define_maker(s, node, value);
        pk_scope_bind(s, node->ClassDef.name, value);
        break;
    case PK_AST_AsyncFunctionDef:
        pk_scope_bind(s, node->AsyncFunctionDef.name, unknown);
        pk_factory_note(s, new_function(s, pk_function_def(s->arena, node)));
        break;
    case PK_AST_Assign: run_assign(s, node, certain); break;
    case PK_AST_AnnAssign:
        if (node->AnnAssign.value)
            assign(s, node->AnnAssign.target,
                   certain ? pk_scope_eval(s, node->AnnAssign.value) : unknown);
        break;
    case PK_AST_AugAssign: assign(s, node->AugAssign.target, unknown); break;
    case PK_AST_For:
        assign(s, node->For.target, unknown);
        run_block(s, &node->For.body, false);
        run_block(s, &node->For.orelse, false);
        break;
    case PK_AST_While:
        run_block(s, &node->While.body, false);
        run_block(s, &node->While.orelse, false);
        break;
    case PK_AST_If: run_if(s, node, certain); break;
    case PK_AST_Try:
        run_block(s, &node->Try.body, false);
        run_block(s, &node->Try.orelse, false);
        run_block(s, &node->Try.finalbody, certain);
        break;
    case PK_AST_With: run_block(s, &node->With.body, certain); break;
    case PK_AST_Return:
        s->returned = certain && node->Return.value
                          ? pk_scope_eval(s, node->Return.value)
                          : unknown;
        break;
    case PK_AST_Delete:
        for (uint32_t i = 0; i < node->Delete.targets.count; i++)
            assign(s, node->Delete.targets.items[i], unknown);
        break;
    default: break;
    }
}

/* Blocks nest at most PK_AST_MAX_BLOCKS deep, but elif chains are long. */
static void run_block(pk_scope *s, const pk_ast_list *body, bool certain) {
    if (++s->depth < PK_SCOPE_DEPTH)
        for (uint32_t i = 0;
             i < body->count && !s->arena->failed && !s->returned.type &&
             (!s->enclosing || pk_factory_step(s));
             i++)
            run_statement(s, body->items[i], certain);
    s->depth--;
}

void pk_scope_run_body(pk_scope *s, const pk_ast_list *body) {
    run_block(s, body, true);
}

/* ---- names that functions assign ---- */

/* `global N` in a function: N is whatever the program made of it by then. */
static void hide_globals(const pk_ast *node, void *arg) {
    pk_scope *s = arg;
    pk_ast_class class = pk_ast_kind_class((pk_ast_kind)node->kind);

    if (class == PK_AST_CLASS_expr || class == PK_AST_CLASS_pattern)
        return;
    if (node->kind == PK_AST_Global)
        for (uint32_t i = 0; i < node->Global.names.count; i++)
            pk_scope_bind(s, node->Global.names.items[i], hidden(s, "global"));
    pk_ast_below(node, hide_globals, arg);
}

void pk_scope_run(pk_program *program, const pk_program_options *options) {
    pk_scope s = {
        .program = program, .making = program, .arena = &program->arena};
    const pk_typed *given = pk_scope_bindings(&s, options);

    pk_scope_bindings_give(&s, options, given);
    run_block(&s, &program->parse.module->Module.body, true);
    pk_factory_search(&s);
    if (strstr(program->parse.source->text, "global "))
        hide_globals(program->parse.module, &s);
    if (program->has_arrays)
        pk_escape(program, s.arena, program->parse.module);
    if (program->has_tables)
        pk_table_changes(&s, program->parse.module);
    pk_scope_bindings_give(&s, options, given);
}
