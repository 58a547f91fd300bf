/* CRC-32C against the vectors of RFC 3720, appendix B.4, whole and in parts. */
#include "check.h"
#include "crc32c.h"

#include <string.h>

int main(void)
{
    unsigned char bytes[32];
    memset(bytes, 0, sizeof bytes);
    CLAIM(verbus_crc32c(0, bytes, sizeof bytes) == 0x8a9136aa);
    memset(bytes, 0xff, sizeof bytes);
    CLAIM(verbus_crc32c(0, bytes, sizeof bytes) == 0x62a8ab43);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    CLAIM(verbus_crc32c(0, bytes, sizeof bytes) == 0x46dd794e);
    for (size_t part = 0; part <= sizeof bytes; part++)
        CLAIM(verbus_crc32c(verbus_crc32c(0, bytes, part), bytes + part, sizeof bytes - part) == 0x46dd794e);
    CLAIM(verbus_crc32c(0, "123456789", 9) == 0xe3069283);
    return 0;
}
