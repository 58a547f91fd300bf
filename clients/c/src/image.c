#include "image.h"

#include "error.h"
#include "seeker.h"

#include <stdlib.h>

/* A poll of one image ends after this many messages, so that a slow handler shows progress within the timeout. */
enum { MAX_BATCH = 1024 };

static const char corrupt[] = "its log is corrupt";
static const char lapped[] = "the subscription was lapped by its publisher, and lost the session: its policy is EVICT";

static const char *words_of_gap(enum verbus_gap_cause cause)
{
    switch (cause) {
    case VERBUS_GAP_LAPPED:
        return "the subscription was lapped by its publisher";
    case VERBUS_GAP_CONFLATED:
        return "the subscription was lapped or exhausted its credit, and resumed at the newest message";
    case VERBUS_GAP_EVICTED:
        return "the subscription was evicted and lapped: it blocked its publisher and read nothing for the timeout";
    case VERBUS_GAP_TOO_OLD:
        return "the log does not go back that far";
    case VERBUS_GAP_UPSTREAM:
        return "a relay did not get them from its publisher";
    case VERBUS_GAP_SESSION_LOST:
        break;
    }
    return "the session was lost before its end was read";
}

static const char *words_of_refusal(int refusal)
{
    switch (refusal) {
    case VERBUS_REFUSAL_NAME:
        return "the publisher accepts no BLOCK subscription of this name";
    case VERBUS_REFUSAL_LIMIT:
        return "the publisher has 64 BLOCK subscriptions already, which is the most";
    default:
        return "subscriptions of this name have blocked the publisher for too long without reading";
    }
}

static enum verbus_loss_cause loss_of(int publisher, const char **words)
{
    switch (publisher) {
    case PUBLISHER_RELAY_ENDED:
        *words = "the relay that served it has ended";
        return VERBUS_LOSS_RELAY_ENDED;
    case PUBLISHER_DEAD:
        *words = "its publisher's process died without closing it";
        return VERBUS_LOSS_DIED;
    case PUBLISHER_CLOSED:
        *words = "its publisher closed it without a regular end";
        return VERBUS_LOSS_BROKEN_OFF;
    case PUBLISHER_REMOVED:
        *words = "its log was removed by another program while its publisher was alive";
        return VERBUS_LOSS_LOG_REMOVED;
    default:
        *words = "its publisher sends no heartbeat, and its end is not known";
        return VERBUS_LOSS_SILENT;
    }
}

static bool is_final(int publisher)
{
    return publisher >= PUBLISHER_RELAY_ENDED;
}

static void report(struct image *image, enum verbus_event_type type, uint64_t first, uint64_t next, int cause,
                   const char *words)
{
    struct image_context *context = image->context;
    if (context->on_event != NULL) {
        struct verbus_event event = {
            .type = type,
            .session = &image->log.session,
            .earlier = type == VERBUS_RESTARTED ? &image->earlier : NULL,
            .first = first,
            .next = next,
            .cause = cause,
            .description = words,
        };
        context->on_event(context->context, &event);
    }
}

/* Messages from `first` to before `next` are missing: the loss report has the gap before the application knows it. */
static void report_gap(struct image *image, uint64_t first, uint64_t next, enum verbus_gap_cause cause,
                       const char *words)
{
    struct image_context *context = image->context;
    struct loss loss = {&image->log.session, context->name, context->subscription, first, next - 1, next - first, 1,
                        (int)cause, words};
    counter_add(&context->gaps, 1);
    counter_add(&context->missed, next - first);
    losses_append(context->losses, &context->share, &loss);
    report(image, VERBUS_GAP, first, next, (int)cause, words);
}

static void report_start(struct image *image, uint64_t first)
{
    if (image->has_started)
        return;
    image->has_started = true;
    if (image->is_continuation) {
        report(image, VERBUS_BACK, image->wanted, image->wanted, 0, "");
        return;
    }
    if (image->is_restart)
        report(image, VERBUS_RESTARTED, first, first, 0, "");
    report(image, VERBUS_STARTED, first, first, 0, "");
}

/* The first sequence that is neither delivered nor reported. */
static uint64_t next_of(const struct image *image)
{
    return image->state == IMAGE_READING ? reader_undelivered(&image->reader) : image->wanted;
}

/* The newest known sequence after the messages of the publisher. */
static uint64_t known_of(const struct image *image, uint64_t next)
{
    uint64_t known = verbus_load_relaxed(image->log.map.memory, LOG_HEARTBEAT_SEQUENCE);
    known = known > INT64_MAX || known < next ? next : known;
    return known > image->reader.sequence ? known : image->reader.sequence;
}

static void finish(struct image *image, enum image_state state)
{
    image->state = state;
    atomic_store_explicit(&image->is_done, true, memory_order_release);
}

static void lose(struct image *image, enum verbus_loss_cause cause, const char *words)
{
    uint64_t next = next_of(image);
    bool is_continued = cause == VERBUS_LOSS_RELAY_ENDED;
    uint64_t known = is_continued ? next : known_of(image, next); /* the rest is in another log */
    image->state = IMAGE_LOST;
    image->wanted = next;
    atomic_store_explicit(&image->is_continued, is_continued, memory_order_relaxed);
    report_start(image, next);
    if (known > next)
        report_gap(image, next, known, VERBUS_GAP_SESSION_LOST, words);
    report(image, VERBUS_LOST_SESSION, next, known, (int)cause, words);
    finish(image, IMAGE_LOST);
}

static void end(struct image *image)
{
    place_advance(&image->place, image->reader.position);
    report(image, VERBUS_ENDED, image->reader.sequence, image->reader.sequence, 0, "");
    finish(image, IMAGE_ENDED);
}

/* The publisher's state, before the log is read: the read then sees all commits before it. Reports a return. */
static int observe(struct image *image)
{
    int seen = atomic_load_explicit(&image->publisher, memory_order_acquire);
    if (image->silence_reported) {
        bool has_more = verbus_load_acquire(image->reader.ring,
                                            (uint32_t)image->reader.position & image->reader.mask) != 0;
        if (image->loss_reported && (has_more || seen == PUBLISHER_ALIVE)) {
            image->loss_reported = false;
            report(image, VERBUS_BACK, next_of(image), next_of(image), 0, "");
        }
        image->silence_reported = seen != PUBLISHER_ALIVE;
    }
    return seen;
}

/* At the end of the log: the publisher may be silent or gone. */
static void check_publisher(struct image *image, int seen)
{
    const char *words;
    if (is_final(seen)) {
        enum verbus_loss_cause cause = loss_of(seen, &words);
        lose(image, cause, words);
        return;
    }
    int now = atomic_load_explicit(&image->publisher, memory_order_acquire); /* a handler may have taken long */
    if (now == PUBLISHER_SILENT && image->has_started && !image->silence_reported) {
        enum verbus_loss_cause cause = loss_of(now, &words);
        image->silence_reported = true;
        image->loss_reported = true;
        report(image, VERBUS_LOST_SESSION, next_of(image), known_of(image, next_of(image)), (int)cause, words);
    }
}

/* Continues after a lap; returns false if the lap ends the session for this subscription. */
static bool resume_after_lap(struct image *image)
{
    counter_add(&image->context->discarded, image->reader.discarded);
    image->reader.discarded = 0;
    if (image->context->policy != VERBUS_EVICT) {
        if (!seeker_after_lap(image) || (image->has_started && image->reader.sequence < image->wanted)) {
            lose(image, VERBUS_LOSS_CORRUPT, corrupt);
            return false;
        }
        return true;
    }
    if (!seeker_at_end(image)) { /* the whole range is lost */
        lose(image, VERBUS_LOSS_CORRUPT, corrupt);
        return false;
    }
    atomic_store_explicit(&image->is_lost_by_lap, true, memory_order_release);
    place_lose(&image->place);
    lose(image, VERBUS_LOSS_LAPPED, lapped);
    return false;
}

static bool wait_for_more(struct image *image, int seen)
{
    place_advance(&image->place, image->reader.position);
    check_publisher(image, seen);
    return false;
}

/* Reports the start of the session, or the missing range before the reader; delivery begins. */
static bool begin(struct image *image)
{
    uint64_t first = image->reader.sequence;
    report_start(image, first);
    enum verbus_gap_cause cause =
        reader_is_missing(&image->reader, image->wanted) ? VERBUS_GAP_UPSTREAM : image->cause;
    if (image->wanted < first)
        report_gap(image, image->wanted, first, cause, words_of_gap(cause));
    image->wanted = first;
    image->state = IMAGE_READING;
    return true;
}

/* Moves to the begin of a message; the rest of one in which a subscription joins is not missing. */
static bool seek_begin(struct image *image)
{
    bool is_joining = !image->has_started && !image->is_continuation && image->reader.sequence == image->wanted;
    bool found = reader_seek_begin(&image->reader);
    if (is_joining && !reader_is_missing(&image->reader, image->wanted))
        image->wanted = image->reader.sequence;
    return found;
}

/* Whether the end of the session before was reported. */
static bool may_report(struct image *image)
{
    if (atomic_load_explicit(&image->awaits, memory_order_relaxed)) {
        if (!atomic_load_explicit(&image->predecessor->is_done, memory_order_acquire))
            return false;
        atomic_store_explicit(&image->awaits, false, memory_order_release);
    }
    return true;
}

/* Moves the reader to the first wanted message; returns true if it is there. */
static bool seek(struct image *image)
{
    struct reader *reader = &image->reader;
    if (image->state != IMAGE_SEEKING || !may_report(image))
        return false;
    int seen = observe(image);
    while (!reader_seek(reader, image->wanted) || (reader->sequence >= image->wanted && !seek_begin(image))) {
        switch (reader->outcome) {
        case OUTCOME_LAPPED:
            if (!resume_after_lap(image))
                return false;
            break;
        case OUTCOME_DRAINED: /* the publisher is inside a message */
            return wait_for_more(image, seen);
        case OUTCOME_ENDED:
            (void)begin(image);
            end(image);
            return false;
        case OUTCOME_CORRUPT:
        case OUTCOME_MISSING:
        case OUTCOME_PAUSED:
            lose(image, VERBUS_LOSS_CORRUPT, corrupt);
            return false;
        }
    }
    if (reader->sequence < image->wanted)
        return wait_for_more(image, seen); /* the wanted message is not published yet */
    return begin(image);
}

static void resume(struct image *image)
{
    struct reader *reader = &image->reader;
    if (reader->is_doubtful)
        report(image, VERBUS_DOUBTFUL, reader->sequence - 1, reader->sequence, 0, "");
    image->wanted = reader_undelivered(reader);
    image->cause = image->context->policy == VERBUS_CONFLATE ? VERBUS_GAP_CONFLATED
                   : place_was_evicted(&image->place)        ? VERBUS_GAP_EVICTED
                                                             : VERBUS_GAP_LAPPED;
    image->state = IMAGE_SEEKING;
    if (resume_after_lap(image))
        (void)seek(image);
}

static void handle(struct image *image, int seen)
{
    switch (image->reader.outcome) {
    case OUTCOME_PAUSED:
        place_advance(&image->place, image->reader.position);
        break;
    case OUTCOME_DRAINED:
        place_advance(&image->place, image->reader.position);
        check_publisher(image, seen);
        break;
    case OUTCOME_LAPPED:
        resume(image);
        break;
    case OUTCOME_MISSING:
        image->wanted = image->reader.missing_from;
        image->state = IMAGE_SEEKING;
        (void)seek(image);
        break;
    case OUTCOME_ENDED:
        end(image);
        break;
    case OUTCOME_CORRUPT:
        lose(image, VERBUS_LOSS_CORRUPT, corrupt);
        break;
    }
}

static void report_refusal(struct image *image)
{
    int refusal = atomic_load_explicit(&image->refusal, memory_order_relaxed);
    if (refusal != image->refusal_reported) {
        image->refusal_reported = refusal;
        if (refusal != VERBUS_REFUSAL_NONE)
            report(image, VERBUS_REFUSED, next_of(image), next_of(image), refusal, words_of_refusal(refusal));
    }
}

/* Most polls find nothing: then there is nothing to check, unless the publisher is to acknowledge this reader. */
static bool is_idle(const struct image *image)
{
    return image->state == IMAGE_READING && (!image->place.is_blocking || image->place.is_gating)
           && reader_is_idle(&image->reader) && !image->silence_reported
           && atomic_load_explicit(&image->publisher, memory_order_relaxed) == PUBLISHER_ALIVE
           && atomic_load_explicit(&image->refusal, memory_order_relaxed) == image->refusal_reported;
}

int image_poll(struct image *image, verbus_handler handler, void *context, int limit)
{
    if (is_idle(image))
        return 0;
    if (image->has_started)
        report_refusal(image);
    if (image->state != IMAGE_READING && !seek(image))
        return 0;
    int count;
    uint64_t before;
    do { /* a batch without the end of a message shows progress, and is followed by the next */
        before = image->reader.position;
        image->reader.is_copying = image->context->copies || !place_is_gating(&image->place, before);
        int seen = observe(image);
        count = reader_poll(&image->reader, handler, context, limit < MAX_BATCH ? limit : MAX_BATCH);
        handle(image, seen);
    } while (count == 0 && image->reader.outcome == OUTCOME_PAUSED && image->state == IMAGE_READING
             && image->reader.position != before && limit > 0);
    return count;
}

int image_open(struct image *image, struct image_context *context, const struct positions *positions,
               const struct verbus_log *log, enum verbus_start start, uint64_t start_sequence,
               struct verbus_error *error)
{
    image->context = context;
    image->log = *log;
    image->cause = VERBUS_GAP_TOO_OLD;
    int status = VERBUS_OK;
    if (!reader_open(&image->reader, &image->log))
        status = verbus_fail(error, VERBUS_NO_ROOM, "no memory to join a session of stream %s: free memory of the host",
                             log->session.stream);
    else if (!place_take(&image->place, positions, &image->log))
        status = verbus_fail(error, VERBUS_TEMPORARY,
                             "subscription %s reads %u sessions, its maximum: raise its session limit, or shard the"
                             " stream",
                             positions->name, (unsigned)positions->places);
    if (status != VERBUS_OK) {
        image_close(image);
        return status;
    }
    if (!seeker_join(image, start, start_sequence)) {
        place_leave(&image->place);
        image_close(image);
        return verbus_fail(error, VERBUS_DAMAGED,
                           "the chunk table of a log of stream %s is corrupt: restart its publisher",
                           log->session.stream);
    }
    place_show(&image->place);
    return VERBUS_OK;
}

void image_leave(struct image *image)
{
    assembly_clear(&image->reader.assembly);
    place_leave(&image->place);
}

void image_close(struct image *image)
{
    reader_close(&image->reader);
    log_close(&image->log);
}

uint64_t image_lag(const struct image *image)
{
    uint64_t end_position = verbus_load_relaxed(image->log.map.memory, LOG_HEARTBEAT_POSITION);
    struct boundary newest;
    if (chunks_newest(&image->log, &newest) && (newest.position > end_position || end_position > INT64_MAX))
        end_position = newest.position;
    return end_position > image->reader.position ? end_position - image->reader.position : 0;
}
