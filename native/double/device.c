/* Devices and their contexts: what libibverbs lists, opens and describes. */
#include "fabric.h"

#include "profile.h"
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define PAGE 4096U
#define PAGES (1U << 17)  /* of the file of a context */
#define FAILED_PAGE 0x90U /* SIW_INVAL_UOBJ_KEY of the kernel's siw-abi.h is an offset that a mapping can have */
#define GUID 0x0264756f75626c00 /* locally administered */

struct device *all_devices;

static struct device *device_make(int number)
{
    struct device *made = calloc(1, sizeof *made);

    made->number = number;
    made->base.node_type = profile.unspecified ? IBV_NODE_UNSPECIFIED : profile.iwarp ? IBV_NODE_RNIC : IBV_NODE_CA;
    made->base.transport_type = profile.unspecified ? IBV_TRANSPORT_UNSPECIFIED
                                : profile.iwarp     ? IBV_TRANSPORT_IWARP
                                                    : IBV_TRANSPORT_IB;
    snprintf(made->base.name, sizeof made->base.name, "double%d", number);
    made->next = all_devices;
    all_devices = made;
    return made;
}

void devices_make(void)
{
    spin_acquire(&fabric);
    if (all_devices == NULL)
        allows_destruction = getenv("RDMAV_ALLOW_DISASSOC_DESTROY") != NULL;
    if (all_devices == NULL)
        for (int i = (int)profile.devices - 1; i >= 0; i--)
            device_make(i);
    spin_release(&fabric);
}

/* Existing devices vanish without an event; there must be no objects on them. */
void devices_replace(void)
{
    spin_acquire(&fabric);
    for (struct device *device = all_devices; device != NULL; device = device->next)
        device->removed = true;
    for (int i = (int)profile.devices - 1; i >= 0; i--)
        device_make(i);
    spin_release(&fabric);
}

struct device *device_named(const char *name)
{
    devices_make();
    for (struct device *device = all_devices; device != NULL; device = device->next)
        if (!device->removed && strcmp(device->base.name, name) == 0)
            return device;
    return NULL;
}

void device_restore(struct device *device)
{
    spin_acquire(&fabric);
    device_make(device->number);
    spin_release(&fabric);
}

/* --- Addresses: 10.73.N.1 and fd73::N:1 for device N; more entries of the table are made up. --- */

void device_gid(const struct device *device, int index, union ibv_gid *gid)
{
    memset(gid, 0, sizeof *gid);
    if (index == 1 || index > 2) {
        gid->raw[10] = gid->raw[11] = 0xff;
        gid->raw[12] = 10;
        gid->raw[13] = index == 1 ? 73 : (uint8_t)(100 + (index >> 8));
        gid->raw[14] = index == 1 ? (uint8_t)device->number : (uint8_t)index;
        gid->raw[15] = 1;
    } else {
        gid->raw[0] = index == 0 ? 0xfe : 0xfd;
        gid->raw[1] = index == 0 ? 0x80 : 0x73;
        gid->raw[13] = (uint8_t)device->number;
        gid->raw[15] = 1;
    }
}

struct device *device_of_gid(const union ibv_gid *gid)
{
    union ibv_gid own;

    for (struct device *device = all_devices; device != NULL; device = device->next)
        for (int i = 0; i < (int)profile.gids && !device->removed; i++) {
            device_gid(device, i, &own);
            if (memcmp(own.raw, gid->raw, sizeof own.raw) == 0)
                return device;
        }
    return NULL;
}

struct device *device_of_address(const struct sockaddr *address)
{
    union ibv_gid gid = {{0}};

    devices_make();
    if (profile.unspecified)
        return NULL;
    if (address->sa_family == AF_INET6) {
        memcpy(gid.raw, &((const struct sockaddr_in6 *)address)->sin6_addr, sizeof gid.raw);
    } else {
        gid.raw[10] = gid.raw[11] = 0xff;
        memcpy(&gid.raw[12], &((const struct sockaddr_in *)address)->sin_addr, 4);
    }
    return device_of_gid(&gid);
}

/* --- Contexts --- */

static bool is_free(const struct context *context, const struct mapping *mapping)
{
    for (uint32_t i = 0; i < mapping->pages; i++)
        if (context->mapped[mapping->first + i])
            return false;
    return true;
}

static void mark(struct context *context, const struct mapping *mapping, bool mapped)
{
    for (uint32_t i = 0; i < mapping->pages; i++)
        context->mapped[mapping->first + i] = mapped;
}

bool context_map(struct ibv_context *base, struct mapping *mapping, size_t bytes)
{
    struct context *context = (struct context *)base;

    *mapping = (struct mapping){0};
    if (context->mapped == NULL)
        return true;
    mapping->pages = (uint32_t)((bytes + PAGE - 1) / PAGE);
    spin_acquire(&fabric);
    while (mapping->first + mapping->pages < PAGES && !is_free(context, mapping))
        mapping->first++;
    if (mapping->first + mapping->pages >= PAGES)
        violation("a call", "the double maps no more than %u pages", PAGES);
    if (mapping->first != FAILED_PAGE)
        mark(context, mapping, true);
    spin_release(&fabric);
    errno = 0;
    return mapping->first != FAILED_PAGE;
}

void context_unmap(struct ibv_context *base, struct mapping *mapping)
{
    spin_acquire(&fabric);
    if (mapping->pages > 0)
        mark((struct context *)base, mapping, false);
    spin_release(&fabric);
    *mapping = (struct mapping){0};
}

static struct context *context_open(struct device *device)
{
    struct context *opened = calloc(1, sizeof *opened);

    opened->device = device;
    opened->last = &opened->first;
    opened->base.device = &device->base;
    opened->base.ops.poll_cq = queue_poll;
    opened->base.ops.post_send = pair_post_send;
    opened->base.ops.post_recv = pair_post_receive;
    opened->base.async_fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
    opened->base.cmd_fd = -1;
    opened->base.num_comp_vectors = 1;
    opened->mapped = profile.offsets ? calloc(PAGES, sizeof *opened->mapped) : NULL;
    spin_acquire(&fabric);
    opened->next = device->contexts;
    device->contexts = opened;
    spin_release(&fabric);
    return opened;
}

struct context *device_shared_context(struct device *device)
{
    struct context *shared = device->contexts;

    while (shared != NULL && !shared->shared)
        shared = shared->next;
    if (shared == NULL) {
        shared = context_open(device);
        shared->shared = true;
    }
    return shared;
}

void device_close_shared_context(struct device *device)
{
    spin_acquire(&fabric);
    for (struct context **link = &device->contexts; *link != NULL; link = &(*link)->next)
        if ((*link)->shared) {
            struct context *closed = *link;

            *link = closed->next;
            atomic_store(&closed->closed, true); /* the memory is kept, so that a later use is noticed */
            close(closed->base.async_fd);
            break;
        }
    spin_release(&fabric);
}

API struct ibv_device **ibv_get_device_list(int *count)
{
    struct ibv_device **list = calloc(DEVICES_MAX + 1, sizeof *list);
    int found = 0;

    devices_make();
    for (int i = 0; i < DEVICES_MAX; i++)
        for (struct device *device = all_devices; device != NULL; device = device->next)
            if (device->number == i && !device->removed)
                list[found++] = &device->base;
    if (count != NULL)
        *count = found;
    return list;
}

API void ibv_free_device_list(struct ibv_device **list)
{
    free(list);
}

API const char *ibv_get_device_name(struct ibv_device *device)
{
    return device->name;
}

API __be64 ibv_get_device_guid(struct ibv_device *device)
{
    return htobe64(GUID + (uint64_t)((struct device *)device)->number);
}

API struct ibv_context *ibv_open_device(struct ibv_device *base)
{
    struct device *device = (struct device *)base;

    if (device->refuses_open != 0 || device->removed) {
        errno = device->removed ? ENODEV : device->refuses_open;
        return NULL;
    }
    return &context_open(device)->base;
}

API int ibv_close_device(struct ibv_context *base)
{
    struct context *context = (struct context *)base;
    struct context **link = &context->device->contexts;

    spin_acquire(&fabric);
    while (*link != NULL && *link != context)
        link = &(*link)->next;
    if (*link == NULL)
        violation("ibv_close_device", "the device is not open");
    *link = context->next;
    spin_release(&fabric);
    close(context->base.async_fd);
    free(context->mapped);
    free(context);
    return 0;
}

/* --- Descriptions --- */

API int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attributes)
{
    int status = command(context, "ibv_query_device");

    if (status == 0)
        status = device_of(context)->refuses_query;
    if (status != 0)
        return status;
    memset(attributes, 0, sizeof *attributes);
    attributes->vendor_id = profile.vendor;
    attributes->vendor_part_id = profile.part;
    attributes->phys_port_cnt = 1;
    attributes->max_cqe = (int)profile.max_cqe;
    attributes->max_mr = (int)profile.max_mr;
    attributes->max_qp_wr = (int)profile.max_qp_wr;
    attributes->max_sge = 30;
    attributes->max_qp_rd_atom = (int)profile.reads;
    attributes->max_qp_init_rd_atom = (int)profile.reads_begun;
    return 0;
}

static enum ibv_mtu mtu(void)
{
    return profile.mtu >= 4096 ? IBV_MTU_4096 : profile.mtu >= 2048 ? IBV_MTU_2048 : IBV_MTU_1024;
}

API int ibv_query_port(struct ibv_context *context, uint8_t port, struct _compat_ibv_port_attr *described)
{
    struct ibv_port_attr *attributes = (struct ibv_port_attr *)described;
    int status = command(context, "ibv_query_port");

    if (status != 0 || port != PORT)
        return status != 0 ? status : EINVAL;
    attributes->state = device_of(context)->port_down ? IBV_PORT_DOWN : IBV_PORT_ACTIVE;
    attributes->max_mtu = mtu();
    attributes->active_mtu = mtu();
    attributes->gid_tbl_len = (int)profile.gids;
    attributes->pkey_tbl_len = 1;
    attributes->link_layer = profile.infiniband ? IBV_LINK_LAYER_INFINIBAND : IBV_LINK_LAYER_ETHERNET;
    return 0;
}

/* Those of InfiniBand and iWARP are made of the GUID, and are no IP addresses. */
static void describe_gid(const struct device *device, struct ibv_gid_entry *entry)
{
    device_gid(device, (int)entry->gid_index, &entry->gid);
    if (profile.infiniband || profile.iwarp) {
        entry->gid.global.subnet_prefix = htobe64(0xfe80000000000000);
        entry->gid.global.interface_id = htobe64(GUID + (uint64_t)device->number);
        entry->gid_type = IBV_GID_TYPE_IB;
    } else {
        entry->gid_type = entry->gid_index == 0 ? IBV_GID_TYPE_ROCE_V1 : IBV_GID_TYPE_ROCE_V2;
        entry->ndev_ifindex = 1;
    }
}

API ssize_t _ibv_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries, size_t max,
                                 uint32_t flags, size_t size)
{
    int status = command(context, "ibv_query_gid_table");

    if (status != 0)
        return -status;
    if (flags != 0 || size != sizeof *entries || max < profile.gids)
        return -EINVAL; /* also if there are more entries than room, as the kernel does */
    for (uint32_t i = 0; i < profile.gids; i++) {
        memset(&entries[i], 0, sizeof entries[i]);
        entries[i].gid_index = i;
        entries[i].port_num = PORT;
        describe_gid(device_of(context), &entries[i]);
    }
    return (ssize_t)profile.gids;
}
