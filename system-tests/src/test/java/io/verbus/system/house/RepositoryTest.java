package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the text of the project that a formatter cannot check. */
class RepositoryTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String BUS = "bus-core/src/main/java/io/verbus/";
    private static final String JOURNAL = "bus-journal/src/main/java/io/verbus/";
    private static final int MAX_COLUMNS = 120;
    private static final int MAX_LINES = 500;
    private static final int MAX_SUBJECT = 72;
    /** Commits after this one follow the rule. */
    private static final String SUBJECTS_SINCE = "f722935a";
    private static final int MAX_TYPES_IN_A_PACKAGE = 25;
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?[\\w.]+\\.(\\w+|\\*);$");
    private static final List<Path> JAVA = files(".java");

    @Test
    void linesHaveAtMost120Columns() {
        assertNone(lines((file, line) -> line.length() > MAX_COLUMNS));
    }

    /** Rows of a table and lines of code cannot be broken. */
    @Test
    void linesOfDocumentsHaveAtMost120Columns() {
        final List<Path> documents = files(".md");
        assertFalse(documents.isEmpty());
        assertNone(documents.stream().flatMap(file -> read(file).stream()
                .filter(line -> line.length() > MAX_COLUMNS && !line.startsWith("|") && !line.startsWith("    "))
                .map(line -> name(file) + ": " + line)).toList());
    }

    /** A page has its number in name and title, the rule in force on top, and one line of the index with the rule. */
    @Test
    void decisionsAreIndexedWithTheRuleInForce() throws IOException {
        final Path folder = ROOT.resolve("docs/decisions");
        final String index = Files.readString(folder.resolve("README.md"));
        final List<String> found = new ArrayList<>();
        final List<Path> decisions = files(".md").stream()
                .filter(file -> file.getParent().equals(folder) && !file.endsWith("README.md")).sorted().toList();
        for (final Path decision : decisions) {
            final String file = decision.getFileName().toString();
            final String number = file.substring(0, 4);
            final List<String> page = read(decision);
            final String title = page.getFirst().replaceFirst("# \\d+ ", "");
            final String row = "| [" + number + "](" + file + ") | " + title + " | ";
            if (!number.matches("\\d{4}") || !page.getFirst().startsWith("# " + number + " ")) {
                found.add(file + ": expected its number in the title \"" + page.getFirst() + "\"");
            } else if (!page.get(2).equals("## In force")) {
                found.add(file + ": the rule in force is not on top");
            } else if (index.lines().filter(line -> line.startsWith(row)).count() != 1) {
                found.add(file + ": docs/decisions/README.md has not one line for it: " + row);
            }
        }
        assertFalse(decisions.isEmpty());
        assertEquals(decisions.size(), index.lines().filter(line -> line.startsWith("| [0")).count());
        assertNone(found);
    }

    /** A long file is a reminder, not an error: a subject is never cut to meet a number. */
    @Test
    void filesWithMoreThan500LinesAreReported() {
        JAVA.stream().filter(file -> read(file).size() > MAX_LINES)
                .forEach(file -> System.out
                        .println("reminder: " + name(file) + " has more than " + MAX_LINES + " lines"));
    }

    @Test
    void importsAreNamedAndUsed() {
        final List<String> found = new ArrayList<>();
        for (final Path file : JAVA) {
            final List<String> lines = read(file);
            final String body = String.join("\n", lines.stream().filter(line -> !line.startsWith("import ")).toList());
            for (final String line : lines) {
                final Matcher matcher = IMPORT.matcher(line);
                if (matcher.matches() && (matcher.group(1).equals("*")
                        || !Pattern.compile("\\b" + matcher.group(1) + "\\b").matcher(body).find())) {
                    found.add(name(file) + ": " + line);
                }
            }
        }
        assertNone(found);
    }

    @Test
    void everyPackageHasAPackageInfo() {
        assertNone(JAVA.stream().filter(file -> file.toString().contains("/src/main/java/"))
                .filter(file -> !file.endsWith("module-info.java")).map(Path::getParent).distinct()
                .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                .map(RepositoryTest::name)
                .toList());
    }

    /** A package that is split cannot be loaded from two named modules. */
    @Test
    void packageIsInOneModule() {
        final Map<String, Set<String>> modules = new TreeMap<>();
        for (final Path file : JAVA) {
            final String[] parts = name(file.getParent()).split("/src/main/java/");
            if (parts.length == 2) {
                modules.computeIfAbsent(parts[1], folder -> new TreeSet<>()).add(parts[0]);
            }
        }
        assertFalse(modules.isEmpty());
        assertEquals(List.of(), modules.entrySet().stream().filter(one -> one.getValue().size() > 1).toList());
    }

    /** So is a large package. */
    @Test
    void packagesWithMoreThan25TypesAreReported() {
        JAVA.stream().filter(file -> file.toString().contains("/src/main/java/")).map(Path::getParent).distinct()
                .filter(folder -> JAVA.stream().filter(file -> file.getParent().equals(folder)).count()
                        - 1 > MAX_TYPES_IN_A_PACKAGE)
                .forEach(folder -> System.out.println("reminder: " + name(folder) + " has more than "
                        + MAX_TYPES_IN_A_PACKAGE + " types"));
    }

    @Test
    void namesUseTheTermsOfTheGlossary() {
        assertNone(lines(
                (file, line) -> !Set.of("Phrase.java", "RepositoryTest.java").contains(file.getFileName().toString())
                        && (Phrase.OTHER_TERMS.in(line).find() || Phrase.WHO.in(line).find())));
    }

    @Test
    void taskMarkersDoNotOccur() {
        final Pattern later = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
        assertNone(lines((file, line) -> later.matcher(line).find()));
    }

    @Test
    void testsDoNotSleep() {
        final String sleep = "Thread" + ".sleep("; // split, so that the rule does not match itself
        assertNone(lines((file, line) -> (file.toString().contains("/src/test/")
                || file.toString().contains("/bus-testkit/")) && line.contains(sleep)));
    }

    /** {@code Seeds.draw} prints the seed; that of another source cannot be repeated. */
    @Test
    void testsDrawNoSeedThatTheyDoNotPrint() {
        final Pattern drawn = Pattern.compile("\\bRandom\\(\\)|ThreadLocal" + "Random|Math\\.random\\("
                + "|(?i:seed)\\b.*\\bnanoTime\\(|Random\\(System\\.");
        assertNone(lines((file, line) -> (file.toString().contains("/src/test/")
                || file.toString().contains("/bus-testkit/")) && !file.endsWith("Seeds.java")
                && drawn.matcher(line).find()));
    }

    /** The JVM waits only a second for resources that are closed after the latch. */
    @Test
    void shutdownLatchesAreClosedLast() {
        final Pattern first = Pattern.compile("try \\(ShutdownLatch \\w+ = ShutdownLatch\\.register\\(");
        assertNone(lines((file, line) -> file.toString().contains("/src/main/")
                && line.contains("= ShutdownLatch.register(") && !first.matcher(line).find()));
    }

    @Test
    void samplesInTheReadmeAreTheCompiledOnes() throws IOException {
        final String readme = Files.readString(ROOT.resolve("README.md"));
        for (final String sample : List.of(
                "publisher-sample/src/main/java/io/verbus/sample/publisher/HelloPublisher.java",
                "subscriber-sample/src/main/java/io/verbus/sample/subscriber/HelloSubscriber.java")) {
            final String code = Files.readString(ROOT.resolve(sample));
            final String shown = code.substring(code.indexOf("final class")).strip();
            assertTrue(readme.contains(shown), "README.md does not contain the code of " + sample);
        }
    }

    @Test
    void documentsContainTheDiagramsOfTheLayouts() throws IOException {
        assertShows("docs/reference/protocol.md", BUS,
                List.of("internal/log/FrameLayout", "internal/log/LogLayout", "internal/shm/PositionsLayout",
                        "internal/shm/ChangesLayout", "internal/monitor/CountersLayout",
                        "internal/monitor/CounterKeyLayout", "internal/monitor/LossLayout"));
        assertShows("docs/reference/protocol.md", JOURNAL,
                List.of("internal/recovery/RangeRequestLayout", "internal/recovery/RangeResponseLayout"));
        assertShows("docs/reference/journal.md", JOURNAL,
                List.of("internal/journal/SegmentLayout", "internal/journal/RecordLayout"));
        assertShows("docs/reference/orders.md", "orders/src/main/java/io/verbus/orders/",
                List.of("MessageHead", "EstablishProof", "intake/EntryAppender"));
    }

    /** The table of docs/reference/protocol.md has every class with a magic, as the bytes of a file, and a version. */
    @Test
    void protocolListsTheMagicsAndVersionsOfTheLayouts() throws IOException {
        final Set<String> listed = Pattern.compile("\\| `(\\w+)` \\| (\\d+) \\| \\[`(\\w+)`]\\(")
                .matcher(Files.readString(ROOT.resolve("docs/reference/protocol.md"))).results()
                .map(row -> row.group(3) + " " + row.group(1) + " " + row.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
        final Pattern magic = Pattern.compile(" (?:int|long) MAGIC = 0x([0-9A-F_]+)L?;");
        final Pattern version = Pattern.compile(" VERSION = (\\d+);");
        final Set<String> found = new TreeSet<>();
        for (final Path file : JAVA) {
            final String code = name(file).matches("bus-(core|journal|rdma|tcp)/src/main/.*")
                    ? Files.readString(file)
                    : "";
            final Matcher number = magic.matcher(code);
            final Matcher of = version.matcher(code);
            if (number.find() && of.find()) {
                final byte[] bytes = HexFormat.of().parseHex(number.group(1).replace("_", ""));
                found.add(file.getFileName().toString().replace(".java", " ")
                        + new StringBuilder(new String(bytes, StandardCharsets.US_ASCII)).reverse() + " "
                        + of.group(1));
            }
        }
        assertEquals(String.join("\n", found), String.join("\n", listed));
    }

    /** Each behaviour between two releases has a test. */
    @Test
    void compatibilityNamesTestsThatExist() throws IOException {
        final Set<String> tests = JAVA.stream().map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        final List<String> named = Pattern.compile("`(\\w+Test)`")
                .matcher(Files.readString(ROOT.resolve("docs/reference/compatibility.md"))).results()
                .map(name -> name.group(1)).toList();
        assertTrue(named.size() > 10, named::toString);
        assertEquals(List.of(), named.stream().filter(name -> !tests.contains(name)).toList());
    }

    private static void assertShows(final String page, final String folder, final List<String> layouts)
            throws IOException {
        final String text = Files.readString(ROOT.resolve(page));
        for (final String layout : layouts) {
            final String code = Files.readString(ROOT.resolve(folder + layout + ".java"));
            final String comment = code.substring(code.indexOf("<pre>\n") + 6, code.indexOf(" * </pre>"));
            for (final String line : comment.lines().map(one -> one.substring(2).stripTrailing()).toList()) {
                assertTrue(text.contains(line.isEmpty() ? "" : line.substring(1)),
                        page + " lacks this line of " + layout + ": " + line);
            }
        }
    }

    /**
     * The label of a fence or an ordered access.
     *
     * @param name of the pair
     * @param type that has the label
     * @param partner type with the other label of the pair
     */
    private record Sync(String name, String type, String partner) {
        private static final Pattern FORM = Pattern.compile("// SYNC (\\w+) with (\\w+(?:, \\w+)*)(?:: .+)?$");

        static Stream<Sync> of(final Path file, final String line) {
            final String type = file.getFileName().toString().replace(".java", "");
            final Matcher label = FORM.matcher(line);
            assertTrue(label.find(), () -> type + " has a label without a partner: " + line.strip());
            return Stream.of(label.group(2).split(", ")).map(partner -> new Sync(label.group(1), type, partner));
        }

        boolean isPaired(final List<Sync> all) {
            final int least = type.equals(partner) ? 2 : 1;
            return Collections.frequency(all, new Sync(name, partner, type)) >= least;
        }
    }

    @Test
    void synchronisationLabelsNameEachOther() {
        final List<Sync> labels = JAVA.stream().filter(file -> file.toString().contains("/src/main/java/"))
                .flatMap(file -> read(file).stream().filter(line -> line.contains("// SYNC "))
                        .flatMap(line -> Sync.of(file, line)))
                .toList();
        assertFalse(labels.isEmpty());
        assertEquals(List.of(), labels.stream().filter(label -> !label.isPaired(labels)).toList());
    }

    @Test
    void commitSubjectsAreShort() throws IOException, InterruptedException {
        final Process git = new ProcessBuilder("git", "log", SUBJECTS_SINCE + "..HEAD", "--no-merges", "--format=%s")
                .directory(ROOT.toFile()).redirectErrorStream(true).start();
        final String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(git.waitFor() == 0, "not a full clone: " + output);
        assertEquals(List.of(), output.lines()
                .filter(subject -> subject.length() > MAX_SUBJECT || !subject.matches("[a-z][a-z, -]*: .*")).toList());
    }

    private interface Rule {
        boolean breaks(Path file, String line);
    }

    private static List<String> lines(final Rule rule) {
        final List<String> found = new ArrayList<>();
        for (final Path file : JAVA) {
            final List<String> lines = read(file);
            for (int i = 0; i < lines.size(); i++) {
                if (rule.breaks(file, lines.get(i))) {
                    found.add(name(file) + ":" + (i + 1));
                }
            }
        }
        return found;
    }

    private static void assertNone(final List<String> found) {
        assertEquals(List.of(), found);
    }

    private static String name(final Path file) {
        return ROOT.relativize(file).toString();
    }

    private static List<String> read(final Path file) {
        try {
            return Files.readAllLines(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(final String suffix) {
        try (Stream<Path> walk = Files.walk(ROOT)) {
            return walk.filter(file -> file.toString().endsWith(suffix) && !file.toString().contains("/target/"))
                    .sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
