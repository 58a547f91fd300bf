/*
 * verbus.h for C++17: the same functions as classes, which close their handles. Failures are thrown as verbus::error;
 * the results of claims, commits and offers are statuses, because a refused claim is ordinary. Threads and the meaning
 * of all values are those of verbus.h. Subscriptions, publications and seats must be closed before their bus.
 */
#ifndef VERBUS_CLIENT_HPP
#define VERBUS_CLIENT_HPP

#include "verbus.h"

#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace verbus {

/** A failure: its status, and one sentence with the failure, the place and the remedy. */
class error : public std::runtime_error {
public:
    explicit error(const verbus_error &reason) : std::runtime_error(reason.text), status_(reason.status) {}

    /** A negative value of verbus_status. */
    int status() const noexcept { return status_; }

private:
    int status_;
};

namespace detail {

inline void require(int status, const verbus_error &reason)
{
    if (status != VERBUS_OK)
        throw error(reason);
}

template <typename T, void (*Close)(T *)>
struct closer {
    void operator()(T *opened) const noexcept { Close(opened); }
};

template <typename T, void (*Close)(T *)>
using handle = std::unique_ptr<T, closer<T, Close>>;

/* An exception of a handler must not pass through C: it is thrown again by the poll. */
template <typename Handler>
struct call {
    Handler &handler;
    std::exception_ptr thrown;

    static verbus_action forward(void *context, const verbus_message *message) noexcept
    {
        auto &self = *static_cast<call *>(context);
        if (self.thrown)
            return VERBUS_NOT_TAKEN; /* the poll ends */
        try {
            if constexpr (std::is_void_v<std::invoke_result_t<Handler &, const verbus_message &>>) {
                self.handler(*message);
                return VERBUS_TAKEN;
            } else {
                return self.handler(*message);
            }
        } catch (...) {
            self.thrown = std::current_exception();
            return VERBUS_TAKEN;
        }
    }
};

} // namespace detail

/** This process on the bus of its host. */
class bus {
public:
    /** Joins the bus; throws verbus::error. */
    explicit bus(const verbus_bus_settings &settings = {})
    {
        verbus_bus *opened = nullptr;
        verbus_error reason = {};
        detail::require(verbus_bus_open(&settings, &opened, &reason), reason);
        handle_.reset(opened);
    }

    /** One duty cycle; returns the number of changes. */
    int conduct() { return verbus_conduct(handle_.get()); }

    /** The bus of verbus.h. */
    verbus_bus *get() const noexcept { return handle_.get(); }

private:
    detail::handle<verbus_bus, verbus_bus_close> handle_;
};

/** A subscription of a stream on this host. */
class subscription {
public:
    using event_handler = std::function<void(const verbus_event &)>;

    /** Subscribes; on_event and context of the settings are replaced by the handler. Throws verbus::error. */
    subscription(const bus &on, verbus_subscription_settings settings, event_handler on_event = {})
        : on_event_(std::make_unique<event_handler>(std::move(on_event)))
    {
        verbus_subscription *opened = nullptr;
        verbus_error reason = {};
        settings.context = on_event_.get();
        settings.on_event = *on_event_ ? report : nullptr;
        detail::require(verbus_subscribe(on.get(), &settings, &opened, &reason), reason);
        handle_.reset(opened);
    }

    /**
     * Delivers messages to a callable of (const verbus_message &) that returns nothing or a verbus_action. An exception
     * of it ends the poll and is thrown again; its message is consumed. Event handlers must not throw.
     */
    template <typename Handler>
    int poll(Handler &&handler, int limit)
    {
        detail::call<std::remove_reference_t<Handler>> call{handler, nullptr};
        int count = verbus_poll(handle_.get(), decltype(call)::forward, &call, limit);
        if (call.thrown)
            std::rethrow_exception(call.thrown);
        return count;
    }

    /** Bytes to the ends of the logs. */
    std::uint64_t lag() const noexcept { return verbus_subscription_lag(handle_.get()); }

private:
    static void report(void *context, const verbus_event *event) noexcept
    {
        (*static_cast<event_handler *>(context))(*event);
    }

    std::unique_ptr<event_handler> on_event_; /* outlives the handle, and keeps its address in a move */
    detail::handle<verbus_subscription, verbus_subscription_close> handle_;
};

/** A publication of a stream. Its destructor publishes the end of the session, and waits as the C function does. */
class publication {
public:
    using subscriber_handler = std::function<void(const verbus_subscriber_event &)>;

    /** Publishes; on_subscriber and context of the settings are replaced by the handler. Throws verbus::error. */
    publication(const bus &on, verbus_publication_settings settings, subscriber_handler on_subscriber = {})
        : on_subscriber_(std::make_unique<subscriber_handler>(std::move(on_subscriber)))
    {
        verbus_publication *opened = nullptr;
        verbus_error reason = {};
        settings.context = on_subscriber_.get();
        settings.on_subscriber = *on_subscriber_ ? report : nullptr;
        detail::require(verbus_publish(on.get(), &settings, &opened, &reason), reason);
        handle_.reset(opened);
    }

    /** Reserves space; the payload is null unless the status is VERBUS_OK. */
    std::pair<int, void *> claim(std::size_t length)
    {
        void *payload = nullptr;
        int status = verbus_claim(handle_.get(), length, &payload);
        return {status, payload};
    }

    /** Publishes the claimed message; its sequence or a status. */
    std::int64_t commit(std::size_t length) { return verbus_commit(handle_.get(), length); }

    /** Cancels the claim. */
    void abort() { verbus_abort(handle_.get()); }

    /** Publishes a copy; its sequence or a status. */
    std::int64_t offer(const void *payload, std::size_t length)
    {
        return verbus_offer(handle_.get(), payload, length);
    }

    /** Informs tools that the publishing thread runs. */
    void idle() { verbus_idle(handle_.get()); }

    /** Subscriptions that have joined. */
    std::size_t subscribers() const noexcept { return verbus_subscribers(handle_.get()); }

    const verbus_session &session() const noexcept { return *verbus_publication_session(handle_.get()); }

private:
    static void report(void *context, const verbus_subscriber_event *event) noexcept
    {
        (*static_cast<subscriber_handler *>(context))(*event);
    }

    std::unique_ptr<subscriber_handler> on_subscriber_;
    detail::handle<verbus_publication, verbus_publication_close> handle_;
};

/**
 * A seat at the gateway of a market on this host. Requests return the number of the request or a status. Its destructor
 * terminates it, and waits as the C function does.
 */
class seat {
public:
    using report_handler = std::function<void(const verbus_report &)>;
    using event_handler = std::function<void(const verbus_seat_event &)>;

    /**
     * Begins to establish the seat; the handlers and the context of the settings are replaced. Handlers may send
     * requests and must not throw. Throws verbus::error.
     */
    seat(const bus &on, verbus_seat_settings settings, report_handler on_report, event_handler on_event = {})
        : handlers_(std::make_unique<handlers>(handlers{std::move(on_report), std::move(on_event)}))
    {
        verbus_seat *opened = nullptr;
        verbus_error reason = {};
        settings.context = handlers_.get();
        settings.on_report = handlers_->on_report ? report : nullptr;
        settings.on_event = handlers_->on_event ? event : nullptr;
        detail::require(verbus_seat_open(on.get(), &settings, &opened, &reason), reason);
        handle_.reset(opened);
    }

    /** Delivers reports and events; the number of messages read, or a status: VERBUS_CLOSED when the seat has ended. */
    int poll() { return verbus_seat_poll(handle_.get()); }

    bool is_established() const noexcept { return verbus_seat_is_established(handle_.get()); }

    /** Requests that are not known to be taken. */
    std::int64_t unanswered() const noexcept { return verbus_seat_unanswered(handle_.get()); }

    /** The number of the next report, for the process that continues. */
    std::int64_t next_report() const noexcept { return verbus_seat_next_report(handle_.get()); }

    /** The open quantity of an order; 0 if it is not open. */
    std::int64_t open_quantity(std::int64_t order) const noexcept
    {
        return verbus_seat_open_quantity(handle_.get(), order);
    }

    std::int64_t enter(const verbus_order &order) { return verbus_seat_enter(handle_.get(), &order); }

    std::int64_t replace(std::int64_t order, std::int64_t new_order, std::int64_t quantity, std::int64_t price)
    {
        return verbus_seat_replace(handle_.get(), order, new_order, quantity, price);
    }

    std::int64_t reduce(std::int64_t order, std::int64_t left)
    {
        return verbus_seat_reduce(handle_.get(), order, left);
    }

    std::int64_t cancel(std::int64_t order) { return verbus_seat_cancel(handle_.get(), order); }

    std::int64_t mass_cancel(std::uint32_t instrument = VERBUS_ALL_INSTRUMENTS)
    {
        return verbus_seat_mass_cancel(handle_.get(), instrument);
    }

    std::int64_t request_open_orders() { return verbus_seat_request_open_orders(handle_.get()); }

    /** Sends that nothing follows: polls deliver the reports until the seat has ended. */
    void terminate() { verbus_seat_terminate(handle_.get()); }

private:
    struct handlers {
        report_handler on_report;
        event_handler on_event;
    };

    static void report(void *context, const verbus_report *report) noexcept
    {
        static_cast<handlers *>(context)->on_report(*report);
    }

    static void event(void *context, const verbus_seat_event *event) noexcept
    {
        static_cast<handlers *>(context)->on_event(*event);
    }

    std::unique_ptr<handlers> handlers_; /* outlive the handle, and keep their address in a move */
    detail::handle<verbus_seat, verbus_seat_close> handle_;
};

/** Reads a session of a journal. */
class journal_reader {
public:
    explicit journal_reader(verbus_journal_reader *opened) noexcept : handle_(opened) {}

    /** The next record or unreadable range; false at the end. Throws verbus::error if the rest cannot be read. */
    bool next(verbus_record &record)
    {
        verbus_error reason = {};
        int result = verbus_journal_next(handle_.get(), &record, &reason);
        if (result < 0)
            throw error(reason);
        return result > 0;
    }

    /** Whether nothing can follow. */
    bool is_over() const noexcept { return verbus_journal_is_over(handle_.get()); }

private:
    detail::handle<verbus_journal_reader, verbus_journal_reader_close> handle_;
};

/** A journal on disk. */
class journal {
public:
    /** Opens a journal; throws verbus::error. */
    explicit journal(const std::string &directory)
    {
        verbus_journal *opened = nullptr;
        verbus_error reason = {};
        detail::require(verbus_journal_open(directory.c_str(), &opened, &reason), reason);
        handle_.reset(opened);
    }

    /** Number of sessions. */
    std::size_t size() const noexcept { return verbus_journal_session_count(handle_.get()); }

    /** A session, from 0, in the order in which the sessions began. */
    const verbus_session &session(std::size_t index) const { return *verbus_journal_session(handle_.get(), index); }

    /** A reader at the first record of a session; throws verbus::error. */
    journal_reader read(std::uint64_t session) const
    {
        verbus_journal_reader *opened = nullptr;
        verbus_error reason = {};
        detail::require(verbus_journal_read(handle_.get(), session, &opened, &reason), reason);
        return journal_reader(opened);
    }

private:
    detail::handle<verbus_journal, verbus_journal_close> handle_;
};

} // namespace verbus

#endif
