package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The live screen and the plain tables, compared with screens that were looked at. The host has a publisher that was
 * restarted while an old reader still reads its first session, a stalled and a lapped reader, and one that blocks.
 */
class StatScreenTest {
    private static final Instant NOW = Instant.parse("2026-03-02T14:30:15Z");
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final int CAPACITY = 1 << 20;
    private static final long FIRST = 0x1000_0000_0000_0001L;
    private static final long RESTARTED = 0x2000_0000_0000_0002L;
    private static final long ORDERS = 0x3000_0000_0000_0003L;

    @ParameterizedTest
    @CsvSource({"tables, 24, 80, ''", "tables, 40, 120, ''", "selected, 24, 80, down down down",
            "blocked, 24, 80, down down down enter", "blocks, 40, 120, up up up up enter",
            "lapped, 24, 80, down down down down down down enter", "sorted, 24, 80, s s s s", "help, 24, 80, h",
            "typing, 24, 80, / m d . *", "filtered, 24, 80, / m d backspace backspace o r * enter"})
    void screenIsAsItWasLookedAt(final String name, final int lines, final int columns, final String keys)
            throws IOException {
        final StatScreen screen = screen();
        Arrays.stream(keys.split(" ")).filter(key -> !key.isEmpty()).forEach(screen::press);
        screen.read(new StatView(host(2, screen), host(1, screen)));
        final List<StatScreen.Line> shown = screen.lines(new TerminalSize(lines, columns), NOW);
        assertEquals(lines, shown.size());
        assertTrue(shown.stream().allMatch(line -> line.text().length() <= columns));
        assertEquals(golden(name + "-" + columns + "x" + lines), shown.stream()
                .map(line -> ((line.isSelected() ? "> " : "  ") + line.text()).stripTrailing() + "\n")
                .collect(Collectors.joining()));
    }

    @Test
    void plainTablesAreAsTheyWereLookedAt() throws IOException {
        final StatView view = new StatView(host(2, any -> true), host(1, any -> true));
        assertEquals(golden("plain"), new StatTable(view, SortKey.STREAM, 80, NOW).lines().text());
        assertEquals(golden("wide"), WideStatTable.lines(view, SortKey.STREAM).text());
    }

    @Test
    void rowsThatDoNotFitAreScrolledToTheSelection() {
        final StatScreen screen = screen();
        final TerminalSize size = new TerminalSize(8, 80);
        for (int i = 0; i < 20; i++) {
            assertEquals(8, screen.lines(size, NOW).size());
            assertTrue(i == 0 || screen.lines(size, NOW).stream().anyMatch(StatScreen.Line::isSelected), "row " + i);
            screen.press(KeyTerminal.DOWN);
        }
        assertTrue(screen.lines(size, NOW).getLast().text().matches(".* lines \\d+-\\d+ of \\d+"));
        assertEquals(List.of(), screen.lines(new TerminalSize(0, 80), NOW));
    }

    @Test
    void keysAreIndependentOfEachOther() {
        final StatScreen screen = screen();
        assertFalse(screen.press("x"));
        screen.press("/");
        screen.press("q");
        assertFalse(screen.isEnded(), "a letter of the filter");
        screen.press(KeyTerminal.ESCAPE);
        assertTrue(screen.test("any"), "the filter was cancelled");
        screen.press("/");
        screen.press("q");
        assertTrue(screen.press(KeyTerminal.ENTER), "other streams are selected");
        assertFalse(screen.test("any"));
        screen.press("q");
        assertTrue(screen.isEnded());
    }

    @Test
    void theEndOfTheTerminalEndsTheScreen() {
        final StatScreen screen = screen();
        screen.press("/");
        screen.press(KeyTerminal.END);
        assertTrue(screen.isEnded());
    }

    private static StatScreen screen() {
        final StatScreen screen = new StatScreen(Path.of("/dev/shm/verbus"), "1", TableForm.NARROW, SortKey.STREAM,
                any -> true,
                "");
        screen.read(new StatView(host(1, any -> true), host(0, any -> true)));
        return screen;
    }

    /** The host at a second. */
    private static HostStat host(final int second, final Predicate<String> isSelected) {
        final List<PublicationStat> publications = List.of(
                new PublicationStat("md.itch", FIRST, "feed", 4001, 0, process(4001, false, 0), 0, 50_000, 5_000_000,
                        CAPACITY, 0, -1, Map.of(), List.of()),
                new PublicationStat("md.itch", RESTARTED, "feed", 4711, 0, process(4711, true, 0),
                        second * NS_PER_SECOND, 20_000L * second, 2_000_000L * second, CAPACITY, 0, -1, Map.of(),
                        List.of()),
                new PublicationStat("orders.in", ORDERS, "gateway", 4720, 0, process(4720, true, 0),
                        second * NS_PER_SECOND,
                        9_000, 1_000_000, CAPACITY, 12_345L * second, -1, Map.of(),
                        List.of(new PublicationStat.BackPressure("engine", 5L << 60, 4730, second,
                                second * NS_PER_SECOND))));
        final List<SubscriptionStat> subscriptions = List.of(
                subscription("md.itch", "book", 1, 4800, Policy.SKIP, false,
                        read(RESTARTED, 2_000_000L * second, 20_000L * second - 3, 3, 300, false), 0),
                subscription("md.itch", "recorder", 2, 4810, Policy.BLOCK, false,
                        read(FIRST, 5_000_000, 50_000, 0, 0, false), 0),
                subscription("md.itch", "risk-with-a-long-name", 3, 4820, Policy.SKIP, true,
                        read(RESTARTED, 1_000, 10, -1, 2_000_000L * second - 1_000, true), 7),
                subscription("orders.in", "audit", 4, 4840, Policy.SKIP, false, null, 0),
                subscription("orders.in", "engine", 5, 4730, Policy.BLOCK, true,
                        read(ORDERS, 0, 0, 9_000, 1_000_000, false), 0));
        return new HostStat(second * NS_PER_SECOND,
                publications.stream().filter(one -> isSelected.test(one.stream())).toList(),
                subscriptions.stream().filter(one -> isSelected.test(one.stream())).toList(), List.of(), List.of());
    }

    private static ProcessStat process(final long pid, final boolean alive, final long silentNs) {
        return new ProcessStat(pid, pid, alive, alive ? NOW.minusSeconds(pid - 4000) : null, silentNs, 0, 0,
                List.of());
    }

    private static SubscriptionStat subscription(final String stream, final String name, final long id, final long pid,
            final Policy policy, final boolean silent, final SubscriptionStat.Read read, final long gaps) {
        return new SubscriptionStat(stream, name, id << 60, pid, policy, process(pid, true, 0), "", silent, read,
                new SubscriptionStat.GapCounts(gaps, 100 * gaps, 0, 0), null);
    }

    private static SubscriptionStat.Read read(final long session, final long position, final long consumed,
            final long lag, final long lagBytes, final boolean overwritten) {
        return new SubscriptionStat.Read(session, "", position, overwritten ? -1 : consumed, lag, lagBytes,
                100.0 * lagBytes / CAPACITY, overwritten ? -1 : lag * 1_000, overwritten, Refusal.NONE, null);
    }

    private static String golden(final String name) throws IOException {
        try (InputStream in = StatScreenTest.class.getResourceAsStream("/stat/" + name + ".txt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
