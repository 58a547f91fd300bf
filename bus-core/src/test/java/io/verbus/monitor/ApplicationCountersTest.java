package io.verbus.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.ApplicationCounters;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationCountersTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void conductorCopiesValuesAndRemovesClosedCounters() {
        try (Bus bus = Bus.launch(settings())) {
            final ApplicationCounters.Value rejected = bus.counters().counter("orders.rejected");
            final ApplicationCounters.Value exposure = bus.counters().gauge("exposure");
            rejected.increment();
            rejected.add(4);
            exposure.set(-3);
            assertEquals(List.of("orders.rejected 0"), shown(CounterKind.APPLICATION_COUNTER));
            bus.doWork();
            assertEquals(List.of("orders.rejected 5"), shown(CounterKind.APPLICATION_COUNTER));
            assertEquals(List.of("exposure -3"), shown(CounterKind.APPLICATION_GAUGE));
            rejected.close();
            rejected.close();
            rejected.increment();
            bus.doWork();
            assertEquals(6, rejected.get());
            assertEquals(List.of(), shown(CounterKind.APPLICATION_COUNTER));
        }
    }

    @Test
    void counterIsUsableAfterTheBusIsClosed() {
        final Bus bus = Bus.launch(settings());
        final ApplicationCounters counters = bus.counters();
        final ApplicationCounters.Value rejected = counters.counter("orders.rejected");
        bus.close();
        rejected.increment();
        rejected.close();
        assertEquals(1, rejected.get());
        assertEquals("this bus is closed: launch another",
                assertThrows(IllegalStateException.class, () -> counters.gauge("x")).getMessage());
    }

    @Test
    void missingRoomIsReportedToTheCaller() {
        try (Bus bus = Bus.launch(settings().withCounters(64))) {
            assertThrows(BusException.class, () -> {
                for (int i = 0; i < 64; i++) {
                    bus.counters().counter("c" + i);
                }
            });
        }
    }

    @Test
    void errorsReachALogger() {
        final List<String> logged = new ArrayList<>();
        final BusSettings settings = settings().withErrorLogger(new System.Logger() {
            @Override
            public String getName() {
                return "test";
            }

            @Override
            public boolean isLoggable(final Level level) {
                return true;
            }

            @Override
            public void log(final Level level, final ResourceBundle bundle, final String message,
                    final Throwable thrown) {
                logged.add(level + " " + message + " " + (thrown == null ? "" : thrown.getClass().getSimpleName()));
            }

            @Override
            public void log(final Level level, final ResourceBundle bundle, final String format,
                    final Object... parameters) {
                logged.add(level + " " + format);
            }
        });
        try (Bus bus = Bus.launch(settings)) {
            bus.errorHandler().onError(new BusException("disk {0} is full"));
            bus.errorHandler().onError(new IllegalStateException("bug"));
        }
        assertEquals(List.of("ERROR disk {0} is full", "ERROR java.lang.IllegalStateException: bug"
                + " IllegalStateException"), logged);
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withoutThread().withTransports(List.of());
    }

    private List<String> shown(final CounterKind kind) {
        final BusDirectory files = BusDirectory.open(directory);
        return files.processes().stream().flatMap(process -> BusCounters.read(files.counters(process)).stream())
                .filter(one -> one.kind() == kind).map(one -> one.key().name() + " " + one.value()).toList();
    }
}
