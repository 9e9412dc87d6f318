/* SPDX-License-Identifier: Apache-2.0 */
/* The notes of inference on the nodes of an instance: a hash table over nodes.
 * Most instances are small functions of the library, so it starts small and
 * notes stand outside of it. */
#include "frontend/infer/infer.h"

static uint32_t hash_node(const pk_ast *node) {
    uint64_t bits = (uint64_t)(uintptr_t)node * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(bits >> 32);
}

/* The slot of the node's note, or the empty one where it belongs. */
static pk_note **slot_of(const pk_notes *notes, const pk_ast *node) {
    uint32_t at = hash_node(node) & (notes->capacity - 1);

    while (notes->slots[at] && notes->slots[at]->node != node)
        at = (at + 1) & (notes->capacity - 1);
    return &notes->slots[at];
}

const pk_note *pk_note_find(const pk_instance *instance, const pk_ast *node) {
    static const pk_note nothing;
    const pk_notes *notes = &instance->notes;
    const pk_note *note = notes->capacity ? *slot_of(notes, node) : NULL;

    return note ? note : &nothing;
}

static void grow(pk_infer *in, pk_notes *notes) {
    uint32_t capacity = notes->capacity ? 2 * notes->capacity : 64;
    pk_notes grown = {pk_arena_array(in->arena, capacity, sizeof(pk_note *)),
                      notes->count, capacity};

    if (in->arena->failed)
        return;
    for (uint32_t i = 0; i < notes->capacity; i++)
        if (notes->slots[i])
            *slot_of(&grown, notes->slots[i]->node) = notes->slots[i];
    *notes = grown;
}

pk_note *pk_note_at(pk_infer *in, const pk_ast *node) {
    pk_notes *notes = &in->instance->notes;
    pk_note **slot;

    if (2 * notes->count >= notes->capacity)
        grow(in, notes);
    if (in->arena->failed)
        return PK_NEW(in->arena, pk_note);
    slot = slot_of(notes, node);
    if (!*slot) {
        *slot = PK_NEW(in->arena, pk_note);
        (*slot)->node = node;
        notes->count++;
    }
    return *slot;
}
