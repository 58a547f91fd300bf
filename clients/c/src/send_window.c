#include "send_window.h"

#include "frame.h"

#include <stdlib.h>

enum {
    MIN_FRAME = 64,
    MAX_MESSAGES = 1 << 16, /* bounds the memory to 2 MiB */
};

bool window_open(struct send_window *window, uint64_t capacity)
{
    uint64_t messages = capacity / MIN_FRAME < MAX_MESSAGES ? capacity / MIN_FRAME : MAX_MESSAGES;
    window->capacity = capacity;
    window->mask = (int64_t)messages - 1;
    window->first = 1;
    window->next = 1;
    window->messages = calloc(messages, sizeof *window->messages);
    return window->messages != NULL;
}

void window_close(struct send_window *window)
{
    free(window->messages);
    window->messages = NULL;
}

static struct sent_message *at(const struct send_window *window, int64_t number)
{
    return &window->messages[number & window->mask];
}

/* The bytes from the first unanswered message to the end of another one. */
static uint64_t used(const struct send_window *window, uint64_t position, size_t length)
{
    uint64_t begin = window->first == window->next ? position : at(window, window->first)->position;
    return position - begin + frame_align((uint32_t)(FRAME_TIMESTAMPED_HEADER + length));
}

bool window_has_room(const struct send_window *window, uint64_t position, size_t length)
{
    return window->next - window->first <= window->mask && used(window, position, length) <= window->capacity / 2;
}

bool window_has_room_for_heartbeat(const struct send_window *window, uint64_t position, size_t length)
{
    return used(window, position, length) <= window->capacity / 4 * 3;
}

void window_sent(struct send_window *window, uint64_t position, unsigned template_id, int64_t order)
{
    *at(window, window->next) = (struct sent_message){window->next, position, order, template_id};
    window->next++;
}

void window_taken(struct send_window *window, int64_t end)
{
    int64_t known = end < window->next ? end : window->next;
    window->first = window->first > known ? window->first : known;
}

void window_restart(struct send_window *window, int64_t number)
{
    window->first = number;
    window->next = number;
}

int64_t window_oldest(const struct send_window *window, int64_t from)
{
    int64_t oldest = window->next - window->mask - 1 > 1 ? window->next - window->mask - 1 : 1;
    return from > oldest ? from : oldest;
}

const struct sent_message *window_find(const struct send_window *window, int64_t number)
{
    const struct sent_message *found = at(window, number);
    return number > 0 && found->number == number ? found : NULL;
}
