/* Copies of the messages and events of a poll. */
#include "verbus.h"

#include <stdio.h>
#include <string.h>

enum {
    PAYLOAD_ALIGNMENT = 8,
    EVENTS_OF_A_SESSION = 4, /* without a message between them */
};

enum verbus_action verbus_batch_take(void *context, const struct verbus_message *message)
{
    struct verbus_batch *batch = context;
    size_t offset = (batch->used + PAYLOAD_ALIGNMENT - 1) & ~(size_t)(PAYLOAD_ALIGNMENT - 1);
    batch->needed = 0;
    if (offset > batch->size || message->length > batch->size - offset) {
        batch->needed = message->length;
        return VERBUS_NOT_TAKEN;
    }
    /* The poll ends early while events may still find room. */
    if (batch->message_count == batch->message_limit || batch->event_count > EVENTS_OF_A_SESSION)
        return VERBUS_NOT_TAKEN;
    if (message->length > 0)
        memcpy((uint8_t *)batch->bytes + offset, message->payload, message->length);
    batch->messages[batch->message_count++] = (struct verbus_batch_message){
        .offset = offset,
        .length = message->length,
        .session = message->session->id,
        .sequence = message->sequence,
        .frames = message->frames,
        .position = message->position,
        .published_ns = message->published_ns,
        .received_utc_ns = message->received_utc_ns,
    };
    batch->used = offset + message->length;
    return VERBUS_TAKEN;
}

void verbus_batch_report(void *context, const struct verbus_event *event)
{
    struct verbus_batch *batch = context;
    if (batch->event_count == batch->event_limit) {
        batch->unstored++;
        return;
    }
    struct verbus_batch_event *stored = &batch->events[batch->event_count++];
    stored->messages = batch->message_count;
    stored->type = event->type;
    stored->cause = event->cause;
    stored->first = event->first;
    stored->next = event->next;
    stored->session = *event->session;
    if (event->earlier != NULL)
        stored->earlier = *event->earlier;
    else
        memset(&stored->earlier, 0, sizeof stored->earlier);
    (void)snprintf(stored->description, sizeof stored->description, "%s", event->description);
}
