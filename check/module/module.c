/* SPDX-License-Identifier: Apache-2.0 */
/* Checking a module: each function under each signature that is known, through
 * the frontend once and then its IR through every backend that is asked for,
 * without a device. What is found is copied into a list. */
#include "base/try.h"
#include "check/module/checking.h"

#include "base/text.h"
#include "core/passes/lacks.h"
#include "frontend/diag/codes.h"
#include "frontend/module/program.h"

enum { MAX_KEPT = 1000, MAX_SIGNATURES = 8 };

/* ---- items ---- */

const char *pk_checked_text(pk_checked *out, const char *text) {
    return text ? pk_arena_text(&out->arena, text, strlen(text)) : "";
}

pk_check_item *pk_checking_add(pk_checking *k, pk_check_kind kind,
                               const char *function, const char *name,
                               const char *detail, pk_loc loc) {
    static pk_check_item lost;
    pk_checked *out = k->job->out;
    pk_check_item *item, *grown;

    if (out->count == out->capacity) {
        size_t capacity = 2 * out->capacity + 64;
        grown = pk_arena_array(&out->arena, capacity, sizeof *grown);
        if (out->arena.failed)
            return &lost;
        if (out->count)
            memcpy(grown, out->items, out->count * sizeof *grown);
        out->items = grown;
        out->capacity = capacity;
    }
    item = &out->items[out->count++];
    *item = (pk_check_item){.kind = kind,
                            .verdict = PK_VERDICT_yes,
                            .function = pk_checked_text(out, function),
                            .name = pk_checked_text(out, name),
                            .detail = pk_checked_text(out, detail),
                            .line = loc.line,
                            .col = loc.col,
                            .end_col = loc.end_col,
                            .uses = 1,
                            .refused = ""};
    return item;
}

static pk_check_item *add_function(pk_checking *k, const pk_function_info *info,
                                   pk_function_kind kind, const char *detail) {
    pk_check_item *item = pk_checking_add(k, PK_CHECK_FUNCTION, info->name,
                                          pk_function_kind_name(kind), detail,
                                          (pk_loc){.line = info->line});

    item->function_kind = kind;
    return item;
}

/* ---- one function under one signature ---- */

static const char *signature_text(pk_checking *k, const pk_signature *s) {
    const char *kept;
    pk_text text;

    pk_text_init(&text, k->job->arena.allocator);
    for (uint32_t i = 0; i < s->count; i++) {
        pk_text_put(&text, i ? ", " : "");
        pk_arg_type_print(&s->args[i], &text);
    }
    kept = pk_arena_text(&k->job->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return kept;
}

/* The signature as if a launch had passed what is unknown: a block, a grid,
 * dynamic shared memory, and integers, all of some usual size, for code that
 * needs them. */
static pk_signature as_launched(pk_checking *k, const pk_signature *s,
                                pk_facts *used) {
    enum { BLOCK = 128, SHARED = 4096, NUMBER = 16 };
    pk_arg_type *args =
        pk_arena_array(&k->job->arena, s->count + 1, sizeof *args);
    pk_signature made = *s;

    if (s->host)
        return made;
    for (uint32_t i = 0; i < s->count; i++) {
        args[i] = s->args[i];
        if (args[i].kind == PK_ARGTYPE_scalar &&
            pk_type_is_int(args[i].dtype)) {
            args[i].is_known = 1;
            args[i].value = NUMBER;
        }
    }
    made.args = args;
    for (int i = 0; i < 3; i++) {
        made.block[i] = i ? 1 : BLOCK;
        made.grid[i] = 1;
    }
    made.has_shared = true;
    made.shared_bytes = SHARED;
    made.example = true;
    made.used = used;
    return made;
}

static bool runs_somewhere(const pk_checking *k, size_t at) {
    for (size_t i = at; i < k->job->out->count; i++)
        if (k->job->out->items[i].kind == PK_CHECK_BACKEND &&
            k->job->out->items[i].verdict == PK_VERDICT_yes)
            return true;
    return false;
}

/* Whether a target may run host functions; one whose plugin is missing may. */
static bool runs_host(const pk_check_target *t) {
    return !t->plugin || t->caps.features & PK_CAP_host;
}

/* Whether the function is checked as one that the host calls: kernels that call
 * it have it on every backend. */
static bool is_host(pk_checking *k, const pk_function_info *info) {
    return info->kind == PK_FUNCTION_host && k->has_host &&
           !pk_frontend_is_of_kernels(k->job->program, pk_function_path(info),
                                      &k->job->arena);
}

/* False when the frontend refuses it. */
static bool check_signature(pk_checking *k, const pk_function_info *info,
                            const pk_signature *signature,
                            const pk_check_options *options) {
    uint32_t errors = k->job->diags.errors + k->job->diags.repeated;
    const pk_diags before = k->job->diags;
    const char *types = signature_text(k, signature);
    pk_check_item *item = add_function(k, info, info->kind, types);
    size_t at = (size_t)(item - k->job->out->items);
    const pk_backend_refusal *refused = k->refusals;
    bool memory = k->job->request->perf;
    pk_facts used = 0;
    pk_signature launched = as_launched(k, signature, &used);
    pk_text text;
    bool unknown;
    pk_ir *ir;

    pk_frontend_check(k->job->program, pk_function_path(info), &launched,
                      options, &k->job->arena, &ir, &k->job->diags);
    unknown = !ir && pk_checking_doubt_unknown(k, &before) &&
              k->job->diags.errors + k->job->diags.repeated == errors;
    pk_text_init(&text, k->job->arena.allocator);
    if (ir)
        pk_ir_print(ir, &text);
    for (uint32_t i = 0; !unknown && i < k->target_count; i++) {
        if (signature->host && !runs_host(&k->targets[i]))
            continue;
        if (ir) {
            pk_checking_ask(k, info, ir, &text, &k->targets[i],
                            memory && &k->targets[i] == k->gpu);
        } else {
            pk_checking_add(k, PK_CHECK_BACKEND, info->name, k->targets[i].name,
                            "", (pk_loc){.line = info->line})
                ->verdict = PK_VERDICT_no;
        }
    }
    pk_text_finish(&text);
    if (!unknown && !runs_somewhere(k, at))
        pk_checking_say_refused(k, info->name, refused);
    if (k->job->diags.errors + k->job->diags.repeated > errors &&
        at < k->job->out->count)
        k->job->out->items[at].verdict = PK_VERDICT_no;
    else if (unknown && at < k->job->out->count)
        k->job->out->items[at].verdict = PK_VERDICT_unknown;
    return ir != NULL;
}

/* ---- constructs ---- */

static bool is_place(const pk_construct *c, pk_loc loc) {
    for (const pk_use *p = c->places; p; p = p->next)
        if (p->loc.line == loc.line && p->loc.col == loc.col &&
            p->loc.end_col == loc.end_col)
            return true;
    return false;
}

/* An error at the very place of a construct refuses it. */
static bool is_refused(const pk_checking *k, const pk_construct *c) {
    if (c->refused)
        return true;
    for (const pk_diag *d = k->job->diags.first; d; d = d->next)
        if (d->severity == PK_SEVERITY_error && d->row &&
            d->row->trait == PK_TRAIT_CONSTRUCT && is_place(c, d->loc))
            return true;
    return false;
}

/* Why a backend cannot have a construct, by its operation or by what the
 * backend said of its place; NULL when it can. */
static const char *why_not(pk_checking *k, const pk_construct *c,
                           const pk_check_target *t) {
    const char *what, *instead;

    if (t->plugin && c->op >= 0 &&
        pk_lacks((pk_op)c->op, &t->caps, &what, &instead))
        return pk_arena_format(&k->job->arena, "%s has no %s: %s",
                               t->caps.title[0] ? t->caps.title : t->caps.name,
                               what, instead);
    for (const pk_backend_refusal *r = k->refusals; r; r = r->next)
        if (r->by == t && is_place(c, r->loc))
            return pk_arena_format(&k->job->arena, "%s%s%s", r->why,
                                   r->hint ? "; " : "", r->hint ? r->hint : "");
    return NULL;
}

static void add_construct(pk_checking *k, const pk_function_info *info,
                          const pk_construct *c) {
    pk_check_item *item = pk_checking_add(k, PK_CHECK_CONSTRUCT, info->name,
                                          c->name, "", c->places->loc);
    const char *names = "", *why = NULL, *said;
    bool refused = is_refused(k, c);
    uint32_t count = 0;

    item->uses = c->uses;
    for (uint32_t i = 0; i < k->target_count; i++) {
        said = why_not(k, c, &k->targets[i]);
        if (!said && !refused)
            continue;
        why = said ? said : why;
        names = pk_arena_format(&k->job->arena, "%s%s%s", names,
                                *names ? "," : "", k->targets[i].name);
        count++;
    }
    item->refused = pk_checked_text(k->job->out, names);
    item->detail = pk_checked_text(k->job->out, why);
    if (refused || (count && count == k->target_count))
        item->verdict = PK_VERDICT_no;
}

/* ---- one function ---- */

static void add_constructs(pk_checking *k, const pk_function_info *info) {
    const pk_construct *c = pk_frontend_constructs(
        k->job->program, pk_function_path(info), &k->job->arena);

    for (; c; c = c->next)
        add_construct(k, info, c);
}

static pk_check_options options_of(const pk_checking *k, bool alone) {
    return (pk_check_options){.perf = k->job->request->perf,
                              .alone = alone,
                              .launches = k->launches,
                              .library = k->library};
}

static bool same_types(const pk_signature *a, const pk_signature *b,
                       pk_checking *k) {
    return strcmp(signature_text(k, a), signature_text(k, b)) == 0;
}

/* Too many or too few arguments are the mistake of the launch, and not of the
 * kernel. */
static void place_at_launch(pk_checking *k, const pk_diags *before,
                            const pk_launch_site *l) {
    const pk_diag *d = before->last ? before->last->next : k->job->diags.first;
    pk_diag moved;

    if (!d || d->next || d->row != pk_code_row(PK_E_argument_count))
        return;
    moved = *d;
    moved.next = NULL;
    moved.loc = l->loc;
    moved.source_line = NULL;
    moved.source_col = 0;
    pk_checking_take_back(k, before);
    pk_program_report(k->job->program, &moved, &k->job->diags);
}

/* A host function under types of which one depends on a guess: an error counts
 * when it is one under any types. False where nothing is known, then. */
static bool check_assumed(pk_checking *k, const pk_function_info *info,
                          const pk_signature *signature,
                          const pk_check_options *options) {
    const pk_diags before = k->job->diags, other = {0};
    const size_t at = k->job->out->count;
    bool wrong;

    if (check_signature(k, info, signature, options))
        return true;
    wrong = pk_checking_keep_certain(k, &before, &other) != 0;
    if (!wrong) {
        k->refusals = NULL;
        k->job->out->count = at;
    }
    return wrong;
}

static const pk_launch_site *launch_of(const pk_checking *k,
                                       const pk_function_info *info) {
    const pk_launch_site *l = k->launches;

    while (l && !pk_launch_is_of(l, info))
        l = l->next;
    return l;
}

/* Whether all launches of it are of one thread. */
static bool is_alone(const pk_checking *k, const pk_function_info *info) {
    bool alone = launch_of(k, info) != NULL;

    for (const pk_launch_site *l = k->launches; l; l = l->next)
        alone &= l->alone || !pk_launch_is_of(l, info);
    return alone;
}

/* Signatures of the decorator, else of launches; how many there were. */
static uint32_t check_known(pk_checking *k, const pk_function_info *info) {
    pk_check_options options = options_of(k, is_alone(k, info));
    const bool host = is_host(k, info);
    pk_signature declared;
    uint32_t count = 0;
    pk_diags before;
    bool seen;

    for (; count < info->declared_count && count < MAX_SIGNATURES; count++) {
        declared = (pk_signature){.args = info->declared[count].args,
                                  .count = info->declared[count].count,
                                  .host = host};
        check_signature(k, info, &declared, &options);
    }
    if (count)
        return count;
    for (pk_launch_site *l = k->launches; l && count < MAX_SIGNATURES;
         l = l->next) {
        if (!l->known || !pk_launch_is_of(l, info) ||
            (l->is_call && !k->has_host))
            continue;
        seen = false;
        for (pk_launch_site *o = k->launches; o != l && !seen; o = o->next)
            seen = o->known && strcmp(o->kernel, l->kernel) == 0 &&
                   same_types(&o->signature, &l->signature, k);
        if (seen)
            continue;
        options.alone = l->alone;
        before = k->job->diags;
        if (l->assumed) {
            count += check_assumed(k, info, &l->signature, &options);
            continue;
        }
        count++;
        check_signature(k, info, &l->signature, &options);
        place_at_launch(k, &before, l);
    }
    return count;
}

static const char *parameters_of(pk_checking *k, const pk_function_info *info) {
    const char *names = "";

    for (uint32_t i = 0; i < info->param_count; i++)
        names = pk_arena_format(&k->job->arena, "%s%s%s", names, i ? ", " : "",
                                info->param_names[i]);
    return names;
}

static void say_unchecked(pk_checking *k, const pk_function_info *info,
                          const char *guess, bool fits) {
    const pk_launch_site *l = launch_of(k, info);
    pk_diag diag = {.severity = PK_SEVERITY_warning,
                    .code = pk_code_row(PK_E_unchecked)->code,
                    .file = pk_program_file(k->job->program),
                    .loc = {.line = info->line, .col = info->col}};

    diag.message =
        l ? pk_arena_format(&k->job->arena,
                            "the types of '%s' are not known: the launch on "
                            "line %u does not show that of '%s'%s",
                            info->name, l->loc.line,
                            l->unknown ? l->unknown : "?",
                            fits ? "; they are guessed from its text" : "")
          : pk_arena_format(&k->job->arena,
                            "the types of '%s' are not known: it has no "
                            "signature and no launch in the file%s",
                            info->name,
                            fits ? "; they are guessed from its text" : "");
    diag.hint =
        fits ? pk_arena_format(&k->job->arena, "give them by -k %s -s \"%s\"",
                               pk_function_path(info), guess)
             : pk_arena_format(&k->job->arena,
                               "give them by -k %s -s \"...\", one for each of "
                               "%s",
                               pk_function_path(info), parameters_of(k, info));
    pk_program_report(k->job->program, &diag, &k->job->diags);
}

/* Errors in the same words under types that have nothing in common depend on
 * none of them. */
static pk_diags other_errors(pk_checking *k, const pk_function_info *info,
                             const pk_signature *guess,
                             const pk_check_options *options) {
    pk_signature other = pk_checking_other_guess(k, guess);
    pk_diags diags;
    pk_ir *ir;

    pk_diags_init(&diags, &k->job->arena);
    diags.most = MAX_KEPT;
    pk_frontend_check(k->job->program, pk_function_path(info), &other, options,
                      &k->job->arena, &ir, &diags);
    return diags;
}

static const pk_diag *first_error(const pk_diags *diags,
                                  const pk_diags *before) {
    const pk_diag *d = before->last ? before->last->next : diags->first;

    while (d && d->severity != PK_SEVERITY_error)
        d = d->next;
    return d;
}

/* A wrong guess is no error of the script; but it may be none. */
static void note_guess(pk_checking *k, const char *guess,
                       const pk_diag *error) {
    const pk_diag *behind = error->next; /* from where it was called */
    pk_diag note = *error;

    note.next = NULL;
    note.severity = PK_SEVERITY_note;
    note.code = NULL;
    note.message =
        pk_arena_format(&k->job->arena, "with (%s) it does not compile: %s",
                        guess, error->message);
    pk_diag_add(&k->job->diags, &note);
    for (; behind && behind->severity == PK_SEVERITY_note;
         behind = behind->next)
        pk_diag_add(&k->job->diags, behind);
}

/* Types by the look of the function's text: where it does not compile with
 * them, what was found out is what it is made of, and what is wrong with any.
 */
static void check_guess(pk_checking *k, const pk_function_info *info) {
    pk_check_options options = options_of(k, is_alone(k, info));
    pk_diags before = k->job->diags;
    size_t at = k->job->out->count;
    pk_signature guess;
    bool fits = false, wrong = false, made;
    const pk_diag *error = NULL;
    pk_diags other = {0};

    options.guessed = true;
    made = pk_frontend_guess(k->job->program, pk_function_path(info),
                             k->launches, &k->job->arena, &guess);
    if (made)
        fits = check_signature(k, info, &guess, &options);
    if (!fits) {
        if (made)
            other = other_errors(k, info, &guess, &options);
        error = first_error(&k->job->diags, &before);
        wrong = pk_checking_keep_certain(k, &before, &other);
        k->refusals = NULL;
        k->job->out->count = at;
        add_function(k, info, info->kind, "");
        for (uint32_t i = 0; wrong && i < k->target_count; i++)
            pk_checking_add(k, PK_CHECK_BACKEND, info->name, k->targets[i].name,
                            "", (pk_loc){.line = info->line})
                ->verdict = PK_VERDICT_no;
    }
    if (at < k->job->out->count) {
        k->job->out->items[at].verdict =
            wrong ? PK_VERDICT_no : PK_VERDICT_unknown;
        k->job->out->items[at].guessed = fits || wrong;
    }
    if (!wrong)
        say_unchecked(k, info, made ? signature_text(k, &guess) : "", fits);
    if (error && !wrong)
        note_guess(k, signature_text(k, &guess), error);
}

/* Whether a call passes the function to another one, which is compiled with it.
 */
static bool is_passed(const pk_checking *k, const pk_function_info *info) {
    for (const pk_launch_site *l = k->launches; l; l = l->next)
        for (uint32_t i = 0; l->is_call && i < l->signature.count; i++)
            if (l->signature.args[i].kind == PK_ARGTYPE_function &&
                l->signature.args[i].function == info)
                return true;
    return false;
}

/* Why the types of a host function are not known. */
static const char *why_unknown(pk_checking *k, const pk_function_info *info) {
    const pk_launch_site *l = launch_of(k, info);

    if (!l)
        return "its types are not known: no call in the file shows them";
    if (!l->unknown || l->unknown[0] == '*')
        return pk_arena_format(
            &k->job->arena,
            "its types are not known: the call on line %u does "
            "not show them",
            l->loc.line);
    return pk_arena_format(
        &k->job->arena,
        "its types are not known: the call on line %u does not "
        "show that of '%s'",
        l->loc.line, l->unknown);
}

/* A host function that no call shows the types of: what is wrong with any types
 * is said, and nothing that depends on them. */
static void check_unseen(pk_checking *k, const pk_function_info *info) {
    pk_check_options options = options_of(k, true);
    pk_diags before = k->job->diags, other = {0};
    size_t at = k->job->out->count;
    pk_signature guess;
    bool wrong = false;
    pk_check_item *item;

    options.guessed = true;
    if (pk_frontend_guess(k->job->program, pk_function_path(info), NULL,
                          &k->job->arena, &guess)) {
        guess.host = true;
        check_signature(k, info, &guess, &options);
        wrong = pk_checking_keep_certain(k, &before, &other) != 0;
    }
    k->refusals = NULL;
    k->job->out->count = at;
    item = add_function(k, info, info->kind, wrong ? "" : why_unknown(k, info));
    item->verdict = wrong ? PK_VERDICT_no : PK_VERDICT_unknown;
    item->guessed = wrong;
}

/* The block of all launches of a kernel, where they have the same. */
static void find_block(pk_checking *k, const char *function) {
    const pk_launch_site *first = NULL;

    memset(k->block, 0, sizeof k->block);
    for (const pk_launch_site *l = k->launches; l; l = l->next) {
        if (strcmp(l->kernel, function) != 0)
            continue;
        first = first ? first : l;
        if (memcmp(first->block, l->block, sizeof l->block) != 0)
            return;
    }
    if (first)
        memcpy(k->block, first->block, sizeof k->block);
}

static bool is_called(pk_checking *k, const pk_function_info *info) {
    return pk_frontend_is_called(k->job->program, pk_function_path(info),
                                 &k->job->arena);
}

/* A function that is called is checked where it is called; so is a kernel by
 * @cuda.jit that no code launches, but another kernel calls. */
static bool is_for_calls(pk_checking *k, const pk_function_info *info) {
    return info->kind != PK_FUNCTION_kernel ||
           (!launch_of(k, info) && is_called(k, info));
}

static pk_status check_function(pk_checking *k, const pk_function_info *info,
                                pk_error *err) {
    pk_check_options options = options_of(k, false);
    pk_signature given;
    pk_status status;
    pk_diags said;

    k->refusals = NULL;
    find_block(k, pk_function_path(info));
    if (k->job->request->signature) {
        pk_diags_init(&said, &k->job->arena);
        status = pk_signature_parse(&k->job->arena, k->job->program,
                                    k->job->request->signature, &given, &said);
        if (status != PK_OK)
            return pk_checked_fail(k->job->out, &said, status, err);
        given.host = is_host(k, info);
        check_signature(k, info, &given, &options);
    } else if (!info->param_count) {
        given = (pk_signature){.host = is_host(k, info)};
        check_signature(k, info, &given, &options);
    } else if (!check_known(k, info)) {
        if (is_host(k, info) && !is_passed(k, info) &&
            (launch_of(k, info) || !is_called(k, info)))
            check_unseen(k, info);
        else if (!is_for_calls(k, info))
            check_guess(k, info);
        else
            add_function(k, info,
                         info->kind == PK_FUNCTION_kernel ? PK_FUNCTION_device
                                                          : info->kind,
                         "")
                ->verdict = PK_VERDICT_unknown;
    }
    add_constructs(k, info);
    pk_frontend_parallel_loops(k->job->program, pk_function_path(info), false,
                               &k->job->diags);
    return PK_OK;
}

/* ---- the module ---- */

static void add_host(pk_checking *k) {
    const pk_construct *c =
        pk_frontend_host_uses(k->job->program, &k->job->arena);

    for (; c; c = c->next) {
        pk_check_item *item = pk_checking_add(k, PK_CHECK_HOST, "", c->name,
                                              c->instead, c->places->loc);
        item->uses = c->uses;
        item->verdict = c->refused ? PK_VERDICT_no : PK_VERDICT_yes;
    }
}

/* Functions that were looked at where they are called have errors from there.
 */
static void judge_called(pk_checking *k, const pk_function_info *info) {
    uint32_t last =
        pk_frontend_last_line(k->job->program, pk_function_path(info));
    bool wrong = false;

    for (const pk_diag *d = k->job->diags.first; d; d = d->next)
        wrong |= d->severity == PK_SEVERITY_error &&
                 d->loc.line >= info->line && d->loc.line <= last;
    for (size_t i = 0; wrong && i < k->job->out->count; i++)
        if (k->job->out->items[i].kind == PK_CHECK_FUNCTION &&
            k->job->out->items[i].line == info->line &&
            k->job->out->items[i].verdict == PK_VERDICT_unknown &&
            k->job->out->items[i].function_kind != PK_FUNCTION_kernel)
            k->job->out->items[i].verdict = PK_VERDICT_no;
}

static bool is_wanted(const pk_checking *k, const pk_function_info *info) {
    return k->job->request->function
               ? pk_program_find(k->job->program, k->job->request->function) ==
                     info
               : info->kind != PK_FUNCTION_plain;
}

static pk_status check_all(pk_checking *k, pk_error *err) {
    const pk_program *program = k->job->program;

    pk_checking_open_backends(k);
    for (uint32_t i = 0; i < k->target_count; i++)
        k->has_host |= k->targets[i].plugin && runs_host(&k->targets[i]);
    k->extends_methods = pk_checking_extends_methods(program);
    k->library = pk_library_new(&k->job->guard.allocator);
    k->launches = pk_frontend_launches(program, k->job->request->perf,
                                       &k->job->arena, &k->job->diags);
    for (uint32_t i = 0; i < pk_program_function_count(program); i++) {
        const pk_function_info *info = pk_program_function(program, i);
        if (is_wanted(k, info))
            PK_TRY(check_function(k, info, err));
    }
    for (uint32_t i = 0; i < pk_program_function_count(program); i++)
        judge_called(k, pk_program_function(program, i));
    if (!k->job->request->function) {
        pk_frontend_unseen(program, &k->job->arena, &k->job->diags);
        add_host(k);
    }
    return k->job->arena.failed || k->no_memory ? pk_fail_no_memory(err)
                                                : PK_OK;
}

static pk_status check(pk_check_job *job, pk_error *err) {
    pk_checking k = {.job = job};

    job->diags.most = MAX_KEPT;
    return check_all(&k, err);
}

/* The file exports it; libportkern looks for it by name. */
PK_SHARED const pk_checker *pk_checker_query(void);
const pk_checker *pk_checker_query(void) {
    static const pk_checker checker = {.version = PK_VERSION_NUMBER,
                                       .layout = PK_CHECKER_LAYOUT,
                                       .check = check};

    return &checker;
}
