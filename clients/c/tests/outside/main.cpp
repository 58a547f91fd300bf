// The same in C++.
#include <verbus.hpp>

#include <iostream>
#include <string_view>

int main(int argc, char **argv)
{
    try {
        verbus_bus_settings settings = {};
        settings.directory = argc > 1 ? argv[1] : nullptr;
        verbus::bus bus(settings);
        verbus_subscription_settings reader = {};
        reader.stream = "hello";
        reader.name = "reader";
        verbus::subscription subscription(bus, reader);
        verbus_publication_settings writer = {};
        writer.stream = "hello";
        writer.name = "writer";
        writer.capacity = 65536;
        verbus::publication publication(bus, writer);
        bus.conduct();
        publication.offer("hello", 5);
        while (subscription.poll(
                   [](const verbus_message &message) {
                       std::string_view text(static_cast<const char *>(message.payload), message.length);
                       std::cout << text << "\n";
                   },
                   10)
               == 0)
            continue;
        return 0;
    } catch (const verbus::error &failure) {
        std::cerr << failure.what() << "\n";
        return 1;
    }
}
