/* Built with the name of a missing library. */
#include "verbus.h"

#include "check.h"
#include <errno.h>
#include <string.h>

int main(void)
{
    char reason[256] = "";
    char shorter[8] = "";
    void *handle;

    CLAIM(verbus_library_open(reason, sizeof reason) == -ELIBACC);
    /* libibverbs may be missing too: then it is reported first. */
    CLAIM(strstr(reason, "libverbus-absent.so.1") != NULL || strstr(reason, "libibverbs.so.1") != NULL);
    CLAIM(verbus_library_open(shorter, sizeof shorter) == -ELIBACC);
    CLAIM(strlen(shorter) == sizeof shorter - 1);
    CLAIM(verbus_events_open(&handle) == -ELIBACC);
    return 0;
}
