/* SPDX-License-Identifier: Apache-2.0 */
/* channels: a loop over elements of few parts, such as the colours of pixels,
 * is there a second time for the number of parts that it uses.
 *
 *     for %i = 0, %n, 1 {                  if ne %a.shape1, 3 {
 *         %1 = mul %i, %a.shape1               for %i = 0, %n, 1 ... as it was
 *         load %a[%1]                      } else {
 *         load %a[%1 + 1]            =>        for %j = 0, %n, 1 {
 *         load %a[%1 + 2]                          %2 = mul %j, 3
 *         ...                                      ...
 *     }                                        }
 *                                          }
 *
 * The parts of an element lie side by side. Where the extent of their axis is a
 * number, a compiler of vectors loads whole elements and shuffles them into a
 * vector for each part; where it is not, it cannot know that they are near.
 * Innermost loops without branches, on processors. */
#include "base/error.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum {
    MOST_PARTS = 4,
    MOST_AXES = 4, /* extents that are asked for at a time */
    WHOLE = 200,   /* instructions of a loop that is copied */
    GROWTH = 600   /* of a function */
};

/* The axis along which the parts lie. */
typedef struct axis {
    const pk_param *extent;
    uint32_t used; /* a bit for each part, and one for all beyond */
} axis;

typedef struct finder {
    pk_func *fn;
    const pk_inst *loop;
    axis axes[MOST_AXES];
    uint32_t count, size, grown;
    bool good; /* a straight body */
} finder;

static const pk_param *extent_of(const pk_func *fn, const pk_value *v) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == v && fn->params[i].role == PK_ROLE_shape)
            return &fn->params[i];
    return NULL;
}

/* The part at which an element's address lies, where its index is that of the
 * first part and a number; `first` is the product, NULL: it is none. */
static const pk_inst *first_part(const pk_value *index, uint64_t *part) {
    *part = 0;
    if (pk_is_op(index, PK_OP_add) && pk_is_const(index->def->args[1])) {
        *part = index->def->args[1]->bits;
        index = index->def->args[0];
    }
    return pk_is_op(index, PK_OP_mul) ? index->def : NULL;
}

static void note_part(finder *f, const pk_param *extent, uint64_t part) {
    uint32_t i = 0;

    while (i < f->count && f->axes[i].extent != extent)
        i++;
    if (i == MOST_AXES)
        return;
    if (i == f->count)
        f->axes[f->count++] = (axis){extent, 0};
    f->axes[i].used |= 1u << (part < MOST_PARTS ? part : MOST_PARTS);
}

static void look(finder *f) {
    f->count = f->size = 0;
    f->good = true;
    for (const pk_inst *i = f->loop->body->first; i; i = i->next) {
        const pk_inst *product;
        const pk_param *extent;
        uint64_t part;
        f->size++;
        f->good &= !i->body && i->op != PK_OP_call;
        if (i->op != PK_OP_elem)
            continue;
        product = first_part(i->args[1], &part);
        extent = product ? extent_of(f->fn, product->args[1]) : NULL;
        if (product && !extent)
            extent = extent_of(f->fn, product->args[0]);
        if (extent && product->parent == f->loop->body)
            note_part(f, extent, part);
    }
}

/* The parts that are used, where these are several and all of the first. */
static uint32_t parts_of(const axis *a) {
    uint32_t parts = 0;

    while (a->used >> parts & 1)
        parts++;
    return parts > 1 && parts <= MOST_PARTS && !(a->used >> parts) ? parts : 0;
}

static void copy(finder *f, pk_inst *loop) {
    pk_value **map, *other = NULL;
    pk_inst *branch;
    pk_builder b;

    pk_builder_init(&b, f->fn);
    pk_builder_before(&b, loop);
    for (uint32_t i = 0; i < f->count; i++) {
        pk_value *extent = f->axes[i].extent->value, *differs;
        if (!parts_of(&f->axes[i]))
            continue;
        differs =
            pk_emit2(&b, PK_OP_ne, extent,
                     pk_const_int(f->fn, extent->type, parts_of(&f->axes[i])));
        other = other ? pk_emit2(&b, PK_OP_or, other, differs) : differs;
    }
    map = pk_arena_array(f->fn->ir->arena, f->fn->value_count + (size_t)1,
                         sizeof(pk_value *));
    if (!other || f->fn->ir->arena->failed)
        return;
    branch = pk_begin_if(&b, other);
    pk_inst_remove(loop);
    pk_inst_insert(branch->body, NULL, loop);
    pk_region_copy(f->fn, branch->other, branch->body, map, NULL);
    for (uint32_t i = 0; i < f->count; i++) {
        pk_value *extent = f->axes[i].extent->value;
        if (parts_of(&f->axes[i]))
            pk_region_replace(
                branch->other, extent,
                pk_const_int(f->fn, extent->type, parts_of(&f->axes[i])));
    }
    f->grown += f->size;
}

static void walk(finder *f, pk_region *region) {
    for (pk_inst *inst = region->first, *next;
         inst && !f->fn->ir->arena->failed; inst = next) {
        next = inst->next;
        if (inst->op == PK_OP_for) {
            f->loop = inst;
            look(f);
            if (f->good && f->size <= WHOLE && f->grown + f->size <= GROWTH) {
                copy(f, inst);
                continue;
            }
        }
        if (inst->body)
            walk(f, inst->body);
        if (inst->other)
            walk(f, inst->other);
    }
}

pk_status pk_pass_channels(pk_func *fn, const pk_caps *caps, pk_error *err) {
    finder f = {.fn = fn};

    if (caps->form != PK_FORM_block || !pk_func_is_entry(fn))
        return PK_OK;
    walk(&f, fn->body);
    return pk_pass_done(fn, err);
}
