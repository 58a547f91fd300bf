package io.verbus.testkit.closing;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Closes publications, subscriptions and buses at random moments while their threads use them, and does it in this
 * process: memory that is unmapped too early is a SIGSEGV, so the tests run it in a JVM of its own.
 */
public final class Closes implements Function<String, String> {
    /** As the tests make it inside a mutant. */
    public Closes() {
    }

    /** Prints {@code closed N}, or what went wrong, with exit status 1. */
    public static void main(final String[] args) {
        final String result = new Closes().apply(String.join(" ", args));
        System.out.println(result);
        System.exit(result.startsWith("closed ") ? 0 : 1);
    }

    /**
     * Runs rounds until enough was closed.
     *
     * @param arguments how many closes, the seed, a bus directory, and a directory for journals
     * @return {@code closed N}, or what went wrong
     */
    @Override
    public String apply(final String arguments) {
        final String[] parts = arguments.split(" ");
        final int wanted = Integer.parseInt(parts[0]);
        final long seed = Long.parseLong(parts[1]);
        final SplittableRandom random = new SplittableRandom(seed);
        int closes = 0;
        for (int round = 0; closes < wanted; round++) {
            final Path directory = Path.of(parts[2]).resolve("round" + round);
            final List<String> faults = new ArrayList<>();
            try {
                closes += random.nextInt(4) == 0
                        ? betweenHosts(directory, random, faults)
                        : onOneHost(directory, Path.of(parts[3]), random, faults);
            } catch (final IOException e) {
                faults.add(e.toString());
            }
            if (!faults.isEmpty()) {
                return "seed " + seed + ", round " + round + ": " + faults;
            }
        }
        return "closed " + closes;
    }

    private static int onOneHost(final Path directory, final Path journals, final SplittableRandom random,
            final List<String> faults) throws IOException {
        final Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
        final Users users = new Users(random.split(), faults);
        users.publish(bus, random.nextInt(1, 4));
        users.subscribe(bus, random.nextInt(1, 4));
        users.recover(bus);
        users.record(bus, Files.createTempDirectory(journals, "journal"));
        users.start();
        final int closes = users.closeSome() + 1;
        bus.close();
        bus.close();
        users.await();
        expectNothing(directory, faults);
        return closes;
    }

    private static int betweenHosts(final Path directory, final SplittableRandom random, final List<String> faults)
            throws IOException {
        final Fabric fabric = new Fabric(random.nextLong(), FabricSettings.prompt());
        fabric.driveItself();
        Files.createDirectories(directory);
        final Bus publishing = launch(directory.resolve("a"), fabric, "a");
        final Bus subscribing = launch(directory.resolve("b"), fabric, "b");
        final Users users = new Users(random.split(), faults);
        users.publish(publishing, 1, Endpoint.listen("sim://a:1"));
        users.subscribe(subscribing, random.nextInt(1, 3), Endpoint.connect("sim://a:1"));
        users.start();
        final int closes = users.closeSome() + 2;
        final boolean publisherFirst = random.nextBoolean();
        (publisherFirst ? publishing : subscribing).close();
        (publisherFirst ? subscribing : publishing).close();
        users.await();
        expectNothing(directory.resolve("a"), faults);
        expectNothing(directory.resolve("b"), faults);
        faults.addAll(fabric.breaches());
        return closes;
    }

    private static Bus launch(final Path directory, final Fabric fabric, final String host) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withErrorHandler(Closes::ignore).withTransports(List.of(fabric.process(host))));
    }

    /** That a peer is not there yet, or not any more, is reported each second. */
    private static void ignore(final Throwable t) {
        assert t != null;
    }

    private static void expectNothing(final Path directory, final List<String> faults) throws IOException {
        try (var files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).filter(file -> !file.endsWith(".losses"))
                    .forEach(file -> faults.add(file + " was left"));
        }
    }
}
