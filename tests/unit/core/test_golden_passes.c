/* SPDX-License-Identifier: Apache-2.0 */
/* Passes, as text before and after: tests/golden/passes/FOLDER/NAME.pkir begins
 * with comments, of which
 *
 *     # SUFFIX FEATURE...: PASS...
 *
 * says that these passes, on a target with these features, make
 * NAME.SUFFIX.pkir of the kernel @k. A target is of form threads, or "block".
 * GOLDEN_UPDATE=1 in the environment writes what they make: read the diff. */
#include "base/arena.h"
#include "base/text.h"
#include "core/passes/passes.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

typedef struct named_pass {
    const char *name;
    pk_pass *run;
} named_pass;

/* These are for all functions of a module. */
static pk_status own(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    return pk_own_expand(fn->ir, err);
}

static pk_status fuse(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    return pk_fuse_expand(fn->ir, err);
}

static pk_status apart(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    (void)err;
    pk_apart_expand(fn->ir);
    return PK_OK;
}

static const named_pass passes[] = {
    {"own", own},       {"fuse", fuse},
    {"apart", apart},
#define PASS(name) {#name, pk_pass_##name}
    PASS(inline),       PASS(promote),
    PASS(simplify),     PASS(flatten),
    PASS(facts),        PASS(cse),
    PASS(licm),         PASS(narrow),
    PASS(indices),      PASS(dce),
    PASS(expand_warps), PASS(lanes),
    PASS(fission),      PASS(structure_barriers),
    PASS(owners),       PASS(unswitch),
    PASS(unroll),       PASS(channels),
    PASS(narrow16),     PASS(nest),
    PASS(strides),
#undef PASS
};

/* A line of a text that says what becomes of it. */
typedef struct order {
    char suffix[32];
    pk_caps caps;
    const named_pass *passes[16];
    size_t count;
} order;

static bool next_word(const char **at, char *word, size_t size) {
    size_t length;

    *at += strspn(*at, " ");
    length = strcspn(*at, " :\n");
    ck_assert_uint_lt(length, size);
    snprintf(word, size, "%.*s", (int)length, *at);
    *at += length;
    return length != 0;
}

static void read_feature(const char *word, pk_caps *caps) {
    if (strcmp(word, "block") == 0)
        caps->form = PK_FORM_block;
    else if (strcmp(word, "gpu") == 0)
        caps->features |= PK_CAP_gpu;
    else if (strcmp(word, "loop_barrier") == 0)
        caps->features |= PK_CAP_loop_barrier;
    else
        ck_abort_msg("no feature is called %s", word);
}

static const named_pass *find_pass(const char *name) {
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        if (strcmp(passes[i].name, name) == 0)
            return &passes[i];
    ck_abort_msg("no pass is called %s", name);
    return NULL;
}

/* False when the line, behind its #, is words for people. */
static bool read_order(const char *line, order *out) {
    char word[32];

    *out = (order){.caps = {.struct_size = sizeof(pk_caps),
                            .form = PK_FORM_threads,
                            .warp_size = 32,
                            .features = PK_CAP_short_vectors}};
    if (!memchr(line, ':', strcspn(line, "\n")))
        return false;
    ck_assert(next_word(&line, out->suffix, sizeof out->suffix));
    if (strcmp(out->suffix, "block") == 0 || strcmp(out->suffix, "wide") == 0)
        out->caps.form = PK_FORM_block;
    if (strcmp(out->suffix, "wide") == 0)
        out->caps.features |= PK_CAP_wide_items | PK_CAP_loop_barrier;
    while (next_word(&line, word, sizeof word))
        read_feature(word, &out->caps);
    for (line++; next_word(&line, word, sizeof word);)
        out->passes[out->count++] = find_pass(word);
    return true;
}

static bool read_file(const char *path, pk_text *out) {
    FILE *file = fopen(path, "rb");
    char part[4096];
    size_t n;

    if (!file)
        return false;
    while ((n = fread(part, 1, sizeof part, file)))
        pk_text_bytes(out, part, n);
    fclose(file);
    return true;
}

static void write_file(const char *path, const pk_text *text) {
    FILE *file = fopen(path, "wb");

    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert_uint_eq(fwrite(text->data, 1, text->length, file), text->length);
    fclose(file);
}

static void transform(const pk_text *from, const order *o, pk_text *to) {
    pk_error err = {0};
    pk_arena arena;
    pk_func *fn;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, from->data, from->length, &ir, &err) ==
                      PK_OK,
                  "%u:%u: %s", err.line, err.col, err.message);
    fn = pk_ir_find(ir, "k");
    for (size_t i = 0; i < o->count; i++) {
        pk_func_number(fn);
        ck_assert_msg(o->passes[i]->run(fn, &o->caps, &err) == PK_OK, "%s: %s",
                      o->passes[i]->name, err.message);
        ck_assert_msg(pk_verify_func(fn, &err) == PK_OK, "%s: %s",
                      o->passes[i]->name, err.message);
    }
    pk_ir_print(ir, to);
    pk_arena_finish(&arena);
}

/* The first line in which two texts differ, of each. */
static void show_difference(const char *path, const char *want,
                            const char *have) {
    const char *from = want, *now = have;

    for (; *want && *want == *have; want++, have++)
        if (*want == '\n') {
            from = want + 1;
            now = have + 1;
        }
    printf("# %s:\n# was: %.*s\n# now: %.*s\n", path, (int)strcspn(from, "\n"),
           from, (int)strcspn(now, "\n"), now);
}

static bool is_made(const char *path, const pk_text *text, const order *o) {
    char result[700];
    pk_text to, want;
    bool same;

    snprintf(result, sizeof result, "%.*s.%s.pkir",
             (int)(strlen(path) - strlen(".pkir")), path, o->suffix);
    pk_text_init(&to, &pk_heap);
    pk_text_init(&want, &pk_heap);
    transform(text, o, &to);
    if (getenv("GOLDEN_UPDATE"))
        write_file(result, &to);
    read_file(result, &want);
    same = !strcmp(pk_text_string(&want), pk_text_string(&to));
    if (!same)
        show_difference(result, pk_text_string(&want), pk_text_string(&to));
    pk_text_finish(&to);
    pk_text_finish(&want);
    return same;
}

/* How many of the text's orders make something else than what is beside it. */
static int count_wrong(const char *path) {
    int wrong = 0, orders = 0;
    pk_text text;
    order o;

    pk_text_init(&text, &pk_heap);
    ck_assert_msg(read_file(path, &text), "no %s", path);
    for (const char *line = pk_text_string(&text); *line == '#';
         line += strcspn(line, "\n") + 1)
        if (read_order(line + 1, &o)) {
            wrong += !is_made(path, &text, &o);
            orders++;
        }
    ck_assert_msg(orders, "%s does not say which passes it is for", path);
    pk_text_finish(&text);
    return wrong;
}

static void check_folder(const char *folder) {
    char path[600];
    DIR *dir;
    int wrong = 0, count = 0;

    snprintf(path, sizeof path, "%s/%s", GOLDEN_DIR, folder);
    dir = opendir(path);
    ck_assert_msg(dir != NULL, "no %s", path);
    for (const struct dirent *file; (file = readdir(dir));) {
        const char *dot = strchr(file->d_name, '.');

        if (!dot || strcmp(dot, ".pkir") != 0 || dot == file->d_name)
            continue; /* of NAME.SUFFIX.pkir, too */
        snprintf(path, sizeof path, "%s/%s/%s", GOLDEN_DIR, folder,
                 file->d_name);
        wrong += count_wrong(path);
        count++;
    }
    closedir(dir);
    ck_assert_int_gt(count, 0);
    ck_assert_msg(!wrong, "%d texts are others now", wrong);
}

START_TEST(simplifying)
{
    check_folder("simplify");
}
END_TEST

START_TEST(ranges_loops_and_widths)
{
    check_folder("facts");
}
END_TEST

START_TEST(addresses_on_gpus)
{
    check_folder("gpu");
}
END_TEST

START_TEST(forms)
{
    check_folder("forms");
}
END_TEST

START_TEST(owners_of_objects)
{
    check_folder("objects");
}
END_TEST

START_TEST(loops_of_host_functions)
{
    check_folder("host");
}
END_TEST

TESTS("golden passes", simplifying, ranges_loops_and_widths, addresses_on_gpus,
      forms, owners_of_objects, loops_of_host_functions)
