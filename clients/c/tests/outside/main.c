/* Publishes and reads one message: main DIRECTORY */
#include <verbus.h>

#include <stdio.h>
#include <string.h>

static enum verbus_action print(void *context, const struct verbus_message *message)
{
    *(int *)context += 1;
    printf("%.*s\n", (int)message->length, (const char *)message->payload);
    return VERBUS_TAKEN;
}

int main(int argc, char **argv)
{
    struct verbus_bus_settings settings = {.directory = argc > 1 ? argv[1] : NULL};
    struct verbus_subscription_settings reader = {.stream = "hello", .name = "reader"};
    struct verbus_publication_settings writer = {.stream = "hello", .name = "writer", .capacity = 65536};
    struct verbus_error error;
    verbus_bus *bus;
    verbus_subscription *subscription;
    verbus_publication *publication;
    int count = 0;
    if (verbus_bus_open(&settings, &bus, &error) != VERBUS_OK
        || verbus_subscribe(bus, &reader, &subscription, &error) != VERBUS_OK
        || verbus_publish(bus, &writer, &publication, &error) != VERBUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    verbus_conduct(bus);
    verbus_offer(publication, "hello", strlen("hello"));
    while (count == 0)
        verbus_poll(subscription, print, &count, 10);
    verbus_publication_close(publication);
    verbus_subscription_close(subscription);
    verbus_bus_close(bus);
    return 0;
}
