package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** docs/internals/architecture.md lists the packages that the module descriptors export, and their public types. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** The modules of the bus with an API. */
    private static final List<String> MODULES = List.of("bus-core", "bus-journal", "bus-config");
    private static final Set<String> INTERNAL_READERS = Set.of("io.verbus.config", "io.verbus.journal",
            "io.verbus.testkit");
    private static final Pattern PACKAGE = Pattern.compile("`(io\\.verbus[.\\w]*)`");
    private static final Pattern IMPORT = Pattern.compile("\nimport (?:static )?(io\\.verbus[.a-z]*)\\.[A-Z]");
    private static final Pattern ROW = Pattern.compile("\\| `(io\\.verbus[.\\w]*)`[^|]*\\|( `[A-Z].*)");

    @Test
    void exportedPackagesAndTheirPublicTypesAreListed() throws IOException {
        final Map<String, List<String>> listed = new TreeMap<>();
        for (final String line : Files.readAllLines(ROOT.resolve("docs/internals/architecture.md"))) {
            final Matcher row = ROW.matcher(line);
            if (row.matches()) {
                listed.put(row.group(1), Pattern.compile("`([A-Z]\\w*)`").matcher(row.group(2)).results()
                        .map(one -> one.group(1)).toList());
            }
        }
        final Map<String, List<String>> exported = new TreeMap<>();
        for (final String module : MODULES) {
            descriptor(module).exports().stream().filter(exports -> !exports.isQualified()).map(Exports::source)
                    .forEach(name -> exported.put(name, publicTypes(module, name)));
        }
        assertEquals(exported, listed);
    }

    /** Except for those of and to the API package, and the exceptions that the page names. */
    @Test
    void importsPointDownTheList() throws IOException {
        final String page = Files.readString(ROOT.resolve("docs/internals/architecture.md"));
        final String part = page.substring(page.indexOf("## Packages of the bus"), page.indexOf("## Modules"));
        final Map<String, Integer> rows = new TreeMap<>();
        for (final String line : part.lines().filter(one -> one.startsWith("| `")).toList()) {
            final int row = rows.size();
            PACKAGE.matcher(line.split(" \\| ")[0]).results().forEach(name -> rows.put(name.group(1), row));
        }
        rows.remove("io.verbus");
        final Set<String> exceptions = Pattern.compile("`([\\w.]+)`\\s→\\s`([\\w.]+)`").matcher(part).results()
                .map(arrow -> arrow.group(1) + " -> " + arrow.group(2)).collect(Collectors.toCollection(TreeSet::new));
        final Set<String> found = new TreeSet<>();
        final Set<String> unlisted = new TreeSet<>();
        for (final Path file : sources()) {
            final String code = Files.readString(file);
            final String from = code.substring("package ".length(), code.indexOf(';'));
            if (!rows.containsKey(from)) {
                unlisted.add(from);
            }
            IMPORT.matcher(code).results().map(one -> one.group(1))
                    .filter(to -> rows.containsKey(to) && rows.containsKey(from) && rows.get(to) < rows.get(from))
                    .forEach(to -> found.add(from + " -> " + to));
        }
        assertEquals(exceptions, found);
        assertEquals(Set.of("io.verbus"), unlisted);
    }

    private static List<Path> sources() throws IOException {
        final List<Path> sources = new ArrayList<>();
        for (final String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
                files.filter(file -> file.toString().matches(".*/[A-Z]\\w*\\.java")).forEach(sources::add);
            }
        }
        return sources;
    }

    @Test
    void internalPackagesAreExportedWithinTheBusOnly() throws IOException {
        for (final String module : MODULES) {
            for (final Exports exports : descriptor(module).exports()) {
                assertEquals(exports.source().startsWith("io.verbus.internal."), exports.isQualified(),
                        exports.source());
                assertTrue(INTERNAL_READERS.containsAll(exports.targets()),
                        () -> exports + ": expected " + INTERNAL_READERS);
            }
        }
    }

    @Test
    void transportsAreOnlyServices() throws IOException {
        for (final var transport : Map.of("bus-rdma", "io.verbus.rdma.RdmaProvider", "bus-tcp",
                "io.verbus.tcp.TcpProvider").entrySet()) {
            final ModuleDescriptor module = descriptor(transport.getKey());
            assertEquals(Set.of(), module.exports());
            assertEquals(List.of(List.of(transport.getValue())),
                    module.provides().stream().map(ModuleDescriptor.Provides::providers).toList());
        }
        for (final Exports exports : descriptor("bus-net").exports()) {
            assertEquals(Set.of("io.verbus.rdma", "io.verbus.tcp"), exports.targets(), exports.source());
        }
    }

    private static ModuleDescriptor descriptor(final String module) throws IOException {
        try (InputStream in = Files.newInputStream(ROOT.resolve(module + "/target/classes/module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    private static List<String> publicTypes(final String module, final String name) {
        final Path classes = ROOT.resolve(module + "/target/classes");
        try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
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
