package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Entries that are lost or damaged in the journal of earlier gateways. Entries that can be repeated have all before
 * them; the journal is refused if it has later ones than those that cannot be read.
 */
class DamagedEntriesTest {
    /** Times of entries contain their session and event number, so that they are found in the files. */
    private static final long TIME = 0x1122_3344_5566_7700L;

    @TempDir
    private Path journal;
    private EntryAppender repeated;
    private long nowNs;

    @BeforeEach
    void noEntries() {
        repeated = new EntryAppender(new RecordedWriter());
    }

    @Test
    void damagedEntryBeforeOthersIsRefused() throws IOException {
        write(1, 1, 9);
        final Path segment = damage(1, 5);

        assertLacks("messages 4 to 4 of a session (" + segment + " is damaged at offset \\d+, expected sequence 4: the"
                + " checksum of a record is wrong)");
        assertEquals(4, repeated.lastEvent(), "the entries before the damage, and no later one");
    }

    @Test
    void lostEntriesBeforeOthersAreRefused() {
        write(1, 1, 9, 4, 6);

        assertLacks("messages 3 to 5 of a session (lapped)");
        assertEquals(3, repeated.lastEvent());
    }

    @Test
    void damagedEntriesAtTheEndAreVoid() throws IOException {
        write(1, 1, 9);
        damage(1, 8);
        damage(1, 9);

        assertFalse(repeat());
        assertEquals(7, repeated.lastEvent());
    }

    @Test
    void gatewayThatContinuedBeforeTheLostEndOfTheOneBeforeIsRepeated() {
        write(1, 1, 9, 8, 9);
        write(2, 8, 10);

        assertTrue(repeat());
        assertEquals(10, repeated.lastEvent());
    }

    @Test
    void gatewayThatContinuedAfterAnEndThatIsDamagedNowIsRefused() throws IOException {
        write(1, 1, 9);
        write(2, 10, 12);
        damage(1, 9);

        assertLacks("messages 8 to 8 of a session (.* the checksum of a record is wrong)");
        assertEquals(8, repeated.lastEvent());
    }

    @Test
    void damagedFirstEntryOfALaterGatewayIsRefused() throws IOException {
        write(1, 1, 9);
        write(2, 6, 12);
        damage(2, 6);

        assertLacks("messages 0 to 0 of a session (.* the checksum of a record is wrong)");
    }

    /** The entries of the one before from an unknown number on are void. */
    @Test
    void gatewayWithoutAReadableEntryBetweenOthersIsRefused() throws IOException {
        write(1, 1, 9);
        write(2, 6, 7);
        write(3, 8, 12);
        damage(2, 6);
        damage(2, 7);

        assertLacks("messages 0 to 1 of a session (.* the checksum of a record is wrong)");
        assertEquals(0, repeated.lastEvent());
    }

    @Test
    void lastGatewayWithoutAReadableEntryIsNoticed() throws IOException {
        write(1, 1, 9);
        write(2, 10, 10);
        assertTrue(repeat());

        damage(2, 10);
        noEntries();
        assertFalse(repeat());
        assertEquals(9, repeated.lastEvent());
    }

    @Test
    void gatewayOfWhichTheRecorderHasLostAllEntriesIsVoid() {
        write(1, 1, 9);
        write(2, 10, 12, 10, 12);
        noEntries();
        assertFalse(repeat());

        write(3, 10, 11);
        noEntries();
        assertTrue(repeat());
        assertEquals(11, repeated.lastEvent());
    }

    /** The beginning of the message is that of the journal. */
    private void assertLacks(final String missing) {
        final String message = assertThrows(BusException.class, this::repeat).getMessage();
        final String expected = "the journal in " + journal + " lacks " + missing
                + ": entries after those cannot be repeated; without --entries a new market begins";
        assertTrue(message.matches(expected.replace("(", "\\(").replace(")", "\\)")), message);
    }

    private boolean repeat() {
        final List<GatewayEnd> seats = List.of(new GatewayEnd(0, "A", RunningMarket.secret("A")));
        final RecordedWriter out = new RecordedWriter();
        final ExchangeFile exchange = ExchangeFile.read(List.of("instrument XYZ", "seat A secret-file=a"),
                (line, file) -> {
                    throw new AssertionError(file);
                });
        final EntryEngine engine = new EntryEngine(exchange, 7, new SeatReports(out, seats.toArray(new GatewayEnd[0])),
                new BookChangeWriter(out), RunningMarket.LISTED_ORDERS);
        final OrderIntake intake = new OrderIntake(seats, IntakeSettings.DEFAULT, repeated, out, nonce -> {}, engine);
        return EntryJournal.open(journal, "orders.log", () -> nowNs += 200_000_000).repeat(0, Set.of(),
                new EntryReplay(intake, repeated, engine));
    }

    /** A session that has ended, without the entries of a range of event numbers, which the recorder has lost. */
    private void write(final int session, final int first, final int last, final int... lost) {
        final RecordedWriter sink = new RecordedWriter();
        final EntryAppender entries = new EntryAppender(sink);
        entries.resume(first - 1, 0);
        IntStream.rangeClosed(first, last).forEach(event -> entries.time(time(session, event)));
        try (JournalWriter writer = JournalWriter.open(journal, "orders.log",
                JournalSettings.defaults().withSegmentLength(1 << 16))) {
            final SessionWriter to = writer.session(new Session("orders.log", session, "gateway", 1, session, "test"));
            for (int event = first; event <= last; event++) {
                final int sequence = event - first;
                final byte[] entry = sink.messages.get(sequence);
                if (lost.length == 0 || event < lost[0] || event > lost[1]) {
                    to.append(new UnsafeBuffer(entry), 0, entry.length,
                            new MutableHeader(session, "orders.log", "recorder").set(sequence, Header.NO_POSITION),
                            event);
                } else if (event == lost[0]) {
                    to.lose(sequence, lost[1] - first, "lapped", event);
                }
            }
            to.end(last - first + 1, last);
        }
    }

    /** Flips a bit of an entry in its file; returns that. */
    private Path damage(final int session, final int event) throws IOException {
        final byte[] time = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(time(session, event)).array();
        try (Stream<Path> files = Files.list(journal)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final byte[] bytes = Files.readAllBytes(file);
                final int at = indexOf(bytes, time);
                if (at >= 0) {
                    bytes[at + 1] ^= 1;
                    Files.write(file, bytes);
                    return file;
                }
            }
        }
        throw new AssertionError("no entry " + event + " of session " + session);
    }

    private static int indexOf(final byte[] bytes, final byte[] wanted) {
        for (int at = 0; at <= bytes.length - wanted.length; at++) {
            if (ByteBuffer.wrap(bytes, at, wanted.length).equals(ByteBuffer.wrap(wanted))) {
                return at;
            }
        }
        return -1;
    }

    private static long time(final int session, final int event) {
        return TIME + 100L * session + event;
    }
}
