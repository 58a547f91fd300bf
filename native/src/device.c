/* Devices, their ports and addresses, and their asynchronous events. */
#include "verbus.h"

#include "check.h"
#include <arpa/inet.h>
#include <endian.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The devices of the host, more than index of them, or null and a status. */
static struct ibv_device **devices_beyond(int index, int *status)
{
    struct ibv_device **devices;
    int count;

    errno = 0;
    devices = VERBS->get_device_list(&count);
    if (devices == NULL) {
        /* ENOSYS: the kernel module ib_uverbs is not loaded, so there is no device. */
        *status = errno == ENOSYS ? -ENOENT : verbus_errno_of_null();
    } else if (index >= count) {
        *status = -ENOENT;
        VERBS->free_device_list(devices);
        devices = NULL;
    }
    return devices;
}

int verbus_device_name(int index, char *name, size_t size)
{
    struct ibv_device **devices;
    int status;

    VERBUS_REQUIRE(index >= 0 && name != NULL && size > 0);
    devices = devices_beyond(index, &status);
    if (devices == NULL)
        return status;
    snprintf(name, size, "%s", VERBS->get_device_name(devices[index]));
    VERBS->free_device_list(devices);
    return 0;
}

int verbus_device_open(int index, void **context)
{
    struct ibv_device **devices;
    struct ibv_context *opened;
    int status = 0;

    VERBUS_REQUIRE(index >= 0 && context != NULL);
    devices = devices_beyond(index, &status);
    if (devices == NULL)
        return status;
    errno = 0;
    opened = VERBS->open_device(devices[index]);
    if (opened == NULL)
        status = verbus_errno_of_null();
    else
        *context = opened;
    VERBS->free_device_list(devices);
    return status;
}

int verbus_device_close(void *context)
{
    VERBUS_REQUIRE(context != NULL);
    return verbus_negative_errno(VERBS->close_device(context));
}

int verbus_devices_sync(void)
{
    struct ibv_context **devices;

    if (!verbus_opened())
        return -ELIBACC;
    errno = 0;
    devices = VERBS->get_devices(NULL);
    if (devices == NULL)
        return verbus_errno_of_null();
    VERBS->free_devices(devices);
    return 0;
}

int verbus_device_describe(void *context, struct verbus_device *device)
{
    struct ibv_context *opened = context;
    struct ibv_device_attr attributes;
    int status;

    VERBUS_REQUIRE(context != NULL && device != NULL);
    status = VERBS->query_device(opened, &attributes);
    if (status != 0)
        return verbus_negative(status);
    memset(device, 0, sizeof *device);
    snprintf(device->name, sizeof device->name, "%s", VERBS->get_device_name(opened->device));
    device->guid = be64toh(VERBS->get_device_guid(opened->device));
    device->vendor = attributes.vendor_id;
    device->ports = attributes.phys_port_cnt;
    device->max_completions = (uint32_t)attributes.max_cqe;
    device->max_reads = (uint32_t)attributes.max_qp_rd_atom;
    device->max_reads_begun = (uint32_t)attributes.max_qp_init_rd_atom;
    device->part = attributes.vendor_part_id;
    device->iwarp = opened->device->transport_type == IBV_TRANSPORT_IWARP;
    device->reliable = device->iwarp || opened->device->transport_type == IBV_TRANSPORT_IB;
    return 0;
}

int verbus_port_describe(void *context, int port, struct verbus_port *described)
{
    /* The exported function writes an older, shorter struct than that of this header. */
    struct ibv_port_attr attributes = {0};
    int status;

    VERBUS_REQUIRE(context != NULL && port > 0 && port <= UINT8_MAX && described != NULL);
    status = VERBS->query_port(context, (uint8_t)port, (struct _compat_ibv_port_attr *)&attributes);
    if (status != 0)
        return verbus_negative(status);
    described->state = attributes.state;
    described->mtu = 128U << attributes.active_mtu; /* 1 is 256 bytes */
    described->ethernet = attributes.link_layer == IBV_LINK_LAYER_ETHERNET;
    described->gids = attributes.gid_tbl_len > 0 ? (uint32_t)attributes.gid_tbl_len : 0;
    return 0;
}

static void describe_gid(const struct ibv_gid_entry *entry, struct verbus_gid *gid)
{
    struct in6_addr address;
    char name[IF_NAMESIZE] = "";

    memset(gid, 0, sizeof *gid);
    memcpy(&address, entry->gid.raw, sizeof address);
    if (IN6_IS_ADDR_V4MAPPED(&address))
        inet_ntop(AF_INET, &address.s6_addr[12], gid->address, sizeof gid->address);
    else
        inet_ntop(AF_INET6, &address, gid->address, sizeof gid->address);
    if (entry->ndev_ifindex != 0 && if_indextoname(entry->ndev_ifindex, name) != NULL)
        snprintf(gid->network, sizeof gid->network, "%s", name);
    gid->port = entry->port_num;
    gid->index = entry->gid_index;
    gid->type = entry->gid_type;
}

int verbus_gid_list(void *context, struct verbus_gid *gids, int max)
{
    struct ibv_gid_entry *entries;
    ssize_t count;

    VERBUS_REQUIRE(context != NULL && gids != NULL && max > 0);
    entries = calloc((size_t)max, sizeof *entries);
    if (entries == NULL)
        return -ENOMEM;
    count = VERBS->query_gid_table(context, entries, (size_t)max, 0, sizeof *entries);
    for (ssize_t i = 0; i < count; i++)
        describe_gid(&entries[i], &gids[i]);
    free(entries);
    return (int)count; /* count or negative errno */
}

int verbus_device_event_unblock(void *context)
{
    int fd;
    int flags;

    VERBUS_REQUIRE(context != NULL);
    fd = ((struct ibv_context *)context)->async_fd;
    flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
        return -errno;
    return 0;
}

int verbus_device_event_next(void *context, struct verbus_device_event *event)
{
    struct ibv_async_event taken;

    VERBUS_REQUIRE(context != NULL && event != NULL);
    if (VERBS->get_async_event(context, &taken) != 0)
        return -errno;
    memset(event, 0, sizeof *event);
    event->type = (int32_t)taken.event_type;
    switch (taken.event_type) {
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_QP_LAST_WQE_REACHED:
    case IBV_EVENT_COMM_EST:
    case IBV_EVENT_SQ_DRAINED:
    case IBV_EVENT_PATH_MIG:
    case IBV_EVENT_PATH_MIG_ERR:
        event->pair = taken.element.qp->qp_num;
        break;
    case IBV_EVENT_PORT_ACTIVE:
    case IBV_EVENT_PORT_ERR:
    case IBV_EVENT_LID_CHANGE:
    case IBV_EVENT_PKEY_CHANGE:
    case IBV_EVENT_SM_CHANGE:
    case IBV_EVENT_CLIENT_REREGISTER:
    case IBV_EVENT_GID_CHANGE:
        event->port = (uint32_t)taken.element.port_num;
        break;
    case IBV_EVENT_CQ_ERR:
        event->completions = (uintptr_t)taken.element.cq;
        break;
    default: /* of the device */
        break;
    }
    VERBS->ack_async_event(&taken); /* at once: destroying the affected object waits for it */
    return 0;
}
