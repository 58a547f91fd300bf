// The C++ wrapper: handlers, exceptions, events, moves, closes.
#include "check.h"
#include "scratch.h"
#include "verbus.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace {

verbus_subscription_settings reader_settings()
{
    verbus_subscription_settings settings = {};
    settings.stream = "test";
    settings.name = "reader";
    return settings;
}

verbus_publication_settings writer_settings()
{
    verbus_publication_settings settings = {};
    settings.stream = "test";
    settings.name = "writer";
    settings.capacity = 65536;
    return settings;
}

std::string text(const verbus_message &message)
{
    return std::string(static_cast<const char *>(message.payload), message.length);
}

void messages_and_events_arrive(const verbus_bus_settings &settings)
{
    std::vector<int> events;
    std::vector<int> subscribers;
    std::vector<std::string> read;
    verbus::bus bus(settings);
    auto on_event = [&](const verbus_event &event) { events.push_back(event.type); };
    verbus::subscription moved(bus, reader_settings(), on_event);
    verbus::subscription subscription = std::move(moved);
    {
        verbus::publication publication(bus, writer_settings(), [&](const verbus_subscriber_event &event) {
            subscribers.push_back(event.type);
        });
        bus.conduct();
        auto [status, payload] = publication.claim(3);
        CLAIM(status == VERBUS_OK);
        std::memcpy(payload, "one", 3);
        CLAIM(publication.commit(3) == 0 && publication.offer("two", 3) == 1 && publication.offer("three", 5) == 2);
        bus.conduct();
        CLAIM(publication.subscribers() == 1 && std::string(publication.session().publisher) == "writer");
        bool failed = false;
        try {
            subscription.poll(
                [&](const verbus_message &message) {
                    read.push_back(text(message));
                    if (read.back() == "one")
                        throw std::runtime_error("of the handler");
                },
                10);
        } catch (const std::runtime_error &thrown) {
            failed = std::strcmp(thrown.what(), "of the handler") == 0;
        }
        CLAIM(failed && read == std::vector<std::string>{"one"}); // consumed, and the poll has ended
        auto refuse = [&](const verbus_message &message) {
            read.push_back(text(message));
            return read.size() == 2 ? VERBUS_NOT_TAKEN : VERBUS_TAKEN;
        };
        CLAIM(subscription.poll(refuse, 10) == 0);
        CLAIM(subscription.poll(refuse, 10) == 2);
        CLAIM((read == std::vector<std::string>{"one", "two", "two", "three"}) && subscription.lag() == 0);
    }
    while (events.size() < 2)
        subscription.poll([](const verbus_message &) {}, 10);
    CLAIM((events == std::vector<int>{VERBUS_STARTED, VERBUS_ENDED}));
    CLAIM(subscribers.front() == VERBUS_SUBSCRIBER_JOINED);
}

void failures_are_exceptions(const verbus_bus_settings &settings)
{
    verbus::bus bus(settings);
    auto wrong = reader_settings();
    wrong.stream = "../x";
    int status = 0;
    try {
        verbus::subscription subscription(bus, wrong);
    } catch (const verbus::error &failure) {
        status = failure.status();
        CLAIM(std::strstr(failure.what(), "invalid stream name") != nullptr);
    }
    CLAIM(status == VERBUS_INVALID);
    try {
        verbus::journal journal("/nonexistent");
    } catch (const verbus::error &failure) {
        status = failure.status();
    }
    CLAIM(status == VERBUS_PERMANENT);
}

/* Without a gateway: the handlers are called after a move, and requests are refused. */
void seat_reports_its_end(const verbus_bus_settings &settings)
{
    verbus::bus bus(settings);
    verbus_seat_settings identity = {};
    identity.name = "ALICE";
    identity.secret = "0123456789abcdef";
    identity.secret_length = 16;
    identity.timeout_ns = 1000000;
    std::vector<std::string> ends;
    verbus::seat moved(
        bus, identity, [](const verbus_report &) {},
        [&](const verbus_seat_event &event) { ends.emplace_back(event.description); });
    verbus::seat seat = std::move(moved);
    verbus_order order = {};
    order.side = VERBUS_BUY;
    CLAIM(seat.enter(order) == VERBUS_NOT_ESTABLISHED && seat.cancel(1) == VERBUS_NOT_ESTABLISHED);
    CLAIM(!seat.is_established() && seat.unanswered() == 0 && seat.next_report() == 1 && seat.open_quantity(1) == 0);
    while (seat.poll() != VERBUS_CLOSED)
        bus.conduct();
    CLAIM(ends == std::vector<std::string>{"no gateway has established seat ALICE within 1 ms"});
}

void journal_is_read(const char *directory)
{
    verbus::journal journal(directory);
    CLAIM(journal.size() == 2);
    verbus::journal_reader reader = journal.read(journal.session(0).id);
    verbus_record record = {};
    std::size_t messages = 0;
    while (reader.next(record))
        messages += record.type == VERBUS_RECORD_MESSAGE;
    CLAIM(messages == 288 && reader.is_over());
}

} // namespace

int main(int argc, char **argv)
{
    CLAIM(argc == 2);
    char directory[] = "/dev/shm/verbus-c-test-XXXXXX";
    scratch_create(directory);
    verbus_bus_settings settings = {};
    settings.directory = directory;
    messages_and_events_arrive(settings);
    failures_are_exceptions(settings);
    seat_reports_its_end(settings);
    journal_is_read(argv[1]);
    scratch_remove(directory);
    return 0;
}
