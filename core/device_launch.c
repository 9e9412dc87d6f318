/* SPDX-License-Identifier: Apache-2.0 */
/* The words of launches from within kernels. */
#include "core/device_launch.h"
#include "core/report.h"
#include "recipe/spread.h"

#include <string.h>

bool pk_device_launch_name(const char **words,
                           char name[PK_DEVICE_LAUNCH_NAME]) {
    size_t length = strcspn(*words, " ");

    if (!length || length >= PK_DEVICE_LAUNCH_NAME)
        return false;
    memcpy(name, *words, length);
    name[length] = '\0';
    *words += length;
    return true;
}

/* A scalar type as in types.def, c64, c128 or none. */
static bool read_scalar(const char *at, size_t length,
                        pk_device_launch_arg *a) {
    char type[8];
    const char *scalar = type;

    if (length >= sizeof type)
        return false;
    memcpy(type, at, length);
    type[length] = '\0';
    a->is_complex = !strcmp(type, "c64") || !strcmp(type, "c128");
    if (a->is_complex)
        scalar = type[1] == '6' ? "f32" : "f64";
    for (int t = 1; t < PK_TYPE_COUNT; t++)
        if (strcmp(scalar, pk_type_name((pk_type)t)) == 0)
            a->scalar = (pk_type)t;
    return a->scalar || !strcmp(type, "none");
}

/* How long the text is that begins with a bracket, up to the one that closes
 * it; 0 where none does. */
static size_t bracketed(const char *at) {
    int level = 0;

    for (size_t n = 0; at[n]; n++) {
        if (at[n] == '\'') { /* brackets in names are none */
            n += 1 + strcspn(at + n + 1, "'");
            if (!at[n])
                return 0;
        }
        level += at[n] == '[' || at[n] == '{' || at[n] == '(';
        level -= at[n] == ']' || at[n] == '}' || at[n] == ')';
        if (!level)
            return n + 1;
    }
    return 0;
}

/* "[2]" behind a type. */
static bool read_ndim(const char **words, pk_device_launch_arg *a) {
    const char *at = *words;

    if (*at != '[')
        return true;
    a->is_array = true;
    if (*++at == ']')
        return false;
    for (; *at >= '0' && *at <= '9' && a->ndim <= PK_LAUNCHED_AXES; at++)
        a->ndim = a->ndim * 10 + (uint32_t)(*at - '0');
    if (*at != ']' || a->ndim > PK_LAUNCHED_AXES)
        return false;
    *words = at + 1;
    return true;
}

/* "<Color>" */
static bool read_members(const char **words, pk_device_launch_arg *a) {
    a->class = *words + 1;
    a->class_length = strcspn(a->class, " <>");
    a->scalar = PK_TYPE_i64;
    *words = a->class + a->class_length;
    return a->class_length && *(*words)++ == '>';
}

/* "(", "(Point", ")" */
static void read_bracket(const char **words, pk_device_launch_arg *a) {
    a->bracket = *(*words)++;
    a->class_length = a->bracket == '(' ? strcspn(*words, " ") : 0;
    a->class = a->class_length ? *words : NULL;
    *words += a->class_length;
}

static bool read_element(const char **words, pk_device_launch_arg *a) {
    const char *at = *words;
    size_t length = strcspn(at, " [");

    if (*at == '[' || *at == '{') {
        length = bracketed(at);
        a->record = at;
        a->record_length = length;
        a->scalar = PK_TYPE_u8;
        *words = at + length;
        return length > 0;
    }
    *words = at + length;
    return read_scalar(at, length, a);
}

bool pk_device_launch_next(const char **words, pk_device_launch_arg *out) {
    const char *at = *words;

    *out = (pk_device_launch_arg){0};
    if (*at++ != ' ')
        return false;
    if (*at == '(' || *at == ')')
        read_bracket(&at, out);
    else if (*at == '<') {
        if (!read_members(&at, out))
            return false;
    } else if (!read_element(&at, out) || !read_ndim(&at, out) ||
               (out->is_array ? !out->scalar : out->record != NULL))
        return false;
    if (*at && *at != ' ')
        return false;
    out->parts = out->is_array     ? pk_array_parts(out->ndim, true)
                 : !out->scalar    ? 0
                 : out->is_complex ? PK_COMPLEX_PARTS
                                   : 1;
    *words = at;
    return true;
}

/* True when operand `k` of an argument has that type. */
static bool fits(const pk_device_launch_arg *a, uint32_t k, pk_type type) {
    if (a->is_array)
        return type ==
               (k ? PK_TYPE_i64 : PK_TYPE_PTR(PK_SPACE_global, a->scalar));
    return type == a->scalar;
}

const char *pk_device_launch_check(const pk_inst *inst) {
    static const char *const wrong = "the operands are not what the words say";
    const char *words = inst->text;
    char name[PK_DEVICE_LAUNCH_NAME];
    uint32_t at = 0, count = 0, level = 0;
    pk_device_launch_arg arg;

    if (inst->arg_count > PK_REPORT_PRINTED)
        return "too many operands";
    for (; at < PK_LAUNCHED_CONFIG; at++)
        if (at >= inst->arg_count || inst->args[at]->type != PK_TYPE_i64)
            return "grid, block and shared memory are not seven i64";
    if (!pk_device_launch_name(&words, name))
        return "the words name no kernel";
    while (pk_device_launch_next(&words, &arg)) {
        if (arg.bracket == ')' && !level--)
            return "a tuple ends that has not begun";
        level += arg.bracket == '(';
        count += arg.bracket != ')';
        if (count > PK_LAUNCHED_MAX)
            return "too many arguments";
        for (uint32_t k = 0; k < arg.parts; k++, at++)
            if (at >= inst->arg_count || !fits(&arg, k, inst->args[at]->type))
                return wrong;
    }
    if (*words)
        return "the words hold no type of an argument";
    if (level)
        return "a tuple has no end";
    return at == inst->arg_count ? NULL : wrong;
}
