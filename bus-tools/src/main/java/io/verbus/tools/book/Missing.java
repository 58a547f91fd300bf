package io.verbus.tools.book;

import io.verbus.marketdata.book.Refusals;
import java.util.ArrayList;
import java.util.List;

/** Lists the reasons why books do not include a whole session. */
final class Missing {
    private final List<String> reasons = new ArrayList<>();

    private Missing() {
    }

    /** Returns one clause per reason; none if the session has ended and the books include all of it. */
    static List<String> of(final SessionWatch watch, final MarketDataHandler handler) {
        final Missing missing = new Missing();
        missing.addSession(watch);
        missing.addMessages(watch, handler);
        missing.addOrders(handler.books().refusals());
        return missing.reasons;
    }

    /** As {@link #of}, for books that follow session after session: the end of the present one is not awaited. */
    static List<String> soFar(final SessionWatch watch, final MarketDataHandler handler) {
        final Missing missing = new Missing();
        if (watch.isOver()) {
            missing.addSession(watch);
        }
        missing.addMessages(watch, handler);
        missing.addOrders(handler.books().refusals());
        return missing.reasons;
    }

    private void addSession(final SessionWatch watch) {
        switch (watch.state()) {
            case WAITING -> reasons.add("no session started");
            case RUNNING -> reasons.add("reading stopped before the session ended");
            case LOST -> reasons.add("the session was lost before its end");
            case FAILED -> reasons.add(watch.failure());
            case ENDED -> {
                // the end is complete
            }
        }
    }

    private void addMessages(final SessionWatch watch, final MarketDataHandler handler) {
        if (watch.first() > 0) {
            reasons.add("messages 0 to %,d precede the start of the books (use --join snapshot or --join journal)"
                    .formatted(watch.first() - 1));
        }
        add(watch.missing(), "%,d messages are missing (gaps: %,d)", watch.gaps());
        add(watch.doubtful(), "%,d messages may have been overwritten while they were read");
        add(handler.sourceGaps(), "the feed lost messages of its source %,d times: books were suspect");
        if (handler.hasSuspects() && (handler.suspectBooks() > 0 || reasons.isEmpty())) {
            reasons.add("%,d books are suspect: they may be wrong".formatted(handler.suspectBooks()));
        }
        add(handler.malformed(), "%,d messages are malformed");
        add(handler.unknown(), "%,d messages have an unknown type");
    }

    private void addOrders(final Refusals refusals) {
        add(refusals.unknownReference(), "%,d messages refer to orders that are not in the books");
        add(refusals.duplicateReference(), "%,d orders reuse the reference of a live order");
        add(refusals.moreThanResting(), "%,d messages take more shares than the order has");
        add(refusals.outOfRange(), "%,d messages have an invalid instrument, side, price or number of shares");
        add(refusals.bookFull(), "%,d orders or levels exceed the capacity of the books");
    }

    private void add(final long count, final String clause, final Object... more) {
        if (count > 0) {
            final Object[] values = new Object[1 + more.length];
            values[0] = count;
            System.arraycopy(more, 0, values, 1, more.length);
            reasons.add(clause.formatted(values));
        }
    }
}
