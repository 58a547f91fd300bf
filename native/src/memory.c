/* Protection domains and registered memory. */
#include "verbus.h"

#include "check.h"

int verbus_domain_create(void *context, void **domain)
{
    struct ibv_pd *created;

    VERBUS_REQUIRE(context != NULL && domain != NULL);
    errno = 0;
    created = VERBS->alloc_pd(context);
    if (created == NULL)
        return verbus_errno_of_null();
    *domain = created;
    return 0;
}

int verbus_domain_destroy(void *domain)
{
    VERBUS_REQUIRE(domain != NULL);
    return verbus_negative(VERBS->dealloc_pd(domain));
}

int verbus_region_create(void *domain, uint64_t address, uint64_t length, uint32_t access, struct verbus_region *region)
{
    struct ibv_mr *created;

    VERBUS_REQUIRE(domain != NULL && address != 0 && length > 0 && region != NULL);
    errno = 0;
    created = VERBS->reg_mr(domain, (void *)(uintptr_t)address, (size_t)length, (int)access);
    if (created == NULL)
        return verbus_errno_of_null();
    region->handle = (uintptr_t)created;
    region->local_key = created->lkey;
    region->remote_key = created->rkey;
    return 0;
}

int verbus_region_destroy(void *region)
{
    VERBUS_REQUIRE(region != NULL);
    return verbus_negative(VERBS->dereg_mr(region));
}
