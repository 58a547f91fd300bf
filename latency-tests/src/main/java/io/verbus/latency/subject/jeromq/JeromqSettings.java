package io.verbus.latency.subject.jeromq;

import io.verbus.latency.result.Subject.Setting;
import java.util.List;

/** How JeroMQ is set up. */
final class JeromqSettings {
    /** Messages that may wait on each side. */
    static final int HIGH_WATER_MARK = 100_000;
    /** After which a reader looks whether it is to end. */
    static final int RECEIVE_MS = 100;

    private JeromqSettings() {
    }

    static List<Setting> configuration() {
        return List.of(
                new Setting("transport", "tcp", "its ipc is TCP with a port that is made of the name's hash"),
                new Setting("sockets", "PUSH and PULL", "one way, and the sender waits rather than drops"),
                new Setting("io threads", "1 a process", "its default; two of them share two cores with the measured"),
                new Setting("receiving", "blocks until there is something, then all that is there",
                        "its io threads need the core to bring what is waited for"),
                new Setting("high-water mark", Integer.toString(HIGH_WATER_MARK),
                        "a hundred times its default: the reader does not run dry"),
                new Setting("messages", "an array each", "it keeps the array that it is given, so it makes garbage"));
    }
}
