package io.verbus.tcp.connection;

import io.verbus.tcp.link.TcpLink;
import java.util.ArrayList;
import java.util.List;

/** The epochs that have started and are not closed. By the conductor. */
final class TcpLinks implements AutoCloseable {
    private final List<TcpLink> links = new ArrayList<>();

    void add(final TcpLink link) {
        links.add(link);
    }

    void conduct(final long nowNs) {
        for (int i = 0; i < links.size(); i++) {
            links.get(i).conduct(nowNs);
        }
        links.removeIf(TcpLink::isClosed);
    }

    /** Whether a peer waits for an answer that the conductor gives. */
    boolean areUrgent() {
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).isUrgent()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        links.forEach(TcpLink::close);
        links.clear();
    }
}
