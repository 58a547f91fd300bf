package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.GapCause;
import io.verbus.monitor.Loss;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossShareTest {
    private static final int NOISY = 10 * LossLayout.ENTRIES;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void noisySubscriptionDoesNotPushOutLossOfAnother() {
        try (LossReportFile report = LossReportFile.open(directory.resolve(".losses"), 7)) {
            final Loss important = loss(1, 1, 0);
            assertTrue(new LossShare(report).append(important));
            final LossShare noisy = new LossShare(report);
            for (int n = 0; n < NOISY; n++) {
                assertTrue(noisy.append(loss(2, 1, n)));
            }
            final List<Loss> losses = report.losses();
            assertEquals(important, losses.getFirst());
            assertEquals(1 + LossShare.ENTRIES, losses.size());
            assertEquals(0, report.overwritten());
            final int single = LossShare.ENTRIES - 1;
            assertEquals(loss(2, 1, single - 1), losses.get(single));
            assertEquals(new Loss.Extent(10L * single, 10L * (NOISY - 1) + 1, 2L * (NOISY - single), NOISY - single),
                    losses.getLast().extent());
        }
    }

    @Test
    void sumIsOfOneSession() {
        try (LossReportFile report = LossReportFile.open(directory.resolve(".losses"), 7)) {
            final LossShare share = new LossShare(report);
            for (int n = 0; n < LossShare.ENTRIES + 2; n++) {
                share.append(loss(2, 1, n));
            }
            share.append(loss(2, 9, 0));
            share.append(loss(2, 9, 1));
            final List<Loss> losses = report.losses();
            assertEquals(LossShare.ENTRIES + 1, losses.size());
            assertEquals(List.of(3L, 2L), losses.subList(LossShare.ENTRIES - 1, losses.size()).stream()
                    .map(Loss::gaps).toList());
        }
    }

    @Test
    void sumOfOverwrittenEntryContinuesInAnother() {
        try (LossReportFile report = LossReportFile.open(directory.resolve(".losses"), 7)) {
            final LossShare share = new LossShare(report);
            for (int n = 0; n < LossShare.ENTRIES; n++) {
                share.append(loss(2, 1, n));
            }
            for (int n = 0; n < LossLayout.ENTRIES; n++) {
                report.append(loss(3, 1, n));
            }
            assertTrue(share.append(loss(2, 1, 1_000)));
            assertTrue(share.append(loss(2, 1, 1_001)));
            assertEquals(new Loss.Extent(10_000, 10_011, 4, 2), report.losses().getLast().extent());
        }
    }

    private static Loss loss(final long subscription, final long session, final long n) {
        return new Loss(n, new Loss.Publisher("s", session, 1), new Loss.Reporter("r", subscription, 1), 10 * n,
                10 * n + 1, GapCause.LAPPED, "it was lapped");
    }
}
