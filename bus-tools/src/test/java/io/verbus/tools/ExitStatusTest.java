package io.verbus.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.SessionReader;
import io.verbus.monitor.StandardError;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exit statuses: commands crossed with kinds of incompleteness. 0: the result is whole. 1: the command failed or the
 * result is incomplete, and a message names the missing part. 2: wrong usage. An incomplete result never has status 0.
 * The table names the test of each cell, or the reason why there is none:
 *
 * <pre>
 *                       feed               book                 record              replay             cat, check
 *  damaged source       here               here (replay)        RecordCommandTest   here               here
 *  missing segment      reads no journal   here (replay)        MissingSegmentTest  here               here
 *  unknown messages     here (--strict)    takes any            takes any           takes any          take any
 *  empty blocks         LiveFeedTest       reads no packets     reads no packets    reads no packets   read none
 *  forged sequence      LiveFeedTest       reads no packets     reads no packets    reads no packets   read none
 *  guessed day          here               has none             has none            has none           have none
 *  slow reader          never waits        here                 RecordCommandTest   loses none         lose none
 *  late join            reads no stream    here                 0: starts there     reads no stream    no stream
 *  missing recorder     uses none          here                 is one              uses none          use none
 *  killed recorder      uses none          KilledServerTest     KilledRecorderTest  ReplayCommandTest  DamageTest
 *  recorded hole        reads no journal   here                 RecordCommandTest   ReplayCommandTest  0: lists gaps
 *  handler failure      has no handler     MissingTest          RecorderTest        has no handler     have none
 *  unknown references   keeps no books     MissingTest          keeps no books      keeps no books     keep no books
 *  full output          BadPlacesTest      StandardOutputTest (each command)
 *  full disk            writes no file     here                 RecordCommandTest   writes no file     write none
 *  full /dev/shm        BadPlacesTest      BadPlacesTest        allocates the same  allocates the same use none
 *  lost live messages   LiveFeedTest       LiveFeedTest         reads no packets    reads no packets   read none
 *  repaired by GLIMPSE  GlimpseFeedTest    GlimpseFeedTest      reads no packets    reads no packets   read none
 *  malformed message    here                 here                 any bytes            any bytes           any bytes
 *  cut packet of IEX    IexFeedTest        IexFeedTest          reads no packets    reads no packets   read none
 *  wrong values         CommandLineTest (each command)
 *
 *                       demo               perf                 match
 *  damaged source       here               reads no file        here
 *  missing device       PerfTest           PerfTest             uses none
 *  failed process       ChildTest          PerfTest             starts none
 *  full disk            OwnedFolderTest    CommandLineTest      here
 *
 *                       relay
 *  lost session         RelayCommandTest
 *  ended by a signal    RelayCommandTest
 *  wrong use            RelayCommandTest
 *
 *                       tap                stat                 loss               errors              publish
 *  damaged source       here               StatCommandTest      LossCommandTest    ErrorsCommandTest   here
 *  lapped, overwritten  here               shows the present    LossCommandTest    ErrorsCommandTest   reads no log
 * </pre>
 */
class ExitStatusTest {
    private static final String SESSION = "feed --stream md --date 2019-12-30 --itch ";

    @TempDir(factory = ShmDir.class)
    private static Path bus;
    @TempDir
    private static Path files;
    private static final PrintStream ERR = System.err;
    private static final PrintStream OUT = System.out;
    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();

    @BeforeAll
    static void makeFiles() throws IOException {
        System.setErr(new PrintStream(PRINTED, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        final Path whole = files.resolve("whole.itch");
        assertEquals(0, run("generate --seed 7 --messages 20000 --symbols 200 --out " + whole));
        final byte[] itch = Files.readAllBytes(whole);
        Files.write(files.resolve("cut.itch"), cut(itch, 10));
        Files.copy(whole, files.resolve("S050624-v50.txt"));
        Files.copy(whole, files.resolve("20191030.BX_ITCH_50"));
        Files.write(files.resolve("unknown.itch"), concat(itch, new byte[]{0, 1, 'z'}));
        Files.write(files.resolve("malformed.itch"), concat(itch, new byte[]{0, 2, 'D', 0}));
        Files.write(files.resolve("capture.pcap"),
                new byte[]{(byte) 0xD4, (byte) 0xC3, (byte) 0xB2, (byte) 0xA1, 2, 0, 4, 0});
        final byte[] member = gzip(cut(itch, itch.length / 2));
        final byte[] badHeader = concat(member, gzip(itch));
        badHeader[member.length] ^= 1;
        Files.write(files.resolve("bad-header.gz"), badHeader);
        Files.write(files.resolve("rubbish.gz"), concat(gzip(itch), new byte[]{1, 2, 3, 4}));
        assertEquals(List.of(0, 0), together(
                "record --stream md --block --until-session-ends --segment-size 64K --dir " + files.resolve("journal"),
                SESSION + whole + " --await-subscribers 1"));
        damage(copy(files.resolve("journal"), files.resolve("damaged")));
        Files.delete(segments(copy(files.resolve("journal"), files.resolve("no-first"))).getFirst());
        Files.delete(segments(copy(files.resolve("journal"), files.resolve("no-middle"))).get(1));
        Files.delete(segments(copy(files.resolve("journal"), files.resolve("no-last"))).getLast());
        Files.createDirectory(files.resolve("empty"));
    }

    @AfterAll
    static void restoreStreams() {
        StandardError.drain();
        System.setErr(ERR);
        System.setOut(OUT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "feed --stream md --date 2019-12-30 --itch DIR/whole.itch | 0 | on stream md at max",
            "feed --stream md --date 2019-12-30 --itch DIR/cut.itch | 1 | is cut off",
            "feed --stream md --date 2019-12-30 --itch DIR/cut.itch --loop 3 | 1 | is cut off",
            "feed --stream md --date 2019-12-30 --itch DIR/bad-header.gz | 1 | bad-header.gz",
            "feed --stream md --date 2019-12-30 --itch DIR/rubbish.gz | 1 | rubbish.gz",
            "feed --stream md --date 2019-12-30 --itch DIR/malformed.itch | 1 | the books of its readers are suspect",
            "feed --stream md --date 2019-12-30 --itch DIR/absent | 1 | there is no file",
            "feed --stream md | 2 | nothing to play",
            "feed --stream md --itch DIR/whole.itch | 2 | contains no date: give the day of the session with --date",
            "feed --stream md --itch DIR/S050624-v50.txt | 0 | day 2024-05-06 (the file name), venue XNAS",
            "feed --stream md --itch DIR/20191030.BX_ITCH_50 | 0 | day 2019-10-30 (the file name), venue XBOS",
            "feed --stream md --itch DIR/20191030.BX_ITCH_50 --venue XPSX | 0 | venue XPSX",
            "feed --stream md --itch DIR/20191030.BX_ITCH_50 --venue BX | 2 | is not a market identifier code",
            "feed --stream md --date 2019-12-30 --itch DIR/unknown.itch | 0 | ",
            "feed --stream md --date 2019-12-30 --itch DIR/unknown.itch --strict | 1 | ",
            "feed --stream md --date 2019-12-30 --itch DIR/capture.pcap | 1 | it is a packet capture (pcap): play it",
            "feed --stream md --pcap DIR/capture.pcap | 1 | is cut off: it ends after 8 bytes",
            "feed --stream md --pcap DIR/whole.itch | 1 | is not a capture",
            "feed --stream md --itch DIR/whole.itch --capacity 2G | 2 | give 1G or less",
            "feed --stream md --itch DIR/whole.itch --capacity 64MB | 2 | is not a size",
            "feed --stream md --itch DIR/whole.itch --glimpse 127.0.0.1:1 | 2 | --glimpse is for a live session of"
                    + " --moldudp64",
            "feed --stream md --moldudp64 127.0.0.1:0 --glimpse nowhere | 2 | --glimpse nowhere is not HOST:PORT",
            "feed --stream md --moldudp64 127.0.0.1:0 --glimpse-user U | 2 | need a server: add --glimpse",
            "feed --stream md --moldudp64 127.0.0.1:0 --glimpse 127.0.0.1:1 --glimpse-user TOOLONG | 2 | invalid user",
            "feed --stream md --moldudp64 127.0.0.1:0 --glimpse 127.0.0.1:1 --glimpse-password-file DIR/absent | 2 |"
                    + " cannot be read",
            "feed --stream md --iex nowhere | 2 | --iex nowhere is not HOST:PORT: write it as 233.54.12.111:26477",
            "feed --stream md --venue IEXG --itch DIR/whole.itch | 2 | --itch is for a file of ITCH",
            "book --stream md --book-out DIR/absent/x | 1 | does not exist: create it",
            "book --stream md --levels-out DIR/absent/x | 1 | does not exist: create it",
            "book --stream md --connect nowhere | 2 | nowhere",
            "book --stream md --sample 1s | 2 | add --out",
            "book --stream md --sample 1s --out DIR/whole.itch | 1 | exists: give a new name",
            "book | 2 | missing required option: '--stream=NAME' or '--journal=DIR'",
            "book --journal DIR/journal --stream md | 2 | --journal reads none",
            "book --journal DIR/empty | 1 | no segment found",
            "book --journal DIR/whole.itch | 1 | it is a file; name a directory",
            "book --journal DIR/journal | 0 | ",
            "book --journal DIR/damaged | 1 | is damaged at offset",
            "book --journal DIR/no-first | 1 | messages are missing",
            "book --journal DIR/no-middle | 1 | messages are missing",
            "book --journal DIR/no-last | 1 | the session was lost before its end",
            "book --journal DIR/journal --sample 1h --out DIR/hours | 0 | ",
            "book --journal DIR/no-middle --sample 1h --out DIR/no-middle-hours | 1 | messages are missing",
            "book --journal DIR/journal --sample 1h --symbol NONE --out DIR/none | 1 | there are no samples",
            "record --stream md --dir DIR/whole.itch | 1 | it is a file; name a directory",
            "record --stream md --dir /proc/x | 1 | cannot create a directory in /proc",
            "record --stream md --dir DIR/new --listen nowhere | 2 | nowhere",
            "journal check DIR/journal | 0 | ",
            "journal check DIR/damaged | 1 | is damaged at offset",
            "journal check DIR/no-first | 1 | has no segment with sequence 0",
            "journal check DIR/no-middle | 1 | a segment is missing",
            "journal check DIR/no-last | 1 | has no segment with sequence",
            "journal check DIR/empty | 1 | no segment found",
            "journal check DIR/whole.itch | 1 | it is a file; name a directory",
            "journal check | 2 | missing required parameter",
            "journal cat DIR/journal | 0 | ",
            "journal cat DIR/damaged | 1 | is damaged at offset",
            "journal cat DIR/no-first | 1 | has no segment with sequence 0",
            "journal cat DIR/no-last | 1 | has no segment with sequence",
            "journal cat DIR/journal --decode | 0 | ",
            "journal cat DIR/journal --framing cme | 0 | ",
            "journal cat DIR/journal --skip -1 | 2 | give 0 or more",
            "tap DIR/journal | 0 | not decoded, 0 missed",
            "tap DIR/journal --skip 9 --framing b3 | 0 | not decoded, 0 missed",
            "tap DIR/journal --framing xyz | 2 | expected one of",
            "tap DIR/journal --schema DIR/whole.itch | 2 | is not a valid SBE schema",
            "tap DIR/damaged --format json | 1 | is damaged at offset",
            "tap DIR/no-first | 1 | has no segment with sequence 0",
            "tap DIR/no-last | 1 | has no segment with sequence",
            "publish s --in DIR/none.json | 1 | no file",
            "publish s --in DIR/whole.itch | 1 | line 1: it is not a JSON object",
            "publish s --schema DIR/whole.itch | 2 | is not a valid SBE schema",
            "publish s --rate 0 | 2 | give a number above 0",
            "publish s --from-queue DIR --in DIR/none.json | 2 | it replaces --in and --schema",
            "publish s --follow | 2 | --from-queue",
            "publish s --from-queue DIR | 1 | need the module bus-chronicle",
            "tap DIR/journal --where sid=1 | 2 | the nearest is",
            "journal cat DIR/journal --from 9 --to 3 | 2 | it is before --from",
            "replay --stream again --rate max --dir DIR/journal | 0 | session",
            "replay --stream again --rate max --dir DIR/damaged | 1 | nothing is published",
            "replay --stream again --rate max --dir DIR/damaged --allow-gaps | 1 | cannot be read",
            "replay --stream again --rate max --dir DIR/no-first | 1 | cannot be read: the journal in",
            "replay --stream again --rate max --dir DIR/no-first --allow-gaps | 1 | has no segment with sequence 0",
            "replay --stream again --rate max --dir DIR/no-last | 1 | has no segment with sequence",
            "replay --stream again --rate max --dir DIR/no-last --allow-gaps | 1 | has no segment with sequence",
            "replay --stream again --rate max --dir DIR/no-last --to 9 | 0 | session",
            "replay --stream again --rate max --dir DIR/journal --from 2030-01-01T00:00:00Z | 1 | is in the range",
            "replay --stream again --rate max --dir DIR/journal --connect nowhere | 2 | nowhere",
            "replay --stream again --rate max --dir DIR/journal --capacity 4G | 2 | give 1G or less",
            "stat | 0 | ",
            "stat --watch 0 | 2 | give 0.01 to 86400 seconds",
            "loss | 0 | ",
            "errors | 0 | ",
            "loss --newest none | 2 | is not an int",
            "match --itch DIR/whole.itch | 0 | ",
            "match --itch DIR/whole.itch --book-out /dev/full | 1 | No space left on device",
            "match --itch DIR/cut.itch | 1 | is cut off",
            "match --itch DIR/bad-header.gz | 1 | bad-header.gz",
            "match --itch DIR/rubbish.gz | 1 | rubbish.gz",
            "match DIR/absent | 1 | there is no file",
            "match | 2 | give a script, or --itch FILE",
            "demo --report DIR/report --itch DIR/absent | 1 | there is no file",
            "demo --report DIR/report --itch DIR/rubbish.gz | 1 | rubbish.gz",
            "perf --pairs 0 | 2 | give 1 to 1,000",
            "generate --seed 1 --messages 60000 --out DIR/absent/x | 1 | its folder does not exist",
            "generate --seed 1 --messages 60000 --out /dev/full | 1 | No space left on device",
            "generate --seed 1 --messages 1 --out DIR/x | 2 | a session of 8,000 symbols needs",
            "init DIR/application | 0 | ",
            "init DIR/journal | 1 | is not empty: name a directory that is new or empty",
            "init DIR/whole.itch | 1 | is a file: name a directory that is new or empty",
            "init DIR/whole.itch/x | 1 | cannot write the application to",
            "init /proc/x | 1 | /proc/x cannot be created: name a directory on another file system",
            "init DIR/x --package Com.acme | 2 | give lower-case names with dots between them",
            "init DIR/x --package com.new | 2 | give lower-case names with dots between them",
            "init DIR/x --package java.x | 2 | give lower-case names with dots between them",
            "init | 2 | missing required parameter: 'DIR'"})
    void singleCommandHasTheExpectedStatus(final String command, final int status, final String words) {
        assertEquals(status, run(command), ExitStatusTest::printed);
        assertTrue(printed().contains(words == null ? "" : words), ExitStatusTest::printed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "DIR/journal --await-subscribers 1 | --join oldest | 0 | 0 | session",
            "DIR/damaged --await-subscribers 1 --allow-gaps | --join oldest | 1 | 1"
                    + " | the session was lost before its end",
            "DIR/no-last --await-subscribers 1 --allow-gaps | --join oldest | 1 | 1"
                    + " | the session was lost before its end",
            "DIR/journal --await-subscribers 1 --to 9999 | --join oldest | 0 | 0 | session",
            "DIR/journal --await-subscribers 1 | --join oldest --book-out /dev/full | 0 | 1"
                    + " | No space left on device"})
    void booksOfReplayAreWholeOnlyIfJournalIsWhole(final String replay, final String book, final int replayStatus,
            final int bookStatus, final String words) {
        assertEquals(List.of(replayStatus, bookStatus), together(
                "replay --stream again --rate max --dir " + replay,
                "book --stream again --idle yield " + book), ExitStatusTest::printed);
        assertTrue(printed().contains(words), ExitStatusTest::printed);
    }

    @Test
    void samplesOfAStreamAreThoseOfItsJournal() throws IOException {
        assertEquals(List.of(0, 0), together(
                "book --stream md --idle yield --sample 10m --levels 2 --out DIR/live.csv",
                SESSION + "DIR/whole.itch --await-subscribers 1"), ExitStatusTest::printed);
        assertEquals(0, run("book --journal DIR/journal --sample 10m --levels 2 --out DIR/recorded.csv"),
                ExitStatusTest::printed);
        final List<String> live = withoutSession(files.resolve("live.csv"));
        assertTrue(live.size() > 1_000, () -> live.size() + " rows");
        assertEquals(live, withoutSession(files.resolve("recorded.csv")));
    }

    @Test
    void samplesAfterALossInTheJournalAreMarked() throws IOException {
        final List<Path> segments = segments(copy(files.resolve("journal"), files.resolve("no-late")));
        Files.delete(segments.get(segments.size() - 2));
        assertEquals(1, run("book --journal DIR/no-late --sample 10m --out DIR/marked.csv"));
        final List<String> marks = withoutSession(files.resolve("marked.csv")).stream().skip(1)
                .map(line -> line.split(",")[2]).toList();
        final int first = marks.indexOf("1");
        assertTrue(first > 0, () -> "the first mark is that of row " + first + " of " + marks.size());
        assertFalse(marks.subList(first, marks.size()).contains("0"));
    }

    private static List<String> withoutSession(final Path file) throws IOException {
        return Files.readAllLines(file).stream().map(line -> line.substring(line.indexOf(',') + 1)).toList();
    }

    @Test
    void booksThatLackAMalformedMessageAreSuspect() {
        assertEquals(List.of(1, 1), together("book --stream md --idle yield --join oldest",
                SESSION + "DIR/malformed.itch --await-subscribers 1"), ExitStatusTest::printed);
        assertTrue(printed().contains("suspect"), ExitStatusTest::printed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--join oldest | precede the start of the books",
            "--join oldest --policy skip | precede the start of the books",
            "--join journal --join-timeout 0.3 | messages are missing",
            "--join journal --join-timeout 0.3 --policy skip | messages are missing"})
    void lateBooksWithoutRecorderAreNotWhole(final String options, final String words) {
        final JournalReader journal = JournalReader.open(files.resolve("journal"));
        try (Bus feeding = Bus.launch(BusSettings.defaults().withDirectory(bus));
                SessionReader reader = journal.read(journal.sessions().getFirst().session().id())) {
            final Publication publication = feeding
                    .publish(PublicationSettings.of("late").withCapacity(64 << 10));
            final JournalHandler publish = (buffer, offset, length, header) -> {
                assertTrue(publication.offer(buffer, offset, length) >= 0);
                return Action.TAKEN;
            };
            while (reader.poll(publish, 1_000) > 0) {
                assertTrue(publication.position() > 0);
            }
            PRINTED.reset();
            final CompletableFuture<Integer> book = CompletableFuture
                    .supplyAsync(() -> execute("book --stream late --idle yield " + options));
            assertTrue(publication.awaitSubscribers(1, Duration.ofMinutes(1)));
            publication.close();
            assertEquals(1, book.join(), ExitStatusTest::printed);
            assertTrue(printed().contains("book: the books are not whole: ") && printed().contains(words),
                    ExitStatusTest::printed);
        }
    }

    /** The log is so short that the publisher laps the books sooner or later. */
    @ParameterizedTest
    @ValueSource(strings = {"skip", "conflate"})
    void lappedBooksAreNotWhole(final String policy) {
        final JournalReader journal = JournalReader.open(files.resolve("journal"));
        try (Bus feeding = Bus.launch(BusSettings.defaults().withDirectory(bus));
                SessionReader reader = journal.read(journal.sessions().getFirst().session().id())) {
            final Publication publication = feeding.publish(PublicationSettings.of("fast").withCapacity(64 << 10));
            PRINTED.reset();
            final CompletableFuture<Integer> book = CompletableFuture
                    .supplyAsync(() -> execute("book --stream fast --idle yield --join oldest --policy " + policy));
            assertTrue(publication.awaitSubscribers(1, Duration.ofNanos(Patience.NS)));
            final long beginNs = System.nanoTime();
            while (!printed().contains(" gap: messages ") && !book.isDone()) {
                assertTrue(System.nanoTime() - beginNs < Patience.NS, ExitStatusTest::printed);
                reader.seek(0);
                while (reader.poll((buffer, offset, length, header) -> publication.offer(buffer, offset, length) >= 0
                        ? Action.TAKEN
                        : Action.NOT_TAKEN, 1_000) > 0) {
                    Thread.onSpinWait();
                }
            }
            publication.close();
            assertEquals(1, book.join(), ExitStatusTest::printed);
            assertTrue(printed().contains("book: the books are not whole: ")
                    && printed().contains(" messages are missing (gaps: "), ExitStatusTest::printed);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--from 1 --until-idle 200ms --format json | 1",
            "--from 1 --count 1 | 0",
            "--from 0 --until-idle 200ms | 0"})
    void tapOfALogThatHasLostMessages(final String options, final int status) {
        try (Bus feeding = Bus.launch(BusSettings.defaults().withDirectory(bus));
                Publication publication = feeding.publish(PublicationSettings.of("lapped").withCapacity(64 << 10)
                        .withLinger(Duration.ZERO))) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[1_000]);
            for (int sent = 0; sent < 1_000; sent++) {
                assertTrue(publication.offer(message, 0, message.capacity()) >= 0);
            }
            assertEquals(status, run("tap lapped " + options), ExitStatusTest::printed);
            assertEquals(status == 1, !printed().contains(" 0 missed") && options.contains("idle"),
                    ExitStatusTest::printed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "..", "../x", "", ".hidden", "-x", "a b", "TOO LONG"})
    void streamNameThatCannotBeADirectoryIsRefused(final String name) throws IOException {
        final String stream = name.equals("TOO LONG") ? "x".repeat(121) : name;
        final List<String> before = entries(bus);
        for (final String[] command : List.of(
                new String[]{"feed", "--date", "2019-12-30", "--itch", files + "/whole.itch",
                        "--stream=" + stream},
                new String[]{"book", "--stream=" + stream})) {
            PRINTED.reset();
            assertEquals(1, execute(command), ExitStatusTest::printed);
            assertTrue(printed().contains("bus: invalid stream name \"" + stream + "\": use 1 to 120 letters, digits,"
                    + " dots, dashes and underscores, and no dot or dash at the beginning, such as md.itch\n"),
                    ExitStatusTest::printed);
        }
        assertEquals(before, entries(bus));
    }

    private static List<String> entries(final Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    private static int run(final String command) {
        PRINTED.reset();
        return execute(command);
    }

    private static int execute(final String command) {
        return execute(command.replace("DIR", files.toString()).split(" "));
    }

    private static int execute(final String... command) {
        try (OutputStream out = OutputStream.nullOutputStream()) {
            return Main.execute(Main.commandLine(() -> BusSettings.defaults().withDirectory(bus)),
                    new StandardOutput(out), command);
        } catch (final IOException e) {
            throw new AssertionError(e);
        } finally {
            StandardError.drain();
        }
    }

    /** Runs two commands at the same time; returns both statuses. */
    private static List<Integer> together(final String one, final String other) {
        PRINTED.reset();
        final CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> execute(one));
        return List.of(execute(other), first.join()).reversed();
    }

    private static String printed() {
        return PRINTED.toString(StandardCharsets.UTF_8);
    }

    private static byte[] cut(final byte[] bytes, final int fewer) {
        return Arrays.copyOf(bytes, bytes.length - fewer);
    }

    private static byte[] concat(final byte[] one, final byte[] other) {
        final byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private static byte[] gzip(final byte[] bytes) throws IOException {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    private static Path copy(final Path from, final Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> segments = Files.list(from)) {
            for (final Path segment : segments.toList()) {
                Files.copy(segment, to.resolve(segment.getFileName()));
            }
        }
        return to;
    }

    /** Flips a bit in the second segment. */
    private static void damage(final Path journal) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segments(journal).get(1).toFile(), "rw")) {
            file.seek(9_000);
            final int found = file.read();
            file.seek(9_000);
            file.write(found ^ 1);
        }
    }

    private static List<Path> segments(final Path journal) throws IOException {
        try (Stream<Path> segments = Files.list(journal)) {
            return segments.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
        }
    }
}
