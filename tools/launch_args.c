/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a launch: FILE:KERNEL --grid G --block B ARG... */
#include "tools/launch_args.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

static bool parse_bool(const char *text, bool *out) {
    *out = !strcmp(text, "True") || !strcmp(text, "true") || !strcmp(text, "1");
    return *out || !strcmp(text, "False") || !strcmp(text, "false") ||
           !strcmp(text, "0");
}

static bool parse_double(const char **at, double *out) {
    char *end;

    *out = strtod(*at, &end);
    if (end == *at)
        return false;
    *at = end;
    return true;
}

/* "1.5", "2j", "1+2j", "(1-2j)"; not "(1)", which is no complex number. */
static bool parse_complex(const char *text, double *re, double *im) {
    bool paren = *text == '(';
    double first;

    *re = *im = 0;
    text += paren;
    if (!parse_double(&text, &first))
        return false;
    if (*text == 'j') {
        *im = first;
        text++;
    } else {
        *re = first;
        if (paren || *text == '+' || *text == '-') {
            if (!parse_double(&text, im) || *text++ != 'j')
                return false;
        }
    }
    if (paren && *text++ != ')')
        return false;
    return !*text;
}

static bool fits(pk_dtype dtype, int64_t value) {
    int bits = 8 * (int)pk_dtype_size(dtype);

    if (bits == 64)
        return true;
    return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1
                                                               << (bits - 1);
}

/* 16 behind 0x; 010 is ten. */
static int base_of(const char *text) {
    text += *text == '-' || *text == '+';
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
}

static bool parse_integer(const char *text, pk_dtype dtype, pk_arg *out) {
    bool is_signed = dtype >= PK_DTYPE_i8 && dtype <= PK_DTYPE_i64;
    char *end;

    errno = 0;
    if (is_signed) {
        out->value.i = strtoll(text, &end, base_of(text));
        return end != text && !*end && !errno && fits(dtype, out->value.i);
    }
    out->value.u = strtoull(text, &end, base_of(text));
    return *text != '-' && end != text && !*end && !errno &&
           (pk_dtype_size(dtype) == 8 ||
            out->value.u >> (8 * pk_dtype_size(dtype)) == 0);
}

/* The nearest binary16, ties to even: n steps of 2^quantum. */
static uint16_t half_bits(double value) {
    const uint16_t sign = signbit(value) ? 0x8000 : 0, infinity = 0x7c00;
    int exponent, quantum;
    double steps;

    if (isnan(value))
        return sign | 0x7e00;
    value = fabs(value);
    if (!(value < 65520))
        return sign | infinity;
    frexp(value, &exponent);
    quantum = (value < 0x1p-14 ? -13 : exponent) - 11;
    steps = nearbyint(ldexp(value, -quantum));
    return (uint16_t)(sign + (uint16_t)((quantum + 24) * 1024 + (int)steps));
}

static bool parse_scalar(const char *text, pk_dtype dtype, pk_arg *out) {
    double re = 0, im = 0;
    const char *at = text;

    *out = pk_arg_scalar_(dtype);
    switch (dtype) {
    case PK_DTYPE_bool: return parse_bool(text, &out->value.b);
    case PK_DTYPE_f32:
        if (!parse_double(&at, &re) || *at)
            return false;
        out->value.f32[0] = (float)re;
        return true;
    case PK_DTYPE_f64: return parse_double(&at, &out->value.f64[0]) && !*at;
    case PK_DTYPE_c64:
    case PK_DTYPE_c128:
        if (!parse_complex(text, &re, &im))
            return false;
        *out = dtype == PK_DTYPE_c64 ? pk_c64((float)re, (float)im)
                                     : pk_c128(re, im);
        return true;
    case PK_DTYPE_f16:
        if (!parse_double(&at, &re) || *at)
            return false;
        out->value.u = half_bits(re);
        return true;
    case PK_DTYPE_void:
    case PK_DTYPE_COUNT: return false;
    default: return parse_integer(text, dtype, out);
    }
}

/* Digits alone: an integer, also where it is too large to be one. */
static bool is_whole(const char *text) {
    text += *text == '-' || *text == '+';
    return *text && !text[strspn(text, "0123456789")];
}

/* "VALUE:DTYPE", or a bare number: int64 or float64 as in Python. */
static pk_status read_scalar(const char *word, pk_arg *out, pk_error *err) {
    char value[128];
    const char *colon = strrchr(word, ':');
    size_t n = colon ? (size_t)(colon - word) : strlen(word);
    pk_dtype dtype = PK_DTYPE_i64;

    if (n >= sizeof value)
        return fail_with(err, PK_BAD_ARG, "'%s' is too long for a number",
                         word);
    memcpy(value, word, n);
    value[n] = '\0';
    if (strchr(value, ':'))
        return fail_with(err, PK_BAD_ARG,
                         "'%s' is no array: write zeros:f32:100, states:100,7 "
                         "or @in.npy",
                         word);
    if (colon && !pk_dtype_parse(colon + 1, &dtype))
        return fail_with(
            err, PK_BAD_ARG,
            "'%s': '%s' is not a type; write 2.0:f64, 7:i64, @in.npy or "
            "zeros:f32:100",
            word, colon + 1);
    if (parse_scalar(value, dtype, out) ||
        (!colon && !is_whole(value) &&
         (parse_scalar(value, PK_DTYPE_f64, out) ||
          parse_scalar(value, PK_DTYPE_c128, out) ||
          parse_scalar(value, PK_DTYPE_bool, out))))
        return PK_OK;
    return fail_with(err, PK_BAD_ARG, "'%s': '%s' is not a value of type %s",
                     word, value, pk_dtype_name(dtype));
}

/* "zeros:DTYPE:100,200", and the same behind another word. */
static pk_status read_zeros(const char *word, pk_array *out, pk_error *err) {
    const char *name = strchr(word, ':') + 1, *colon = strchr(name, ':');
    char type[16] = "";
    int64_t shape[PK_MAX_NDIM];
    uint32_t ndim = 0;
    pk_dtype dtype;

    if (colon && (size_t)(colon - name) < sizeof type)
        memcpy(type, name, (size_t)(colon - name));
    if (!colon || !pk_dtype_parse(type, &dtype))
        return fail_with(err, PK_BAD_ARG, "'%s': write %.*sf32:100,200", word,
                         (int)(name - word), word);
    for (const char *at = colon + 1; *at;) {
        char *end;
        errno = 0;
        shape[ndim++] = strtoll(at, &end, 10);
        if (end == at || errno || shape[ndim - 1] < 0 ||
            (*end && *end != ',') || (*end && ndim == PK_MAX_NDIM))
            return fail_with(err, PK_BAD_ARG, "'%s': '%s' is not a shape", word,
                             colon + 1);
        at = *end ? end + 1 : end;
    }
    return host_array_zeros(dtype, ndim, shape, out, err);
}

/* The next of 53 random bits (splitmix64, Steele, Lea and Flood 2014). */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) >> 11;
}

/* Integers below 100, else numbers from 0 to 1. */
static void put_random(void *to, pk_dtype dtype, uint64_t bits) {
    const double real = (double)bits * 0x1p-53;
    const uint64_t whole = bits % (dtype == PK_DTYPE_bool ? 2 : 100);
    const uint16_t half = half_bits(real);
    const float single = (float)real;

    if (dtype == PK_DTYPE_f64 || dtype == PK_DTYPE_c128)
        memcpy(to, &real, sizeof real);
    else if (dtype == PK_DTYPE_f32 || dtype == PK_DTYPE_c64)
        memcpy(to, &single, sizeof single);
    else if (dtype == PK_DTYPE_f16)
        memcpy(to, &half, sizeof half);
    else
        memcpy(to, &whole, pk_dtype_size(dtype)); /* little-endian */
}

/* "random:DTYPE:100,200": the same numbers each time. */
static pk_status read_random(const char *word, pk_array *out, pk_error *err) {
    pk_status status = read_zeros(word, out, err);
    const bool pairs =
        out->dtype == PK_DTYPE_c64 || out->dtype == PK_DTYPE_c128;
    const size_t size = status == PK_OK ? host_array_size(out) : 0;
    const size_t step = size ? pk_dtype_size(out->dtype) / (pairs ? 2 : 1) : 1;
    uint64_t state = 0;

    for (size_t at = 0; at < size; at += step)
        put_random((char *)out->host + at, out->dtype, next_random(&state));
    return status;
}

/* "states:COUNT,SEED[,START]": random states, two uint64 each. */
static pk_status read_states(const char *word, pk_array *out, pk_error *err) {
    const char *at = word + strlen("states:");
    uint64_t numbers[3] = {0};
    int n = 0;

    while (n < 3) {
        char *end;
        errno = 0;
        numbers[n++] = strtoull(at, &end, base_of(at));
        if (end == at || *at == '-' || errno || (*end && *end != ','))
            return fail_with(err, PK_BAD_ARG, "'%s': '%s' is not a number",
                             word, at);
        at = end + (*end == ',');
        if (!*end)
            break;
    }
    if (n < 2 || *at || numbers[0] > INT32_MAX || numbers[2] > UINT32_MAX)
        return fail_with(err, PK_BAD_ARG,
                         "'%s': write states:COUNT,SEED[,START]", word);
    if (host_array_zeros(PK_DTYPE_u64, 2, (int64_t[]){(int64_t)numbers[0], 2},
                         out, err) != PK_OK)
        return err->status;
    return pk_random_states(out->host, numbers[0], numbers[1], numbers[2], err);
}

/* The NAME of a word NAME=ARG, cut off; NULL when it is none. */
static char *take_name(const char **word) {
    const char *at = *word;
    char *name;

    while (isalnum((unsigned char)*at) || *at == '_' || *at & 0x80)
        at++;
    if (*at != '=' || at == *word || isdigit((unsigned char)**word))
        return NULL;
    name = strndup(*word, (size_t)(at - *word));
    *word = at + 1;
    return name;
}

/* ---- names of the module ---- */

/* How long the names are that begin here, with dots between them: "Color.RED";
 * *dots says how many. */
static size_t names_length(const char *word, int *dots) {
    size_t at = 0;

    for (*dots = 0;; ++*dots) {
        size_t n = at;
        while (isalnum((unsigned char)word[n]) || word[n] == '_' ||
               word[n] & 0x80)
            n++;
        if (n == at || isdigit((unsigned char)word[at]))
            return 0;
        at = n + 1;
        if (word[n] != '.')
            return n;
    }
}

static bool is_member(const char *word) {
    int dots;
    size_t n = names_length(word, &dots);

    return dots && n && !word[n];
}

/* x.npy, where @x.npy is meant. */
static bool is_file(const char *word) {
    const size_t length = strlen(word);

    return length > 4 && !strcmp(word + length - 4, ".npy");
}

/* How long the class is in "Point(1, 2)"; 0 where there is none. */
static size_t class_length(const char *word) {
    int dots;
    size_t n = names_length(word, &dots);

    return word[n] == '(' ? n : 0;
}

static pk_status add_name(const char *name, size_t length, launch_args *out,
                          pk_arg *arg, pk_error *err) {
    launch_name *found = calloc(1, sizeof *found + length + 1);

    if (!found)
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    found->next = out->found;
    found->arg = arg;
    memcpy(found->name, name, length);
    out->found = found;
    return PK_OK;
}

/* ---- tuples: "(1, 2.5:f32, (@in.npy, None))", "Point(1, 2)" ---- */

enum { MAX_TUPLES = 32 }; /* inside each other; the library takes fewer */

/* How long the item is that begins here: up to its comma, or the end. */
static size_t item_length(const char *at) {
    size_t n = 0;

    for (int level = 0; at[n]; n++) {
        if (!level && (at[n] == ',' || at[n] == ')'))
            break;
        level += (at[n] == '(') - (at[n] == ')');
    }
    return n;
}

/* "()" and what has a comma, or a class: "(1+2j)" is a number. */
static bool is_tuple(const char *word) {
    return class_length(word) ||
           (*word == '(' &&
            (word[1] == ')' || word[1 + item_length(word + 1)] == ','));
}

static const char *past_spaces(const char *at) {
    while (*at == ' ')
        at++;
    return at;
}

/* Items up to the closing parenthesis, behind which the word ends; -1 when it
 * is not so. */
static int count_items(const char *word) {
    const char *at = past_spaces(word + 1);
    int count = 0;

    while (*at && *at != ')') {
        size_t n = item_length(at);
        if (!n || !at[n])
            return -1;
        count++;
        at = past_spaces(at + n + (at[n] == ','));
    }
    return *at && !at[1] ? count : -1;
}

static launch_part *new_part(launch_args *out, size_t items) {
    launch_part *part = calloc(1, sizeof *part + items * sizeof(pk_arg));

    if (part) {
        part->next = out->parts;
        out->parts = part;
    }
    return part;
}

static pk_status read_item(const char *word, launch_args *out, int depth,
                           pk_arg *arg, pk_error *err);

static pk_status read_tuple(const char *word, launch_args *out, int depth,
                            pk_arg *arg, pk_error *err) {
    const size_t class = class_length(word);
    int count = depth < MAX_TUPLES ? count_items(word + class) : -1;
    launch_part *part = count < 0 ? NULL : new_part(out, (size_t)count);
    const char *at = past_spaces(word + class + 1);
    pk_status status = PK_OK;

    if (count < 0)
        return fail_with(err, PK_BAD_ARG, "'%s' is not a tuple", word);
    for (int i = 0; i < count && part && status == PK_OK; i++) {
        size_t n = item_length(at);
        char *item = strndup(at, n);
        status = item ? read_item(item, out, depth + 1, &part->items[i], err)
                      : PK_NO_MEMORY;
        free(item);
        at = past_spaces(at + n + (at[n] == ','));
    }
    if (!part || status == PK_NO_MEMORY)
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    *arg = pk_tuple(part->items, (size_t)count);
    return status == PK_OK && class ? add_name(word, class, out, arg, err)
                                    : status;
}

static pk_status read_plain(const char *word, launch_args *out, pk_array *array,
                            char **file, pk_arg *arg, pk_error *err) {
    pk_status status = PK_OK;

    if (word[0] == '@')
        *file = strdup(word + 1);
    else if (!strncmp(word, "states:", 7))
        status = read_states(word, array, err);
    else if (!strncmp(word, "zeros:", 6))
        status = read_zeros(word, array, err);
    else if (!strncmp(word, "random:", 7))
        status = read_random(word, array, err);
    else if (!strcmp(word, "None"))
        *arg = pk_none();
    else if (is_file(word))
        status = fail_with(err, PK_BAD_ARG,
                           "'%s' is no value: the array in a file is @%s", word,
                           word);
    else if (is_member(word))
        status = add_name(word, strlen(word), out, arg, err);
    else
        status = read_scalar(word, arg, err);
    if (word[0] == '@' && !*file)
        return fail_with(err, PK_NO_MEMORY, "out of memory");
    if (status == PK_OK && (array->dtype != PK_DTYPE_void || *file))
        *arg = pk_inout(array);
    return status;
}

static pk_status read_item(const char *word, launch_args *out, int depth,
                           pk_arg *arg, pk_error *err) {
    launch_part *part;
    const char *value = word;
    char *name = take_name(&value);

    free(name);
    if (name)
        return fail_with(err, PK_BAD_ARG,
                         "'%s': the items of this tuple have no names; "
                         "write them in order",
                         word);
    if (is_tuple(word))
        return read_tuple(word, out, depth, arg, err);
    part = new_part(out, 0);
    return part ? read_plain(word, out, &part->array, &part->file, arg, err)
                : PK_NO_MEMORY;
}

static pk_status read_value(words *w, const char *word, launch_args *out,
                            pk_error *err) {
    pk_arg *arg = &out->args[out->count];
    pk_status status;

    if (out->count == MAX_ARGS)
        return fail_with(err, PK_LIMIT, "more than %d arguments", MAX_ARGS);
    status = is_tuple(word) ? read_tuple(word, out, 0, arg, err)
                            : read_plain(word, out, &out->arrays[out->count],
                                         &out->files[out->count], arg, err);
    out->states[out->count] = !strncmp(word, "states:", 7);
    if (status == PK_BAD_ARG || status == PK_LIMIT)
        words_fail(w, "%s", err->message);
    out->count += status == PK_OK;
    return status;
}

static pk_status read_arg(words *w, const char *word, launch_args *out,
                          pk_error *err) {
    const char *value = word;
    char *name = take_name(&value);

    if (out->count < MAX_ARGS)
        out->names[out->count] = name;
    else
        free(name);
    if (value == word && out->positional < out->count)
        words_fail(w, "'%s' has no name and comes after %s=", word,
                   out->names[out->count - 1]);
    out->positional += value == word;
    return read_value(w, value, out, err);
}

/* "I=FILE" */
static void read_save(words *w, const char *text, launch_args *out) {
    char *end;
    long i = strtol(text, &end, 10);

    if (end == text || *end != '=' || i < 0 || !end[1])
        words_fail(w, "--save must be I=FILE, got '%s'", text);
    else if (i >= MAX_ARGS)
        words_fail(w,
                   "--save %s is out of range: there are at most %d arguments",
                   text, MAX_ARGS);
    else
        out->save[i] = end + 1;
}

static void read_option(words *w, const char *name, launch_args *out) {
    const char *text;

    if (!strcmp(name, "--grid"))
        words_dims(w, name, UINT32_MAX, out->config.grid);
    else if (!strcmp(name, "--block"))
        words_dims(w, name, UINT32_MAX, out->config.block);
    else if (!strcmp(name, "--backend"))
        out->backend = words_value(w, name);
    else if (!strcmp(name, "--list"))
        out->list = words_value(w, name);
    else if (!strcmp(name, "-v") || !strcmp(name, "--verbose"))
        out->verbose = true;
    else if (!strcmp(name, "--save")) {
        if ((text = words_value(w, name)))
            read_save(w, text, out);
    } else if (!strcmp(name, "--shared"))
        words_number(w, name, UINT32_MAX, &out->config.shared_bytes);
    else
        words_fail(w, "no option '%s'", name);
}

static void read_target(words *w, const char *word, launch_args *out) {
    char *colon;

    out->file = strdup(word);
    colon = out->file ? strrchr(out->file, ':') : NULL;
    if (!colon || colon == out->file || !colon[1]) {
        words_fail(w, "expected FILE:KERNEL, got '%s'", word);
        return;
    }
    *colon = '\0';
    out->kernel = colon + 1;
}

/* Checks that nothing is missing, once all words are read. */
static void check_complete(words *w, const launch_args *out) {
    if (out->list) {
        if (out->file || out->config.grid[1] || out->config.block[1])
            words_fail(w, "--list FILE and a launch exclude each other");
        return;
    }
    if (!out->file)
        words_fail(w, "needs FILE:KERNEL");
    else if (!out->config.grid[1] != !out->config.block[1])
        words_fail(w, "needs --grid and --block");
    else if (!out->config.grid[1] && out->found)
        words_fail(w, "functions of the host get no members and named tuples "
                      "here: call them from Python");
    for (size_t i = out->count; i < MAX_ARGS && !w->failed; i++)
        if (out->save[i])
            words_fail(w, "--save %zu: there are %zu arguments", i, out->count);
    for (size_t i = 0; i < out->count && !w->failed; i++)
        if (out->save[i] && out->args[i].kind != PK_ARG_inout)
            words_fail(w, "--save %zu: that argument is not an array", i);
}

pk_status launch_args_read(words *w, launch_args *out, pk_error *err) {
    pk_status status = PK_OK;
    const char *word;

    memset(out, 0, sizeof *out);
    out->config = PK_INIT(pk_launch_config);
    while (status == PK_OK && (word = words_next(w))) {
        if (word_is_option(word))
            read_option(w, word, out);
        else if (!out->file)
            read_target(w, word, out);
        else
            status = read_arg(w, word, out, err);
    }
    if (status == PK_OK && !w->failed)
        check_complete(w, out);
    return w->failed ? PK_BAD_ARG : status;
}

static pk_status find_name(const pk_kernel *kernel, const launch_name *n,
                           pk_error *err) {
    return n->arg->kind == PK_ARG_tuple
               ? pk_kernel_named(kernel, n->name, n->arg->value.tuple.items,
                                 n->arg->value.tuple.count, n->arg, err)
               : pk_kernel_member(kernel, n->name, n->arg, err);
}

pk_status launch_args_bind(launch_args *launch, const pk_kernel *kernel,
                           pk_arg *out, pk_error *err) {
    const size_t first = launch->positional;
    static pk_named_arg named[MAX_ARGS]; /* large, and one at a time */

    for (const launch_name *n = launch->found; n; n = n->next)
        if (find_name(kernel, n, err) != PK_OK)
            return err->status;
    for (size_t i = first; i < launch->count; i++)
        named[i - first] = (pk_named_arg){launch->names[i], launch->args[i]};
    return pk_kernel_bind(kernel, launch->args, first, named,
                          launch->count - first, out, MAX_ARGS, err);
}

pk_status launch_args_bind_host(launch_args *launch, const pk_host_function *fn,
                                pk_arg *out, pk_error *err) {
    const size_t first = launch->positional;
    static pk_named_arg named[MAX_ARGS]; /* large, and one at a time */

    for (size_t i = first; i < launch->count; i++)
        named[i - first] = (pk_named_arg){launch->names[i], launch->args[i]};
    return pk_host_function_bind(fn, launch->args, first, named,
                                 launch->count - first, out, MAX_ARGS, err);
}

static pk_status load(pk_context *ctx, const char *file, pk_array *out,
                      pk_error *err) {
    const bool wanted = file && out->dtype == PK_DTYPE_void && !out->structure;

    return wanted ? pk_npy_load(ctx, file, out, err) : PK_OK;
}

pk_status launch_args_load(pk_context *ctx, launch_args *launch,
                           pk_error *err) {
    pk_status status = PK_OK;

    for (size_t i = 0; i < launch->count && status == PK_OK; i++)
        status = load(ctx, launch->files[i], &launch->arrays[i], err);
    for (launch_part *p = launch->parts; p && status == PK_OK; p = p->next)
        status = load(ctx, p->file, &p->array, err);
    return status;
}

size_t launch_args_elements(const launch_args *launch) {
    size_t elements = 0;

    for (size_t i = 0; i < launch->count; i++)
        if (pk_array_count(&launch->arrays[i]) > 0)
            elements += (size_t)pk_array_count(&launch->arrays[i]);
    return elements;
}

/* Random states are records in files, as they are in Numba's arrays. */
static pk_status save(pk_context *ctx, const launch_args *launch, size_t i,
                      pk_error *err) {
    const pk_array *array = &launch->arrays[i];
    const pk_structure *structure;
    pk_array states;

    if (!launch->states[i])
        return pk_npy_save(launch->save[i], array, err);
    if (pk_structure_get(ctx, "[('s0', '<u8'), ('s1', '<u8')]", 0, &structure,
                         err) != PK_OK)
        return err->status;
    states = pk_array_host_records(array->host, structure, 1, array->shape);
    return pk_npy_save(launch->save[i], &states, err);
}

pk_status launch_args_save(pk_context *ctx, const launch_args *launch,
                           pk_error *err) {
    pk_status status = PK_OK;

    for (size_t i = 0; i < launch->count && status == PK_OK; i++)
        if (launch->save[i])
            status = save(ctx, launch, i, err);
    return status;
}

static void free_array(pk_array *array, char *file) {
    if (file)
        pk_npy_release(array);
    else
        host_array_free(array);
    free(file);
}

void launch_args_free(launch_args *launch) {
    for (size_t i = 0; i < MAX_ARGS; i++)
        free_array(&launch->arrays[i], launch->files[i]);
    for (size_t i = 0; i < MAX_ARGS; i++)
        free(launch->names[i]);
    for (launch_part *p = launch->parts, *next; p; p = next) {
        next = p->next;
        free_array(&p->array, p->file);
        free(p);
    }
    for (launch_name *n = launch->found, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(launch->file);
}
