package io.verbus.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** docs/architecture.md lists the packages that the module descriptors export, and their public types. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String SPI = "io.verbus.spi";
    private static final Set<String> INTERNAL_READERS = Set.of("io.verbus.testkit");
    private static final Set<String> SPI_READERS = Set.of("io.verbus.rdma", "io.verbus.testkit", "io.verbus.yaml");
    private static final Pattern PACKAGE = Pattern.compile("`(io\\.verbus[.\\w]*)`");
    private static final Pattern IMPORT = Pattern.compile("\nimport (?:static )?(io\\.verbus[.a-z]*)\\.[A-Z]");
    private static final Pattern ROW = Pattern.compile("\\| `(io\\.verbus[.\\w]*)`[^|]*\\|( `[A-Z].*)");

    @Test
    void exportedPackagesAndTheirPublicTypesAreListed() throws IOException {
        final Map<String, List<String>> listed = new TreeMap<>();
        for (final String line : Files.readAllLines(ROOT.resolve("docs/architecture.md"))) {
            final Matcher row = ROW.matcher(line);
            if (row.matches()) {
                listed.put(row.group(1), Pattern.compile("`([A-Z]\\w*)`").matcher(row.group(2)).results()
                        .map(one -> one.group(1)).toList());
            }
        }
        final Map<String, List<String>> exported = new TreeMap<>(api());
        exported.put(SPI, publicTypes(SPI));
        assertEquals(exported, listed);
    }

    /** Except for those of and to the API package, and the exceptions that the page names. */
    @Test
    void importsPointDownTheList() throws IOException {
        final String page = Files.readString(ROOT.resolve("docs/architecture.md"));
        final String part = page.substring(page.indexOf("## Packages of bus-core"), page.indexOf("## Modules"));
        final Map<String, Integer> rows = new TreeMap<>();
        for (final String line : part.lines().filter(one -> one.startsWith("| `")).toList()) {
            final int row = rows.size();
            PACKAGE.matcher(line.split(" \\| ")[0]).results().forEach(name -> rows.put(name.group(1), row));
        }
        rows.remove("io.verbus");
        final Set<String> exceptions = Pattern.compile("`([\\w.]+)`\\s→\\s`([\\w.]+)`").matcher(part).results()
                .map(arrow -> arrow.group(1) + " -> " + arrow.group(2)).collect(Collectors.toCollection(TreeSet::new));
        final Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("bus-core/src/main/java"))) {
            for (final Path file : files.filter(one -> one.toString().matches(".*/[A-Z]\\w*\\.java")).toList()) {
                final String code = Files.readString(file);
                final String from = code.substring("package ".length(), code.indexOf(';'));
                IMPORT.matcher(code).results().map(one -> one.group(1))
                        .filter(to -> rows.containsKey(to) && rows.containsKey(from) && rows.get(to) < rows.get(from))
                        .forEach(to -> found.add(from + " -> " + to));
            }
        }
        assertEquals(exceptions, found);
    }

    @Test
    void internalPackagesAreExportedToTheTestkitOnly() throws IOException {
        for (final Exports exports : descriptor("bus-core").exports()) {
            final Set<String> readers = exports.source().equals(SPI)
                    ? SPI_READERS
                    : exports.source().startsWith("io.verbus.internal") ? INTERNAL_READERS : Set.of();
            assertEquals(readers, exports.targets(), exports.source());
        }
    }

    @Test
    void rdmaIsOnlyAService() throws IOException {
        final ModuleDescriptor rdma = descriptor("bus-rdma");
        assertEquals(Set.of(), rdma.exports());
        assertEquals(List.of(List.of("io.verbus.rdma.RdmaProvider")),
                rdma.provides().stream().map(ModuleDescriptor.Provides::providers).toList());
    }

    @Test
    void yamlIsOnlyAService() throws IOException {
        final ModuleDescriptor yaml = descriptor("bus-yaml");
        assertEquals(Set.of(), yaml.exports());
        assertEquals(List.of(List.of("io.verbus.yaml.YamlParser")),
                yaml.provides().stream().map(ModuleDescriptor.Provides::providers).toList());
    }

    /** Public types of the packages that every module may use. */
    private static Map<String, List<String>> api() throws IOException {
        return descriptor("bus-core").exports().stream().filter(exports -> !exports.isQualified())
                .map(Exports::source).collect(Collectors.toMap(name -> name, ArchitecturePageTest::publicTypes));
    }

    private static ModuleDescriptor descriptor(final String module) throws IOException {
        try (InputStream in = Files.newInputStream(ROOT.resolve(module + "/target/classes/module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    private static List<String> publicTypes(final String name) {
        try (Stream<Path> files = Files.list(ROOT.resolve("bus-core/target/classes/" + name.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.matches("\\w+\\.class"))
                    .map(file -> file.replace(".class", "")).filter(type -> isPublic(name + "." + type)).sorted()
                    .toList();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isPublic(final String type) {
        try {
            return Modifier.isPublic(Class.forName(type, false, ArchitecturePageTest.class.getClassLoader())
                    .getModifiers());
        } catch (final ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
