/* SPDX-License-Identifier: Apache-2.0 */
/* Messages about functions of the host: most rows and hints are written for
 * kernels, and what is wrong in NumPy's functions, which the library has, is
 * wrong with the call of them. */
#include "frontend/infer/infer.h"

#include <string.h>

/* The longer ones first: at each place the first that fits is taken. */
static const struct {
    const char *kernel, *host;
} phrases[] = {
    {"on the host, or a kernel of its own",
     "call it outside of compiled functions"},
    {"a kernel has no Python to go back to: compute it on the host, before or "
     "after the launch",
     "compute it outside, before or after the call"},
    {"a kernel of its own", "a function of its own"},
    {"in a kernel", "in a compiled function"},
    {"a kernel", "a compiled function"},
    {"the kernel", "the function"},
    {"kernels", "compiled functions"},
};

static bool begins_word(const char *text, const char *at) {
    return at == text || at[-1] == ' ' || at[-1] == '(';
}

const char *pk_host_words(pk_arena *arena, const char *words) {
    const size_t count = sizeof phrases / sizeof *phrases;
    const char *at = words, *out;
    pk_text text;

    if (!words || !strncmp(words, "a kernel makes no arrays", 24))
        return NULL;
    if (!strstr(words, "kernel"))
        return words;
    pk_text_init(&text, arena->allocator);
    while (*at) {
        size_t i = 0, length;
        while (i < count &&
               (!begins_word(words, at) ||
                strncmp(at, phrases[i].kernel, strlen(phrases[i].kernel)) != 0))
            i++;
        length = i < count ? strlen(phrases[i].kernel) : 1;
        if (i < count)
            pk_text_put(&text, phrases[i].host);
        else
            pk_text_bytes(&text, at, 1);
        at += length;
    }
    out = pk_arena_text(arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return out;
}

/* ---- calls of the library ---- */

/* np.sort, or of what an expression gives .sort. */
static void put_callee(const pk_ast *node, pk_text *out) {
    if (node->kind == PK_AST_Name) {
        pk_text_put(out, node->Name.id);
        return;
    }
    if (node->kind != PK_AST_Attribute) {
        pk_text_put(out, "(...)");
        return;
    }
    put_callee(node->Attribute.value, out);
    pk_text_printf(out, ".%s", node->Attribute.attr);
}

/* The types that the program gives: not those of defaults. */
static void put_types(const pk_instance *instance, const pk_ast *call,
                      pk_text *out) {
    uint32_t given = instance->arg_count;

    if (call->kind == PK_AST_Call) {
        given = call->Call.args.count + call->Call.keywords.count;
        if (call->Call.func->kind == PK_AST_Attribute &&
            call->Call.func->Attribute.value->kind != PK_AST_Name)
            given++; /* a method, of what stands before it */
    }
    for (uint32_t i = 0; i < instance->arg_count && i < given; i++) {
        pk_text_put(out, i ? ", " : "");
        pk_ty_print(instance->args[i], out);
    }
}

void pk_say_library_call(pk_compile *c, const pk_instance *instance,
                         const pk_program *from, const pk_ast *call,
                         pk_diag_mark before) {
    const pk_diag *why = before.last ? before.last->next : c->diags->first;
    pk_text callee, types;

    while (why && why->severity != PK_SEVERITY_error)
        why = why->next;
    if (!why)
        return;
    pk_diag_rewind(c, before);
    pk_text_init(&callee, c->arena->allocator);
    pk_text_init(&types, c->arena->allocator);
    if (call->kind == PK_AST_Call)
        put_callee(call->Call.func, &callee);
    else
        pk_text_put(&callee, "this");
    put_types(instance, call, &types);
    pk_say_in(c, from, call, PK_SEVERITY_error, PK_E_call_type,
              strcmp(instance->function->info.name, "python_builtins_hash") == 0
                  ? "numbers and tuples of them have one: strings have "
                    "another hash in each process of Python"
                  : "docs/host.md lists what functions take",
              "%s does not take (%.200s): %s", pk_text_string(&callee),
              pk_text_string(&types), why->message);
    pk_text_finish(&callee);
    pk_text_finish(&types);
}
