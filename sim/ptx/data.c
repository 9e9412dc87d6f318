/* SPDX-License-Identifier: Apache-2.0 */
/* Variables and their initialisers.
 *
 * Only the bytes up to the last one that is initialised are kept: an array of
 * gigabytes with three values costs three values. */
#include "sim/ptx/parse.h"

#include <stdio.h>
#include <string.h>

enum { INIT_MAX = 256 << 20, DIMS_MAX = 8 };

typedef struct extents {
    uint8_t type, vector;
    uint64_t dims[DIMS_MAX]; /* 0: not given */
    uint32_t rank;
} extents;

/* The variable that is being initialised. */
typedef struct filler {
    sim_variable *variable;
    const extents *shape;
    uint64_t element; /* bytes */
    uint64_t capacity, filled;
} filler;

static const char *const spaces[] = {
    [SIM_SPACE_global] = "global",
    [SIM_SPACE_shared] = "shared",
    [SIM_SPACE_local] = "local",
    [SIM_SPACE_const] = "const",
};

bool sim_at_space(const sim_parser *p, sim_space *out) {
    for (int i = SIM_SPACE_global; i <= SIM_SPACE_const; i++)
        if (sim_at_word(p, spaces[i])) {
            *out = (sim_space)i;
            return true;
        }
    return false;
}

/* ---- initialisers ---- */

/* `bytes` of the initialiser at `offset`; NULL when it is out of bounds. */
static uint8_t *fill_at(sim_parser *p, filler *f, uint64_t offset,
                        uint32_t bytes) {
    sim_variable *v = f->variable;
    uint64_t end = offset + bytes, wanted;
    uint8_t *grown;

    if (end > INIT_MAX || (v->size && end > v->size)) {
        sim_fatal(p, "Initial value of '%s' is too large", v->name->text);
        return NULL;
    }
    if (end > f->capacity) {
        wanted = end < 64 ? 64 : end * 2;
        grown = sim_pool_array(&p->unit->pool, wanted, 1);
        if (f->filled)
            memcpy(grown, v->bytes, f->filled);
        v->bytes = grown;
        f->capacity = wanted;
    }
    if (end > f->filled)
        f->filled = end;
    return v->bytes + offset;
}

static bool target_of(sim_parser *p, sim_atom *name, sim_target *out) {
    sim_symbol *symbol = sim_symbol_find(p, name);

    if (symbol && symbol->kind == SIM_SYMBOL_variable)
        out->variable = symbol->as.variable;
    else if (symbol && symbol->kind == SIM_SYMBOL_func)
        out->func = symbol->as.func;
    else {
        sim_fatal(p, "Invalid initial value symbol '%s'", name->text);
        return false;
    }
    if (out->func)
        out->func->addressed = true;
    return true;
}

/* sym, sym + 8, generic(sym) + 8, 0xFF00(sym) with the mask read before. */
static void fill_address(sim_parser *p, filler *f, uint64_t offset,
                         uint64_t mask) {
    sim_reloc reloc = {.offset = offset, .bytes = (uint8_t)f->element};
    sim_atom *name = sim_expect_name(p);
    uint64_t addend = 0;

    if (!name)
        return;
    if (!strcmp(name->text, "generic") && sim_accept(p, '(')) {
        reloc.target.generic = true;
        name = sim_expect_name(p);
        if (!name || !target_of(p, name, &reloc.target) || !sim_expect(p, ')'))
            return;
    } else if (!target_of(p, name, &reloc.target))
        return;
    if (sim_at(p, '+') || sim_at(p, '-'))
        sim_integer(p, &addend);
    reloc.addend = (int64_t)addend;
    for (; mask && !(mask & 0xff); mask >>= 8)
        reloc.shift += 8;
    if ((!mask && f->element < 8) ||
        !fill_at(p, f, offset, (uint32_t)f->element)) {
        sim_fatal(p, "Initial value type mismatch");
        return;
    }
    *SIM_PUSH(&p->unit->pool, &f->variable->relocs) = reloc;
}

static void fill_value(sim_parser *p, filler *f, uint64_t offset) {
    sim_value value;
    uint64_t bits;
    uint8_t *at;

    if (p->token.kind == SIM_TOKEN_name &&
        strcmp(p->token.atom->text, "WARP_SZ") != 0) {
        fill_address(p, f, offset, 0);
        return;
    }
    if (!sim_expression(p, &value))
        return;
    if (sim_at(p, '(') && !value.is_float) { /* 0xFF(sym) */
        sim_advance(p);
        fill_address(p, f, offset, value.bits);
        sim_expect(p, ')');
        return;
    }
    if (!sim_value_as(&value, f->shape->type, &bits)) {
        sim_fatal(p, "Initial value type mismatch");
        return;
    }
    at = fill_at(p, f, offset, (uint32_t)f->element);
    if (at)
        memcpy(at, &bits, f->element < 8 ? f->element : 8);
}

/* How many elements one item of dimension `depth` has. */
static uint64_t extent(const extents *shape, uint32_t depth) {
    uint64_t n = shape->vector ? shape->vector : 1;

    for (uint32_t i = depth; i < shape->rank; i++)
        if (__builtin_mul_overflow(n, shape->dims[i], &n))
            return UINT64_MAX / 64; /* times an element's size it fits, too */
    return n;
}

/* `{ ... }` of dimension `depth` at `offset`: lists of the next dimension, or
 * values in the last one; trailing ones may be left out, but not of a vector.
 * Returns the number of items. */
static uint64_t fill_list(sim_parser *p, filler *f, uint32_t depth,
                          uint64_t offset) {
    const extents *shape = f->shape;
    uint32_t deepest = shape->rank + (shape->vector != 0) - 1;
    uint64_t step = extent(shape, depth + 1) * f->element, count = 0;
    uint64_t most = depth < shape->rank ? shape->dims[depth] : shape->vector;

    if (depth == shape->rank)
        step = f->element;
    if (!sim_expect(p, '{') || !sim_enter(p))
        return 0;
    do {
        if (most && count == most) {
            sim_fatal(p, "Greater number of elements in array initializer");
            return count;
        }
        if (depth < deepest)
            fill_list(p, f, depth + 1, offset + count * step);
        else
            fill_value(p, f, offset + count * step);
        count++;
    } while (sim_accept(p, ','));
    if (depth == shape->rank && count != most)
        sim_fatal(p, "Incorrect number of elements in vector initializer");
    sim_leave(p);
    sim_expect(p, '}');
    return count;
}

static void parse_initializer(sim_parser *p, sim_variable *v, extents *shape) {
    filler f = {.variable = v, .shape = shape};
    uint8_t kind = sim_types[shape->type].kind;
    uint64_t count;

    f.element = sim_types[shape->type].bytes;
    if (v->space != SIM_SPACE_global && v->space != SIM_SPACE_const)
        sim_error(p, "No initial value is allowed for '%s' in this state space",
                  v->name->text);
    if (v->linkage == SIM_LINKAGE_extern)
        sim_error(p, "No initial value is allowed for extern variable '%s'",
                  v->name->text);
    if (!f.element || (kind == SIM_KIND_float && f.element < 4) ||
        kind == SIM_KIND_packed)
        sim_fatal(p, "No initial value is allowed for .%s type",
                  sim_types[shape->type].name);
    else if (!shape->rank && !shape->vector)
        fill_value(p, &f, 0);
    else {
        count = fill_list(p, &f, 0, 0);
        if (shape->rank && !shape->dims[0])
            shape->dims[0] = count;
    }
    v->init_bytes = f.filled;
}

/* ---- declarations ---- */

static void parse_dims(sim_parser *p, extents *shape) {
    while (sim_accept(p, '[')) {
        uint64_t n = 0;

        if (!sim_at(p, ']'))
            sim_integer(p, &n);
        if (shape->rank == DIMS_MAX || (!n && shape->rank)) {
            sim_syntax_error(p);
            return;
        }
        shape->dims[shape->rank++] = n;
        if (!sim_expect(p, ']'))
            return;
    }
}

/* The whole size; an error when it does not fit an address. */
static uint64_t shape_size(sim_parser *p, const extents *shape,
                           const char *name) {
    uint64_t bytes, elements = extent(shape, 0);

    if (__builtin_mul_overflow(elements, sim_types[shape->type].bytes,
                               &bytes) ||
        bytes > UINT64_C(1) << 46) {
        sim_error(p, "Size of variable '%s' is too large", name);
        return 1;
    }
    return bytes;
}

typedef struct declarator {
    sim_space space;
    sim_linkage linkage;
    uint64_t align;
    bool managed;
    extents shape;
} declarator;

static void define(sim_parser *p, sim_variable *v, const declarator *d,
                   extents *shape) {
    uint64_t natural =
        sim_types[shape->type].bytes * (shape->vector ? shape->vector : 1u);

    v->type = shape->type;
    v->vector = shape->vector;
    v->managed = d->managed;
    v->align = d->align > natural ? d->align : natural ? natural : 1;
    if (sim_accept(p, '='))
        parse_initializer(p, v, shape);
    v->array = shape->rank != 0;
    v->open = shape->rank && !shape->dims[0];
    v->size = v->open ? 0 : shape_size(p, shape, v->name->text);
    if (v->open && v->linkage != SIM_LINKAGE_extern)
        sim_error(p, "Non-external variable '%s' has incomplete type",
                  v->name->text);
}

/* The symbol of a variable: a new one, or that of an earlier declaration of
 * the same name with .extern, .weak or .common. */
static sim_variable *declared(sim_parser *p, sim_atom *name,
                              const declarator *d) {
    sim_symbol *symbol = sim_symbol_find(p, name);
    sim_variable *v;

    if (symbol && symbol->kind == SIM_SYMBOL_variable && !p->func) {
        v = symbol->as.variable;
        if (v->space == d->space && (v->linkage == SIM_LINKAGE_extern ||
                                     d->linkage == SIM_LINKAGE_extern)) {
            if (v->linkage == SIM_LINKAGE_extern)
                v->linkage = d->linkage;
            return v;
        }
    }
    symbol = sim_symbol_new(p, name, SIM_SYMBOL_variable);
    v = SIM_NEW(&p->unit->pool, sim_variable);
    if (symbol)
        symbol->as.variable = v;
    *v = (sim_variable){.name = name,
                        .func = p->func,
                        .space = d->space,
                        .linkage = d->linkage,
                        .line = p->token.line};
    *p->unit->variables_end = v;
    p->unit->variables_end = &v->next;
    return v;
}

static void parse_attributes(sim_parser *p, declarator *d) {
    sim_expect(p, '(');
    do {
        if (sim_accept_word(p, "managed"))
            d->managed = true;
        else if (sim_accept_word(p, "unified")) {
            uint64_t ignored;

            sim_expect(p, '(');
            sim_integer(p, &ignored);
            sim_expect(p, ',');
            sim_integer(p, &ignored);
            sim_expect(p, ')');
        } else
            sim_syntax_error(p);
    } while (sim_accept(p, ','));
    sim_expect(p, ')');
}

bool sim_parse_align(sim_parser *p, uint64_t *align) {
    if (!sim_integer(p, align))
        return false;
    if (!*align || (*align & (*align - 1)) || *align > 1024 * 1024) {
        sim_error(p, "Alignment must be a power of two");
        *align = 1;
    }
    return true;
}

/* .align 4 .v2 .f32 in any order; false after an error. */
static bool parse_qualifiers(sim_parser *p, declarator *d) {
    while (p->token.kind == SIM_TOKEN_word) {
        sim_type type = sim_word_type(p);

        if (type != SIM_TYPE_none && d->shape.type)
            break;
        if (sim_accept_word(p, "align")) {
            if (!sim_parse_align(p, &d->align))
                return false;
            continue;
        }
        if (sim_accept_word(p, "attribute")) {
            parse_attributes(p, d);
            continue;
        }
        if (type != SIM_TYPE_none)
            d->shape.type = (uint8_t)type;
        else if (sim_at_word(p, "v2") || sim_at_word(p, "v4"))
            d->shape.vector = (uint8_t)(p->token.atom->text[1] - '0');
        else if (sim_at_word(p, "texref") || sim_at_word(p, "samplerref") ||
                 sim_at_word(p, "surfref")) {
            sim_unit_error(p->unit, SIM_NOT_SIMULATED, p->token.line,
                           "Type '.%s' is not simulated", p->token.atom->text);
            d->shape.type = SIM_TYPE_b64;
        } else
            break;
        sim_advance(p);
    }
    if (d->shape.type && d->shape.type != SIM_TYPE_pred)
        return true;
    sim_syntax_error(p);
    return false;
}

/* `name<4>` declares four variables: name0 to name3. */
static void parse_numbered(sim_parser *p, sim_atom *stem, const declarator *d) {
    uint64_t count = 0;

    sim_advance(p);
    sim_count(p, &count);
    if (count > 4096) {
        sim_error(p, "Too many variables '%s'", stem->text);
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        extents shape = d->shape;
        char *text =
            sim_pool_array(&p->unit->pool, (size_t)stem->length + 8, 1);
        int length = sprintf(text, "%s%u", stem->text, (unsigned)i);

        define(
            p,
            declared(p, sim_atom_of(&p->unit->atoms, text, (size_t)length), d),
            d, &shape);
    }
}

/* Places a .local variable in its function's frame. */
static void place_local(sim_parser *p, sim_variable *v) {
    sim_func *func = p->func;
    uint64_t at = (func->local_bytes + v->align - 1) & ~(v->align - 1);

    if (v->open || at + v->size > 512 * 1024) {
        sim_error(p, "Local variable '%s' is too large", v->name->text);
        return;
    }
    v->address = at;
    func->local_bytes = (uint32_t)(at + v->size);
    if (v->align > func->local_align)
        func->local_align = (uint32_t)v->align;
}

void sim_parse_variables(sim_parser *p, sim_linkage linkage) {
    declarator d = {.linkage = linkage};
    uint32_t line = p->line;

    sim_at_space(p, &d.space);
    sim_advance(p);
    if (!parse_qualifiers(p, &d))
        return;
    do {
        sim_atom *name = sim_expect_name(p);
        extents shape = d.shape;
        sim_variable *v;

        if (!name)
            return;
        if (sim_at(p, '<')) {
            parse_numbered(p, name, &d);
            continue;
        }
        p->line = p->token.line;
        v = declared(p, name, &d);
        parse_dims(p, &shape);
        define(p, v, &d, &shape);
        if (d.space == SIM_SPACE_local && p->func && !p->stopped)
            place_local(p, v);
        else if (d.space == SIM_SPACE_local)
            sim_error(p,
                      "Module-scoped variables in .local state space are not "
                      "allowed with ABI");
    } while (sim_accept(p, ','));
    p->line = line;
    sim_expect(p, ';');
}
