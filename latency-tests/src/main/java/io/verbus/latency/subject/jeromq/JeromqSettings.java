package io.verbus.latency.subject.jeromq;

import io.verbus.latency.result.MeasuredSubject.Setting;
import java.util.List;

/** Settings of JeroMQ. */
final class JeromqSettings {
    /** Most messages that wait on each side. */
    static final int HIGH_WATER_MARK = 100_000;
    /** Interval at which a reader checks whether it must end. */
    static final int RECEIVE_MS = 100;

    private JeromqSettings() {
    }

    static List<Setting> configuration() {
        return List.of(
                new Setting("transport", "tcp", "its ipc is TCP with a port from the hash of the name"),
                new Setting("sockets", "PUSH and PULL", "one way, and the sender waits instead of dropping"),
                new Setting("io threads", "1 a process",
                        "its default; the two io threads share two cores with the measured threads"),
                new Setting("receiving", "blocks for one message, then reads all that have arrived",
                        "its io threads need the core to deliver the awaited message"),
                new Setting("high-water mark", Integer.toString(HIGH_WATER_MARK),
                        "a hundred times its default: the reader does not run dry"),
                new Setting("messages", "an array each", "it keeps the given array, which makes garbage"));
    }
}
