/* The objects of the connection manager, guarded by a lock of its own, which is taken before that of the fabric. */
#ifndef VERBUS_DOUBLE_CM_H
#define VERBUS_DOUBLE_CM_H

#include "fabric.h"
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>

/* Private data as InfiniBand delivers it: padded with zeros to the size of its packet. */
#define CONNECT_DATA 56
#define ACCEPT_DATA 196
#define REJECT_DATA 148
#define DATA_MAX 256

/* Reasons of a rejection, InfiniBand specification, section 12.6.7.2. */
#define NO_LISTENER 8
#define CONSUMER 28

extern pthread_mutex_t cm;

/*
 *   IDLE ─▶ BOUND ─▶ LISTENS                    REQUESTED ─▶ ACCEPTED ─▶ CONNECTED ─▶ DISCONNECTED
 *     └───────┴─▶ RESOLVED ─▶ ROUTED ─▶ CONNECTS ─▶ RESPONDED ─────────────▲
 */
enum endpoint_state {
    IDLE,
    BOUND,
    LISTENS,
    RESOLVED,
    ROUTED,
    CONNECTS,
    RESPONDED,
    REQUESTED,
    ACCEPTED,
    CONNECTED,
    DISCONNECTED,
};

struct endpoint {
    struct rdma_cm_id base;
    struct endpoint *next; /* of all live ones */
    struct endpoint *peer;
    struct device *device;
    enum endpoint_state state;
    int unacknowledged; /* events that were taken and not acknowledged */
    bool reuses;
    bool synchronous; /* has a channel of its own */
    uint8_t traffic_class; /* as set here */
    uint8_t ack_timeout;   /* as set here, or the default */
    uint8_t path_class;    /* of the path: the connecting side's, on both sides */
    uint8_t retries;       /* the connecting side's, on both sides */
    uint8_t receiver_retries;
    uint8_t responder_resources;
    uint8_t initiator_depth;
    uint32_t own_pair; /* numbers of the queue pairs, once known */
    uint32_t peer_pair;
};

struct cm_event {
    struct rdma_cm_event base;
    struct cm_event *next;
    uint8_t data[DATA_MAX];
};

struct channel {
    struct rdma_event_channel base;
    struct cm_event *first;
    struct cm_event **last;
    int endpoints;
};

extern struct endpoint *all_endpoints;

/* Adds an event to the channel of an endpoint; data of length bytes are padded to size. */
struct cm_event *tell(struct endpoint *endpoint, enum rdma_cm_event_type type, int status, const void *data,
                      size_t length, size_t size);

struct endpoint *endpoint_make(struct rdma_event_channel *channel);

/* The application gets an identifier, by a call or with a connection request. */
void endpoint_give(struct endpoint *endpoint);

/* Parts it from its peer, removes its events, and frees it. */
void endpoint_release(struct endpoint *endpoint);

/* Binds to a device, whose context the identifier then has. */
void endpoint_attach(struct endpoint *endpoint, struct device *device);

/* Removes the events of an endpoint, and connection requests to it, from its channel. */
void channel_purge(struct channel *channel, const struct endpoint *endpoint);

/* Moves the queue pair of an identifier, if it has one, to a state; 0 or an errno. */
int endpoint_move(struct endpoint *endpoint, enum ibv_qp_state state);

/* Leaves the peer of a destroyed or disconnected endpoint. */
void endpoint_part(struct endpoint *endpoint);

/*
 * iWARP: the kernel lets the end of a queue pair or identifier wait for the answer to its connection request. Called
 * without a lock.
 */
void endpoint_await_answer(const struct rdma_cm_id *id, const struct ibv_qp *pair);

/* Adds the event of its removal to all identifiers on a device. */
void endpoints_lose(struct device *device);

/* Reports to the connections of a device that the hardware address of their next hop has changed. */
void endpoints_move(struct device *device);

/*
 * A queue pair of iWARP in error closes its TCP connection: both sides get DISCONNECTED. Called
 * without a lock, after a queue pair may have failed.
 */
void endpoints_close_failed(void);

#define ENDPOINT(id) ((struct endpoint *)(id))

static inline in_port_t *port_of(struct sockaddr *address)
{
    return address->sa_family == AF_INET6 ? &((struct sockaddr_in6 *)address)->sin6_port
                                          : &((struct sockaddr_in *)address)->sin_port;
}

/* Sets errno, as librdmacm does. */
static inline int failed(int error)
{
    errno = error;
    return -1;
}

#endif
