package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven projects outside the tree, made from a page of the documentation: one for the class path and one for the module
 * path.
 */
final class ApplicationProjects {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String DESCRIPTOR = "src/main/java/module-info.java";
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
    private static final String BUILD = """
            <properties>
              <maven.compiler.release>25</maven.compiler.release>
              <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
            </properties>
            %s
            <build>
              <plugins>
                <plugin>
                  <artifactId>maven-toolchains-plugin</artifactId>
                  <version>%s</version>
                  <executions>
                    <execution>
                      <goals><goal>select-jdk-toolchain</goal></goals>
                      <configuration><version>[25,)</version></configuration>
                    </execution>
                  </executions>
                </plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>%s</version></plugin>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
              </plugins>
            </build>
            """;

    private final Path folder;
    private final ManualPage page;

    /** How a project uses the artifacts. */
    enum Kind {
        CLASS_PATH, MODULE_PATH
    }

    private ApplicationProjects(final Path folder, final String page) throws IOException {
        this.folder = folder;
        this.page = ManualPage.read(ROOT.resolve("docs/start").resolve(page));
    }

    /** The classes of the README; dependencies, module descriptor and commands of docs/start/application.md. */
    static ApplicationProjects ofApplicationPage(final Path folder, final MavenRepository repository)
            throws IOException {
        final ApplicationProjects projects = new ApplicationProjects(folder, "application.md");
        final String build = BUILD.formatted(projects.page.blocks("xml", 1).getFirst(),
                repository.version("maven-toolchains-plugin"), repository.version("maven-surefire-plugin"),
                repository.version("maven-compiler-plugin"),
                repository.version("maven-resources-plugin"));
        for (final Kind kind : Kind.values()) {
            projects.write(kind, "pom.xml", PROJECT.formatted(kind, build));
            for (final String sample : List.of("publisher/HelloPublisher.java", "subscriber/HelloSubscriber.java")) {
                final Path file = ROOT.resolve(sample.replaceFirst("/.*", "-sample/src/main/java/io/verbus/sample/"))
                        .resolve(sample);
                projects.write(kind, "src/main/java/hello/" + file.getFileName(),
                        Files.readString(file).replaceFirst("package [\\w.]+;", "package hello;"));
            }
            projects.write(kind, "src/main/java/hello/HelloRemote.java", REMOTE);
            projects.write(kind, "src/main/java/hello/HelloMatching.java", MATCHING);
        }
        projects.write(Kind.MODULE_PATH, DESCRIPTOR, projects.page.blocks("java", 1).getFirst());
        return projects;
    }

    /** The files and commands of a page that shows a complete project. */
    static ApplicationProjects ofProjectPage(final Path folder, final String page) throws IOException {
        final ApplicationProjects projects = new ApplicationProjects(folder, page);
        final Map<String, String> files = projects.page.files();
        assertTrue(files.containsKey(DESCRIPTOR) && files.containsKey("pom.xml"), () -> "files: " + files.keySet());
        for (final Kind kind : Kind.values()) {
            for (final Map.Entry<String, String> file : files.entrySet()) {
                if (kind == Kind.MODULE_PATH || !file.getKey().equals(DESCRIPTOR)) {
                    projects.write(kind, file.getKey(), file.getValue());
                }
            }
        }
        return projects;
    }

    private void write(final Kind kind, final String file, final String content) throws IOException {
        final Path path = folder(kind).resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    /** Builds and tests all projects of a folder in one run of Maven, and collects their jars. */
    static void build(final Path folder, final MavenRepository repository, final List<ApplicationProjects> all)
            throws IOException {
        final StringBuilder modules = new StringBuilder("<packaging>pom</packaging>\n<modules>\n");
        for (final ApplicationProjects projects : all) {
            for (final Kind kind : Kind.values()) {
                final Path pom = projects.folder(kind).resolve("pom.xml");
                final Path module = folder.relativize(projects.folder(kind));
                // The projects of one run have distinct names.
                Files.writeString(pom, Files.readString(pom).replaceFirst("<artifactId>\\w+</artifactId>",
                        "<artifactId>" + module.toString().replace('/', '-') + "</artifactId>"));
                modules.append("<module>").append(module).append("</module>\n");
            }
        }
        Files.writeString(folder.resolve("pom.xml"), PROJECT.formatted("all", modules.append("</modules>")));
        repository.maven(folder, "test",
                "org.apache.maven.plugins:maven-dependency-plugin:" + repository.version("maven-dependency-plugin")
                        + ":copy-dependencies",
                "-DincludeScope=runtime", "-DoutputDirectory=target/lib");
    }

    Path folder(final Kind kind) {
        return folder.resolve(kind.name());
    }

    /** Runs the only command of the page that begins with a text in the folder of each project. */
    void shell(final Path bus, final String begin) throws IOException {
        final String command = page.command(begin);
        for (final Kind kind : Kind.values()) {
            try (Execution shell = Execution.start(folder(kind), bus, List.of("sh", "-c", command))) {
                assertEquals(0, shell.exitStatus(), shell.output());
            }
        }
    }

    /** The command of the page, for one of the classes, with its arguments. */
    List<String> command(final Kind kind, final String main, final String... arguments) {
        final String java = System.getProperty("java.home") + "/bin/java";
        final String command = page.blocks("sh", Kind.values().length).get(kind.ordinal()).replaceFirst("^java", java);
        final Stream<String> parts = Arrays.stream(command.replace("\\\n", "").replace("'", "").strip().split(" +"))
                .map(part -> part.replaceFirst("(^|/)hello\\.\\w+$", "$1hello." + main));
        return Stream.concat(parts, Arrays.stream(arguments)).toList();
    }
}
