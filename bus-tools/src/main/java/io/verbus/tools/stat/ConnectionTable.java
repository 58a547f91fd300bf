package io.verbus.tools.stat;

import static io.verbus.tools.Texts.printable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** The connections between hosts as rows of a table. */
final class ConnectionTable {
    /** Number of first columns that are texts. */
    static final int TEXTS = 4;

    private ConnectionTable() {
    }

    /**
     * Makes the rows.
     *
     * @param view to show
     * @param order of the rows
     * @param number formats a number
     * @param isWide whether there is room for the reconnects, which are one less than the epoch
     * @return heads and rows; empty if there is no connection
     */
    static List<List<String>> rows(final StatView view, final SortKey order, final LongFunction<String> number,
            final boolean isWide) {
        final SubscriptionNames names = new SubscriptionNames(view.now());
        final List<List<String>> rows = new ArrayList<>();
        for (final SubscriptionStat one : order.subscriptions(view)) {
            final SubscriptionStat.Connection connection = one.connection();
            if (connection != null) {
                final List<String> row = new ArrayList<>(List.of(printable(one.stream()), names.name(one), peer(one),
                        link(connection), number.apply(connection.epochs()),
                        connection.isUp() ? number.apply(connection.creditBytes()) : "-"));
                if (isWide) {
                    row.add(number.apply(connection.reconnects()));
                }
                rows.add(row);
            }
        }
        if (!rows.isEmpty()) {
            rows.addFirst(isWide
                    ? List.of("STREAM", "SUBSCRIPTION", "PEER", "LINK", "EPOCH", "CREDIT (BYTES)", "RECONNECTS")
                    : List.of("STREAM", "SUBSCRIPTION", "PEER", "LINK", "EPOCH", "CREDIT"));
        }
        return rows;
    }

    private static String peer(final SubscriptionStat one) {
        final String address = one.connection().peer();
        return address.isEmpty() ? "-" : (one.host().isEmpty() ? "from " : "to ") + printable(address);
    }

    private static String link(final SubscriptionStat.Connection connection) {
        return connection.isUp() ? connection.link().isEmpty() ? "-" : printable(connection.link()) : "not connected";
    }
}
