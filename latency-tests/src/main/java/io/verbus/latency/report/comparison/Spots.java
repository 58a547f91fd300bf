package io.verbus.latency.report.comparison;

import io.verbus.latency.report.plot.BinaryAxis;
import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import java.util.Optional;

/** The main spots, and the names of spots. */
final class Spots {
    private static final int PAYLOAD = 64;
    private static final int SMALL_PAYLOAD = 32;
    private static final long RATE = 1_000_000;
    /** A subject that delivers less of the rate lags: its latency is that of a growing queue. */
    private static final double KEPT_UP = 0.97;

    private Spots() {
    }

    static Optional<Spot> pingPong(final Measured measured) {
        return measured.nearest(MeasuredPoint.PING_PONG, PAYLOAD, 0);
    }

    static Optional<Spot> openLoop(final Measured measured) {
        return measured.nearest(MeasuredPoint.OPEN_LOOP, PAYLOAD, RATE);
    }

    static Optional<Spot> throughput(final Measured measured) {
        return measured.nearest(MeasuredPoint.THROUGHPUT, SMALL_PAYLOAD, 0);
    }

    static String payload(final Spot spot) {
        return unbroken(BinaryAxis.text(spot.payloadBytes()));
    }

    static String rate(final Spot spot) {
        return spot.ratePerS() == null ? "full speed" : unbroken(Amounts.roundPerSecond(spot.ratePerS()));
    }

    /** Keeps a number and its unit on one line. */
    private static String unbroken(final String text) {
        return text.replace(' ', '\u00a0');
    }

    /** Whether a subject delivered the requested rate. */
    static boolean keptUp(final Measured measured, final String subject, final Spot spot) {
        return spot.ratePerS() == null || measured.median(subject, spot, Metric.PER_SECOND)
                .orElse(spot.ratePerS()) >= KEPT_UP * spot.ratePerS();
    }
}
