/* Protection domains and registered memory. */
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A key is the number of its entry and the use of that entry, so the key of an earlier region is invalid.
 *
 *   31            8 7        0
 *   ┌──────────────┬──────────┐
 *   │ entry        │ use      │
 *   └──────────────┴──────────┘
 */
#define ENTRIES (1U << 16)
#define USES 256U

static struct region *regions[ENTRIES];
static uint8_t uses[ENTRIES];
static uint32_t last_entry;

API struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
    struct domain *made;
    int status = command(context, "ibv_alloc_pd");

    if (status != 0) {
        errno = status;
        return NULL;
    }
    made = calloc(1, sizeof *made);
    made->base.context = context;
    made->live = true;
    counters.domains++;
    return &made->base;
}

API int ibv_dealloc_pd(struct ibv_pd *base)
{
    struct domain *domain = (struct domain *)base;

    int status = command_to_destroy(base->context, "ibv_dealloc_pd");

    if (!domain->live)
        violation("ibv_dealloc_pd", "the protection domain is already deallocated");
    if (status == 0 && domain->users > 0)
        return EBUSY;
    domain->live = false;
    counters.domains--;
    return status;
}

/* Whether all pages of a range are mapped, and writable. */
static bool is_writable(uint64_t address, uint64_t length)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    uint64_t next = address;
    uint64_t first;
    uint64_t end;
    char writable;

    if (maps == NULL)
        abort();
    while (next < address + length && fgets(line, sizeof line, maps) != NULL)
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*c%c", &first, &end, &writable) == 3 &&
            first <= next && next < end) {
            if (writable != 'w')
                break;
            next = end;
        }
    fclose(maps);
    return next >= address + length;
}

static uint32_t entry_for(struct region *region)
{
    for (uint32_t i = 0; i < ENTRIES; i++) {
        last_entry = (last_entry + 1) % ENTRIES;
        if (regions[last_entry] == NULL) {
            regions[last_entry] = region;
            return last_entry * USES + ++uses[last_entry];
        }
    }
    violation("ibv_reg_mr", "%u regions are registered", ENTRIES);
}

API struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *address, size_t length, int access)
{
    struct domain *domain = (struct domain *)pd;
    struct region *made;
    int status = command(pd->context, "ibv_reg_mr");

    if (!domain->live)
        violation("ibv_reg_mr", "the protection domain is deallocated");
    if (status == 0 && (access & IBV_ACCESS_REMOTE_WRITE) != 0 && (access & IBV_ACCESS_LOCAL_WRITE) == 0)
        status = EINVAL;
    if (status == 0 && counters.regions >= profile.max_mr)
        status = ENOMEM;
    if (status == 0 && !is_writable((uintptr_t)address, length))
        status = EFAULT;
    if (status != 0) {
        errno = status;
        return NULL;
    }
    made = calloc(1, sizeof *made);
    made->live = true;
    made->access = (unsigned int)access;
    made->base = (struct ibv_mr){.context = pd->context, .pd = pd, .addr = address, .length = length};
    spin_acquire(&fabric);
    made->base.lkey = made->base.rkey = entry_for(made);
    domain->users++;
    spin_release(&fabric);
    counters.regions++;
    return &made->base;
}

API int ibv_dereg_mr(struct ibv_mr *base)
{
    struct region *region = (struct region *)base;

    int status = command_to_destroy(base->context, "ibv_dereg_mr");

    if (!region->live)
        violation("ibv_dereg_mr", "the region is already deregistered");
    spin_acquire(&fabric);
    region->live = false;
    regions[base->lkey / USES] = NULL;
    ((struct domain *)base->pd)->users--;
    spin_release(&fabric);
    counters.regions--;
    return status;
}

struct region *region_of(uint32_t key)
{
    struct region *region = key / USES < ENTRIES ? regions[key / USES] : NULL;

    return region != NULL && region->live && region->base.lkey == key ? region : NULL;
}

bool region_admits(uint32_t key, const struct ibv_pd *domain, uint64_t address, uint32_t length, unsigned int access)
{
    const struct region *region = region_of(key);
    uint64_t first = region == NULL ? 0 : (uintptr_t)region->base.addr;

    return region != NULL && region->base.pd == domain && (region->access & access) == access && address >= first &&
           length <= region->base.length && address - first <= region->base.length - length;
}
