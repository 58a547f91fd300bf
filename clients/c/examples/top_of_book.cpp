// Prints the best bid and offer of an instrument whenever they change: top_of_book STREAM INSTRUMENT-ID
// INSTRUMENT-ID is the number that the feed gives (in ITCH the stock locate). Ends with the session.
#include <verbus.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <unordered_map>

#include <io_verbus_codec_marketdata/MessageHeader.h>
#include <io_verbus_codec_marketdata/OrderAdded.h>
#include <io_verbus_codec_marketdata/OrderDeleted.h>
#include <io_verbus_codec_marketdata/OrderExecuted.h>
#include <io_verbus_codec_marketdata/OrderReduced.h>
#include <io_verbus_codec_marketdata/OrderReplaced.h>

using namespace io::verbus::codec::marketdata;

struct Order {
    bool buy;
    std::int64_t price, quantity;
};

struct Book {
    std::unordered_map<std::uint64_t, Order> orders;
    std::array<std::map<std::int64_t, std::int64_t>, 2> levels; // quantity by price: offers, bids

    void add(std::uint64_t id, Order order)
    {
        orders[id] = order;
        levels[order.buy][order.price] += order.quantity;
    }

    void reduce(std::uint64_t id, std::int64_t quantity)
    {
        auto found = orders.find(id);
        auto &side = levels[found->second.buy];
        found->second.quantity -= quantity;
        if ((side[found->second.price] -= quantity) == 0)
            side.erase(found->second.price);
        if (found->second.quantity == 0)
            orders.erase(found);
    }

    std::array<std::int64_t, 4> top() const
    {
        const auto &[offers, bids] = levels;
        auto bid = bids.empty() ? std::pair<const std::int64_t, std::int64_t>{} : *bids.rbegin();
        auto offer = offers.empty() ? std::pair<const std::int64_t, std::int64_t>{} : *offers.begin();
        return {bid.second, bid.first, offer.first, offer.second};
    }

    void apply(const verbus_message &message, std::uint32_t instrument)
    {
        auto *bytes = static_cast<char *>(const_cast<void *>(message.payload)); // only read
        MessageHeader header(bytes, message.length);
        auto decode = [&](auto codec) {
            codec.wrapForDecode(bytes, header.encodedLength(), header.blockLength(), header.version(), message.length);
            return codec;
        };
        if (header.schemaId() != OrderAdded::sbeSchemaId())
            return;
        if (header.templateId() == OrderAdded::sbeTemplateId()) {
            auto added = decode(OrderAdded());
            if (added.instrumentId() == instrument)
                add(added.orderId(), {added.side() == Side::Value::BUY, added.price(), added.quantity()});
        } else if (header.templateId() == OrderExecuted::sbeTemplateId()) {
            auto executed = decode(OrderExecuted());
            if (orders.count(executed.orderId()) != 0)
                reduce(executed.orderId(), executed.quantity());
        } else if (header.templateId() == OrderReduced::sbeTemplateId()) {
            auto reduced = decode(OrderReduced());
            if (orders.count(reduced.orderId()) != 0)
                reduce(reduced.orderId(), reduced.quantity());
        } else if (header.templateId() == OrderDeleted::sbeTemplateId()) {
            auto found = orders.find(decode(OrderDeleted()).orderId());
            if (found != orders.end())
                reduce(found->first, found->second.quantity);
        } else if (header.templateId() == OrderReplaced::sbeTemplateId()) {
            auto replaced = decode(OrderReplaced());
            auto found = orders.find(replaced.orderId());
            if (found != orders.end()) {
                bool buy = found->second.buy;
                reduce(found->first, found->second.quantity);
                add(replaced.newOrderId(), {buy, replaced.price(), replaced.quantity()});
            }
        }
    }
};

int main(int argc, char **argv)
{
    if (argc != 3)
        return std::fprintf(stderr, "usage: top_of_book STREAM INSTRUMENT-ID\n"), 2;
    try {
        auto instrument = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
        Book book;
        std::array<std::int64_t, 4> shown{};
        bool over = false, whole = true;
        verbus_bus_settings settings = {};
        settings.own_thread = true;
        verbus::bus bus(settings);
        verbus_subscription_settings wanted = {};
        wanted.stream = argv[1];
        wanted.name = "top-of-book";
        wanted.policy = VERBUS_SKIP;
        wanted.start = VERBUS_START_OLDEST;
        verbus::subscription subscription(bus, wanted, [&](const verbus_event &event) {
            bool lost = event.type == VERBUS_LOST_SESSION && event.cause >= VERBUS_LOSS_DIED; // for good
            over = over || event.type == VERBUS_ENDED || lost;
            whole = whole && event.type != VERBUS_GAP && !lost;
        });
        while (!over) {
            subscription.poll(
                [&](const verbus_message &message) {
                    book.apply(message, instrument);
                    if (auto top = book.top(); top != shown) {
                        shown = top;
                        std::printf("%lld @ %lld | %lld @ %lld\n", static_cast<long long>(top[0]),
                                    static_cast<long long>(top[1]), static_cast<long long>(top[3]),
                                    static_cast<long long>(top[2]));
                    }
                },
                256);
        }
        return whole ? 0 : 1; // with a gap the book is not the venue's
    } catch (const verbus::error &failure) {
        return std::fprintf(stderr, "top_of_book: %s\n", failure.what()), 1;
    }
}
