package io.verbus.tools.init;

import io.verbus.Build;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** The files of an application. A template has the name of its file, and placeholders such as {@code @PACKAGE@}. */
enum ProjectTemplate {
    /** Built by Maven. */
    MAVEN("mvn package", "Maven 3.8 or later on a JDK 17 or later", "target/lib", "pom.xml"),
    /** Built by Gradle; 9.1 is the first version that accepts Java 25. */
    GRADLE("gradle build", "Gradle 9.1 or later on a JDK 17 or later", "build/libs", "build.gradle", "settings.gradle");

    private static final String SOURCES = "src/main/java/";
    private static final String TESTS = "src/test/java/";
    /** Java files are in the folder of their package. */
    private static final List<String> FILES = List.of(SOURCES + "Prices.java", SOURCES + "PricePublisher.java",
            SOURCES + "PriceSubscriber.java", TESTS + "PricesTest.java", "src/main/resources/prices.xml", "verbus.yaml",
            "README.md", ".gitignore");

    private final String command;
    private final String tool;
    private final String libraries;
    private final List<String> buildFiles;

    ProjectTemplate(final String command, final String tool, final String libraries, final String... buildFiles) {
        this.command = command;
        this.tool = tool;
        this.libraries = libraries;
        this.buildFiles = List.of(buildFiles);
    }

    /** Writes the files of an application with this Java package to an empty folder. */
    void write(final Path folder, final String javaPackage) throws IOException {
        final Properties versions = new Properties();
        try (InputStream in = ProjectTemplate.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        }
        final Map<String, String> values = Map.of("@PACKAGE@", javaPackage,
                "@NAME@", javaPackage.substring(javaPackage.lastIndexOf('.') + 1),
                "@VERBUS@", Build.version(), "@SBE@", versions.getProperty("sbe"),
                "@JUNIT@", versions.getProperty("junit"), "@JAVA@", System.getProperty("java.home"),
                "@BUILD@", command, "@TOOL@", tool, "@LIBRARIES@", libraries);
        for (final String file : Stream.concat(FILES.stream(), buildFiles.stream()).toList()) {
            final String name = file.substring(file.lastIndexOf('/') + 1);
            final String place = name.endsWith(".java")
                    ? file.replace(name, javaPackage.replace('.', '/') + '/' + name)
                    : file;
            final Path target = folder.resolve(place);
            Files.createDirectories(target.getParent());
            Files.writeString(target, filled(name.replaceFirst("^\\.", ""), values));
        }
    }

    private static String filled(final String template, final Map<String, String> values) throws IOException {
        try (InputStream in = ProjectTemplate.class.getResourceAsStream(template)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (final Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace(value.getKey(), value.getValue());
            }
            return text;
        }
    }
}
