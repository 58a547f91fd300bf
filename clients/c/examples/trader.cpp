// Buys or sells at a market on this host: trader SEAT KEY-FILE INSTRUMENT-ID buy|sell QUANTITY PRICE LIMIT
// Enters an order at PRICE, and moves it by 0.01 towards LIMIT whenever it has not traded for half a second. Ends when
// all has traded, or after Ctrl-C when the rest is cancelled. If this process ends otherwise, the gateway cancels it.
#include <verbus.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace std::chrono;

static volatile std::sig_atomic_t interrupted = 0;

struct Trader {
    verbus_order order;   // as sent last; its id is used once, and a replacement has the next one
    std::int64_t first;   // the first id
    std::int64_t limit;   // in millionths, as all prices
    bool pending = true;  // the newest request is not answered
    bool done = false;
    steady_clock::time_point sent{};

    void on_report(const verbus_report &report)
    {
        if (report.order < first)
            return; // of an order of an earlier process
        if (report.type == VERBUS_ORDER_EXECUTED)
            std::printf("trade %lld: %lld at %.2f, %lld open\n", static_cast<long long>(report.trade),
                        static_cast<long long>(report.quantity), static_cast<double>(report.price) / 1e6,
                        static_cast<long long>(report.open));
        else if (report.reason[0] != 0)
            std::printf("order %s: %s\n", report.type == VERBUS_ORDER_CANCELLED ? "cancelled" : "refused",
                        report.reason);
        if (report.type == VERBUS_REQUEST_REFUSED)
            order.id = report.order; // the order of before is still there, or has just traded
        done = done || report.type == VERBUS_ORDER_REJECTED || report.type == VERBUS_ORDER_CANCELLED
               || (report.type == VERBUS_ORDER_EXECUTED && report.open == 0);
        pending = pending && report.answers == 0;
    }

    void on_event(const verbus_seat_event &event)
    {
        if (event.description[0] != 0 && !done)
            std::fprintf(stderr, "trader: %s\n", event.description);
        done = done || event.type == VERBUS_SEAT_NOT_TAKEN || event.type == VERBUS_SEAT_MISSING;
    }

    // A negative result of a request is mostly for now: the next call tries again.
    void work(verbus::seat &seat)
    {
        bool is_new = sent == steady_clock::time_point{};
        if (interrupted && is_new)
            done = true;
        if (done || !seat.is_established())
            return;
        if (is_new) {
            if (seat.enter(order) > 0)
                sent = steady_clock::now();
        } else if (!pending && interrupted) {
            pending = seat.cancel(order.id) > 0;
        } else if (!pending && order.price != limit && steady_clock::now() - sent > milliseconds(500)) {
            auto step = std::min<std::int64_t>(10000, std::abs(limit - order.price));
            auto price = order.price + (limit > order.price ? step : -step);
            if (seat.replace(order.id, order.id + 1, seat.open_quantity(order.id), price) > 0) {
                order.id++;
                order.price = price;
                pending = true;
                sent = steady_clock::now();
            }
        }
    }
};

int main(int argc, char **argv)
{
    if (argc != 8)
        return std::fprintf(stderr, "usage: trader SEAT KEY-FILE INSTRUMENT-ID buy|sell QUANTITY PRICE LIMIT\n"), 2;
    try {
        std::signal(SIGINT, [](int) { interrupted = 1; });
        verbus_bus_settings settings = {};
        settings.own_thread = true;
        verbus::bus bus(settings);
        verbus_order order = {};
        order.id = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count() * 1000;
        order.instrument = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
        order.side = std::strcmp(argv[4], "buy") == 0 ? VERBUS_BUY : VERBUS_SELL;
        order.quantity = std::strtoll(argv[5], nullptr, 10);
        order.price = std::llround(std::strtod(argv[6], nullptr) * 1e6);
        Trader trader{order, order.id, std::llround(std::strtod(argv[7], nullptr) * 1e6)};
        verbus_seat_settings identity = {};
        identity.name = argv[1];
        identity.secret_file = argv[2];
        identity.cancel_on_disconnect = true;
        verbus::seat seat(
            bus, identity, [&](const verbus_report &report) { trader.on_report(report); },
            [&](const verbus_seat_event &event) { trader.on_event(event); });
        while (!trader.done) {
            int count = seat.poll();
            if (count == VERBUS_CLOSED)
                return 1; // the cause was printed
            trader.work(seat);
            if (count <= 0)
                std::this_thread::sleep_for(microseconds(50));
        }
        return 0;
    } catch (const verbus::error &failure) {
        return std::fprintf(stderr, "trader: %s\n", failure.what()), 1;
    }
}
