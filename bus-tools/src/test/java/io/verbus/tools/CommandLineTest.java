package io.verbus.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Mistakes on the command line give a message of one line and an exit status other than 0. FOLDER is a placeholder. */
class CommandLineTest {
    private static final int USAGE = 2;
    private static final String RATES = "max, realtime, x20 (20 times realtime) or 50000/s (messages a second)";

    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectory(folder.resolve("dir"));
        Files.createFile(folder.resolve("empty.itch"));
        Files.writeString(folder.resolve("page.html"), "<html>hello</html>");
        Files.write(folder.resolve("cut.gz"), new byte[]{0x1F, (byte) 0x8B});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo", "feed", "book", "record", "replay", "journal", "stat", "loss", "errors",
            "generate", "perf", "match", "gateway", "trade", "orders", "config", "init"})
    void everyCommandPrintsHelpAndVersion(final String command) {
        final String[] name = command.isEmpty() ? new String[0] : new String[]{command};
        assertEquals(0, run(with(name, "--help")));
        assertTrue(out.toString().startsWith("Usage: bus " + (command.isEmpty() ? "[" : command + " [")),
                out::toString);
        out.getBuffer().setLength(0);
        assertEquals(0, run(with(name, "--version")));
        assertTrue(out.toString().matches("Verbus [^\\n]+\\nJava [^\\n]+\\n"), out::toString);
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "feed --itch x | feed | missing required option: '--stream=NAME'",
            "book | book | missing required option: '--stream=NAME' or '--journal=DIR'",
            "generate --seed 1 --messages 9 | generate | missing required option: '--out=FILE'",
            "book --stream s --policy drop | book"
                    + " | invalid value for option '--policy': expected one of [block, skip, conflate, evict]"
                    + " but was 'drop'",
            "book --stream s --folow | book | unknown option: '--folow': did you mean '--follow'?",
            "book --stream s --core one | book | invalid value for option '--core': 'one' is not an int",
            "record --stream s --dir x --durability often | record | invalid value for option '--durability': 'often':"
                    + " use none, batch, or an interval such as 50ms",
            "record --stream s --dir x --segment-size 1K | record | invalid value for option '--segment-size': '1024':"
                    + " give 16K to 1G",
            "record --stream s --dir x --retain-bytes some | record | invalid value for option '--retain-bytes': 'some'"
                    + " is not a size: write it as 67108864, 64M or 2G",
            "record --stream s --dir x --retain-age 7 | record | invalid value for option '--retain-age': '7' is not a"
                    + " duration: use 50ms, 90s, 30m, 12h or 7d",
            "record --stream s --dir x --durability 0.5ms | record | invalid value for option '--durability': '0.5ms':"
                    + " use none, batch, or an interval such as 50ms",
            "stat --watch soon | stat | invalid value for option '--watch': 'soon' is not a duration: use 50ms, 90s,"
                    + " 30m, 12h or 7d",
            "replay --stream s --dir x --rate 5/s | replay | invalid value for option '--rate': '5/s': use max,"
                    + " original, or x20 for 20 times the original speed",
            "replay --stream s --dir x --rate 5 | replay | invalid value for option '--rate': '5': use max, original,"
                    + " or x20 for 20 times the original speed",
            "replay --stream s --dir x --from noon | replay | invalid value for option '--from': 'noon': use a"
                    + " sequence, or a time in UTC such as 2026-01-31T09:30:00Z",
            "replay --stream s --dir x --capacity 2G | replay | invalid value for option '--capacity': '2147483648':"
                    + " give 1G or less",
            "journal cat x --session xyz | journal cat | invalid value for option '--session': 'xyz' is not a session"
                    + " id: use 16 hex digits",
            "demo --transport udp | demo | invalid value for option '--transport': expected one of [shm, rdma, tcp]"
                    + " but was 'udp'"})
    void wrongOptionIsReportedWithAReferenceToTheHelp(final String arguments, final String command,
            final String message) {
        assertEquals(USAGE, run(arguments.split(" ")));
        assertEquals("bus: " + message + "\n     See: ./bus " + command + " --help\n", err.toString());
    }

    @ParameterizedTest
    @CsvSource({"hepl, help", "recrod, record", "jounral, journal", "jurnal, journal"})
    void mistypedCommandIsAnsweredWithTheNearestOne(final String command, final String nearest) {
        assertEquals(USAGE, run(command));
        assertTrue(err.toString().startsWith("bus: unknown command '" + command + "': did you mean '" + nearest
                + "'?\n"), err::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "feed --stream s --itch x --rate fast | 'fast' is not a rate: use " + RATES,
            "feed --stream s --itch x --rate 0/s | '0/s' is not a rate: use " + RATES,
            "feed --stream s --itch x --date 2019-13-40 | --date 2019-13-40 is not a date: write it as 2019-12-30",
            "feed --stream s --itch x --loop 0 | invalid value for option '--loop': '0': give 1 or more",
            "feed --stream s --itch x --await-subscribers -1 | invalid value for option '--await-subscribers': '-1':"
                    + " give 0 or more",
            "feed --stream s --itch x --capacity 2G | invalid value for option '--capacity': '2147483648':"
                    + " give 1G or less",
            "book --stream s --top A,,B | --top: '' is not a symbol: use printable characters, separated by commas,"
                    + " such as AAPL,SPY",
            "generate --seed 1 --messages 5 --out x | --messages 5: a session of 8,000 symbols needs at least 49,000"
                    + " messages: generate more, or use fewer --symbols",
            "demo --rate max | invalid value for option '--rate': 'max' is not a rate: use 50000/s (messages per"
                    + " second), x20 (20 times real time) or realtime; full speed is always measured too",
            "demo --server | --server measures between two hosts: add --transport rdma, or tcp",
            "demo --transport tcp --client a --server | --server and --client exclude each other: give one of them on"
                    + " each host",
            "demo --transport tcp --client [::1 | invalid --client [::1: expected HOST, HOST:PORT or [IPV6]:PORT, such"
                    + " as 10.0.0.2 or [fd00::2]:7471",
            "demo --transport tcp --server a:65535 | invalid port in --server a:65535: expected 1 to 65520, as 16"
                    + " consecutive ports are used",
            "demo --transport tcp --server --report x | --report: the client writes the report: give it with --client",
            "demo --transport tcp --client a --itch x | --itch: the server plays the session: give it with --server",
            "demo --transport tcp --server --rate 5/s | --rate: two hosts have no common clock, so there is no paced"
                    + " run: leave it out",
            "loss --newest 0 | invalid value for option '--newest': '0': give 1 or more",
            "stat --live 0 | invalid value for option '--live': '0': give 0.01 to 86400 seconds",
            "perf --pairs 0 | invalid value for option '--pairs': '0': give 1 to 1,000",
            "perf --messages 7 | invalid value for option '--messages': '7': give 100 to 10,000,000",
            "perf --subjects verbus-shm,kafka | unknown subject \"kafka\": use some of verbus-shm, aeron-ipc,"
                    + " aeron-udp, chronicle-queue, disruptor, jeromq-tcp, tcp, c-shm, java-ring, java-ring-index,"
                    + " clock, verbus-rdma, c-rdma, ib-write-lat, verbus-tcp, c-tcp",
            "perf --modes fast | --modes fast is unknown: use ping-pong, open-loop, throughput, fan-out",
            "perf --sizes 65 | --sizes 65: give a multiple of 8",
            "perf --sizes 131072 | --sizes 131072: give 8 to 65,536",
            "perf --rates 0 | --rates 0: give 1 to 100,000,000",
            "perf --capacities 100000 | --capacities 100000: give a power of two",
            "perf --readers 17 | --readers 17: give 1 to 16",
            "perf --seconds 0 | --seconds 0: give 0.05 to 600",
            "perf --capacities 64X | invalid value for option '--capacities' (BYTES): '64X' is not a size: write it as"
                    + " 67108864, 64M or 2G",
            "perf --quick --full | --quick and --full exclude each other: give one of them",
            "perf --json FOLDER/no/x | --json FOLDER/no/x: its folder does not exist: create it",
            "perf --json FOLDER/dir | --json FOLDER/dir: this is a folder: name a file",
            "perf --from FOLDER/page.html | --from: the folder of the page is missing: add --report DIR",
            "perf --only conductor --report FOLDER | --report FOLDER: --only prints tables, without a page: leave one"
                    + " of them out",
            "perf --port 65535 | invalid value for option '--port': '65535': give 1 to 65,520"})
    void valueOutOfRangeIsWrongUsage(final String arguments, final String message) {
        assertEquals(USAGE, run(arguments.replace("FOLDER", folder.toString()).split(" ")));
        assertEquals("bus: " + message.replace("FOLDER", folder.toString()) + "\n     See: ./bus "
                + arguments.split(" ")[0] + " --help\n", err.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "feed --stream s --itch FOLDER/absent.itch | there is no file FOLDER/absent.itch",
            "feed --stream s --itch FOLDER/dir | FOLDER/dir is a directory: name one file of it",
            "feed --stream s --itch FOLDER/empty.itch | FOLDER/empty.itch is empty: there is nothing to play",
            "feed --stream s --itch FOLDER/cut.gz"
                    + " | FOLDER/cut.gz is cut off within its gzip header: there is nothing to play",
            "feed --stream s --itch FOLDER/page.html | FOLDER/page.html is not a file of ITCH 5.0 messages with 2-byte"
                    + " lengths: the first message would be of type 't' and 15464 bytes long",
            "book --stream s --book-out FOLDER/dir | --book-out: FOLDER/dir is a folder: name a file",
            "book --stream s --hlog FOLDER/no/x | --hlog: folder FOLDER/no does not exist: create it",
            "record --stream s --dir FOLDER/page.html | cannot record into FOLDER/page.html: it is a file; name"
                    + " a directory",
            "replay --stream s --dir FOLDER/no | there is no journal in FOLDER/no: no such directory",
            "journal check FOLDER/no | there is no journal in FOLDER/no: no such directory",
            "journal check FOLDER/dir | there is no journal in FOLDER/dir: no segment found",
            "generate --seed 1 --messages 60000 --out FOLDER/no/x"
                    + " | --out FOLDER/no/x: cannot write the file: its folder does not exist",
            "generate --seed 1 --messages 60000 --out FOLDER/dir"
                    + " | --out FOLDER/dir: cannot write the file: Is a directory",
            "demo --report FOLDER/page.html"
                    + " | --report FOLDER/page.html: cannot create this folder: a file of this name exists",
            "perf --compare FOLDER/page.html FOLDER/page.html | FOLDER/page.html: not results of ./bus perf:"
                    + " malformed JSON",
            "perf --from FOLDER/page.html --report FOLDER/dir | FOLDER/page.html: not results of ./bus perf:"
                    + " malformed JSON",
            "perf --report FOLDER/page.html"
                    + " | --report FOLDER/page.html: cannot create this folder: a file of this name exists",
            "demo --report FOLDER --itch FOLDER/absent.itch | there is no file FOLDER/absent.itch",
            "demo --report FOLDER --itch FOLDER/page.html | FOLDER/page.html is not a file of ITCH 5.0 messages with"
                    + " 2-byte lengths: the first message would be of type 't' and 15464 bytes long"})
    void wrongFileIsReportedInOneLine(final String arguments, final String message) {
        assertEquals(1, run(arguments.replace("FOLDER", folder.toString()).split(" ")));
        assertEquals("bus: " + message.replace("FOLDER", folder.toString()) + "\n", err.toString());
    }

    @ParameterizedTest
    @CsvSource({"fly", "fly --help", "fly -h --version"})
    void unknownCommandIsNamed(final String arguments) {
        assertEquals(USAGE, run(arguments.split(" ")));
        assertEquals("bus: unknown command 'fly'\n     See: ./bus --help\n", err.toString());
    }

    @Test
    void unknownCommandOfAGroupIsNamed() {
        assertEquals(USAGE, run("journal", "fly", "--help"));
        assertTrue(err.toString().contains("'fly'"), err::toString);
    }

    private int run(final String... arguments) {
        final CommandLine line = Main.commandLine(BusSettings::defaults);
        return Main.execute(line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
    }

    private static String[] with(final String[] name, final String option) {
        return Stream.concat(Stream.of(name), Stream.of(option)).toArray(String[]::new);
    }
}
