package io.verbus.testkit.closing;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.spi.TransportProvider;
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
 * Closes publications, subscriptions and buses at random moments while their threads use them. A premature unmap raises
 * SIGSEGV, so the tests run this in a separate JVM.
 */
public final class Closes implements Function<String, String> {
    /** For the tests, inside a mutant. */
    public Closes() {
    }

    /** Prints {@code closed N}, or the failure, with exit status 1. */
    public static void main(final String[] args) {
        final String result = new Closes().apply(String.join(" ", args));
        System.out.println(result);
        System.exit(result.startsWith("closed ") ? 0 : 1);
    }

    /**
     * Runs rounds until enough objects were closed.
     *
     * @param arguments number of closes, seed, bus directory, directory for journals
     * @return {@code closed N}, or the failure
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
        final int closes = betweenHosts(directory, random, faults, fabric.process("a"), fabric.process("b"),
                "sim://a:1");
        faults.addAll(fabric.breaches());
        return closes;
    }

    /**
     * One round between two buses, each with its own transport.
     *
     * @param directory of the round, empty
     * @param random chooses the objects, and the moments of their closes
     * @param faults receives the failures
     * @param publisher transport of the bus that publishes
     * @param subscriber transport of the bus that subscribes
     * @param address where the publication listens
     * @return number of closes
     * @throws IOException if directories cannot be created or listed
     */
    public static int betweenHosts(final Path directory, final SplittableRandom random, final List<String> faults,
            final TransportProvider publisher, final TransportProvider subscriber, final String address)
            throws IOException {
        Files.createDirectories(directory);
        final Bus publishing = launch(directory.resolve("a"), publisher);
        final Bus subscribing = launch(directory.resolve("b"), subscriber);
        final Users users = new Users(random.split(), faults);
        users.publish(publishing, 1, Endpoint.listen(address));
        users.subscribe(subscribing, random.nextInt(1, 3), Endpoint.connect(address));
        users.start();
        final int closes = users.closeSome() + 2;
        final boolean publisherFirst = random.nextBoolean();
        (publisherFirst ? publishing : subscribing).close();
        (publisherFirst ? subscribing : publishing).close();
        users.await();
        expectNothing(directory.resolve("a"), faults);
        expectNothing(directory.resolve("b"), faults);
        return closes;
    }

    private static Bus launch(final Path directory, final TransportProvider transport) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withErrorHandler(Closes::ignore).withTransports(List.of(transport)));
    }

    /** A missing peer is reported each second. */
    private static void ignore(final Throwable t) {
        assert t != null;
    }

    private static void expectNothing(final Path directory, final List<String> faults) throws IOException {
        try (var files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).filter(file -> !file.endsWith(".losses") && !file.endsWith(".changes"))
                    .forEach(file -> faults.add(file + " was left over"));
        }
    }
}
