package io.verbus.tools.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of a role. It is restarted when it has ended, and interrupted or killed at intervals. */
final class SoakProcess {
    /** For a feed, which lingers for its readers when it is interrupted. */
    private static final long PATIENCE_SECONDS = 20;

    private final Role role;
    private final List<String> command;
    private final Path directory;
    private final Path bus;
    private Process process;
    private int restarts;

    SoakProcess(final Role role, final Path launcher, final Path directory, final Path bus, final Path session) {
        this.role = role;
        this.directory = directory;
        this.bus = bus;
        this.command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(role.arguments(directory, session));
    }

    Role role() {
        return role;
    }

    int restarts() {
        return restarts;
    }

    /** Starts the process if it does not run: books end with their session. */
    void keepAlive() {
        if (process != null && process.isAlive()) {
            return;
        }
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(Redirect.to(directory.resolve(role.label() + ".log").toFile()));
        builder.environment().put("VERBUS_DIR", bus.toString());
        builder.environment().put("VERBUS_JAVA_OPTS", "-Xms32m -Xmx256m -XX:-AlwaysPreTouch");
        try {
            process = builder.start();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        restarts++;
    }

    /** Ends the process; every other time by SIGKILL, as in a crash. */
    void end() throws InterruptedException {
        if (process != null) {
            if (restarts % 2 == 0) {
                process.destroyForcibly();
            } else {
                process.destroy();
            }
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** Resident memory in bytes; 0 if it does not run. */
    long residentBytes() {
        try (Stream<String> lines = Files.lines(proc("status"))) {
            return 1024 * lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        } catch (final IOException | UncheckedIOException e) {
            return 0; // the process has ended
        }
    }

    /** Open descriptors; 0 if it does not run. */
    long descriptors() {
        final String[] names = proc("fd").toFile().list();
        return names == null ? 0 : names.length;
    }

    private Path proc(final String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }
}
