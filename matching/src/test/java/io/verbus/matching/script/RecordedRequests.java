package io.verbus.matching.script;

import java.util.List;

/** Records requests as lines. */
record RecordedRequests(List<String> lines) implements OrderRequests {
    @Override
    public void newOrder(final int seat, final long id, final int instrument, final int terms, final long quantity,
            final long price) {
        lines.add("new " + seat + " " + id + " " + instrument + " " + terms + " " + quantity + " " + price);
    }

    @Override
    public void replace(final int seat, final long id, final long newId, final long quantity, final long price) {
        lines.add("replace " + seat + " " + id + " " + newId + " " + quantity + " " + price);
    }

    @Override
    public void reduce(final int seat, final long id, final long quantity) {
        lines.add("reduce " + seat + " " + id + " " + quantity);
    }

    @Override
    public void cancel(final int seat, final long id) {
        lines.add("cancel " + seat + " " + id);
    }

    @Override
    public void cancelAll(final int seat) {
        lines.add("cancel-all " + seat);
    }

    @Override
    public void cancelAll(final int seat, final int instrument, final String symbol) {
        lines.add("cancel-all " + seat + " " + instrument + " " + symbol);
    }

    @Override
    public void disconnect(final int seat, final String name) {
        lines.add("disconnect " + seat + " " + name);
    }
}
