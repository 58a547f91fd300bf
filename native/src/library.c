/* Opens the two RDMA libraries at run time: without them the caller gets an error message, and shared memory works. */
#include "verbus.h"

#include "symbols.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct verbus_symbols *verbus_symbols;

static struct verbus_symbols found;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

enum library { IBVERBS, RDMACM, LIBRARIES };

/* A test defines the name of a missing library. */
#ifndef VERBUS_RDMACM_FILE
#define VERBUS_RDMACM_FILE "librdmacm.so.1"
#endif

static const char *const FILES[LIBRARIES] = {[IBVERBS] = "libibverbs.so.1", [RDMACM] = VERBUS_RDMACM_FILE};

static const struct {
    enum library library;
    const char *name;
    size_t member;
} SYMBOLS[] = {
#define VERBUS_ROW(library, member, symbol) {library, #symbol, offsetof(struct verbus_symbols, member)},
    VERBUS_SYMBOLS(VERBUS_ROW)
#undef VERBUS_ROW
};

int verbus_library_version(void)
{
    return VERBUS_VERSION;
}

static int find_symbols(void *const handles[LIBRARIES], char *reason, size_t size)
{
    for (size_t i = 0; i < sizeof SYMBOLS / sizeof SYMBOLS[0]; i++) {
        void *symbol = dlsym(handles[SYMBOLS[i].library], SYMBOLS[i].name);
        if (symbol == NULL) {
            snprintf(reason, size, "no symbol %s in %s: install rdma-core 33 or later", SYMBOLS[i].name,
                     FILES[SYMBOLS[i].library]);
            return -ELIBACC;
        }
        memcpy((char *)&found + SYMBOLS[i].member, &symbol, sizeof symbol);
    }
    return 0;
}

/* The libraries are never closed after success: they have threads and tables of their own. */
static int open_libraries(char *reason, size_t size)
{
    void *handles[LIBRARIES] = {NULL};
    int opened = 0;
    int status = 0;

    /* Else objects of a device that was removed cannot be destroyed: libibverbs looks at its first list of devices. */
    setenv("RDMAV_ALLOW_DISASSOC_DESTROY", "1", 0);
    for (; opened < LIBRARIES; opened++) {
        handles[opened] = dlopen(FILES[opened], RTLD_NOW | RTLD_LOCAL);
        if (handles[opened] == NULL) {
            snprintf(reason, size, "%s", dlerror());
            status = -ELIBACC;
            goto release;
        }
    }
    status = find_symbols(handles, reason, size);
    if (status == 0) {
        verbus_symbols = &found;
        return 0;
    }
release:
    while (opened > 0)
        dlclose(handles[--opened]);
    return status;
}

int verbus_library_open(char *reason, size_t size)
{
    int status = 0;

    if (reason == NULL || size == 0)
        return -EINVAL;
    pthread_mutex_lock(&opening);
    if (verbus_symbols == NULL)
        status = open_libraries(reason, size);
    pthread_mutex_unlock(&opening);
    return status;
}
