#include "sessions.h"

#include "answers.h"
#include "error.h"
#include "subscription.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_NAMES = 64 };

bool sessions_open(struct sessions *sessions, const char *stream, uint32_t limit, enum verbus_start start,
                   uint64_t start_sequence)
{
    *sessions = (struct sessions){.start = start, .start_sequence = start_sequence};
    watch_begin(&sessions->watch, stream);
    sessions->over_room = limit > FEWEST_NAMES ? limit : FEWEST_NAMES;
    sessions->image_room = 2 * (size_t)limit; /* those that are left count until they are freed */
    sessions->images = calloc(sessions->image_room, sizeof(struct image *));
    sessions->over = calloc(sessions->over_room, sizeof *sessions->over);
    sessions->continued = calloc(sessions->over_room, sizeof *sessions->continued);
    return sessions->images != NULL && sessions->over != NULL && sessions->continued != NULL;
}

void sessions_close(struct sessions *sessions)
{
    for (size_t i = 0; i < sessions->image_count; i++) {
        struct image *image = sessions->images[i];
        if (!atomic_load(&image->has_left))
            image_leave(image);
        image_close(image);
        free(image);
    }
    free(sessions->images);
    free(sessions->over);
    free(sessions->continued);
    free(sessions->logs);
}

static struct known_log *find_log(struct sessions *sessions, uint64_t session)
{
    for (size_t i = 0; i < sessions->log_count; i++)
        if (sessions->logs[i].session == session)
            return &sessions->logs[i];
    return NULL;
}

static void note_log(void *context, uint64_t session, const char *path)
{
    struct sessions *sessions = context;
    (void)path;
    struct known_log *known = find_log(sessions, session);
    if (known != NULL) {
        known->is_present = true;
        return;
    }
    if (session == 0)
        return; /* not a name of the bus */
    if (sessions->log_count == sessions->log_room) {
        size_t room = sessions->log_room == 0 ? 16 : 2 * sessions->log_room;
        struct known_log *logs = realloc(sessions->logs, room * sizeof *logs);
        if (logs == NULL)
            return; /* found in a later cycle */
        sessions->logs = logs;
        sessions->log_room = room;
    }
    sessions->logs[sessions->log_count++] = (struct known_log){.session = session, .is_present = true};
}

/* Whether nothing more is written to the log of an image; asks the kernel if that is not known. */
static bool is_over(const struct verbus_bus *bus, struct image *image)
{
    bool is_done = atomic_load_explicit(&image->is_done, memory_order_acquire);
    if (!is_done && atomic_load(&image->publisher) < PUBLISHER_RELAY_ENDED
        && !directory_is_alive(&bus->directory, image->log.process))
        atomic_store_explicit(&image->publisher, image->log.hops > 0 ? PUBLISHER_RELAY_ENDED : PUBLISHER_DEAD,
                              memory_order_release);
    return is_done || atomic_load(&image->publisher) >= PUBLISHER_RELAY_ENDED;
}

static void log_removed(const struct verbus_bus *bus, struct image *image)
{
    if (atomic_load(&image->is_done) || atomic_load(&image->publisher) >= PUBLISHER_RELAY_ENDED)
        return;
    uint64_t heartbeat = verbus_load_acquire(image->log.map.memory, LOG_HEARTBEAT);
    bool is_closed = heartbeat == LOG_CLOSED || heartbeat == LOG_LEFT;
    if (is_closed || !is_over(bus, image))
        atomic_store_explicit(&image->publisher,
                              heartbeat == LOG_LEFT ? PUBLISHER_RELAY_ENDED
                              : is_closed           ? PUBLISHER_CLOSED
                                                    : PUBLISHER_REMOVED,
                              memory_order_release);
}

static void forget_over(struct sessions *sessions, size_t index)
{
    memmove(&sessions->over[index], &sessions->over[index + 1],
            (--sessions->over_count - index) * sizeof *sessions->over);
}

static struct continuation *find_continuation(struct sessions *sessions, uint64_t session)
{
    for (size_t i = 0; i < sessions->continued_count; i++)
        if (sessions->continued[i].session == session)
            return &sessions->continued[i];
    return NULL;
}

static void forget_continuation(struct sessions *sessions, const struct continuation *one)
{
    size_t index = (size_t)(one - sessions->continued);
    memmove(&sessions->continued[index], &sessions->continued[index + 1],
            (--sessions->continued_count - index) * sizeof *sessions->continued);
}

/* Another log may continue a session: also one that has the name of the present file already. */
static void await_continuation(struct sessions *sessions, const struct image *image)
{
    struct known_log *known = find_log(sessions, image->log.session.id);
    if (known != NULL) {
        known->is_joined = false;
        known->is_refused = known->is_retried = true;
    }
    if (sessions->continued_count == sessions->over_room)
        forget_continuation(sessions, sessions->continued);
    sessions->continued[sessions->continued_count++] =
        (struct continuation){image->log.session.id, image->log.map.inode, image->wanted};
}

/* Remembers a session that is over, for its restart or continuation. */
static void remember(struct sessions *sessions, const struct image *image)
{
    if (atomic_load(&image->is_continued)) {
        await_continuation(sessions, image);
        return;
    }
    if (image->is_succeeded || atomic_load(&image->is_lost_by_lap))
        return; /* the publisher of a session that was lost by a lap lives */
    for (size_t i = 0; i < sessions->over_count; i++)
        if (strcmp(sessions->over[i].publisher, image->log.session.publisher) == 0)
            forget_over(sessions, i--);
    if (sessions->over_count == sessions->over_room)
        forget_over(sessions, 0);
    sessions->over[sessions->over_count++] = image->log.session;
}

/* Finds the session of which an image is the restart. */
static void precede(struct verbus_subscription *subscription, struct image *image)
{
    struct sessions *sessions = &subscription->sessions;
    const char *publisher = image->log.session.publisher;
    struct image *earlier = NULL;
    for (size_t i = 0; i < sessions->image_count; i++) {
        struct image *other = sessions->images[i];
        if (!other->is_succeeded && other->log.session.id != image->log.session.id
            && strcmp(other->log.session.publisher, publisher) == 0 && is_over(subscription->bus, other)
            && !atomic_load(&other->is_lost_by_lap)
            && (earlier == NULL || other->log.session.started_utc_ns > earlier->log.session.started_utc_ns))
            earlier = other;
    }
    for (size_t i = 0; i < sessions->over_count; i++) {
        if (strcmp(sessions->over[i].publisher, publisher) == 0) {
            if (earlier == NULL) {
                image->is_restart = true;
                image->earlier = sessions->over[i];
            }
            forget_over(sessions, i);
            break;
        }
    }
    if (earlier != NULL) {
        earlier->is_succeeded = true;
        image->is_restart = true;
        image->earlier = earlier->log.session;
        image->predecessor = earlier;
        atomic_store(&image->awaits, true);
    }
}

static void refuse(struct verbus_subscription *subscription, uint64_t session, int status,
                   const struct verbus_error *error)
{
    struct known_log *known = find_log(&subscription->sessions, session);
    if (known != NULL) {
        if (!known->is_refused)
            bus_report(subscription->bus, error);
        known->is_refused = true;
        known->is_retried = status == VERBUS_TEMPORARY || status == VERBUS_NO_ROOM;
    }
}

static struct image *_Atomic *free_slot(struct verbus_subscription *subscription)
{
    for (uint32_t i = 0; i < subscription->positions.places; i++)
        if (atomic_load_explicit(&subscription->slots[i], memory_order_acquire) == NULL)
            return &subscription->slots[i];
    return NULL;
}

/* Joins a session with its log, which it takes over. */
static int join(struct verbus_subscription *subscription, struct verbus_log *log, int64_t now_ns)
{
    struct sessions *sessions = &subscription->sessions;
    struct verbus_error error;
    struct image *image = calloc(1, sizeof *image);
    struct image *_Atomic *slot = free_slot(subscription);
    uint64_t session = log->session.id;
    struct continuation *continued = find_continuation(sessions, session);
    enum verbus_start start = sessions->has_listed || continued != NULL ? VERBUS_START_AT : sessions->start;
    uint64_t start_sequence = continued != NULL       ? continued->next
                              : sessions->has_listed ? 0
                                                     : sessions->start_sequence;
    int status;
    if (image == NULL || slot == NULL || sessions->image_count == sessions->image_room) {
        log_close(log);
        status = verbus_fail(&error, VERBUS_TEMPORARY,
                             "subscription %s reads %u sessions, its maximum: raise its session limit, or shard the"
                             " stream",
                             subscription->positions.name, (unsigned)subscription->positions.places);
    } else {
        status = image_open(image, &subscription->context, &subscription->positions, log,
                            start, start_sequence, &error);
    }
    if (status != VERBUS_OK) {
        free(image);
        refuse(subscription, session, status, &error);
        return 0;
    }
    struct known_log *known = find_log(sessions, session);
    known->is_joined = true;
    known->is_refused = known->is_retried = false;
    heartbeat_begin(&image->heartbeat, subscription->bus->heartbeat_timeout_ns, now_ns);
    image->is_continuation = continued != NULL;
    if (continued != NULL)
        forget_continuation(sessions, continued);
    else
        precede(subscription, image);
    sessions->images[sessions->image_count++] = image;
    uint32_t index = (uint32_t)(slot - subscription->slots);
    atomic_store_explicit(slot, image, memory_order_release);
    if (index >= atomic_load_explicit(&subscription->slots_used, memory_order_relaxed))
        atomic_store_explicit(&subscription->slots_used, index + 1, memory_order_release);
    return 1;
}

static bool is_later(const struct verbus_log *other, const struct verbus_log *log)
{
    return strcmp(other->session.publisher, log->session.publisher) == 0
           && other->session.started_utc_ns > log->session.started_utc_ns;
}

/* Whether the publisher of a log is dead, and a later session of its name is alive. */
static bool is_superseded(const struct directory *directory, const struct verbus_log *logs, size_t count,
                          const struct verbus_log *log)
{
    bool alive = false;
    bool later = false;
    for (size_t i = 0; i < count; i++) {
        if (is_later(&logs[i], log)) {
            later = true;
            alive = alive || directory_is_alive(directory, logs[i].process);
        }
    }
    return later && alive && !directory_is_alive(directory, log->process);
}

static int compare_start(const void *one, const void *other)
{
    const struct verbus_log *a = one;
    const struct verbus_log *b = other;
    return a->session.started_utc_ns < b->session.started_utc_ns   ? -1
           : a->session.started_utc_ns > b->session.started_utc_ns ? 1
                                                                   : 0;
}

/* Whether a session cannot be continued yet: by the log that has ended, or while that is still read. */
static bool must_wait(struct sessions *sessions, const struct verbus_log *log)
{
    const struct continuation *continued = find_continuation(sessions, log->session.id);
    bool is_read = false;
    for (size_t i = 0; i < sessions->image_count; i++)
        is_read = is_read || sessions->images[i]->log.session.id == log->session.id;
    return is_read || (continued != NULL && continued->inode == log->map.inode);
}

/* Maps the logs that are not joined yet; the caller frees the array. */
static size_t attach_new(struct verbus_subscription *subscription, bool again, struct verbus_log *logs)
{
    struct sessions *sessions = &subscription->sessions;
    size_t count = 0;
    for (size_t i = 0; i < sessions->log_count; i++) {
        struct known_log known = sessions->logs[i];
        char path[PATH_SIZE];
        struct verbus_error error;
        if (known.is_joined || (known.is_refused && !(known.is_retried && again)))
            continue;
        directory_stream_path(&subscription->bus->directory, subscription->stream, known.session, ".log", path);
        int status = log_attach(path, &logs[count], &error);
        if (status == VERBUS_OK && logs[count].session.id != known.session) {
            log_close(&logs[count]);
            status = verbus_fail(&error, VERBUS_DAMAGED, "%s has the name of another session: remove it", path);
        }
        if (status != VERBUS_OK) {
            refuse(subscription, known.session, status, &error);
        } else if (must_wait(sessions, &logs[count])) {
            log_close(&logs[count]);
            sessions->logs[i].is_refused = sessions->logs[i].is_retried = true;
        } else {
            count++;
        }
    }
    return count;
}

static int join_new(struct verbus_subscription *subscription, bool again, int64_t now_ns)
{
    struct sessions *sessions = &subscription->sessions;
    struct verbus_log *logs = sessions->log_count == 0 ? NULL : calloc(sessions->log_count, sizeof *logs);
    if (logs == NULL)
        return 0;
    size_t count = attach_new(subscription, again, logs);
    int work = 0;
    if (count > 1)
        qsort(logs, count, sizeof *logs, compare_start);
    for (size_t i = 0; i < count; i++) {
        if (!sessions->has_listed && is_superseded(&subscription->bus->directory, logs, count, &logs[i])) {
            find_log(sessions, logs[i].session.id)->is_joined = true;
            log_close(&logs[i]);
        } else {
            work += join(subscription, &logs[i], now_ns);
        }
    }
    free(logs);
    return work;
}

static int discover(struct verbus_subscription *subscription, int64_t now_ns)
{
    struct sessions *sessions = &subscription->sessions;
    struct verbus_bus *bus = subscription->bus;
    bool again = now_ns - sessions->retried_ns >= RETRY_NS;
    if (again)
        sessions->retried_ns = now_ns;
    bool is_retry = again && sessions->listing_failed;
    for (size_t i = 0; i < sessions->log_count && again; i++)
        is_retry = is_retry || sessions->logs[i].is_retried;
    if (!watch_has_changed(&sessions->watch, &bus->directory, subscription->stream, now_ns) && !is_retry)
        return 0;
    char path[PATH_SIZE];
    struct verbus_error error;
    (void)snprintf(path, sizeof path, "%s/%s", bus->directory.root, subscription->stream);
    for (size_t i = 0; i < sessions->log_count; i++)
        sessions->logs[i].is_present = false;
    if (directory_list(path, ".log", note_log, sessions, &error) != VERBUS_OK) {
        if (!sessions->listing_failed)
            bus_report(bus, &error);
        sessions->listing_failed = true;
        return 0;
    }
    sessions->listing_failed = false;
    for (size_t i = 0; i < sessions->image_count; i++) {
        const struct known_log *known = find_log(sessions, sessions->images[i]->log.session.id);
        if (known == NULL || !known->is_present)
            log_removed(bus, sessions->images[i]);
    }
    size_t kept = 0;
    for (size_t i = 0; i < sessions->log_count; i++)
        if (sessions->logs[i].is_present)
            sessions->logs[kept++] = sessions->logs[i];
    sessions->log_count = kept;
    int work = join_new(subscription, again, now_ns);
    sessions->has_listed = true;
    return work;
}

static void watch_refusal(const struct verbus_subscription *subscription, struct image *image)
{
    if (subscription->context.policy != VERBUS_BLOCK)
        return;
    uint64_t subscriber = subscription->positions.subscription;
    uint32_t at = answers_find(&image->log, subscriber, 0);
    bool is_current = at != 0 && answers_join(&image->log, at) > 0;
    enum verbus_refusal refusal = is_current ? VERBUS_REFUSAL_NONE : answers_refusal(&image->log, subscriber);
    atomic_store_explicit(&image->refusal, (int)refusal, memory_order_relaxed);
}

static void watch_over(const struct verbus_bus *bus, struct image *image, bool checks_liveness, int64_t now_ns)
{
    uint64_t word = verbus_load_acquire(image->log.map.memory, LOG_HEARTBEAT);
    uint64_t position = verbus_load_acquire(image->place.words, PLACE_POSITION);
    bool is_missing = heartbeat_is_missing(&image->heartbeat, word, position, now_ns);
    bool is_changed = is_missing != image->is_silent;
    image->is_silent = is_missing;
    if (((checks_liveness && heartbeat_is_quiet(&image->heartbeat, now_ns)) || (is_changed && is_missing))
        && is_over(bus, image))
        return;
    if (is_changed && atomic_load(&image->publisher) < PUBLISHER_RELAY_ENDED)
        atomic_store_explicit(&image->publisher, is_missing ? PUBLISHER_SILENT : PUBLISHER_ALIVE,
                              memory_order_release);
}

/* Whether an image waits until the end of another one is reported. */
static bool is_awaited(const struct sessions *sessions, const struct image *image)
{
    for (size_t i = 0; i < sessions->image_count; i++)
        if (sessions->images[i]->predecessor == image
            && atomic_load_explicit(&sessions->images[i]->awaits, memory_order_acquire))
            return true;
    return false;
}

static void free_left(struct sessions *sessions)
{
    for (size_t i = 0; i < sessions->image_count; i++) {
        struct image *image = sessions->images[i];
        bool has_left = atomic_load_explicit(&image->has_left, memory_order_acquire);
        if (has_left && !image->is_remembered) {
            image->is_remembered = true;
            remember(sessions, image);
        }
        if (has_left && !is_awaited(sessions, image)) {
            image_close(image);
            free(image);
            memmove(&sessions->images[i], &sessions->images[i + 1],
                    (--sessions->image_count - i) * sizeof(struct image *));
            i--;
        }
    }
}

int sessions_conduct(struct verbus_subscription *subscription, int64_t now_ns)
{
    struct sessions *sessions = &subscription->sessions;
    int work = discover(subscription, now_ns);
    bool checks_liveness = now_ns - sessions->checked_ns >= LIVENESS_NS;
    if (checks_liveness)
        sessions->checked_ns = now_ns;
    for (size_t i = 0; i < sessions->image_count; i++) {
        struct image *image = sessions->images[i];
        if (!atomic_load_explicit(&image->is_done, memory_order_acquire)) {
            watch_over(subscription->bus, image, checks_liveness, now_ns);
            watch_refusal(subscription, image);
        }
    }
    free_left(sessions);
    return work;
}
