/*
 * Words of mapped memory that another process may write at any time. All layouts are little-endian, and aligned words
 * are atomic on the supported processors, so a word is loaded and stored as it is.
 */
#ifndef VERBUS_WORDS_H
#define VERBUS_WORDS_H

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the layouts of Verbus are little-endian, as x86-64 and aarch64 are"
#endif

typedef _Atomic uint64_t verbus_word;
_Static_assert(sizeof(verbus_word) == sizeof(uint64_t), "a word of a file is 8 bytes");

/* A word for loads only. */
static inline const verbus_word *verbus_word_at(const uint8_t *memory, size_t offset)
{
    return (const verbus_word *)(const void *)(memory + offset);
}

static inline verbus_word *verbus_word_to(uint8_t *memory, size_t offset)
{
    return (verbus_word *)(void *)(memory + offset);
}

static inline uint64_t verbus_load_acquire(const uint8_t *memory, size_t offset)
{
    return atomic_load_explicit(verbus_word_at(memory, offset), memory_order_acquire);
}

static inline uint64_t verbus_load_relaxed(const uint8_t *memory, size_t offset)
{
    return atomic_load_explicit(verbus_word_at(memory, offset), memory_order_relaxed);
}

static inline void verbus_store_release(uint8_t *memory, size_t offset, uint64_t value)
{
    atomic_store_explicit(verbus_word_to(memory, offset), value, memory_order_release);
}

static inline void verbus_store_relaxed(uint8_t *memory, size_t offset, uint64_t value)
{
    atomic_store_explicit(verbus_word_to(memory, offset), value, memory_order_relaxed);
}

/* Fields that are written before the file gets its name, or are covered by a checksum: without order. */
static inline uint64_t verbus_get64(const uint8_t *memory, size_t offset)
{
    uint64_t value;
    memcpy(&value, memory + offset, sizeof value);
    return value;
}

static inline uint32_t verbus_get32(const uint8_t *memory, size_t offset)
{
    uint32_t value;
    memcpy(&value, memory + offset, sizeof value);
    return value;
}

static inline void verbus_put64(uint8_t *memory, size_t offset, uint64_t value)
{
    memcpy(memory + offset, &value, sizeof value);
}

static inline void verbus_put32(uint8_t *memory, size_t offset, uint32_t value)
{
    memcpy(memory + offset, &value, sizeof value);
}

#endif
