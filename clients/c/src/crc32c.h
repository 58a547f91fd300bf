/* CRC-32C (Castagnoli), as of iSCSI (RFC 3720, appendix B.4). */
#ifndef VERBUS_CRC32C_H
#define VERBUS_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of bytes, or of bytes that follow others with the checksum `before`; 0 before the first. */
uint32_t verbus_crc32c(uint32_t before, const void *bytes, size_t length);

#endif
