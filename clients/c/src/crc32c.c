#include "crc32c.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>

__attribute__((target("sse4.2")))
static uint32_t by_instruction(uint32_t crc, const uint8_t *bytes, size_t length)
{
    uint64_t wide = crc;
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = (uint32_t)wide;
    for (; length > 0; bytes++, length--)
        crc = _mm_crc32_u8(crc, *bytes);
    return crc;
}

static bool has_instruction(void)
{
    return __builtin_cpu_supports("sse4.2") != 0;
}
#else
static uint32_t by_instruction(uint32_t crc, const uint8_t *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    return crc;
}

static bool has_instruction(void)
{
    return false;
}
#endif

/* Four bits at a time: the remainders of 0 to 15 by the reflected polynomial 0x82f63b78. */
static uint32_t by_bits(uint32_t crc, const uint8_t *bytes, size_t length)
{
    static const uint32_t remainders[16] = {
        0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
        0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
    };
    for (; length > 0; bytes++, length--) {
        crc ^= *bytes;
        crc = crc >> 4 ^ remainders[crc & 15];
        crc = crc >> 4 ^ remainders[crc & 15];
    }
    return crc;
}

uint32_t verbus_crc32c(uint32_t before, const void *bytes, size_t length)
{
    uint32_t crc = ~before;
    crc = has_instruction() ? by_instruction(crc, bytes, length) : by_bits(crc, bytes, length);
    return ~crc;
}
