/* SPDX-License-Identifier: Apache-2.0 */
/* Programs: parsing a source, keeping its functions and names, answering
 * questions about them. */
#include "frontend/module/program.h"

#include "base/suggest.h"
#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/values/fold.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- names ---- */

static uint32_t hash_pointer(const void *p) {
    uint64_t bits = (uint64_t)(uintptr_t)p * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(bits >> 32);
}

static pk_module_global *find_slot(pk_module_global *table, uint32_t capacity,
                                   const char *name) {
    uint32_t at = hash_pointer(name) & (capacity - 1);

    while (table[at].name && table[at].name != name)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static void grow_globals(pk_program *program) {
    uint32_t capacity =
        program->global_capacity ? 2 * program->global_capacity : 64;
    pk_module_global *table =
        pk_arena_array(&program->arena, capacity, sizeof *table);

    if (program->arena.failed)
        return;
    for (uint32_t i = 0; i < program->global_capacity; i++)
        if (program->globals[i].name)
            *find_slot(table, capacity, program->globals[i].name) =
                program->globals[i];
    program->globals = table;
    program->global_capacity = capacity;
}

pk_module_global *pk_program_global(pk_program *program, const char *name) {
    pk_module_global *slot;

    if (2 * program->global_count >= program->global_capacity)
        grow_globals(program);
    if (program->arena.failed)
        return PK_NEW(&program->arena, pk_module_global);
    slot = find_slot(program->globals, program->global_capacity, name);
    if (!slot->name) {
        slot->name = name;
        program->global_count++;
    }
    return slot;
}

bool pk_program_own(const pk_program *program, const char *name,
                    pk_typed *out) {
    const pk_module_global *slot;

    if (!program->global_capacity)
        return false;
    slot = find_slot(program->globals, program->global_capacity, name);
    if (slot->name)
        *out = slot->value;
    return slot->name != NULL;
}

/* An array that Python may change is a name without a value. */
static bool find_global(const pk_program *program, pk_arena *arena,
                        const char *name, pk_typed *out) {
    bool found = pk_program_own(program, name, out);
    const pk_frozen *array = found ? pk_frozen_behind(*out) : NULL;
    pk_ty *type;

    if (!array || !array->changed)
        return found;
    type = PK_NEW(arena, pk_ty);
    *type =
        (pk_ty){.kind = PK_TY_hidden, .path = name, .count = array->changed};
    *out = (pk_typed){.type = type};
    return true;
}

static bool find_member(pk_arena *arena, const char *path, const char *name,
                        pk_typed *out) {
    *out = pk_builtin_lookup(arena, path, name);
    return out->type->kind != PK_TY_foreign;
}

bool pk_program_lookup(const pk_program *program, pk_arena *arena,
                       const char *name, pk_typed *out) {
    if (find_global(program, arena, name, out))
        return true;
    for (const pk_star *star = program->stars; star; star = star->next)
        if (find_member(arena, star->path, name, out))
            return true;
    return find_member(arena, "builtins", name, out);
}

bool pk_static_attribute(pk_arena *arena, pk_typed base, const char *name,
                         pk_typed *out) {
    const pk_ty *type = base.type;

    if (type->kind == PK_TY_module || type->kind == PK_TY_foreign) {
        *out = pk_builtin_lookup(arena, type->path, name);
        return true;
    }
    if (type->kind == PK_TY_enum)
        return pk_enum_member(arena, type->members, name, out);
    if (type->kind == PK_TY_table)
        return pk_table_attribute(base, name, out) ||
               (type->table->rest.type &&
                pk_static_attribute(arena, type->table->rest, name, out));
    if (type->kind == PK_TY_named && type->fields->class)
        return pk_table_attribute(
            (pk_typed){.type =
                           &(pk_ty){.kind = PK_TY_table,
                                    .table = type->fields->class->constants}},
            name, out);
    if (pk_ty_members(type))
        return pk_member_attribute(arena, base, name, out);
    if (type->kind == PK_TY_source) {
        name = pk_idents_find(type->program->parse.names, name);
        return name && find_global(type->program, arena, name, out);
    }
    return false;
}

bool pk_program_resolve(const pk_program *program, pk_arena *arena,
                        const char *path, pk_typed *out) {
    size_t length = strcspn(path, ".");
    const char *name = pk_arena_text(arena, path, length);

    name = name && program->parse.names
               ? pk_idents_find(program->parse.names, name)
               : NULL;
    if (!name || !pk_program_lookup(program, arena, name, out))
        return false;
    while (path[length]) {
        path += length + 1;
        length = strcspn(path, ".");
        name = pk_arena_text(arena, path, length);
        if (!name || !pk_static_attribute(arena, *out, name, out))
            return false;
    }
    return true;
}

const struct pk_members *pk_program_member(const pk_program *program,
                                           const char *name, pk_arena *arena,
                                           int64_t *number) {
    pk_typed v;

    if (!pk_program_resolve(program, arena, name, &v) ||
        !pk_ty_members(v.type) || !v.known)
        return NULL;
    *number = pk_known_get_int(v);
    return pk_ty_members(v.type);
}

const struct pk_members *pk_program_enum(const pk_program *program,
                                         const char *path, pk_arena *arena) {
    pk_typed v;

    return pk_program_resolve(program, arena, path, &v) &&
                   v.type->kind == PK_TY_enum
               ? v.type->members
               : NULL;
}

const struct pk_fields *pk_program_fields(const pk_program *program,
                                          const char *path, pk_arena *arena) {
    pk_typed v;

    return pk_program_resolve(program, arena, path, &v) &&
                   v.type->kind == PK_TY_named
               ? v.type->fields
               : NULL;
}

/* ---- suggestions for misspelt names ---- */

/* The module's global of that kind whose name is most similar to the word. */
static const char *near_global(const pk_program *program, pk_ty_kind kind,
                               const char *word, size_t *length) {
    pk_suggest near = pk_suggest_start(word);

    for (uint32_t i = 0; i < program->global_capacity; i++) {
        const pk_module_global *global = &program->globals[i];
        if (global->name && global->value.type &&
            global->value.type->kind == kind)
            pk_suggest_name(&near, global->name);
    }
    *length = near.length;
    return near.best;
}

const char *pk_program_suggest_fields(const pk_program *program,
                                      const char *path, pk_arena *arena) {
    size_t length;
    const char *best = near_global(program, PK_TY_named, path, &length);

    return best
               ? pk_arena_format(arena, "did you mean %.*s?", (int)length, best)
               : NULL;
}

enum { MAX_LISTED = 16 };

/* "Color has RED, BLUE" */
static const char *list_members(const struct pk_members *members,
                                const char *class, pk_arena *arena) {
    const char *list = "";

    for (uint32_t i = 0; list && i < members->count && i < MAX_LISTED; i++)
        list = pk_arena_format(arena, "%s%s%s", list, i ? ", " : "",
                               members->names[i]);
    return list ? pk_arena_format(arena, "%s has %s%s", class, list,
                                  members->count > MAX_LISTED ? ", ..." : "")
                : NULL;
}

const char *pk_program_suggest_member(const pk_program *program,
                                      const char *path, pk_arena *arena) {
    const char *dot = strrchr(path, '.'), *best = NULL;
    const char *class =
        dot ? pk_arena_text(arena, path, (size_t)(dot - path)) : NULL;
    const struct pk_members *members;
    pk_suggest near;
    size_t length;

    if (!class)
        return NULL;
    members = pk_program_enum(program, class, arena);
    if (!members) {
        best = near_global(program, PK_TY_enum, class, &length);
        return best ? pk_arena_format(arena, "did you mean %.*s%s?",
                                      (int)length, best, dot)
                    : NULL;
    }
    near = pk_suggest_start(dot + 1);
    for (uint32_t i = 0; i < members->count; i++)
        pk_suggest_name(&near, members->names[i]);
    return near.best ? pk_arena_format(arena, "did you mean %s.%.*s?", class,
                                       (int)near.length, near.best)
                     : list_members(members, class, arena);
}

static const char *class_path_in(pk_arena *arena, const char *name, pk_typed v,
                                 const void *class);

static const char *least(const char *a, const char *b) {
    return !a || (b && strcmp(b, a) < 0) ? b : a;
}

static const char *class_path_below(pk_arena *arena, pk_typed v,
                                    const void *class) {
    const char *best = NULL;

    if (v.type->kind == PK_TY_source)
        return pk_program_class_path(v.type->program, arena, class);
    if (v.type->kind != PK_TY_table || !v.type->table->rest.type)
        return NULL;
    for (uint32_t i = 0; i < v.type->table->count; i++)
        best =
            least(best, class_path_in(arena, v.type->table->keys[i].known->text,
                                      v.type->table->values[i], class));
    return least(best, class_path_below(arena, v.type->table->rest, class));
}

static const char *class_path_in(pk_arena *arena, const char *name, pk_typed v,
                                 const void *class) {
    const char *below;

    if (pk_ty_class(v.type) == class)
        return name;
    below = class_path_below(arena, v, class);
    return below ? pk_arena_format(arena, "%s.%s", name, below) : NULL;
}

/* The same text in each run: of several names the first of the alphabet. */
const char *pk_program_class_path(const pk_program *program, pk_arena *arena,
                                  const void *class) {
    const char *best = NULL;

    for (uint32_t i = 0; i < program->global_capacity; i++) {
        const pk_module_global *global = &program->globals[i];
        if (global->name)
            best = least(
                best, class_path_in(arena, global->name, global->value, class));
    }
    return best;
}

/* ---- functions ---- */

/* The number of the function that users mean by "step" (the module's own, else
 * the first of a class) or by "Solver.step"; UINT32_MAX when there is none. */
static uint32_t number_of(const pk_program *program, const char *name) {
    uint32_t first = UINT32_MAX;

    for (uint32_t i = program->function_count; i-- > 0;) {
        const pk_function_info *info = &program->functions[i]->info;
        if (strcmp(pk_function_path(info), name) == 0)
            return i;
        if (strcmp(info->name, name) == 0)
            first = i;
    }
    return first;
}

const pk_function *pk_program_get(const pk_program *program, const char *name) {
    const pk_function *bound = NULL;
    const char *interned;
    pk_typed value;
    uint32_t i;

    interned = program->parse.names ? pk_idents_find(program->parse.names, name)
                                    : NULL;
    if (interned && pk_program_own(program, interned, &value) &&
        value.type->kind == PK_TY_function)
        bound = value.type->function;
    if (bound && bound->info.kind != PK_FUNCTION_plain)
        return bound;
    i = number_of(program, name);
    return i != UINT32_MAX &&
                   (!bound || program->functions[i]->def == bound->def)
               ? program->functions[i]
               : bound; /* the kernel that a function makes of it */
}

const pk_ty *pk_function_local_type(const pk_function *fn, const char *name) {
    for (uint32_t i = 0; i < fn->typed_local_count; i++)
        if (strcmp(fn->typed_locals[i].name, name) == 0)
            return fn->typed_locals[i].type;
    return NULL;
}

const pk_ast *pk_function_parameter(const pk_function *fn, uint32_t i) {
    const pk_ast *args = fn->def->FunctionDef.args;
    const pk_ast_list *lists[] = {&args->arguments.posonlyargs,
                                  &args->arguments.args,
                                  &args->arguments.kwonlyargs};
    int list = 0;

    while (list < 3 && i >= lists[list]->count)
        i -= lists[list++]->count;
    return list < 3 ? lists[list]->items[i] : args->arguments.vararg;
}

const pk_ast *pk_function_default(const pk_function *fn, uint32_t i) {
    const pk_ast *args = fn->def->FunctionDef.args;
    const pk_ast_list *list = &args->arguments.defaults;
    uint32_t first = fn->positional - list->count;

    if (i >= fn->positional + args->arguments.kwonlyargs.count)
        return NULL;
    if (i >= fn->positional)
        return args->arguments.kw_defaults.items[i - fn->positional];
    return i >= first ? list->items[i - first] : NULL;
}

const pk_ast *pk_function_def(pk_arena *arena, const pk_ast *node) {
    pk_ast *def, *result, **body;

    if (node->kind == PK_AST_FunctionDef)
        return node;
    def = PK_NEW(arena, pk_ast);
    if (node->kind == PK_AST_AsyncFunctionDef) {
        *def = *node;
        def->kind = PK_AST_FunctionDef;
        def->FunctionDef.name = node->AsyncFunctionDef.name;
        def->FunctionDef.args = node->AsyncFunctionDef.args;
        def->FunctionDef.body = node->AsyncFunctionDef.body;
        def->FunctionDef.decorator_list = node->AsyncFunctionDef.decorator_list;
        return def;
    }
    result = PK_NEW(arena, pk_ast);
    body = pk_arena_array(arena, 1, sizeof *body);
    if (!body)
        return def;
    body[0] = result;
    *def = (pk_ast){.kind = PK_AST_FunctionDef,
                    .line = node->line,
                    .col = node->col,
                    .end_line = node->end_line,
                    .end_col = node->end_col,
                    .FunctionDef = {.name = "lambda",
                                    .args = node->Lambda.args,
                                    .body = {body, 1}}};
    *result = (pk_ast){.kind = PK_AST_Return,
                       .line = node->Lambda.body->line,
                       .col = node->Lambda.body->col,
                       .end_line = node->Lambda.body->end_line,
                       .end_col = node->Lambda.body->end_col,
                       .Return = {node->Lambda.body}};
    return def;
}

uint32_t pk_program_function_count(const pk_program *program) {
    return program->function_count;
}

const pk_function_info *pk_program_function(const pk_program *program,
                                            uint32_t index) {
    return index < program->function_count ? &program->functions[index]->info
                                           : NULL;
}

const pk_function_info *pk_program_find(const pk_program *program,
                                        const char *name) {
    const pk_function *function = pk_program_get(program, name);

    return function ? &function->info : NULL;
}

/* ---- digest ---- */

static void digest_text(pk_program *program, const char *text) {
    pk_digest_add(&program->digest, text, strlen(text));
}

static void digest_binding(pk_program *program, const pk_binding *b) {
    pk_text text;

    pk_text_init(&text, &program->allocator);
    pk_text_bytes(&text, &b->kind, sizeof b->kind);
    pk_binding_key(b, &text);
    pk_digest_add(&program->digest, text.data, text.length);
    program->arena.failed |= text.failed;
    pk_text_finish(&text);
}

/* Adds to the digest all that is there before the module level runs; the
 * library has one hash for all. */
static void digest_source(pk_program *program, const char *text, size_t length,
                          const pk_program_options *options) {
    const uint32_t line = options ? options->first_line : 0;

    if (program->kind == PK_PROGRAM_user) {
        pk_digest_add(&program->digest, text, length);
        digest_text(program, program->parse.source->file);
        pk_digest_add(&program->digest, &line, sizeof line);
    }
    for (uint32_t i = 0; options && i < options->binding_count; i++)
        digest_binding(program, &options->bindings[i]);
}

pk_digest pk_program_digest(const pk_program *program) {
    return program->digest;
}

const pk_reference *const *pk_program_references(const pk_program *program,
                                                 uint32_t *count) {
    *count = program->reference_count;
    return program->references;
}

/* ---- errors ---- */

/* The source that an error names: the program's, or a module's. */
static const pk_source *source_of(const pk_program *program, const char *file) {
    const pk_source *source = program->parse.source;
    const pk_source *found = NULL;

    /* An overlong name was cut in the error. */
    if (strncmp(source->file, file, sizeof(((pk_error *)0)->file) - 4) == 0)
        return source;
    for (uint32_t i = 0; i < program->module_count && !found; i++)
        found = source_of(program->modules[i], file);
    return found;
}

void pk_program_explain(const pk_program *program,
                        const pk_allocator *allocator, const pk_error *err,
                        pk_text *out) {
    const pk_source *source =
        program && err->line ? source_of(program, err->file) : NULL;
    pk_diag diag = {
        .status = err->status,
        .file = err->file,
        .loc = {.line = err->line, .col = err->col, .end_col = err->end_col},
        .message = err->message};
    pk_arena arena;
    pk_diags diags;

    pk_arena_init(&arena, allocator);
    pk_diags_init(&diags, &arena);
    if (source)
        pk_source_report(source, &diags, diag);
    pk_diag_print(diags.first ? diags.first : &diag, out);
    pk_arena_finish(&arena);
}

void pk_program_report(const pk_program *program, const pk_diag *diag,
                       pk_diags *diags) {
    const pk_source *source =
        diag->file && diag->loc.line ? source_of(program, diag->file) : NULL;

    if (source)
        pk_source_report(source, diags, *diag);
    else
        pk_diag_add(diags, diag);
}

pk_loc pk_program_async(const pk_program *program, const char *name) {
    const pk_ast_list *body = &program->parse.module->Module.body;

    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_AsyncFunctionDef &&
            strcmp(body->items[i]->AsyncFunctionDef.name, name) == 0)
            return pk_ast_loc(body->items[i], 0);
    return (pk_loc){0};
}

const char *pk_program_file(const pk_program *program) {
    return program->parse.source->file;
}

/* ---- making ---- */

/* The folder of a file name, with its slash. */
static const char *folder_of(pk_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/');

    return slash ? pk_arena_text(arena, file, (size_t)(slash - file) + 1) : "";
}

static void take_files(pk_program *program, const pk_program_options *options,
                       pk_diags *diags) {
    pk_given_files *given = PK_NEW(&program->arena, pk_given_files);

    *given = (pk_given_files){.items = options->files,
                              .count = options->file_count,
                              .root = program,
                              .diags = diags};
    program->given = given;
}

pk_status pk_program_make(const pk_allocator *allocator, const char *text,
                          size_t length, const pk_program_options *options,
                          pk_program_kind kind, const pk_program *importer,
                          pk_program **out, pk_diags *diags) {
    pk_program *program = allocator->alloc(allocator->self, sizeof *program);
    const char *file = options && options->file ? options->file : NULL;
    pk_status status;

    *out = NULL;
    if (!program)
        return PK_NO_MEMORY;
    *program = (pk_program){.allocator = *allocator,
                            .kind = kind,
                            .importer = importer,
                            .of_context = options && options->of_context};
    pk_arena_init(&program->arena, &program->allocator);
    if (importer)
        program->given = importer->given;
    else if (options && options->file_count)
        take_files(program, options, diags);
    if (options)
        program->import_path = options->import_path;
    status = pk_parse_source(
        &program->arena, text, length, file ? file : "<source>",
        options ? options->first_line : 0,
        kind != PK_PROGRAM_user ? PK_PARSE_library : 0, &program->parse, diags);
    if (status == PK_OK) {
        if (kind == PK_PROGRAM_user) /* the library says what it means */
            pk_fold_literals(&program->arena, program->parse.module);
        program->folder = file ? folder_of(&program->arena, file) : NULL;
        digest_source(program, text, length, options);
        pk_scope_run(program, options);
        for (uint32_t i = 0; i < program->module_count; i++)
            pk_digest_add(&program->digest, &program->modules[i]->digest,
                          sizeof program->digest);
        if (program->arena.failed)
            status = PK_NO_MEMORY;
        else if (program->given && !importer)
            status = pk_diags_status(diags, NULL);
    }
    program->importer = NULL;
    program->given = NULL;
    if (status != PK_OK)
        pk_program_free(program);
    else
        *out = program;
    return status;
}

pk_status pk_program_new(const pk_allocator *allocator, const char *text,
                         size_t length, const pk_program_options *options,
                         pk_program **out, pk_diags *diags) {
    return pk_program_make(allocator, text, length, options, PK_PROGRAM_user,
                           NULL, out, diags);
}

void pk_program_free(pk_program *program) {
    pk_allocator allocator;

    if (!program)
        return;
    allocator = program->allocator;
    for (uint32_t i = 0; i < program->module_count; i++)
        pk_program_free(program->modules[i]);
    pk_arena_finish(&program->arena);
    allocator.release(allocator.self, program, sizeof *program);
}
