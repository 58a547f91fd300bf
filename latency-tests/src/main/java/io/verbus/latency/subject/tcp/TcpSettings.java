package io.verbus.latency.subject.tcp;

import io.verbus.latency.result.Subject.Setting;
import java.util.List;

/** How TCP is set up. */
final class TcpSettings {
    /** Messages that are published in a row share a write of at most so many bytes. */
    static final int WRITE_BYTES = 64 << 10;
    /** As much is asked for at a time. */
    static final int READ_BYTES = 256 << 10;
    /** Of the kernel, each way. */
    static final int SOCKET_BYTES = 1 << 20;

    private TcpSettings() {
    }

    static List<Setting> configuration() {
        return List.of(
                new Setting("TCP_NODELAY", "true", "each write leaves at once"),
                new Setting("reading", "non-blocking, in a loop", "no wake-up between arrival and delivery"),
                new Setting("writes", "up to " + WRITE_BYTES + " bytes", "messages published in a row share a system"
                        + " call; one that is waited for has its own"),
                new Setting("SO_SNDBUF, SO_RCVBUF", Integer.toString(SOCKET_BYTES),
                        "enough to keep the reader busy, as far as the kernel lets"),
                new Setting("messages", "4 bytes of length, then the payload", "the least that finds their ends"));
    }
}
