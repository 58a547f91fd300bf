#include "place.h"

#include "answers.h"

bool place_take(struct place *place, const struct positions *positions, const struct verbus_log *log)
{
    uint8_t *words = positions_find(positions, 0);
    if (words == NULL)
        return false;
    *place = (struct place){
        .log = log,
        .words = words,
        .subscription = positions->subscription,
        .is_blocking = positions->policy == VERBUS_BLOCK,
    };
    verbus_store_relaxed(words, PLACE_JOIN, 0);
    verbus_store_relaxed(words, PLACE_POSITION, 0);
    return true;
}

void place_show(struct place *place)
{
    verbus_store_release(place->words, PLACE_SESSION, place->log->session.id); /* SYNC start */
}

void place_request(struct place *place, uint64_t position)
{
    place->is_gating = false;
    place->shown = position;
    verbus_store_release(place->words, PLACE_POSITION, position);
    verbus_store_release(place->words, PLACE_JOIN, ++place->join);
    atomic_thread_fence(memory_order_seq_cst); /* SYNC promise: the caller loads the horizon next */
}

/* The join number in the acknowledgement: negated after an eviction, 0 without one. */
static int64_t acknowledged(struct place *place)
{
    place->acknowledgement = answers_find(place->log, place->subscription, place->acknowledgement);
    return place->acknowledgement == 0 ? 0 : answers_join(place->log, place->acknowledgement);
}

bool place_is_gating(struct place *place, uint64_t position)
{
    if (!place->is_blocking)
        return false;
    int64_t join = acknowledged(place);
    if (join == (int64_t)place->join) {
        if (!place->is_gating) {
            place->is_gating = !log_has_passed(place->log, position);
            place->is_evicted = place->is_evicted && !place->is_gating;
        }
    } else if (place->is_gating || join == -(int64_t)place->join) {
        place->is_evicted = true;
        place_request(place, position);
    }
    return place->is_gating;
}

bool place_was_evicted(struct place *place)
{
    if (place->is_gating || (place->is_blocking && place->join > 0 && acknowledged(place) == -(int64_t)place->join))
        place->is_evicted = true;
    return place->is_evicted;
}

void place_advance(struct place *place, uint64_t position)
{
    if (position != place->shown) {
        place->shown = position;
        verbus_store_release(place->words, PLACE_POSITION, position);
    }
}

void place_lose(struct place *place)
{
    verbus_store_release(place->words, PLACE_LOST, place->log->session.id);
}

void place_leave(struct place *place)
{
    verbus_store_release(place->words, PLACE_POSITION, POSITIONS_CLOSING);
    verbus_store_release(place->words, PLACE_SESSION, 0);
}
