package io.verbus.latency.perf;

import io.verbus.latency.jobs.Message;
import io.verbus.latency.worker.Line;

/**
 * A rate one way, as the receiving side sees it.
 *
 * @param messages a second
 * @param bytes a second that went over the wire for them: of frames with their headers; of the C program, of messages
 */
public record Throughput(double messages, double bytes) {
    private static final double NS_PER_S = 1e9;

    static Throughput ofBus(final long count, final long ns) {
        final double perSecond = count * NS_PER_S / ns;
        return new Throughput(perSecond, perSecond * Message.FRAME_LENGTH);
    }

    /** What the C program prints. */
    static Throughput ofProgram(final String line) {
        final Line said = Line.parse("rate " + line.strip());
        return new Throughput(said.number("messages_per_s"), said.number("bytes_per_s"));
    }
}
