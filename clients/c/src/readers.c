#include "readers.h"

#include "answers.h"
#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint8_t *header(struct verbus_publication *publication)
{
    return publication->log.map.memory;
}

static void report(const struct verbus_publication *publication, const struct peer *peer,
                   enum verbus_subscriber_event_type type, int cause)
{
    if (publication->on_subscriber != NULL) {
        struct verbus_subscriber_event event = {
            .type = type,
            .name = peer->positions.name,
            .subscription = peer->positions.subscription,
            .pid = peer->positions.pid,
            .policy = peer->positions.policy,
            .cause = cause,
        };
        publication->on_subscriber(publication->context, &event);
    }
}

/* --- Acknowledging and releasing. --- */

/* The reader delays claims no longer. */
static void release(struct verbus_publication *publication, struct peer *peer)
{
    if (gates_contain(&publication->gates, &peer->pressure)) {
        answers_withdraw(&publication->log, peer->positions.subscription);
        gates_remove(&publication->gates, &peer->pressure);
    }
}

static void report_join(struct verbus_publication *publication, struct peer *peer)
{
    if (peer->standing != STANDING_JOINED) {
        peer->standing = STANDING_JOINED;
        report(publication, peer, VERBUS_SUBSCRIBER_JOINED, 0);
    }
}

static enum verbus_refusal refusal_of(struct verbus_publication *publication, const struct peer *peer)
{
    const char *name = peer->positions.name;
    bool is_allowed = publication->blocking == VERBUS_BLOCKING_ALL;
    for (size_t i = 0; publication->blocking == VERBUS_BLOCKING_NAMES && i < publication->blocking_name_count; i++)
        is_allowed = is_allowed || strcmp(publication->blocking_names[i], name) == 0;
    if (!is_allowed)
        return VERBUS_REFUSAL_NAME;
    if (budgets_is_used_up(&publication->budgets, name))
        return VERBUS_REFUSAL_BUDGET;
    return answers_have_room(&publication->log, peer->positions.subscription) ? VERBUS_REFUSAL_NONE
                                                                              : VERBUS_REFUSAL_LIMIT;
}

/* The reader keeps its request: the cause may pass. */
static void refuse(struct verbus_publication *publication, struct peer *peer, enum verbus_refusal cause)
{
    release(publication, peer);
    answers_withdraw(&publication->log, peer->positions.subscription);
    if (cause == VERBUS_REFUSAL_BUDGET)
        peer->usage.is_indebted = true;
    if (peer->refusal != cause) {
        peer->refusal = cause;
        answers_refuse(&publication->log, peer->positions.subscription, cause);
        if (peer->standing == STANDING_UNKNOWN)
            report_join(publication, peer);
        report(publication, peer, VERBUS_SUBSCRIBER_REFUSED, (int)cause);
    }
}

/* Whether the publisher has released a position, or announced that; in this order. */
static bool is_awaited_or_gone(struct verbus_publication *publication, uint64_t position)
{
    return atomic_load_explicit(&publication->writer.awaited, memory_order_acquire) > position
           || verbus_load_acquire(header(publication), LOG_HORIZON) > position;
}

/*
 * The publisher announces the wanted horizon, then reads the gates. This adds the reader's position first, then checks
 * the announced horizon: either the publisher sees the reader, or the reader came too late and requests again.
 */
static bool acknowledge(struct verbus_publication *publication, struct peer *peer, int64_t now_ns)
{
    uint64_t join = verbus_load_acquire(peer->place, PLACE_JOIN);
    enum verbus_refusal refusal = refusal_of(publication, peer);
    if (refusal != VERBUS_REFUSAL_NONE) {
        refuse(publication, peer, refusal);
        return false;
    }
    if (is_awaited_or_gone(publication, place_position(peer->place))) {
        release(publication, peer);
        return false;
    }
    if (!gates_contain(&publication->gates, &peer->pressure)) {
        if (!gates_add(&publication->gates, peer->place, &peer->pressure))
            return false; /* the publishing thread looks: in the next cycle */
        timeout_restart(&peer->progress, now_ns);
    }
    atomic_thread_fence(memory_order_seq_cst); /* SYNC promise */
    if (is_awaited_or_gone(publication, place_position(peer->place))) {
        release(publication, peer);
        return false;
    }
    answers_acknowledge(&publication->log, peer->positions.subscription, join);
    peer->acknowledged_join = join;
    peer->refusal = VERBUS_REFUSAL_NONE;
    answers_withdraw_refusal(&publication->log, peer->positions.subscription);
    report_join(publication, peer);
    return true;
}

static void evict(struct verbus_publication *publication, struct peer *peer, enum verbus_eviction_cause cause)
{
    /* before the gate is removed, so that a later lap of the reader has the right cause */
    answers_evict(&publication->log, peer->positions.subscription);
    gates_remove(&publication->gates, &peer->pressure);
    peer->standing = STANDING_EVICTED;
    report(publication, peer, VERBUS_SUBSCRIBER_EVICTED, (int)cause);
}

/* --- Leaving. --- */

static void leave(struct verbus_publication *publication, struct peer *peer, enum verbus_departure_cause cause)
{
    release(publication, peer);
    answers_withdraw_refusal(&publication->log, peer->positions.subscription);
    if (peer->standing != STANDING_UNKNOWN) {
        answers_withdraw(&publication->log, peer->positions.subscription); /* also that of an evicted reader */
        peer->standing = STANDING_UNKNOWN;
        peer->silence_reported = false;
        report(publication, peer, VERBUS_SUBSCRIBER_LEFT, (int)cause);
    }
}

/* A reader that left because it was lapped under VERBUS_EVICT is reported as evicted, not as gone. */
static void report_lap(const struct verbus_publication *publication, struct peer *peer)
{
    if (peer->standing != STANDING_UNKNOWN && peer->is_lapped) {
        peer->standing = STANDING_UNKNOWN;
        report(publication, peer, VERBUS_SUBSCRIBER_EVICTED, VERBUS_EVICTION_LAPPED);
    }
}

static bool is_closing(const struct peer *peer)
{
    return verbus_load_acquire(peer->positions.map.memory, POSITIONS_LOOKED) == POSITIONS_CLOSING;
}

static void destroy(struct verbus_publication *publication, struct peer *peer)
{
    counters_remove(&publication->bus->counters, &peer->claims);
    counters_remove(&publication->bus->counters, &peer->ns);
    positions_close(&peer->positions);
    free(peer);
}

/* Its file is gone, or its process is dead. Unmapped as soon as the publishing thread cannot look at it. */
static void retire(struct verbus_publication *publication, struct peer *peer, enum verbus_departure_cause cause)
{
    if (!peer_find_place(peer, publication->log.session.id))
        report_lap(publication, peer);
    leave(publication, peer, cause);
    struct peer **link = &publication->peers;
    while (*link != peer)
        link = &(*link)->next;
    *link = peer->next;
    while (!gates_are_vacant(&publication->gates))
        continue; /* the publishing thread looks for less than a microsecond */
    destroy(publication, peer);
}

/* --- A duty cycle. --- */

static void show_pressure(struct verbus_publication *publication, struct peer *peer)
{
    uint64_t claims = atomic_load_explicit(&peer->pressure.claims, memory_order_relaxed);
    if (claims > 0 && peer->claims.value == NULL) {
        const struct counter_key key = {
            .stream = publication->log.session.stream,
            .name = peer->positions.name,
            .session = publication->log.session.id,
            .subscription = peer->positions.subscription,
            .pid = peer->positions.pid,
            .policy = (int)peer->positions.policy,
        };
        struct counters *counters = &publication->bus->counters;
        (void)counters_add(counters, COUNTER_BACK_PRESSURED_CLAIMS, &key, &peer->claims, NULL);
        (void)counters_add(counters, COUNTER_BACK_PRESSURE_NS, &key, &peer->ns, NULL);
    }
    counter_set(&peer->claims, claims);
    counter_set(&peer->ns, atomic_load_explicit(&peer->pressure.ns, memory_order_relaxed));
}

static int check_blocking(struct verbus_publication *publication, struct peer *peer, int64_t now_ns)
{
    int work = peer_is_requesting(peer) && acknowledge(publication, peer, now_ns) ? 1 : 0;
    uint64_t position = place_position(peer->place);
    uint64_t awaited = atomic_load_explicit(&publication->writer.awaited, memory_order_acquire);
    bool is_gating = gates_contain(&publication->gates, &peer->pressure);
    budgets_update(&publication->budgets, &peer->usage, peer->positions.name, position,
                   verbus_load_acquire(header(publication), LOG_HORIZON),
                   atomic_load_explicit(&publication->writer.position, memory_order_acquire),
                   (int64_t)atomic_load_explicit(&peer->pressure.ns, memory_order_relaxed), is_gating);
    if (!is_gating)
        return work;
    bool is_stuck = peer_is_stuck(peer, position, awaited, now_ns);
    if (!publication->is_claim_refused)
        return work;
    if (is_stuck) {
        evict(publication, peer, VERBUS_EVICTION_NO_PROGRESS);
        return work + 1;
    }
    if (position < awaited && !peer->usage.has_read
        && budgets_is_used_up(&publication->budgets, peer->positions.name)) {
        evict(publication, peer, VERBUS_EVICTION_NEVER_READ);
        return work + 1;
    }
    return work;
}

static void report_silence(const struct verbus_publication *publication, struct peer *peer, bool is_missing)
{
    peer->is_silent = is_missing;
    if (peer->standing != STANDING_UNKNOWN && peer->silence_reported != is_missing) {
        peer->silence_reported = is_missing;
        report(publication, peer, is_missing ? VERBUS_SUBSCRIBER_SILENT : VERBUS_SUBSCRIBER_BACK, 0);
    }
}

static void remove_dead(struct verbus_publication *publication, struct peer *peer)
{
    char path[PATH_SIZE];
    directory_stream_path(&publication->bus->directory, publication->log.session.stream,
                          peer->positions.subscription, ".positions", path);
    retire(publication, peer, VERBUS_DEPARTURE_DIED);
    (void)unlink(path);
    directory_changed(&publication->bus->directory, publication->log.session.stream, true);
}

/* Returns the number of changes; the peer may be gone afterwards. */
static int check(struct verbus_publication *publication, struct peer *peer, bool checks_liveness, int64_t now_ns)
{
    uint64_t word = verbus_load_acquire(peer->positions.map.memory, POSITIONS_HEARTBEAT);
    bool is_missing =
        heartbeat_is_missing(&peer->heartbeat, word, peer->place == NULL ? 0 : place_position(peer->place), now_ns);
    bool is_changed = is_missing != peer->is_silent;
    if (((checks_liveness && heartbeat_is_quiet(&peer->heartbeat, now_ns)) || (is_changed && is_missing))
        && !directory_is_alive(&publication->bus->directory, peer->positions.process)) {
        remove_dead(publication, peer);
        return 1;
    }
    if (!peer_find_place(peer, publication->log.session.id)) {
        report_lap(publication, peer);
        leave(publication, peer, VERBUS_DEPARTURE_CLOSED);
        peer->is_silent = is_missing;
        return 0;
    }
    int work = 0;
    if (peer->positions.policy == VERBUS_BLOCK)
        work = check_blocking(publication, peer, now_ns);
    else
        report_join(publication, peer);
    report_silence(publication, peer, is_missing);
    show_pressure(publication, peer);
    return work;
}

/* Reports a file that cannot be read, once, unless it is gone; tries again if the reason may pass. */
static void report_unreadable(struct verbus_publication *publication, uint64_t subscription, const char *path,
                              const struct verbus_error *error)
{
    enum { KEPT = sizeof publication->unreadable / sizeof publication->unreadable[0] };
    if (error->status == VERBUS_TEMPORARY || error->status == VERBUS_NO_ROOM)
        publication->listing_failed = true;
    for (unsigned i = 0; i < KEPT; i++)
        if (publication->unreadable[i] == subscription)
            return;
    struct stat status;
    if (lstat(path, &status) == 0) {
        publication->unreadable[publication->unreadable_next++ % KEPT] = subscription;
        bus_report(publication->bus, error);
    }
}

static void attach(void *context, uint64_t subscription, const char *path)
{
    struct verbus_publication *publication = context;
    struct verbus_error error;
    for (struct peer *peer = publication->peers; peer != NULL; peer = peer->next) {
        if (peer->positions.subscription == subscription) {
            peer->is_present = true;
            return;
        }
    }
    struct peer *peer = calloc(1, sizeof *peer);
    if (subscription == 0 || peer == NULL) {
        publication->listing_failed = publication->listing_failed || peer == NULL;
        free(peer);
        return;
    }
    int found = positions_attach(path, &peer->positions, &error);
    if (found == VERBUS_OK && peer->positions.subscription != subscription) {
        positions_close(&peer->positions);
        found = verbus_fail(&error, VERBUS_DAMAGED, "%s has the name of another subscription: remove it", path);
    }
    if (found != VERBUS_OK) {
        report_unreadable(publication, subscription, path, &error);
        free(peer);
        return;
    }
    int64_t now_ns = bus_now_ns(publication->bus);
    peer->is_present = true;
    peer->progress.length_ns = publication->bus->progress_timeout_ns;
    timeout_restart(&peer->progress, now_ns);
    heartbeat_begin(&peer->heartbeat, publication->bus->heartbeat_timeout_ns, now_ns);
    peer->next = publication->peers;
    publication->peers = peer;
}

/* The publisher removes its log only after this duty has ended. */
static void check_log(struct verbus_publication *publication)
{
    char path[PATH_SIZE];
    struct stat status;
    directory_stream_path(&publication->bus->directory, publication->log.session.stream, publication->log.session.id,
                          ".log", path);
    if (!publication->removal_reported && lstat(path, &status) != 0) {
        struct verbus_error error;
        publication->removal_reported = true;
        (void)verbus_fail(&error, VERBUS_PERMANENT,
                          "the log of stream %s was removed by another program, and no subscription can join it: start"
                          " the publisher again",
                          publication->log.session.stream);
        bus_report(publication->bus, &error);
    }
}

static int discover(struct verbus_publication *publication, int64_t now_ns)
{
    const char *stream = publication->log.session.stream;
    const struct directory *directory = &publication->bus->directory;
    bool is_retry = publication->listing_failed && now_ns - publication->retried_ns >= RETRY_NS;
    if (is_retry)
        publication->retried_ns = now_ns;
    if (!watch_has_changed(&publication->watch, directory, stream, now_ns) && !is_retry)
        return 0;
    char path[PATH_SIZE];
    struct verbus_error error;
    bool has_failed = publication->listing_failed;
    publication->listing_failed = false;
    (void)snprintf(path, sizeof path, "%s/%s", directory->root, stream);
    check_log(publication);
    for (struct peer *peer = publication->peers; peer != NULL; peer = peer->next)
        peer->is_present = false;
    if (directory_list(path, ".positions", attach, publication, &error) != VERBUS_OK) {
        if (!has_failed)
            bus_report(publication->bus, &error);
        publication->listing_failed = true;
        return 0;
    }
    int work = 0;
    for (struct peer *peer = publication->peers; peer != NULL;) {
        struct peer *next = peer->next;
        if (!peer->is_present) {
            retire(publication, peer,
                   is_closing(peer)                                                     ? VERBUS_DEPARTURE_CLOSED
                   : directory_is_alive(directory, peer->positions.process) ? VERBUS_DEPARTURE_FILE_REMOVED
                                                                            : VERBUS_DEPARTURE_DIED);
            work++;
        }
        peer = next;
    }
    return work;
}

int readers_conduct(struct verbus_publication *publication, int64_t now_ns)
{
    int work = discover(publication, now_ns);
    uint64_t refused = atomic_load_explicit(&publication->writer.refused_claims, memory_order_relaxed);
    publication->is_claim_refused = refused != publication->refused_claims;
    publication->refused_claims = refused;
    bool checks_liveness = now_ns - publication->checked_ns >= LIVENESS_NS;
    if (checks_liveness)
        publication->checked_ns = now_ns;
    size_t joined = 0;
    for (struct peer *peer = publication->peers; peer != NULL;) {
        struct peer *next = peer->next;
        work += check(publication, peer, checks_liveness, now_ns);
        peer = next;
    }
    for (const struct peer *peer = publication->peers; peer != NULL; peer = peer->next)
        joined += peer->standing == STANDING_JOINED;
    atomic_store_explicit(&publication->subscribers, joined, memory_order_relaxed);
    return work;
}

bool readers_may_join(const struct verbus_publication *publication)
{
    for (const struct peer *peer = publication->peers; peer != NULL; peer = peer->next) {
        uint64_t looked_ns = verbus_load_acquire(peer->positions.map.memory, POSITIONS_LOOKED);
        if ((int64_t)looked_ns <= publication->visible_ns
            || (peer->place != NULL && peer_is_requesting(peer) && peer->refusal == VERBUS_REFUSAL_NONE))
            return true;
    }
    return false;
}

void readers_close(struct verbus_publication *publication)
{
    while (publication->peers != NULL) {
        struct peer *peer = publication->peers;
        publication->peers = peer->next;
        destroy(publication, peer);
    }
}
