/* A library of another build, to be rejected by Java: one field is narrower than Java expects. */
#include "verbus.h"

#include <errno.h>
#include <stdio.h>

int verbus_library_version(void)
{
    return VERBUS_VERSION;
}

int verbus_layout_entry(int index, char *name, size_t size, int64_t *value, int64_t *width)
{
    if (index > 1)
        return -ENOENT;
    snprintf(name, size, "%s", index == 0 ? "verbus_request" : "verbus_request.id");
    *value = index == 0 ? 48 : 0;
    *width = index == 0 ? 0 : 4;
    return 0;
}
