package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents, error messages and help texts refer to exists: pages, their headings, and artifacts. */
class ReferencesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:|mailto:)([^)#\\s]*)(#[^)\\s]+)?\\)");
    /** A page in a text; stream names such as orders.md have no folder. */
    private static final Pattern PAGE = Pattern.compile("\\b((?:docs|native)/[\\w/.-]*\\.md)(#[\\w-]+)?");
    /** A page of which a text does not give the folder, so that it is not found. */
    private static final Pattern PAGE_WITHOUT_FOLDER = Pattern.compile("\\bsee (?!docs/|native/)[\\w/.-]+\\.md");
    private static final Pattern ARTIFACT = Pattern
            .compile("(?:artifacts? `|<artifactId>|io\\.verbus:)(verbus-[a-z-]+)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void linksOfDocumentsLeadToPagesAndHeadings() throws IOException {
        final List<String> found = new ArrayList<>();
        for (final Path page : files("md")) {
            for (final MatchResult link : matches(LINK, page)) {
                final Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (!exists(target, link.group(2))) {
                    found.add(ROOT.relativize(page) + ": " + link.group());
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void pagesNamedInSourcesExist() throws IOException {
        final List<String> found = new ArrayList<>();
        int references = 0;
        for (final Path file : Stream.concat(files("java").stream(), Stream.of(ROOT.resolve("bus"))).toList()) {
            if (file.toString().contains("/src/test/")) {
                continue;
            }
            for (final MatchResult page : matches(PAGE, file)) {
                references++;
                if (!exists(ROOT.resolve(page.group(1)), page.group(2))) {
                    found.add(ROOT.relativize(file) + ": " + page.group());
                }
            }
            matches(PAGE_WITHOUT_FOLDER, file).forEach(page -> found.add(ROOT.relativize(file) + ": " + page.group()));
        }
        assertFalse(references == 0);
        assertEquals(List.of(), found);
    }

    @Test
    void artifactsNamedInDocumentsAreInTheBom() throws IOException {
        final Set<String> bom = matches(Pattern.compile("<artifactId>(verbus-[a-z-]+)"), ROOT.resolve("bom/pom.xml"))
                .stream().map(artifact -> artifact.group(1)).collect(Collectors.toSet());
        final Set<String> named = new TreeSet<>();
        for (final Path page : files("md")) {
            matches(ARTIFACT, page).forEach(artifact -> named.add(artifact.group(1)));
        }
        assertFalse(named.isEmpty());
        named.removeAll(bom);
        assertEquals(Set.of(), named);
    }

    /** Whether a file exists, with a heading that has this anchor if it is a page. */
    private static boolean exists(final Path file, final String anchor) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        return anchor == null || matches(HEADING, file).stream().map(heading -> anchor(heading.group(1)))
                .anyMatch(anchor::equals);
    }

    /** The anchor that GitHub gives to a heading. */
    private static String anchor(final String heading) {
        return "#" + heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
    }

    private static List<MatchResult> matches(final Pattern pattern, final Path file) throws IOException {
        return pattern.matcher(Files.readString(file)).results().toList();
    }

    private static List<Path> files(final String suffix) throws IOException {
        try (Stream<Path> walk = Files.walk(ROOT)) {
            return walk.filter(file -> file.toString().endsWith("." + suffix) && !file.toString().contains("/target/"))
                    .sorted().toList();
        }
    }
}
