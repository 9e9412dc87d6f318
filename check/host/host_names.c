/* SPDX-License-Identifier: Apache-2.0 */
/* The variables of the host: what each was last assigned. */
#include "check/host/host_types.h"

const pk_host_name *pk_host_find(const pk_host_names *host, const char *name) {
    for (uint32_t i = host->count; i-- > 0;)
        if (host->names[i].name == name)
            return &host->names[i];
    return NULL;
}

pk_host_name pk_host_describe(const pk_host_names *host, const char *name,
                              const pk_ast *value) {
    pk_host_name made = {.name = name, .value = value};

    *host->assumed = false;
    made.known = value && pk_host_type(host, value, &made.type);
    made.assumed = *host->assumed;
    made.numbered = value && pk_host_int(host, value, &made.number);
    for (uint32_t i = 0; value && i < PK_HOST_AXES; i++)
        if (!pk_host_extent(host, value, i, &made.extents[i]))
            made.extents[i] = 0;
    return made;
}

static void set_name(pk_host_names *host, const char *name,
                     const pk_ast *value) {
    pk_host_name made;
    pk_host_name *full = &host->names[PK_HOST_NAMES - 1];

    if (host->count == PK_HOST_NAMES) {
        while (full >= host->names && full->name != name)
            full--;
        if (full >= host->names)
            *full = (pk_host_name){.name = name};
        return;
    }
    made = pk_host_describe(host, name, value);
    /* x = f(x) must not be looked through for ever */
    if (value && value->kind == PK_AST_Name && value->Name.id == name)
        made.value = NULL;
    host->names[host->count++] = made;
}

void pk_host_forget(pk_host_names *host, const pk_ast *target) {
    const pk_ast_list *elts = target->kind == PK_AST_Tuple ? &target->Tuple.elts
                              : target->kind == PK_AST_List ? &target->List.elts
                                                            : NULL;

    if (target->kind == PK_AST_Name)
        set_name(host, target->Name.id, NULL);
    for (uint32_t i = 0; elts && i < elts->count; i++)
        pk_host_forget(host, elts->items[i]);
}

static void blur(const pk_ast *node, void *arg) {
    pk_host_names *host = arg;
    const pk_host_name *found;
    pk_host_name was;

    if (node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda)
        return;
    if (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Store) {
        found = pk_host_find(host, node->Name.id);
        was = found ? *found : (pk_host_name){0};
        set_name(host, node->Name.id, NULL);
        if (host->count < PK_HOST_NAMES) {
            host->names[host->count - 1].type = was.type;
            host->names[host->count - 1].known = was.known;
            host->names[host->count - 1].assumed = was.assumed;
        }
    }
    pk_ast_below(node, blur, arg);
}

void pk_host_blur(pk_host_names *host, const pk_ast *node) {
    blur(node, host);
}

void pk_host_assign(pk_host_names *host, const pk_ast *target,
                    const pk_ast *value) {
    if (target->kind == PK_AST_Name) {
        set_name(host, target->Name.id, value);
    } else if (target->kind == PK_AST_Tuple && value->kind == PK_AST_Tuple &&
               target->Tuple.elts.count == value->Tuple.elts.count) {
        for (uint32_t i = 0; i < target->Tuple.elts.count; i++)
            pk_host_assign(host, target->Tuple.elts.items[i],
                           value->Tuple.elts.items[i]);
    } else {
        pk_host_forget(host, target);
    }
}

pk_host_mark pk_host_enter(pk_host_names *host, const pk_ast *def) {
    const struct pk_ast_arguments *a = &def->FunctionDef.args->arguments;
    const pk_ast_list *lists[] = {&a->posonlyargs, &a->args, &a->kwonlyargs};
    pk_host_mark mark = {host->count, host->floor};

    host->floor = host->count;
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++)
            set_name(host, lists[k]->items[i]->arg.arg, NULL);
    return mark;
}

void pk_host_leave(pk_host_names *host, pk_host_mark mark) {
    host->count = mark.count;
    host->floor = mark.floor;
}

const pk_ast *pk_host_value(const pk_host_names *host, const pk_ast *node) {
    for (int depth = 0; depth < PK_HOST_DEPTH && node->kind == PK_AST_Name;
         depth++) {
        const pk_host_name *found = pk_host_find(host, node->Name.id);
        if (!found || !found->value)
            break;
        node = found->value;
    }
    return node;
}
