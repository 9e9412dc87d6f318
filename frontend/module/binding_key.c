/* SPDX-License-Identifier: Apache-2.0 */
/* Bindings as parts of keys: exact, and the same in every process. */
#include "frontend/module/program.h"

#include <string.h>

/* The number of its values, each of dtype's size. */
static uint64_t count_values(const pk_binding *b) {
    uint64_t count = 1;

    if (b->kind != PK_BIND_scalar && b->kind != PK_BIND_text &&
        b->kind != PK_BIND_import && b->kind != PK_BIND_refused &&
        b->kind != PK_BIND_array)
        return 0;
    for (uint32_t i = 0; i < b->ndim; i++)
        count *= b->shape[i];
    return b->record ? count * b->record->size : count << b->is_complex;
}

static void put_record(const pk_record *record, pk_text *out) {
    pk_record_print(record, out);
    pk_text_bytes(out, &record->align, sizeof record->align);
}

/* A digest of it: a program may have many values of one class. */
static void put_class(const pk_binding_class *c, pk_text *out) {
    const pk_digest digest = pk_digest_of(c->key, c->key_length);

    pk_text_bytes(out, &digest, sizeof digest);
}

static void put_function(const pk_binding *b, pk_text *out) {
    pk_text_bytes(out, &b->program->digest, sizeof b->program->digest);
    pk_text_bytes(out, b->target, strlen(b->target) + 1);
}

static void put_value(const pk_binding *b, pk_text *out) {
    pk_text_bytes(out, &b->kind, sizeof b->kind);
    pk_text_bytes(out, &b->is_complex, sizeof b->is_complex);
    pk_text_bytes(out, &b->dtype, sizeof b->dtype);
    pk_text_bytes(out, &b->ndim, sizeof b->ndim);
    if (b->ndim)
        pk_text_bytes(out, b->shape, b->ndim * sizeof *b->shape);
    pk_text_bytes(out, b->values, count_values(b) * pk_type_bytes(b->dtype));
    if (b->record)
        put_record(b->record, out);
    if (b->of)
        put_class(b->of, out);
    if (b->kind == PK_BIND_function)
        put_function(b, out);
    if (b->kind == PK_BIND_member)
        pk_text_bytes(out, b->target, strlen(b->target) + 1);
    for (uint64_t i = 0; b->kind == PK_BIND_tuple && i < b->shape[0]; i++)
        put_value(&b->items[i], out);
}

void pk_binding_class_key(const pk_binding_class *c, pk_text *out) {
    const uint8_t kind[] = {c->is_enum, c->integers};

    pk_text_bytes(out, kind, sizeof kind);
    pk_text_bytes(out, c->name, strlen(c->name) + 1);
    pk_text_bytes(out, &c->count, sizeof c->count);
    for (uint32_t i = 0; i < c->count; i++)
        pk_text_bytes(out, c->names[i], strlen(c->names[i]) + 1);
    for (uint32_t i = 0; i < c->value_count; i++)
        put_value(&c->values[i], out);
}

void pk_binding_key(const pk_binding *b, pk_text *out) {
    pk_text_bytes(out, b->name, strlen(b->name) + 1);
    if (b->kind == PK_BIND_reference)
        pk_signature_key(
            &(pk_signature){.args = &b->reference->type, .count = 1}, out);
    else
        put_value(b, out);
}
