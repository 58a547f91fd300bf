/*
 * The native functions that Java calls for RDMA verbs: one function per call, no policy.
 *
 * verbus_library_open() opens libibverbs and librdmacm at run time and must be called first; until it has succeeded,
 * other calls that need them return -ELIBACC. A call returns 0 (or the documented value), or a negative errno. Results
 * are stored through the last parameters, which stay unchanged on failure. Handles are pointers of these libraries; a
 * null handle returns -EINVAL, and the use of a released handle is undefined. Strings are UTF-8.
 *
 * Threads: as in libibverbs and librdmacm, any thread, but not while another thread releases the object.
 *
 * fork: ibv_fork_init() is not called. It would have to come before any registration and needs a table of all pages,
 * and kernels from 5.12 on copy pinned pages for the child. The JVM starts processes through a helper that touches no
 * registered page.
 */
#ifndef VERBUS_H
#define VERBUS_H

#include <stddef.h>
#include <stdint.h>

#define VERBUS_API __attribute__((visibility("default")))

/* Incremented with every change of this file that a caller could notice. */
#define VERBUS_VERSION 7

/* Maximum requests of a chain that one call posts. */
#define VERBUS_CHAIN_MAX 64

/* Maximum private data of an event. */
#define VERBUS_DATA_MAX 256

/* --- Shared structs: Java queries verbus_layout_entry() for offset and width of each field. --- */

struct verbus_request {
    uint64_t id; /* returned with the completion */
    uint64_t local_address;
    uint64_t remote_address;
    uint32_t length;
    uint32_t local_key;
    uint32_t remote_key;
    uint32_t immediate; /* host order */
    uint32_t operation; /* enum ibv_wr_opcode */
    uint32_t flags;     /* enum ibv_send_flags */
};

struct verbus_completion {
    uint64_t id;
    uint32_t status;    /* enum ibv_wc_status */
    uint32_t operation; /* enum ibv_wc_opcode */
    uint32_t length;
    uint32_t immediate; /* host order */
    uint32_t pair;
    uint32_t flags; /* enum ibv_wc_flags */
};

struct verbus_event {
    uint64_t id;       /* identifier; of a connect request a new one, which the receiver destroys */
    uint64_t listener; /* with a connect request, else 0 */
    int32_t type;      /* enum rdma_cm_event_type */
    int32_t status;    /* 0, a negative errno, or the reason of a rejection */
    uint32_t responder_resources;
    uint32_t initiator_depth;
    uint32_t pair; /* number of the peer's queue pair, if known */
    uint32_t length;
    uint8_t data[VERBUS_DATA_MAX];
};

struct verbus_device {
    char name[64];
    uint64_t guid;
    uint32_t vendor;
    uint32_t ports;
    uint32_t max_completions;
    uint32_t max_reads;       /* concurrent READs that a queue pair answers */
    uint32_t max_reads_begun; /* concurrent READs of a queue pair to its peer */
    uint32_t iwarp;           /* whether the kernel leads its queue pairs, from INIT on */
    uint32_t part;            /* number of its vendor */
    uint32_t reliable;        /* whether it is of InfiniBand, RoCE or iWARP, which have reliable connections */
};

struct verbus_port {
    uint32_t state; /* enum ibv_port_state */
    uint32_t mtu;   /* active, in bytes */
    uint32_t ethernet;
    uint32_t gids; /* size of its GID table */
};

struct verbus_gid {
    char network[16]; /* name of the network device, or empty */
    char address[48];
    uint32_t port;
    uint32_t index;
    uint32_t type; /* enum ibv_gid_type */
};

struct verbus_device_event {
    int32_t type;  /* enum ibv_event_type */
    uint32_t pair; /* number of the affected queue pair, else 0 */
    uint32_t port; /* affected port, else 0 */
    uint32_t reserved;
    uint64_t completions; /* affected completion queue, else 0 */
};

struct verbus_region {
    uint64_t handle;
    uint32_t local_key;
    uint32_t remote_key;
};

struct verbus_pair {
    uint64_t handle;       /* out */
    uint32_t number;       /* out */
    uint32_t max_sends;    /* requested, then granted */
    uint32_t max_receives; /* requested, then granted */
    uint32_t inline_limit; /* requested, then granted */
};

/* Attributes of a queue pair that an application chooses; the rest is from the connection manager. */
struct verbus_path {
    uint32_t mtu; /* maximum bytes of a packet; to set: 0 for that of the route, which is the upper limit */
    int32_t traffic_class; /* to set: -1 for that of the route */
    int32_t service_level; /* to set: -1 for that of the route */
    uint32_t ack_timeout;  /* 4.096 µs × 2^N */
    uint32_t retries;
    uint32_t receiver_retries;
    uint32_t receiver_timer; /* code of the specification */
    uint32_t reads_answered;
    uint32_t reads_begun;
};

struct verbus_pair_state {
    uint32_t state; /* enum ibv_qp_state */
    struct verbus_path path; /* as far as the state has it */
};

struct verbus_parameters {
    uint32_t pair; /* number of the queue pair */
    uint32_t responder_resources;
    uint32_t initiator_depth;
    uint32_t retries;
    uint32_t receiver_retries;
    uint32_t length;
    uint8_t data[VERBUS_DATA_MAX];
};

/* --- The library --- */

VERBUS_API int verbus_library_version(void);

/* Opens libibverbs and librdmacm, once per process. On failure, reason describes it. */
VERBUS_API int verbus_library_open(char *reason, size_t size);

/*
 * The index-th entry that Java compares, from 0; -ENOENT after the last. For a field: offset and width; for a struct or
 * a constant: size or value, and 0.
 */
VERBUS_API int verbus_layout_entry(int index, char *name, size_t size, int64_t *value, int64_t *width);

enum verbus_text_kind {
    VERBUS_TEXT_COMPLETION,
    VERBUS_TEXT_EVENT,
    VERBUS_TEXT_DEVICE_EVENT,
    VERBUS_TEXT_PORT_STATE,
    VERBUS_TEXT_ERRNO,
};

/* The text of a status or type, as defined by its library. */
VERBUS_API int verbus_text_write(int kind, int value, char *text, size_t size);

/* --- Devices. A context is an open device, opened by one of these functions or by the connection manager. --- */

/* The name of the index-th device of the host, also of one that cannot be opened; -ENOENT after the last. */
VERBUS_API int verbus_device_name(int index, char *name, size_t size);

/* Opens the index-th device of the host; -ENOENT after the last. */
VERBUS_API int verbus_device_open(int index, void **context);
VERBUS_API int verbus_device_close(void *context);

/*
 * Makes the connection manager close the contexts of devices that are gone: at once, or with the last identifier on
 * them. It otherwise notices them when it meets a new device. It opens all devices that are there.
 */
VERBUS_API int verbus_devices_sync(void);
VERBUS_API int verbus_device_describe(void *context, struct verbus_device *device);
VERBUS_API int verbus_port_describe(void *context, int port, struct verbus_port *described);

/* Fills gids with the valid entries of all ports; returns their number. -EINVAL: there are more than max. */
VERBUS_API int verbus_gid_list(void *context, struct verbus_gid *gids, int max);

/* Makes verbus_device_event_next() return -EAGAIN instead of waiting. */
VERBUS_API int verbus_device_event_unblock(void *context);
VERBUS_API int verbus_device_event_next(void *context, struct verbus_device_event *event);

/* --- The connection manager --- */

/* Opens a non-blocking event channel. */
VERBUS_API int verbus_events_open(void **events);
VERBUS_API int verbus_events_close(void *events);

/* Takes and acknowledges the next event; -EAGAIN if there is none. */
VERBUS_API int verbus_events_next(void *events, struct verbus_event *event);

VERBUS_API int verbus_id_create(void *events, void **id);
VERBUS_API int verbus_id_destroy(void *id);

/*
 * Creates an identifier on the device of another one: librdmacm closes the context of a removed device with the last
 * identifier on it, whatever else uses it. -ENODEV: the address of the other one leads elsewhere by now.
 */
VERBUS_API int verbus_id_anchor(void *id, void **anchor);

/* 1 once the connection manager has reported the removal of the anchor's device, else 0. Never waits. */
VERBUS_API int verbus_anchor_removed(void *anchor);

/* Addresses are numeric, IPv4 or IPv6; other text returns -EDESTADDRREQ. */
VERBUS_API int verbus_id_bind(void *id, const char *address, int port);
VERBUS_API int verbus_id_listen(void *id, int backlog);

/* The source may be null. */
VERBUS_API int verbus_id_resolve_address(void *id, const char *source, const char *address, int port, int timeout_ms);
VERBUS_API int verbus_id_resolve_route(void *id, int timeout_ms);

enum verbus_option {
    VERBUS_OPTION_TRAFFIC_CLASS,
    VERBUS_OPTION_REUSE_ADDRESS,
    VERBUS_OPTION_ONLY_FAMILY,
};

VERBUS_API int verbus_id_set_option(void *id, int option, int value);
VERBUS_API int verbus_id_connect(void *id, const struct verbus_parameters *parameters);

/* -ECONNABORTED: the peer has given up its connection request. */
VERBUS_API int verbus_id_accept(void *id, const struct verbus_parameters *parameters);

/* Completes a connection, after the response of the peer. Not on iWARP. */
VERBUS_API int verbus_id_establish(void *id);
VERBUS_API int verbus_id_reject(void *id, const struct verbus_parameters *parameters);
VERBUS_API int verbus_id_disconnect(void *id);

/* The device that the identifier is bound to, the same context for all on the device; null if not bound. */
VERBUS_API int verbus_id_device(void *id, void **context);
VERBUS_API int verbus_id_port(void *id, uint32_t *port);

/*
 * Name and port of the device that a local address leads to, the same way for InfiniBand, RoCE and iWARP. -ENODEV or
 * -EADDRNOTAVAIL if none does.
 */
VERBUS_API int verbus_address_device(const char *address, char *name, size_t size, uint32_t *port);

/* "10.0.0.1:7471" or "[fe80::1%eth0]:7471"; also the port as a number. */
VERBUS_API int verbus_id_local_address(void *id, char *text, size_t size, uint32_t *port);
VERBUS_API int verbus_id_peer_address(void *id, char *text, size_t size, uint32_t *port);

/* --- Memory --- */

VERBUS_API int verbus_domain_create(void *context, void **domain);
VERBUS_API int verbus_domain_destroy(void *domain);

/* access: enum ibv_access_flags */
VERBUS_API int verbus_region_create(void *domain, uint64_t address, uint64_t length, uint32_t access,
                                    struct verbus_region *region);
VERBUS_API int verbus_region_destroy(void *region);

/* --- Completion queues --- */

VERBUS_API int verbus_completions_create(void *context, int entries, void **completions, int *given);
VERBUS_API int verbus_completions_destroy(void *completions);

/* Takes up to max completions, oldest first; returns their number. */
VERBUS_API int verbus_completions_poll(void *completions, struct verbus_completion *taken, int max);

/* --- Queue pairs: reliable connected, one memory segment per request, signalled only if flagged --- */

VERBUS_API int verbus_pair_create(void *domain, void *sends, void *receives, struct verbus_pair *pair);
VERBUS_API int verbus_pair_destroy(void *pair);

/*
 * Moves a queue pair to a state with the attributes of the connection manager and of the path: INIT before the first
 * receive and before connect; RTR and RTS before accept, or after the response of the peer. -ECONNABORTED: the peer has
 * given up. On iWARP, only to INIT.
 */
VERBUS_API int verbus_pair_lead(void *id, void *pair, int state, const struct verbus_path *path);
VERBUS_API int verbus_pair_fail(void *pair);
VERBUS_API int verbus_pair_query(void *pair, struct verbus_pair_state *state);

/* One chain, one doorbell, 1 to VERBUS_CHAIN_MAX requests. On failure, the requests before the bad one were posted. */
VERBUS_API int verbus_pair_post(void *pair, const struct verbus_request *requests, int count);

/* Receives without memory; ids are id, id + step, id + 2 step… */
VERBUS_API int verbus_pair_post_receives(void *pair, uint64_t id, uint64_t step, int count);
/* Receives with memory, length bytes each, one after the other; all with the same id. */
VERBUS_API int verbus_pair_post_slots(void *pair, uint64_t id, uint64_t address, uint32_t length, uint32_t local_key,
                                      int count);
VERBUS_API int verbus_pair_post_receive(void *pair, uint64_t id, uint64_t address, uint32_t length, uint32_t local_key);

#endif
