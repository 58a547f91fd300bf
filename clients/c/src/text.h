/* Text fields of headers: length (4), then UTF-8 of up to TEXT_LENGTH bytes. */
#ifndef VERBUS_TEXT_H
#define VERBUS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_LENGTH = 124, TEXT_SIZE = TEXT_LENGTH + 1 };

/* Stores a text, cut to what fits. */
void verbus_text_put(uint8_t *header, size_t offset, const char *text);

/* Loads a text that is not trusted: its length is bounded, and control characters become '?'. */
void verbus_text_get(const uint8_t *header, size_t offset, char text[static TEXT_SIZE]);

/* Copies bytes that are not trusted into a string of at most size - 1 bytes, with '?' for control characters. */
void verbus_text_legible(const uint8_t *bytes, size_t length, char *text, size_t size);

/* 16 hex digits and a zero. */
void verbus_id_print(uint64_t id, char text[static 17]);

/* The id in 16 lower-case hex digits at the start of a text; 0, which is never used, if there are none. */
uint64_t verbus_id_parse(const char *text);

/* Whether a stream can have this name. */
bool verbus_stream_is_valid(const char *name);

#endif
