/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments given by name, put where the kernel's parameters are: as Python
 * binds a call, defaults included. */
#include "base/suggest.h"
#include "base/try.h"
#include "runtime/kernel/args.h"
#include "runtime/kernel/compiler.h"
#include "runtime/kernel/module.h"

#include <string.h>

/* One call: what each parameter has got so far. */
typedef struct binding {
    const pk_function_info *info;
    const pk_arg *defaults;
    const pk_allocator *allocator;
    const pk_arg **given; /* by parameter; NULL: nothing yet */
    pk_error *err;
} binding;

static void put_parameters(const pk_function_info *info, pk_text *out) {
    for (uint32_t i = 0; i < info->param_count; i++)
        pk_text_printf(out, "%s%s", i ? ", " : "", info->param_names[i]);
}

static pk_status fail_unknown(const binding *b, const char *name) {
    pk_suggest near = pk_suggest_start(name);
    pk_text names;
    pk_status status;

    for (uint32_t i = 0; i < b->info->param_count; i++)
        pk_suggest_name(&near, b->info->param_names[i]);
    pk_text_init(&names, b->allocator);
    put_parameters(b->info, &names);
    if (near.best)
        status = pk_fail(b->err, PK_BAD_ARG,
                         "%s has no parameter '%s', did you mean %.*s? It "
                         "takes (%s)",
                         b->info->name, name, (int)near.length, near.best,
                         pk_text_string(&names));
    else
        status = pk_fail(b->err, PK_BAD_ARG,
                         "%s has no parameter '%s'; it takes (%s)",
                         b->info->name, name, pk_text_string(&names));
    pk_text_finish(&names);
    return status;
}

static pk_status put_named(const binding *b, const pk_named_arg *named,
                           size_t positional) {
    uint32_t i = 0;

    if (!named->name)
        return pk_fail(b->err, PK_BAD_ARG, "the name of an argument is NULL");
    while (i < b->info->param_count &&
           strcmp(b->info->param_names[i], named->name) != 0)
        i++;
    if (i == b->info->param_count)
        return fail_unknown(b, named->name);
    if (b->given[i])
        return pk_fail(
            b->err, PK_BAD_ARG, "argument %u '%s' of %s is passed twice: %s", i,
            named->name, b->info->name,
            i < positional ? "by position and by name" : "both times by name");
    b->given[i] = &named->value;
    return PK_OK;
}

static pk_status fail_missing(const binding *b) {
    pk_text names;
    pk_status status;
    uint32_t count = 0;

    pk_text_init(&names, b->allocator);
    for (uint32_t i = 0; i < b->info->param_count; i++)
        if (!b->given[i] && !b->info->defaults[i].known)
            pk_text_printf(&names, "%s'%s'", count++ ? ", " : "",
                           b->info->param_names[i]);
    status =
        pk_fail(b->err, PK_BAD_ARG, "%s is %s without %s %s", b->info->name,
                b->info->kind == PK_FUNCTION_kernel ? "launched" : "called",
                count == 1 ? "argument" : "arguments", pk_text_string(&names));
    pk_text_finish(&names);
    return status;
}

/* Writes the arguments, and the defaults of those left out, in order. */
static pk_status write_out(const binding *b, size_t arg_count,
                           size_t named_count, pk_arg *out) {
    const pk_default *defaults = b->info->defaults;

    for (uint32_t i = 0; i < b->info->param_count; i++)
        if (!b->given[i] && !defaults[i].known)
            return named_count ? fail_missing(b)
                               : pk_args_fail_count(b->info, arg_count, b->err);
    for (uint32_t i = 0; i < b->info->param_count; i++)
        out[i] = b->given[i] ? *b->given[i] : b->defaults[i];
    return PK_OK;
}

static pk_status bind(binding *b, const pk_arg *args, size_t arg_count,
                      const pk_named_arg *named, size_t named_count,
                      pk_arg *out) {
    pk_status status = PK_OK;
    pk_arena arena;

    pk_arena_init(&arena, b->allocator);
    b->given =
        pk_arena_array(&arena, b->info->param_count + 1u, sizeof *b->given);
    if (!b->given)
        status = pk_fail_no_memory(b->err);
    for (size_t i = 0; i < arg_count && status == PK_OK; i++)
        b->given[i] = &args[i];
    for (size_t i = 0; i < named_count && status == PK_OK; i++)
        status = put_named(b, &named[i], arg_count);
    if (status == PK_OK)
        status = write_out(b, arg_count, named_count, out);
    pk_arena_finish(&arena);
    return status;
}

pk_status pk_kernel_bind_args(const pk_kernel *kernel, const pk_arg *args,
                              size_t arg_count, const pk_named_arg *named,
                              size_t named_count, pk_arg *out, size_t room,
                              pk_error *err) {
    binding b = {.err = err,
                 .allocator = &kernel->base.ctx->allocator,
                 .info = kernel->info,
                 .defaults = kernel->defaults};

    if ((arg_count && !args) || (named_count && !named) || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       arg_count && !args      ? "args"
                       : named_count && !named ? "named"
                                               : "out");
    if (b.info->refused)
        return pk_parts.compiler->fail_refused(kernel->mod, b.info, err);
    if (arg_count > b.info->param_count)
        return pk_args_fail_count(b.info,
                                  named_count > SIZE_MAX - arg_count
                                      ? SIZE_MAX
                                      : arg_count + named_count,
                                  err);
    if (room < b.info->param_count)
        return pk_fail(err, PK_BAD_ARG,
                       "out has room for %zu arguments, %s takes %u", room,
                       b.info->name, b.info->param_count);
    return bind(&b, args, arg_count, named, named_count, out);
}

pk_status pk_kernel_bind(const pk_kernel *kernel, const pk_arg *args,
                         size_t arg_count, const pk_named_arg *named,
                         size_t named_count, pk_arg *out, size_t room,
                         pk_error *err) {
    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, NULL, "kernel", err));
    return pk_kernel_bind_args(kernel, args, arg_count, named, named_count, out,
                               room, err);
}
