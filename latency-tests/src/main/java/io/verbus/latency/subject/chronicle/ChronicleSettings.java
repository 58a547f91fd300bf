package io.verbus.latency.subject.chronicle;

import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;

/** Settings of Chronicle Queue. */
final class ChronicleSettings {
    /** Mapped at a time; so large that a new block is rare. */
    static final long BLOCK_BYTES = 256L << 20;

    private ChronicleSettings() {
    }

    static List<Setting> configuration() {
        return List.of(
                new Setting("files", "on tmpfs, new ones for each measurement",
                        "memory, as for the others; the queue keeps"
                                + " all messages, and old ones are not part of the measurement"),
                new Setting("rollCycle", "LARGE_DAILY", "no roll during a measurement"),
                new Setting("blockSize", Long.toString(BLOCK_BYTES), "a new block is rare, at most a few in a second"),
                new Setting("writing", "appender.writingDocument, words into wire().bytes()", "no copy, no object a"
                        + " message"),
                new Setting("reading", "tailer.readingDocument, in place", "no copy, no object a message"),
                new Setting("pretoucher", "none",
                        "it needs a third core; on two it takes one from the measured threads"),
                new Setting("resource tracing, analytics", "off", "neither is for production"));
    }

    static ChronicleQueue open(final Place place, final String stream) {
        final Path folder = place.directory().resolve(stream);
        return SingleChronicleQueueBuilder.binary(folder).rollCycle(LargeRollCycles.LARGE_DAILY)
                .blockSize(BLOCK_BYTES).build();
    }
}
