#include "peer.h"

bool peer_find_place(struct peer *peer, uint64_t session)
{
    if (peer->place == NULL || verbus_load_acquire(peer->place, PLACE_SESSION) != session) { /* SYNC start */
        if (peer->place != NULL && verbus_load_acquire(peer->place, PLACE_LOST) == session)
            peer->is_lapped = true;
        peer->place = positions_find(&peer->positions, session);
        peer->acknowledged_join = 0;
        peer->refusal = VERBUS_REFUSAL_NONE;
    }
    return peer->place != NULL;
}

bool peer_is_requesting(const struct peer *peer)
{
    return peer->positions.policy == VERBUS_BLOCK
           && verbus_load_acquire(peer->place, PLACE_JOIN) != peer->acknowledged_join;
}

bool peer_is_stuck(struct peer *peer, uint64_t position, uint64_t awaited, int64_t now_ns)
{
    if (position >= awaited || position > peer->progress_position)
        timeout_restart(&peer->progress, now_ns);
    if (position > peer->progress_position)
        peer->progress_position = position;
    return timeout_is_over(&peer->progress, now_ns);
}
