/* Text of numbers, from the libraries that define them. */
#include "verbus.h"

#include "check.h"
#include <stdio.h>
#include <string.h>

int verbus_text_write(int kind, int value, char *text, size_t size)
{
    const char *words;

    VERBUS_REQUIRE(text != NULL && size > 0);
    switch (kind) {
    case VERBUS_TEXT_COMPLETION:
        words = VERBS->wc_status_str((enum ibv_wc_status)value);
        break;
    case VERBUS_TEXT_EVENT:
        words = VERBS->event_str((enum rdma_cm_event_type)value);
        break;
    case VERBUS_TEXT_DEVICE_EVENT:
        words = VERBS->event_type_str((enum ibv_event_type)value);
        break;
    case VERBUS_TEXT_PORT_STATE:
        words = VERBS->port_state_str((enum ibv_port_state)value);
        break;
    case VERBUS_TEXT_ERRNO:
        words = strerror(value);
        break;
    default:
        return -EINVAL;
    }
    snprintf(text, size, "%s", words);
    return 0;
}
