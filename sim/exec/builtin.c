/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the driver provides to kernels: printf, assert and the
 * heap. Arguments are read from the caller's places, lane after lane. */
#include "sim/builtin.h"
#include "sim/check/checker.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct builtin_call {
    sim_warp *warp;
    const sim_inst *inst;
    const sim_place *places; /* results, then arguments */
    char *rows;
} builtin_call;

static uint64_t argument(const builtin_call *call, uint32_t i, uint32_t lane) {
    const sim_place *place = &call->places[call->inst->count + i];
    uint64_t value = 0;

    if ((int64_t)i < call->inst->offset)
        memcpy(&value, call->rows + place->at + (size_t)lane * place->stride,
               place->size < 8 ? place->size : 8);
    return value;
}

static void give_result(const builtin_call *call, uint32_t lane,
                        uint64_t value) {
    const sim_place *place = &call->places[0];

    if (call->inst->count)
        memcpy(call->rows + place->at + (size_t)lane * place->stride, &value,
               place->size < 8 ? place->size : 8);
}

/* The text at a device address, up to its NUL; false is a fault. */
static bool device_text(sim_warp *warp, uint32_t lane, uint64_t address,
                        pk_text *out) {
    uint64_t room = 0;
    const char *text;

    if (!address) {
        pk_text_put(out, "(null)");
        return true;
    }
    text = sim_resolve_one(warp, lane, address, 1, &room);
    if (!text)
        return false;
    pk_text_bytes(out, text, strnlen(text, (size_t)room));
    return true;
}

/* ---- printf ---- */

typedef struct formatter {
    sim_warp *warp;
    uint32_t lane;
    uint64_t at; /* where the next argument lies */
    pk_text *out;
    int count;
} formatter;

static bool next_argument(formatter *f, uint32_t bytes, uint64_t *value) {
    const char *from;

    f->at = (f->at + bytes - 1) & ~(uint64_t)(bytes - 1);
    from = sim_resolve_one(f->warp, f->lane, f->at, bytes, NULL);
    *value = 0;
    if (!from)
        return false;
    memcpy(value, from, bytes);
    f->at += bytes;
    f->count++;
    return true;
}

/* A number always has a point, whatever the locale says. */
static void put_number(pk_text *out, const char *format, double value) {
    const char *point = localeconv()->decimal_point;
    char text[512], *found;
    int length = snprintf(text, sizeof text, format, value);

    if (length < 0)
        return;
    found = point[0] && strcmp(point, ".") != 0 ? strstr(text, point) : NULL;
    if (!found) {
        pk_text_put(out, text);
        return;
    }
    pk_text_bytes(out, text, (size_t)(found - text));
    pk_text_put(out, ".");
    pk_text_put(out, found + strlen(point));
}

/* The size that a conversion names: h, hh, none, or 64 bits. */
typedef enum size_name {
    SIZE_hh = -2,
    SIZE_h,
    SIZE_plain,
    SIZE_wide
} size_name;

static uint64_t cut(uint64_t value, size_name size, bool is_signed) {
    switch (size) {
    case SIZE_hh: return is_signed ? (uint64_t)(int8_t)value : (uint8_t)value;
    case SIZE_h: return is_signed ? (uint64_t)(int16_t)value : (uint16_t)value;
    case SIZE_plain:
        return is_signed ? (uint64_t)(int32_t)value : (uint32_t)value;
    case SIZE_wide: break;
    }
    return value;
}

static bool put_integer(formatter *f, const char *head, char letter,
                        size_name size) {
    char format[48];
    uint64_t value;

    snprintf(format, sizeof format, "%sll%c", head, letter);
    if (!next_argument(f, size == SIZE_wide ? 8 : 4, &value))
        return false;
    value = cut(value, size, letter == 'd' || letter == 'i');
    pk_text_printf(f->out, format, (unsigned long long)value);
    return true;
}

static bool put_character(formatter *f, const char *head) {
    char format[48];
    uint64_t value;

    snprintf(format, sizeof format, "%sc", head);
    if (!next_argument(f, 4, &value))
        return false;
    pk_text_printf(f->out, format, (int)value);
    return true;
}

/* The host's formatting says how a pointer looks. */
static bool put_pointer(formatter *f, const char *head) {
    char format[48];
    uint64_t value;

    snprintf(format, sizeof format, "%sp", head);
    if (!next_argument(f, 8, &value))
        return false;
    pk_text_printf(f->out, format, (void *)(uintptr_t)value);
    return true;
}

static bool put_string(formatter *f, const char *head) {
    char format[48];
    pk_text text;
    uint64_t value;
    bool ok;

    if (!next_argument(f, 8, &value))
        return false;
    pk_text_init(&text, f->warp->run->device->options.allocator);
    ok = device_text(f->warp, f->lane, value, &text);
    snprintf(format, sizeof format, "%ss", head);
    if (ok)
        pk_text_printf(f->out, format, pk_text_string(&text));
    pk_text_finish(&text);
    return ok;
}

/* A width of thousands is no use to anyone. */
enum { WIDTH_MAX = 999 };

/* Flags, width and precision, the width perhaps an argument, to `head`.
 * Returns what follows them, NULL for a fault. */
static const char *read_head(formatter *f, const char *spec, char head[32]) {
    static const char flags[] = "-+ #0", digits[] = "0123456789";
    size_t length = strspn(spec, flags);
    long width = -1, precision = -1;
    uint64_t value;
    char *end;

    if (length > 5)
        length = 5;
    head[0] = '%';
    memcpy(head + 1, spec, length);
    head += 1 + length;
    spec += strspn(spec, flags);
    if (*spec == '*') {
        if (!next_argument(f, 4, &value))
            return NULL;
        width = (int32_t)value;
        if (width < 0) {
            *head++ = '-';
            width = -width;
        }
        spec++;
    } else if (strspn(spec, digits)) {
        width = strtol(spec, &end, 10);
        spec = end;
    }
    if (*spec == '.') {
        precision = strtol(spec + 1, &end, 10);
        spec += 1 + strspn(spec + 1, digits);
    }
    if (width >= 0 && width <= WIDTH_MAX)
        head += snprintf(head, 8, "%ld", width);
    if (precision >= 0 && precision <= WIDTH_MAX)
        head += snprintf(head, 8, ".%ld", precision);
    *head = 0;
    return spec;
}

static size_name read_size(const char **spec) {
    int size = SIZE_plain;

    for (; **spec && strchr("hlqjzt", **spec); ++*spec)
        size = **spec != 'h' ? SIZE_wide : size > SIZE_hh ? size - 1 : size;
    return (size_name)size;
}

static bool put_float(formatter *f, const char *head, char letter) {
    char format[48];
    uint64_t value;
    double number;

    snprintf(format, sizeof format, "%s%c", head, letter);
    if (!next_argument(f, 8, &value))
        return false;
    memcpy(&number, &value, 8);
    put_number(f->out, format, number);
    return true;
}

/* One conversion; `spec` is after the '%'. Returns what follows it, NULL for
 * a fault. */
static const char *put_conversion(formatter *f, const char *spec) {
    char head[32];
    size_name size;
    bool ok = true;

    spec = read_head(f, spec, head);
    if (!spec)
        return NULL;
    size = read_size(&spec);
    if (*spec == 0)
        return spec;
    if (strchr("diuxXo", *spec))
        ok = put_integer(f, head, *spec, size);
    else if (strchr("aAeEfFgG", *spec))
        ok = put_float(f, head, *spec);
    else if (*spec == 'c')
        ok = put_character(f, head);
    else if (*spec == 's')
        ok = put_string(f, head);
    else if (*spec == 'p')
        ok = put_pointer(f, head);
    else /* also '%' itself */
        pk_text_bytes(f->out, spec, 1);
    return ok ? spec + 1 : NULL;
}

static sim_next print_lane(const builtin_call *call, uint32_t lane) {
    const sim_options *options = &call->warp->run->device->options;
    pk_text format, out;
    formatter f = {.warp = call->warp,
                   .lane = lane,
                   .at = argument(call, 1, lane),
                   .out = &out};
    const char *at;
    bool ok;

    pk_text_init(&format, options->allocator);
    pk_text_init(&out, options->allocator);
    ok = device_text(call->warp, lane, argument(call, 0, lane), &format);
    at = pk_text_string(&format);
    while (ok && *at) {
        size_t plain = strcspn(at, "%");

        pk_text_bytes(&out, at, plain);
        at += plain;
        if (*at)
            at = put_conversion(&f, at + 1);
        ok = at != NULL;
    }
    if (ok && out.length && options->print)
        options->print(options->self, out.data, out.length);
    give_result(call, lane, (uint64_t)f.count);
    pk_text_finish(&format);
    pk_text_finish(&out);
    return ok ? SIM_NEXT : SIM_FAULT;
}

/* ---- assert and the heap ---- */

/* "file:line: function: Assertion `x > 0` failed.", as the CUDA runtime. */
static sim_next assert_lane(const builtin_call *call, uint32_t lane) {
    pk_text words;
    bool ok = true;
    sim_next next;

    pk_text_init(&words, call->warp->run->device->options.allocator);
    ok = device_text(call->warp, lane, argument(call, 1, lane), &words);
    pk_text_printf(&words, ":%u: ", (unsigned)argument(call, 2, lane));
    ok = ok && device_text(call->warp, lane, argument(call, 3, lane), &words);
    pk_text_put(&words, ": Assertion `");
    ok = ok && device_text(call->warp, lane, argument(call, 0, lane), &words);
    pk_text_put(&words, "` failed.");
    next = !ok ? SIM_FAULT
               : sim_fault(call->warp, SIM_ASSERT, lane, "%s",
                           pk_text_string(&words));
    pk_text_finish(&words);
    return next;
}

static sim_next free_lane(const builtin_call *call, uint32_t lane) {
    uint64_t address = argument(call, 0, lane);

    if (!address || sim_memory_free_heap(call->warp->run->device, address))
        return SIM_NEXT;
    return sim_fault(call->warp, SIM_ILLEGAL_ADDRESS, lane,
                     "free of 0x%llx, which malloc did not give",
                     (unsigned long long)address);
}

sim_next sim_builtin_call(sim_warp *warp, const sim_step *step, uint8_t builtin,
                          uint32_t mask) {
    const sim_inst *inst = step->inst;
    builtin_call call = {.warp = warp,
                         .inst = inst,
                         .places =
                             warp->frame->code->function->places + inst->list,
                         .rows = warp->frame->rows};

    sim_check_values(warp->frame, call.places, inst->count, mask);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        sim_next next = SIM_NEXT;

        switch (builtin) {
        case SIM_BUILTIN_vprintf: next = print_lane(&call, lane); break;
        case SIM_BUILTIN_assertfail: next = assert_lane(&call, lane); break;
        case SIM_BUILTIN_malloc:
            give_result(
                &call, lane,
                sim_memory_malloc(warp->run->device, argument(&call, 0, lane)));
            break;
        case SIM_BUILTIN_free: next = free_lane(&call, lane); break;
        default: next = sim_fail(warp, SIM_NOT_SIMULATED); break;
        }
        if (next != SIM_NEXT)
            return next;
    }
    return SIM_NEXT;
}
