package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.LostSession;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import io.verbus.tools.orders.OrdersCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import picocli.CommandLine;

/** A console reads commands from standard input, and its seat stays connected. */
@Tag("processes")
class OperatorConsoleTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void eachLineIsACommandAndIsAnswered() throws IOException {
        final Path key = SecretFile.write(folder.resolve("o.key"), "0123456789abcdefO");
        final Path exchange = Files.write(folder.resolve("exchange"),
                List.of("instrument XYZ", "seat OPS secret-file=o.key operator=yes"));
        try (Command gateway = Command.start(bus, "gateway", "--exchange", exchange, "--idle", "sleep")) {
            gateway.awaitLine("gateway: market orders");
            assertEquals(1, run(key, text("kill OPS\n\n  revive   OPS\nhalt ABC\nstatus\nkil OPS\nend-day\n")),
                    () -> printed.toString());
        }
        final List<String> lines = printed.toString().lines().toList();
        assertEquals(List.of("connected", "kill OPS: done", "revive   OPS: done",
                "halt ABC: market orders has no instrument ABC: the exchange file lists them"), lines.subList(0, 4));
        assertTrue(lines.get(4).startsWith("market orders: "), printed::toString);
        assertTrue(lines.contains("kil OPS: \"kil OPS\" is not a command: use status, kill SEAT, kill all, revive SEAT,"
                + " revive all, halt SYMBOL, resume SYMBOL, limits FILE or end-day"), printed::toString);
        assertEquals("end-day: done", lines.getLast());
    }

    /** The seat has noticed the end of the gateway or not: in both cases the next one answers. */
    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void commandWaitsForTheNextGateway() throws IOException {
        final Path key = SecretFile.write(folder.resolve("o.key"), "0123456789abcdefO");
        final Path exchange = Files.write(folder.resolve("exchange"),
                List.of("instrument XYZ", "seat OPS secret-file=o.key operator=yes"));
        final Object[] arguments = {"gateway", "--exchange", exchange, "--idle", "sleep", "--entries",
                folder.resolve("entries"), "--require-recorder"};
        try (Command recorder = Command.start(bus, "record", "--stream", "orders.log", "--dir",
                folder.resolve("entries")); NextGateway gateways = new NextGateway(arguments)) {
            gateways.start();
            final InputStream input = new SequenceInputStream(Collections.enumeration(List.of(text("kill OPS\n"),
                    step(gateways::kill), text("revive OPS\n"), step(gateways::start))));
            assertEquals(0, run(key, input), () -> printed + recorder.output());
        }
        assertEquals(List.of("connected", "kill OPS: done", "revive OPS: done"), printed.toString().lines().toList());
    }

    /** Gateways of one market, one after the other. */
    private final class NextGateway implements AutoCloseable {
        private final Object[] arguments;
        private Command gateway;

        NextGateway(final Object... arguments) {
            this.arguments = arguments;
        }

        void start() throws IOException {
            gateway = Command.start(bus, arguments);
            gateway.awaitLine("gateway: market orders");
        }

        /** After the first answer; returns when a subscriber knows that the gateway is dead. */
        void kill() {
            try (Bus observer = Bus.launch(BusSettings.defaults().withDirectory(bus));
                    Subscription out = observer.subscribe(SubscriptionSettings.of("orders.out")
                            .withStart(Start.oldest()).withListener(event -> isLost |= event instanceof LostSession))) {
                await(out, () -> printed.toString().contains("kill OPS: done") && !out.sessions().isEmpty());
                gateway.close();
                await(out, () -> isLost);
            }
        }

        private void await(final Subscription out, final BooleanSupplier condition) {
            final long beginNs = System.nanoTime();
            while (!condition.getAsBoolean()) {
                assertTrue(System.nanoTime() - beginNs < Patience.NS, printed::toString);
                out.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
                LockSupport.parkNanos(100_000);
            }
        }

        @Override
        public void close() {
            gateway.close();
        }
    }

    /** A step of the test, at a place of the input. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private static InputStream step(final Step step) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                step.run();
                return -1;
            }
        };
    }

    private static InputStream text(final String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private final StringWriter printed = new StringWriter();
    private boolean isLost;

    private int run(final Path key, final InputStream input) {
        final InputStream before = System.in;
        System.setIn(input);
        try {
            return new CommandLine(new OrdersCommand(() -> BusSettings.defaults().withDirectory(bus)))
                    .setOut(new PrintWriter(printed, true))
                    .execute("console", "--seat", "OPS", "--secret-file", key.toString());
        } finally {
            System.setIn(before);
        }
    }
}
