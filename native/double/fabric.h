/* The objects of the double, and the lock that guards them. Each file of this folder implements the calls on one. */
#ifndef VERBUS_DOUBLE_FABRIC_H
#define VERBUS_DOUBLE_FABRIC_H

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* These names are macros or inline functions of the headers. */
#undef ibv_get_device_list
#undef ibv_query_port
#undef ibv_reg_mr

#define API __attribute__((visibility("default")))
#define CACHE_LINE 64

#define DEVICES_MAX 4
#define PORT 1 /* of every device */

/* --- The lock. Calls are short, so it spins; polls take only the lock of their queue. --- */

struct spin_lock {
    atomic_int held;
};

void spin_acquire(struct spin_lock *lock);
void spin_release(struct spin_lock *lock);

/* Guards every object of the fabric, except the consumer's side of completion queues. */
extern struct spin_lock fabric;

/* --- Violations of the specification --- */

/* Ends the process with one sentence. */
_Noreturn void violation(const char *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- Devices --- */

/* An asynchronous event in the list of a context. */
struct async_event {
    struct ibv_async_event base;
    struct async_event *next;
};

struct device {
    struct ibv_device base;
    struct device *next;       /* of all devices ever, also removed ones */
    struct context *contexts;  /* open ones */
    int number;                /* from 0; its name is double0, its address 10.73.0.1 */
    bool removed;
    bool forgotten;            /* the connection manager knows that it is removed */
    bool port_down;
    int refuses_open;          /* errno of ibv_open_device, or 0 */
    int refuses_query;         /* errno of ibv_query_device, or 0 */
};

struct context {
    struct ibv_context base;
    struct context *next;
    struct device *device;
    struct async_event *first;
    struct async_event **last;
    bool *mapped; /* by page of its file, if the provider maps queues; or null */
    bool shared; /* by the identifiers of the connection manager; others are of ibv_open_device */
    _Atomic bool closed;
};

/* Pages of the file of a context that hold a queue. */
struct mapping {
    uint32_t first;
    uint32_t pages;
};

/*
 * Maps a queue at the first pages that are free, on a device with offsets. Returns false, with errno 0, if the provider
 * takes the offset for that of a failed mapping.
 */
bool context_map(struct ibv_context *base, struct mapping *mapping, size_t bytes);

void context_unmap(struct ibv_context *base, struct mapping *mapping);

/* --- Protection domains and registered memory --- */

struct domain {
    struct ibv_pd base;
    bool live;
    int users; /* regions and queue pairs */
};

struct region {
    struct ibv_mr base;
    bool live;
    unsigned int access;
};

/* The live region of a key, or null. */
struct region *region_of(uint32_t key);

/* Whether a key gives access to a range, in a domain. */
bool region_admits(uint32_t key, const struct ibv_pd *domain, uint64_t address, uint32_t length, unsigned int access);

/* --- Completion queues --- */

struct completion {
    uint64_t id;
    struct pair *pair;
    uint64_t retires; /* slots of the queue are free up to here */
    uint32_t status;
    uint32_t opcode;
    uint32_t length;
    uint32_t immediate;
    uint32_t flags;
    bool received;
};

struct queue {
    struct ibv_cq base;
    bool live;
    int users; /* queue pairs */
    struct mapping mapping;
    struct spin_lock consumer;
    struct completion *ring;
    uint32_t capacity;
    uint32_t mask;
    _Atomic bool failed; /* polls return an error from now on */
    _Atomic uint64_t put __attribute__((aligned(CACHE_LINE)));
    _Atomic uint64_t taken __attribute__((aligned(CACHE_LINE)));
};

/* Adds a completion; an overrun is a violation. */
void queue_add(struct queue *queue, const struct completion *completion);

/* Removes the completions of a queue pair, as a provider does when the pair is destroyed. */
void queue_purge(struct queue *queue, const struct pair *pair);

int queue_poll(struct ibv_cq *base, int max, struct ibv_wc *taken);

/* --- Queue pairs --- */

struct send_request {
    uint64_t id;
    uint64_t local;
    uint64_t remote;
    uint32_t length;
    uint32_t local_key;
    uint32_t remote_key;
    uint32_t immediate; /* network order */
    uint32_t opcode;
    uint32_t flags;
    uint32_t status; /* once executed */
};

struct receive_request {
    uint64_t id;
    uint64_t address;
    uint32_t length;
    uint32_t key;
};

/*
 *   retired      completed      executed       posted
 *      │  to be polled │ to complete │ to execute  │
 *      ▼               ▼             ▼             ▼
 *   ───┴───────────────┴─────────────┴─────────────┴───▶ requests
 */
#define HELD_MAX 128 /* bytes: control words, not those of an image */

struct pair {
    struct ibv_qp base;
    bool live;
    struct device *device;
    struct ibv_qp_attr attributes;
    struct ibv_qp_init_attr initial;
    struct mapping sends_mapping;
    struct mapping receives_mapping;
    struct pair *peer;
    struct pair *next; /* of all queue pairs ever */
    struct send_request *sends;
    unsigned char *inlined;
    struct receive_request *receives;
    uint32_t sends_mask;
    uint32_t receives_mask;
    uint64_t posted;
    uint64_t executed;
    uint64_t completed;
    uint64_t received_posted;
    uint64_t received_used;
    uint64_t stalled_ns; /* since when the next request has no answer, or 0 */
    bool not_ready;      /* it has no answer because the peer has no receive */
    uint32_t held_length; /* of a WRITE that is placed after the next one, or 0 */
    uint32_t held_key;
    uint64_t held_to;
    uint64_t held_ns;
    unsigned char held[HELD_MAX];
    int unacknowledged;  /* asynchronous events that were not acknowledged */
    _Atomic int posting; /* threads inside a post */
    _Atomic uint64_t retired __attribute__((aligned(CACHE_LINE)));
    _Atomic uint64_t received_retired;
};

extern struct pair *all_pairs;

struct pair *pair_of_number(uint32_t number);

/* Moves to the error state: requests and receives complete as flushed. */
void pair_fail(struct pair *pair);

/* Whether a queue pair of iWARP has failed since the connections of failed ones were closed. */
extern _Atomic bool connections_fail;

int pair_post_send(struct ibv_qp *base, struct ibv_send_wr *request, struct ibv_send_wr **bad);
int pair_post_receive(struct ibv_qp *base, struct ibv_recv_wr *receive, struct ibv_recv_wr **bad);

/* Connects two queue pairs in INIT, as the kernel does on iWARP. */
void pair_establish(struct pair *pair, struct pair *peer);

/* Checks and applies ibv_modify_qp(); 0 or an errno. */
int pair_modify(struct pair *pair, const struct ibv_qp_attr *attributes, int mask);

/* --- The engine: what a device does with posted requests. The caller holds the lock of the fabric. --- */

/* Executes and completes requests until all are done or one has to wait. */
void engine_run(struct pair *pair);

/* Executes or completes at most one request; returns whether there was one. For the worker. */
bool engine_step(struct pair *pair);

/* Places the WRITE that is held back, if there is one: it was acknowledged. */
void engine_place_held(struct pair *pair);

/* Whether a request, or a WRITE that is held back, is left. */
static inline bool engine_has_work(const struct pair *pair)
{
    return (pair->completed != pair->posted || pair->held_length > 0) && !pair->device->removed;
}

/* Passes unfinished requests to the worker. */
void worker_wake(void);

/* --- Faults, see control.h: posts that fail next --- */

extern _Atomic int failing_sends;
extern _Atomic int failing_receives;
extern int failing_errno;

/* --- Devices and contexts --- */

extern struct device *all_devices;

struct device *device_of_address(const struct sockaddr *address);
struct device *device_of_gid(const union ibv_gid *gid);
struct device *device_named(const char *name);
void device_gid(const struct device *device, int index, union ibv_gid *gid);

/* The context of the connection manager, the same for all its identifiers. */
struct context *device_shared_context(struct device *device);

/* Adds an event to the lists of all contexts of a device. */
void device_report(struct device *device, enum ibv_event_type type, void *element);

/* Whether objects of a removed device can be destroyed; libibverbs looks once. */
extern bool allows_destruction;

/* Makes the devices of the profile, if there are none yet. */
void devices_make(void);
void devices_replace(void);
void device_remove(struct device *device);
void device_restore(struct device *device);

static inline struct device *device_of(const struct ibv_context *context)
{
    return ((const struct context *)context)->device;
}

/*
 * The connection manager closes the context of a removed device, whatever else uses it, once it knows of the removal and
 * has no identifier on it.
 */
void device_close_shared_context(struct device *device);

/* The use of a closed context is a violation. */
static inline void context_require(const struct ibv_context *context, const char *call)
{
    if (context == NULL || atomic_load_explicit(&((const struct context *)context)->closed, memory_order_relaxed))
        violation(call, "the device is not open: the last identifier of the connection manager on it is destroyed");
}

/* A call that takes a command of the firmware or of the kernel: counted, and slow in some profiles. */
int command(const struct ibv_context *context, const char *call);

/*
 * The same, for the destruction of an object. On a removed device libibverbs frees it only if the variable
 * RDMAV_ALLOW_DISASSOC_DESTROY was set before the first list of devices; else the call fails with EIO, and the object is
 * gone in the kernel only.
 */
int command_to_destroy(const struct ibv_context *context, const char *call);

/* --- Counters --- */

struct counters {
    _Atomic long domains;
    _Atomic long regions;
    _Atomic long queues;
    _Atomic long pairs;
    _Atomic long identifiers;
    _Atomic long not_ready;
    _Atomic long posts;
    _Atomic long commands;
    _Atomic long requests; /* of posts; added to under the lock of the fabric, as the next ones */
    _Atomic long receives;
    _Atomic long waits;
    _Atomic long swapped; /* WRITEs that were placed after the next one */
};

/* Adds 1 under the lock of the fabric, without the cost of an atomic addition. */
static inline void count_one(_Atomic long *counter)
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}


extern struct counters counters;

/* Commands that this thread made. */
extern _Thread_local long commands_here;

/* Calls of this thread that waited for a peer. */
extern _Thread_local long waits_here;

uint64_t now_ns(void);

#endif
