package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A local Maven repository for a test. Other libraries and plugins come from the local repository of this build. */
final class MavenRepository {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** Whether {@code ./bus install} installs the artifacts; else they are made from the compiled classes. */
    private static final boolean INSTALLS = Boolean.getBoolean("verbus.install");
    private static final String PARENT = "verbus-parent";
    private static final String BOM = "verbus-bom";
    private static final Map<String, String> FOLDERS = Map.ofEntries(Map.entry("verbus-codecs", "codecs"),
            Map.entry("verbus-core", "bus-core"), Map.entry("verbus-journal", "bus-journal"),
            Map.entry("verbus-config", "bus-config"), Map.entry("verbus-net", "bus-net"),
            Map.entry("verbus-tcp", "bus-tcp"), Map.entry("verbus-rdma", "bus-rdma"),
            Map.entry("verbus-market-data", "market-data"), Map.entry("verbus-matching", "matching"),
            Map.entry("verbus-orders", "orders"), Map.entry("verbus-junit", "bus-junit"));

    private final Path folder;
    private final List<String> maven;
    private final String parent;

    private MavenRepository(final Path folder) throws IOException {
        this.folder = folder.resolve("repository");
        this.parent = Files.readString(ROOT.resolve("pom.xml"));
        final Path settings = folder.resolve("settings.xml");
        Files.writeString(settings, """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>build</id>
                      <mirrorOf>*</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(Path.of(System.getProperty("localRepository")).toUri()));
        this.maven = List.of("-s", settings.toString(), "-Dmaven.repo.local=" + this.folder);
    }

    /** A repository with the artifacts. */
    static MavenRepository make(final Path folder) throws IOException {
        final MavenRepository repository = new MavenRepository(folder);
        if (INSTALLS) {
            repository.install(folder.resolve("tree"));
        } else {
            repository.addCompiled();
        }
        return repository;
    }

    /** The version of a plugin in this build, which is in its repository. */
    String version(final String plugin) {
        return find("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]*)");
    }

    /** Adds the artifacts, made from the classes that this build has compiled. */
    private void addCompiled() throws IOException {
        add(PARENT, ROOT);
        add(BOM, ROOT.resolve("bom"));
        for (final Map.Entry<String, String> artifact : FOLDERS.entrySet()) {
            final Path module = ROOT.resolve(artifact.getValue());
            final Path file = add(artifact.getKey(), module);
            final ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
            assertEquals(0, jar.run(new PrintWriter(System.out), new PrintWriter(System.err), "--create", "--file",
                    file + ".jar", "-C", module.resolve("target/classes").toString(), "."));
        }
    }

    /** Copies the POM of an artifact, and returns the path of its files without suffix. */
    private Path add(final String artifact, final Path module) throws IOException {
        final String version = find("<artifactId>" + PARENT + "</artifactId>\\s*<version>([^<]*)");
        final Path target = Files.createDirectories(folder.resolve("io/verbus/" + artifact + "/" + version));
        final Path file = target.resolve(artifact + "-" + version);
        Files.copy(module.resolve("pom.xml"), Path.of(file + ".pom"));
        return file;
    }

    /** Runs {@code ./bus install} in a copy of the tree, as a user does. */
    private void install(final Path copy) throws IOException {
        copy(copy);
        final Path configuration = Files.createDirectories(copy.resolve(".mvn")).resolve("maven.config");
        Files.write(configuration, maven);
        run(copy, List.of("./bus", "install"));
        for (final String artifact : FOLDERS.keySet()) {
            assertContains(artifact, "-sources.jar", ".*\\.java");
            assertContains(artifact, "-javadoc.jar", "index.html");
        }
    }

    private void assertContains(final String artifact, final String suffix, final String entry) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("io/verbus/" + artifact))) {
            final Path jar = files.filter(file -> file.toString().endsWith(suffix)).findFirst()
                    .orElseThrow(() -> new AssertionError("no " + artifact + suffix));
            try (JarFile contents = new JarFile(jar.toFile())) {
                assertTrue(contents.stream().anyMatch(one -> one.getName().matches(entry)), jar::toString);
            }
        }
    }

    private static void copy(final Path copy) throws IOException {
        final List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(ROOT)) {
            walk.filter(Files::isRegularFile).map(ROOT::relativize)
                    .filter(file -> file.endsWith("bus") || file.endsWith("pom.xml")
                            || file.toString().matches("(config|native|codecs|market-data|matching|orders"
                                    + "|bus-(core|journal|config|net|rdma|tcp|testkit|junit))/.*"))
                    .filter(file -> !file.toString().contains("/target/")).forEach(files::add);
        }
        for (final Path file : files) {
            Files.createDirectories(copy.resolve(file).getParent());
            Files.copy(ROOT.resolve(file), copy.resolve(file));
        }
    }

    /** Runs Maven in a folder. */
    void maven(final Path project, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-ntp"));
        command.addAll(maven);
        command.addAll(List.of(arguments));
        run(project, command);
    }

    /** Runs Gradle in a folder, with the libraries of this repository only, into which Maven has put them. */
    void gradle(final Path project, final String task) throws IOException {
        final Path script = Files.writeString(project.resolve("libraries.gradle"),
                "allprojects { repositories { maven { url = uri('" + folder + "') } } }\n");
        run(project, List.of("gradle", "--offline", "--no-daemon", "-g", project.resolve("home").toString(), "-I",
                script.toString(), "-Dmaven.repo.local=" + folder, task));
    }

    private static void run(final Path project, final List<String> command) throws IOException {
        try (Execution execution = Execution.start(project, project, command)) {
            assertEquals(0, execution.exitStatus(), execution.output());
        }
    }

    private String find(final String pattern) {
        final Matcher found = Pattern.compile(pattern).matcher(parent);
        assertTrue(found.find(), pattern);
        return found.group(1);
    }
}
