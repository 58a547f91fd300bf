package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import io.verbus.tools.stat.StatCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./bus stat} on both hosts of RDMA connections, which the double of the RDMA libraries carries. */
@Tag("processes")
class RdmaStatTest {
    private static final Path DOUBLE = Path.of("../native/target/build/double").toAbsolutePath().normalize();
    private static final String LINK = "RoCE, WRITE with immediate, double0 port 1";

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void stalledLappedAndEquallyNamedSubscriptionsDifferOnBothHosts() throws IOException {
        assumeTrue(Files.exists(DOUBLE.resolve("libibverbs.so.1")), "native/double is not built: run ./bus test");
        try (Forked hosts = Forked.startWithin(List.of("env", "LD_LIBRARY_PATH=" + DOUBLE), RdmaHosts.class,
                directory)) {
            hosts.awaitLine("^ready ");
            final String there = await(hosts, "publisher", table -> isTold(table, " on 10\\S*"));
            final String here = await(hosts, "subscriber", table -> isTold(table, ""));
            assertTrue(there.lines().allMatch(line -> line.length() <= 80), there);
            assertTrue(here.lines().allMatch(line -> line.length() <= 80), here);
            assertEquals(ids(here), ids(there));
            assertConnections(stat("publisher", "--wide"), "to 10\\.73\\.0\\.1:\\d+");
            assertConnections(stat("subscriber", "--wide"), "from 10\\.73\\.0\\.1:7471");
            final String latency = await(hosts, "subscriber",
                    table -> table.matches("(?s).*\nmd +book#\\w{4} +" + hosts.pid() + " +[1-9]\\d* +\\d.*"));
            assertEquals(1, latency.lines().filter(line -> line.startsWith("STREAM  SUBSCRIPTION  PID")
                    && line.contains("  P50 ")).count(), latency);
            hosts.send("end");
            assertEquals(0, hosts.exitStatus(), hosts::output);
        }
    }

    /** Whether each of the three has its own state; those of one name have different ids. */
    private static boolean isTold(final String table, final String host) {
        return count(table, "md +book#\\w{4}" + host + " +\\d+ +reading +\\S+ +0 +0 .*") == 1
                && count(table, "md +book#\\w{4}" + host + " +\\d+ +stalled, lapped .*") == 1
                && count(table, "md +stopped" + host + " +\\d+ +stalled +\\S+ +5 .*") == 1
                && ids(table).size() == 2;
    }

    private static long count(final String table, final String line) {
        return table.lines().filter(one -> one.matches(line)).count();
    }

    private static Set<String> ids(final String table) {
        return Pattern.compile("book#(\\w{4})").matcher(table).results().map(one -> one.group(1))
                .collect(Collectors.toSet());
    }

    private static void assertConnections(final String table, final String peer) {
        final List<MatchResult> connections = Pattern
                .compile("md +(\\S+) +" + peer + " +" + LINK + " +1 +([\\d,]+) +0\n").matcher(table).results().toList();
        assertEquals(3, connections.size(), table);
        assertEquals(2, connections.stream().filter(one -> one.group(1).startsWith("book#")).count(), table);
        for (final String credit : List.of("0", "60,416", "65,536")) { // lapped, five frames of 1,024 bytes, reading
            assertEquals(1, connections.stream().filter(one -> one.group(2).equals(credit)).count(), table);
        }
    }

    /** Reads until a condition holds, at most until the processes end. */
    private String await(final Forked hosts, final String host, final Predicate<String> condition) {
        String table;
        do {
            table = stat(host);
        } while (!condition.test(table) && hosts.isAlive());
        assertTrue(condition.test(table), table + hosts.output());
        return table;
    }

    private String stat(final String host, final String... options) {
        final StringWriter out = new StringWriter();
        assertEquals(0, new CommandLine(new StatCommand(() -> BusSettings.defaults()
                .withDirectory(directory.resolve(host)))).setOut(new PrintWriter(out)).execute(options));
        return out.toString();
    }
}
