package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The BOM has no parent, so its versions are compared with those of the parent here. */
class BomTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern VERSION = Pattern
            .compile("<artifactId>([\\w-]+)</artifactId>\\s*<version>([\\w.-]+)</version>");

    @Test
    void versionsAreThoseOfTheParent() throws IOException {
        final Map<String, String> ofParent = versions("pom.xml");
        final Map<String, String> ofBom = versions("bom/pom.xml");
        assertEquals(ofParent.get("verbus-parent"), ofBom.remove("verbus-bom"));
        assertFalse(ofBom.isEmpty());
        ofBom.forEach((plugin, version) -> assertEquals(ofParent.get(plugin), version, plugin));
    }

    @Test
    void artifactsAreThoseThatAreInstalledWithJavadoc() throws IOException {
        final List<String> documented = new ArrayList<>();
        final TreeSet<String> folders = new TreeSet<>(List.of("bom"));
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (final Path pom : modules.map(module -> module.resolve("pom.xml")).filter(Files::exists).toList()) {
                final String text = Files.readString(pom);
                if (text.contains("<javadoc.skip>false</javadoc.skip>")) {
                    documented.add(first(text, "</parent>\\s*<artifactId>([^<]+)"));
                    folders.add(pom.getParent().getFileName().toString());
                    assertTrue(text.contains("<artifactId>maven-source-plugin</artifactId>"), pom::toString);
                }
            }
        }
        final String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        assertEquals(documented.stream().sorted().toList(),
                Pattern.compile("<dependency>\\s*<groupId>io.verbus</groupId>"
                        + "\\s*<artifactId>([^<]+)").matcher(bom).results().map(one -> one.group(1)).sorted().toList());
        assertEquals(folders, new TreeSet<>(List.of(
                first(Files.readString(ROOT.resolve("bus")), "\npublished=([\\w,-]+)\n").split(","))));
    }

    private static Map<String, String> versions(final String pom) throws IOException {
        final Map<String, String> versions = new TreeMap<>();
        VERSION.matcher(Files.readString(ROOT.resolve(pom))).results()
                .forEach(one -> versions.put(one.group(1), one.group(2)));
        return versions;
    }

    private static String first(final String text, final String pattern) {
        final Matcher found = Pattern.compile(pattern).matcher(text);
        assertTrue(found.find(), pattern);
        return found.group(1);
    }
}
