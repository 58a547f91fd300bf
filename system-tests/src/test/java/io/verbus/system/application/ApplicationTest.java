package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.journal.JournalCheck;
import io.verbus.journal.JournalCheck.SessionReport;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * application.md, getting-started.md, trader.md, transport.md and venue.md in docs/start: projects made from them
 * compile and run, on class path and on the module path, with a Maven that runs on an older JDK if there is one. So
 * does the application that {@code ./bus init} writes, by the commands of its README.
 */
@Tag("processes")
class ApplicationTest {
    private static final int SIGTERM = 15;
    private static final String DENIED = "--illegal-native-access=deny";

    @TempDir
    private static Path folder;
    private static MavenRepository repository;
    private static ApplicationProjects projects;
    private static ApplicationProjects started;
    private static ApplicationProjects trader;
    private static ApplicationProjects venue;
    private static ApplicationProjects transport;

    @TempDir(factory = ShmDir.class)
    private Path bus;

    @BeforeAll
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    static void build() throws IOException {
        repository = MavenRepository.make(folder);
        final Path all = folder.resolve("projects");
        projects = ApplicationProjects.ofApplicationPage(all.resolve("application"), repository);
        started = ApplicationProjects.ofProjectPage(all.resolve("getting-started"), "getting-started.md");
        trader = ApplicationProjects.ofProjectPage(all.resolve("trader"), "trader.md");
        venue = ApplicationProjects.ofProjectPage(all.resolve("venue"), "venue.md");
        transport = ApplicationProjects.ofProjectPage(all.resolve("transport"), "transport.md");
        ApplicationProjects.build(all, repository, List.of(projects, started, trader, venue, transport));
    }

    @ParameterizedTest
    @EnumSource
    void subscriberReceivesAllMessages(final ApplicationProjects.Kind kind) throws IOException {
        try (Execution subscriber = run(kind, projects.command(kind, "HelloSubscriber"));
                Execution publisher = run(kind, projects.command(kind, "HelloPublisher"))) {
            final String expected = IntStream.range(0, 10).mapToObj(i -> "message " + i + ": bid " + (2_890_000 + i))
                    .collect(Collectors.joining("\n", "", "\n"));
            assertEquals(expected, subscriber.output());
            assertEquals("", publisher.output());
        }
    }

    @ParameterizedTest
    @EnumSource
    void matchingEngineRunsAScript(final ApplicationProjects.Kind kind) throws IOException {
        assertOutput(kind, projects.command(kind, "HelloMatching"), "1 A accepted 1 order 1\n");
    }

    @ParameterizedTest
    @CsvSource({"CLASS_PATH, ALL-UNNAMED", "MODULE_PATH, org.agrona"})
    void missingFlagOfAgronaIsNamed(final ApplicationProjects.Kind kind, final String module) throws IOException {
        final List<String> command = new ArrayList<>(projects.command(kind, "HelloPublisher"));
        final int flag = command.indexOf("--add-opens");
        command.subList(flag, flag + 2).clear();
        assertOutput(kind, command, "add --add-opens java.base/jdk.internal.misc=" + module + " to the java command");
    }

    @ParameterizedTest
    @CsvSource({"CLASS_PATH, ALL-UNNAMED", "MODULE_PATH, io.verbus.core"})
    void missingPermissionForNativeCallsIsNamed(final ApplicationProjects.Kind kind, final String module)
            throws IOException {
        final List<String> command = new ArrayList<>(projects.command(kind, "HelloPublisher"));
        command.replaceAll(part -> part.startsWith("--enable-native-access=") ? DENIED : part);
        assertOutput(kind, command, "add --enable-native-access=" + module + " to the java command");
    }

    @Test
    void missingPermissionOfTheRdmaModuleIsNamed() throws IOException {
        final ApplicationProjects.Kind kind = ApplicationProjects.Kind.MODULE_PATH;
        final List<String> command = new ArrayList<>(projects.command(kind, "HelloRemote"));
        command.replaceAll(part -> part.replace(",io.verbus.rdma", ""));
        command.addAll(1, List.of(DENIED, "-Dverbus.native.path=/dev/null"));
        assertOutput(kind, command, "RDMA is not available: the JVM denies native access: add"
                + " --enable-native-access=io.verbus.rdma to the java command");
    }

    /** The late joiner starts with quotes that the log does not hold any more. */
    @ParameterizedTest
    @EnumSource
    void lateJoinerReadsTheJournalOfTheFeed(final ApplicationProjects.Kind kind) throws IOException {
        final Path project = started.folder(kind);
        try (Execution feed = Execution.start(project, bus, started.command(kind, "Feed"));
                Execution reader = Execution.start(project, bus, started.command(kind, "Reader"))) {
            final String quotes = reader.output();
            assertTrue(quotes.matches("(quote \\d+: \\d+ / \\d+\n){5}"), quotes);
            try (Execution late = Execution.start(project, bus, started.command(kind, "LateJoiner"))) {
                assertEquals("30000 quotes from the first on\n", late.output());
            }
            feed.interrupt();
            assertEquals("", feed.output());
            final JournalCheck journal = new JournalCheck(project.resolve("journal"));
            final SessionReport session = journal.run().getFirst();
            assertEquals(0, session.losses());
            assertTrue(session.first() == 0 && session.messages() >= 30_000, session::toString);
            assertNotEquals("", session.end());
        }
    }

    /** The gateway is embedded in an application, too. */
    @ParameterizedTest
    @EnumSource
    void tradersTradeAtTheMarket(final ApplicationProjects.Kind kind) throws IOException {
        trader.shell(bus, "(umask 77;");
        final Path project = trader.folder(kind);
        try (Execution market = Execution.start(project, bus, trader.command(kind, "Market"));
                Execution seller = Execution.start(project, bus, trader.command(kind, "Trader", "ALICE", "sell"));
                Execution buyer = Execution.start(project, bus, trader.command(kind, "Trader", "BOB", "buy"))) {
            final String expected = "message 1\norder [12] accepted\ntrade 1: 100 at 10\\.0, 0 open\n";
            for (final Execution one : List.of(seller, buyer)) {
                assertTrue(one.output().matches(expected), one.output());
            }
            market.interrupt();
            assertTrue(market.output().contains(" 1 trades, 0 resting orders, 0 messages refused\n"), market.output());
        }
    }

    @ParameterizedTest
    @EnumSource
    void readerHasTheBooksOfTheVenue(final ApplicationProjects.Kind kind) throws IOException {
        final Path project = venue.folder(kind);
        try (Stream<Path> reports = Files.list(project.resolve("target/surefire-reports"))) {
            assertTrue(reports.anyMatch(file -> file.endsWith("hello.VenueNormaliserTest.txt")));
        }
        try (Execution reader = Execution.start(project, bus, venue.command(kind, "Reader"));
                Execution feed = Execution.start(project, bus, venue.command(kind, "Feed"))) {
            assertEquals("XYZ 250 @ 10.00 / 200 @ 10.02\n", reader.output());
            assertEquals("", feed.output());
        }
    }

    @ParameterizedTest
    @EnumSource
    void busesAreConnectedByAForeignTransport(final ApplicationProjects.Kind kind) throws IOException {
        try (Execution main = Execution.start(transport.folder(kind), bus, transport.command(kind, "Main"))) {
            assertEquals("100000 messages over vm://localhost:1\n", main.output());
        }
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void newApplicationIsBuiltAndTestedAndRuns() throws IOException {
        final NewApplication application = NewApplication.write(folder.resolve("maven"), bus);
        repository.maven(application.folder(), application.command("mvn").replaceFirst("^mvn ", "").split(" "));
        assertTrue(Files.exists(application.folder().resolve("target/surefire-reports/com.acme.PricesTest.txt")));
        assertMessagesAreSeen(application);
    }

    /** Gradle takes the libraries from the repository that Maven has filled. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void newApplicationIsBuiltByGradle() throws IOException {
        assumeTrue(NewApplication.hasGradle(folder), "Gradle 9.1 or later is not installed: its build file is not run");
        final NewApplication maven = NewApplication.write(folder.resolve("filling"), bus);
        repository.maven(maven.folder(), "package");
        final NewApplication application = NewApplication.write(folder.resolve("gradle"), bus, "--gradle");
        repository.gradle(application.folder(), application.command("gradle").replaceFirst("^gradle ", ""));
        assertTrue(Files.exists(application.folder().resolve("build/test-results/test/TEST-com.acme.PricesTest.xml")));
        assertMessagesAreSeen(application);
    }

    private void assertMessagesAreSeen(final NewApplication application) throws IOException {
        try (Forked subscriber = application.start("subscribe", bus)) {
            try (Forked publisher = application.start("publish", bus)) {
                subscriber.awaitLine("^Started\\[session=session \\w+ of stream prices ");
                subscriber.awaitLine("^quote \\d+ / \\d+$");
                subscriber.awaitLine("^trade 100 at \\d+$");
                publisher.interrupt();
                assertEquals(128 + SIGTERM, publisher.exitStatus());
                assertEquals("", publisher.output());
            }
            subscriber.awaitLine("^Ended\\[");
            subscriber.interrupt();
            assertEquals(128 + SIGTERM, subscriber.exitStatus());
        }
    }

    private void assertOutput(final ApplicationProjects.Kind kind, final List<String> command, final String expected)
            throws IOException {
        try (Execution execution = run(kind, command)) {
            final String output = execution.output();
            assertTrue(output.contains(expected), output);
        }
    }

    private Execution run(final ApplicationProjects.Kind kind, final List<String> command) throws IOException {
        return Execution.start(projects.folder(kind), bus, command);
    }
}
