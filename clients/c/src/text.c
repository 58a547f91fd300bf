#include "text.h"

#include "words.h"

#include <string.h>

void verbus_text_put(uint8_t *header, size_t offset, const char *text)
{
    size_t length = strnlen(text, TEXT_LENGTH);
    verbus_put32(header, offset, (uint32_t)length);
    memcpy(header + offset + 4, text, length);
}

void verbus_text_legible(const uint8_t *bytes, size_t length, char *text, size_t size)
{
    size_t kept = length < size ? length : size - 1;
    for (size_t i = 0; i < kept; i++)
        text[i] = bytes[i] < 0x20 || bytes[i] == 0x7f ? '?' : (char)bytes[i];
    text[kept] = 0;
}

void verbus_text_get(const uint8_t *header, size_t offset, char text[static TEXT_SIZE])
{
    uint32_t length = verbus_get32(header, offset);
    if (length > INT32_MAX)
        length = 0;
    verbus_text_legible(header + offset + 4, length < TEXT_LENGTH ? length : TEXT_LENGTH, text, TEXT_SIZE);
}

void verbus_id_print(uint64_t id, char text[static 17])
{
    for (unsigned i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[id >> (60 - 4 * i) & 15];
    text[16] = 0;
}

uint64_t verbus_id_parse(const char *text)
{
    uint64_t id = 0;
    for (unsigned i = 0; i < 16; i++) {
        char digit = text[i];
        if (digit >= '0' && digit <= '9')
            id = id << 4 | (uint64_t)(digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            id = id << 4 | (uint64_t)(digit - 'a' + 10);
        else
            return 0;
    }
    return id;
}

bool verbus_stream_is_valid(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    size_t length = strnlen(name, 121);
    return length > 0 && length <= 120 && name[0] != '.' && name[0] != '-' && strspn(name, letters) == length;
}
