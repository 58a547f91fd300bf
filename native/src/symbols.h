/* The functions of libibverbs and librdmacm that are used, resolved at run time. */
#ifndef VERBUS_SYMBOLS_H
#define VERBUS_SYMBOLS_H

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>

/* X(library, member, symbol). Posts and polls are inline functions of the headers, so they are not listed. */
#define VERBUS_SYMBOLS(X)                                           \
    X(IBVERBS, get_device_list, ibv_get_device_list)                \
    X(IBVERBS, free_device_list, ibv_free_device_list)              \
    X(IBVERBS, get_device_name, ibv_get_device_name)                \
    X(IBVERBS, get_device_guid, ibv_get_device_guid)                \
    X(IBVERBS, open_device, ibv_open_device)                        \
    X(IBVERBS, close_device, ibv_close_device)                      \
    X(IBVERBS, query_device, ibv_query_device)                      \
    X(IBVERBS, query_port, ibv_query_port)                          \
    X(IBVERBS, query_gid_table, _ibv_query_gid_table)               \
    X(IBVERBS, get_async_event, ibv_get_async_event)                \
    X(IBVERBS, ack_async_event, ibv_ack_async_event)                \
    X(IBVERBS, alloc_pd, ibv_alloc_pd)                              \
    X(IBVERBS, dealloc_pd, ibv_dealloc_pd)                          \
    X(IBVERBS, reg_mr, ibv_reg_mr)                                  \
    X(IBVERBS, dereg_mr, ibv_dereg_mr)                              \
    X(IBVERBS, create_cq, ibv_create_cq)                            \
    X(IBVERBS, destroy_cq, ibv_destroy_cq)                          \
    X(IBVERBS, create_qp, ibv_create_qp)                            \
    X(IBVERBS, destroy_qp, ibv_destroy_qp)                          \
    X(IBVERBS, modify_qp, ibv_modify_qp)                            \
    X(IBVERBS, query_qp, ibv_query_qp)                              \
    X(IBVERBS, wc_status_str, ibv_wc_status_str)                    \
    X(IBVERBS, event_type_str, ibv_event_type_str)                  \
    X(IBVERBS, port_state_str, ibv_port_state_str)                  \
    X(RDMACM, get_devices, rdma_get_devices)                        \
    X(RDMACM, free_devices, rdma_free_devices)                      \
    X(RDMACM, create_event_channel, rdma_create_event_channel)      \
    X(RDMACM, destroy_event_channel, rdma_destroy_event_channel)    \
    X(RDMACM, get_cm_event, rdma_get_cm_event)                      \
    X(RDMACM, ack_cm_event, rdma_ack_cm_event)                      \
    X(RDMACM, create_id, rdma_create_id)                            \
    X(RDMACM, destroy_id, rdma_destroy_id)                          \
    X(RDMACM, bind_addr, rdma_bind_addr)                            \
    X(RDMACM, listen, rdma_listen)                                  \
    X(RDMACM, resolve_addr, rdma_resolve_addr)                      \
    X(RDMACM, resolve_route, rdma_resolve_route)                    \
    X(RDMACM, set_option, rdma_set_option)                          \
    X(RDMACM, connect, rdma_connect)                                \
    X(RDMACM, accept, rdma_accept)                                  \
    X(RDMACM, reject, rdma_reject)                                  \
    X(RDMACM, disconnect, rdma_disconnect)                          \
    X(RDMACM, init_qp_attr, rdma_init_qp_attr)                      \
    X(RDMACM, establish, rdma_establish)                            \
    X(RDMACM, event_str, rdma_event_str)

struct verbus_symbols {
#define VERBUS_MEMBER(library, member, symbol) __typeof__(&symbol) member;
    VERBUS_SYMBOLS(VERBUS_MEMBER)
#undef VERBUS_MEMBER
};

/* Null until verbus_library_open() has succeeded. */
extern const struct verbus_symbols *verbus_symbols;

#define VERBS (verbus_symbols)

static inline bool verbus_opened(void)
{
    return verbus_symbols != NULL;
}

#endif
