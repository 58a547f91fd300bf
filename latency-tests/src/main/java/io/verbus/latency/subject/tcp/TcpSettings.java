package io.verbus.latency.subject.tcp;

import io.verbus.latency.result.MeasuredSubject.Setting;
import java.util.List;

/** Settings of TCP. */
final class TcpSettings {
    /** Most bytes of a write, which consecutive messages share. */
    static final int WRITE_BYTES = 64 << 10;
    /** Bytes requested with one read. */
    static final int READ_BYTES = 256 << 10;
    /** Buffer of the kernel, each way. */
    static final int SOCKET_BYTES = 1 << 20;

    private TcpSettings() {
    }

    static List<Setting> configuration() {
        return List.of(
                new Setting("TCP_NODELAY", "true", "each write leaves at once"),
                new Setting("reading", "non-blocking, in a loop", "no wake-up between arrival and delivery"),
                new Setting("writes", "up to " + WRITE_BYTES + " bytes", "consecutive messages share a system"
                        + " call; an awaited message has its own"),
                new Setting("SO_SNDBUF, SO_RCVBUF", Integer.toString(SOCKET_BYTES),
                        "keeps the reader busy, up to the limit of the kernel"),
                new Setting("messages", "4 bytes of length, then the payload", "the minimum that delimits messages"));
    }
}
