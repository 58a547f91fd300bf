package io.verbus.tools.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Maven projects outside the tree: the classes of the README, with the dependencies, module descriptor and commands of
 * docs/application.md.
 */
final class ApplicationProjects {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** Whether {@code ./bus install} installs the artifacts; else they are made from the compiled classes. */
    private static final boolean INSTALLS = Boolean.getBoolean("verbus.install");
    private static final String REMOTE = """
            package hello;

            import io.verbus.Bus;
            import io.verbus.BusException;
            import io.verbus.Endpoint;
            import io.verbus.PublicationSettings;

            final class HelloRemote {
                void main() {
                    try (Bus bus = Bus.launch()) {
                        bus.publish(PublicationSettings.of("md.hello")
                                .withEndpoints(Endpoint.listen("rdma://127.0.0.1:7471"))).close();
                    } catch (final BusException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
            """;
    private static final String MATCHING = """
            package hello;

            import io.verbus.matching.script.OrderScript;

            final class HelloMatching {
                void main() {
                    final OrderScript script = new OrderScript(System.out::println);
                    script.run("instrument XYZ");
                    script.run("A new 1 XYZ buy 100 @ 10.00");
                }
            }
            """;
    private static final String PROJECT = """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>hello</groupId>
              <artifactId>%s</artifactId>
              <version>1</version>
              %s
            </project>
            """;
    private static final String MODULES = """
            <packaging>pom</packaging>
            <modules><module>CLASS_PATH</module><module>MODULE_PATH</module></modules>
            """;
    private static final String BUILD = """
            <properties>
              <maven.compiler.release>25</maven.compiler.release>
              <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
            </properties>
            <dependencies>%s</dependencies>
            <build>
              <plugins>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
              </plugins>
            </build>
            """;

    private final Path folder;
    private final String page;

    /** How a project uses the artifacts. */
    enum Kind {
        CLASS_PATH, MODULE_PATH
    }

    private ApplicationProjects(final Path folder) throws IOException {
        this.folder = folder;
        this.page = Files.readString(ROOT.resolve("docs/application.md"));
    }

    static ApplicationProjects build(final Path folder) throws IOException {
        final MavenRepository repository = new MavenRepository(folder);
        if (INSTALLS) {
            repository.install(folder.resolve("tree"));
        } else {
            repository.addCompiled();
        }
        final ApplicationProjects projects = new ApplicationProjects(folder);
        projects.write(repository);
        repository.maven(folder, "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:" + repository.version("maven-dependency-plugin")
                        + ":copy-dependencies",
                "-DincludeScope=runtime", "-DoutputDirectory=target/lib");
        return projects;
    }

    private void write(final MavenRepository repository) throws IOException {
        Files.writeString(folder.resolve("pom.xml"), PROJECT.formatted("all", MODULES));
        final String build = BUILD.formatted(blocks("xml", 1).getFirst(), repository.version("maven-compiler-plugin"),
                repository.version("maven-resources-plugin"));
        for (final Kind kind : Kind.values()) {
            final Path sources = Files.createDirectories(folder(kind).resolve("src/main/java/hello"));
            Files.writeString(folder(kind).resolve("pom.xml"), PROJECT.formatted(kind, build));
            for (final String sample : List.of("publisher/HelloPublisher.java", "subscriber/HelloSubscriber.java")) {
                final Path file = ROOT.resolve(sample.replaceFirst("/.*", "-sample/src/main/java/io/verbus/sample/"))
                        .resolve(sample);
                Files.writeString(sources.resolve(file.getFileName()),
                        Files.readString(file).replaceFirst("package [\\w.]+;", "package hello;"));
            }
            Files.writeString(sources.resolve("HelloRemote.java"), REMOTE);
        }
        Files.writeString(folder(Kind.CLASS_PATH).resolve("src/main/java/hello/HelloMatching.java"), MATCHING);
        Files.writeString(folder(Kind.MODULE_PATH).resolve("src/main/java/module-info.java"),
                blocks("java", 1).getFirst());
    }

    Path folder(final Kind kind) {
        return folder.resolve(kind.name());
    }

    /** The command of the page, for one of the classes. */
    List<String> command(final Kind kind, final String main) {
        final String java = System.getProperty("java.home") + "/bin/java";
        final String command = blocks("sh", Kind.values().length).get(kind.ordinal()).replaceFirst("^java", java);
        return Arrays.stream(command.replace("\\\n", "").replace("'", "").strip().split(" +"))
                .map(part -> part.replace("HelloPublisher", main)).toList();
    }

    /** The code blocks of the page in a language. */
    private List<String> blocks(final String language, final int count) {
        final List<String> blocks = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(page).results()
                .map(block -> block.group(1)).toList();
        assertEquals(count, blocks.size(), language);
        return blocks;
    }
}
