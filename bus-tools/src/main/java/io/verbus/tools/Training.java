package io.verbus.tools;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.os.OsErrors;
import io.verbus.tools.host.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/**
 * The training runs for the JDK's AOT caches: {@code ./bus} runs them after a build, and passes one to its commands.
 * The cache has the loaded classes, and the profiles by which the JVM compiles the methods that this run calls, so the
 * commands compile them in their first milliseconds. It plays a session from a feed into order books, at a fixed rate
 * and at full speed, on a private bus. Commands that only look at a bus have a small cache of their own.
 */
public final class Training {
    private static final String STREAM = "training";
    private static final String MESSAGES = "60000";

    private final OwnedFolder folder;

    private Training(final OwnedFolder folder) {
        this.folder = folder;
    }

    /**
     * Runs the commands.
     *
     * @param args "tools" for those that only look at a bus
     * @throws InterruptedException never
     */
    public static void main(final String[] args) throws InterruptedException {
        try (OwnedFolder folder = OwnedFolder.create(Path.of("/dev/shm"))) {
            if (List.of(args).equals(List.of("tools"))) {
                new Training(folder).look();
            } else {
                new Training(folder).run();
            }
        }
    }

    /** Without a bus: its classes would make the cache larger, and a tool loads none of them. */
    private void look() {
        execute("stat");
        execute("errors");
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(folder.path().resolve("bus"));
    }

    private void run() throws InterruptedException {
        final String itch = folder.path().resolve("20191230.itch").toString();
        execute("generate", "--seed", "1", "--out", itch, "--messages", MESSAGES);
        play(itch, "50000/s", "1", "spin");
        play(itch, "max", "15", "yield");
        execute("stat");
        execute("loss");
        execute("config", "check", configuration());
    }

    private void play(final String itch, final String rate, final String passes, final String idle)
            throws InterruptedException {
        final AtomicInteger failed = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        for (final List<String> command : List.of(
                List.of("book", "--stream", STREAM, "--idle", idle),
                List.of("feed", "--stream", STREAM, "--itch", itch, "--rate", rate, "--loop", passes,
                        "--await-subscribers", "1", "--block-for", "book"))) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    execute(command.toArray(String[]::new));
                } catch (final BusException e) {
                    failed.incrementAndGet();
                }
            }));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        if (failed.get() > 0) {
            throw new BusException("the training run failed: " + rate);
        }
    }

    private String configuration() {
        try {
            return Files.writeString(folder.path().resolve("verbus.yaml"), "bus:\n  counters: 2048\nstreams:\n  "
                    + STREAM + ":\n    publication:\n      capacity: 16M\n").toString();
        } catch (final IOException e) {
            throw new BusException("cannot write a file of the training run: " + OsErrors.of(e), e);
        }
    }

    private void execute(final String... command) {
        final CommandLine line = Main.commandLine(this::settings);
        if (line.execute(command) != 0) {
            throw new BusException("the training run failed: " + String.join(" ", Arrays.asList(command)));
        }
    }
}
