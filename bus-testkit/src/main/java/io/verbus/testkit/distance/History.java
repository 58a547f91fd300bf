package io.verbus.testkit.distance;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One history, made from a seed: a host that publishes, to readers of its own and of two other hosts, over a fabric
 * with stalls, cuts, accidents and lost handshakes. Then all is calm, and everything has to have arrived or been
 * reported, and goes on.
 */
final class History implements AutoCloseable {
    private static final String PUBLISHING = "a";
    private static final String ADDRESS = "sim://a:1";
    private static final List<String> OTHERS = List.of("b", "c");
    private static final int CAPACITY = 64 * 1024;
    private static final Duration CYCLE = Duration.ofMillis(20);
    private static final int CALM_ROUNDS = 2_000;
    /** Until whoever tries again after a while has done so. */
    private static final int MIN_ROUNDS = 40;

    private final SplittableRandom dice;
    private final Fabric fabric;
    private final Map<String, Bus> buses = new LinkedHashMap<>();
    private final List<Feed> feeds = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private long nowNs = 1_000_000_000;
    private boolean rushing;

    private History(final long seed, final Path directory) {
        // Seeds of neighbours give streams that look alike at first; one step of another generator parts them.
        this.dice = new SplittableRandom(new SplittableRandom(seed).nextLong());
        this.fabric = new Fabric(dice.nextLong(), FabricSettings.moodyOnes().withMaxPush(pick(32, 96, 4096, 1 << 18))
                .withRequests(pick(4, 24, 128)).withReceives(pick(4, 32, 256)));
        launch(PUBLISHING, directory);
        OTHERS.forEach(host -> launch(host, directory));
    }

    /** Makes it; fails with the seed if a promise is not kept. */
    static void run(final long seed, final Path directory) {
        try (History history = new History(seed, directory)) {
            try {
                history.run();
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e + System.lineSeparator() + history.feeds
                        + System.lineSeparator() + history.readers + System.lineSeparator() + history.fabric, e);
            }
        }
    }

    private void launch(final String host, final Path directory) {
        buses.put(host, Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(host)).withoutThread()
                .withClocks(new Clocks(this::nowNs, this::nowNs)).withDutyCycle(CYCLE)
                .withHeartbeatTimeout(Duration.ofMillis(200)).withProgressTimeout(Duration.ofSeconds(2))
                .withErrorHandler(t -> errors.add(t.toString())).withIds(dice.split())
                .withTransports(List.of(fabric.process(host)))));
    }

    private long nowNs() {
        nowNs += rushing ? Duration.ofSeconds(1).toNanos() : 0;
        return nowNs;
    }

    private void run() {
        publish();
        fabric.interruption(call -> interrupt());
        for (int steps = 200 + dice.nextInt(400); steps > 0; steps--) {
            step();
        }
        fabric.interruption(call -> {});
        fabric.mend();
        calmDown();
        feeds.stream().filter(feed -> !feed.isClosed()).forEach(this::goOn);
        calmDown();
        readers.forEach(reader -> feeds.forEach(reader::judge));
        partInPeace();
    }

    private void step() {
        switch (dice.nextInt(20)) {
            case 0, 1, 2, 3 -> open(feed -> feed.publish(dice.nextInt(pick(5, 100)), dice.nextBoolean()));
            case 4, 5, 6, 7 -> poll();
            case 8, 9, 10 ->
                buses.values().stream().skip(dice.nextInt(buses.size())).findFirst().orElseThrow().doWork();
            case 11, 12, 13, 14 -> {
                for (int i = dice.nextInt(10); i >= 0; i--) {
                    fabric.step(nowNs);
                }
            }
            case 15, 16 -> nowNs += dice.nextLong(2 * CYCLE.toNanos());
            case 17 -> join();
            case 18 -> accident();
            default -> comeAndGo();
        }
    }

    /** The publisher's thread commits while the conductor has a cursor. */
    private void interrupt() {
        if (dice.nextInt(4) == 0) {
            open(feed -> {
                if (!feed.isPublishing()) {
                    feed.publish(dice.nextInt(3), false);
                }
            });
        }
    }

    private void open(final Consumer<Feed> step) {
        final List<Feed> open = feeds.stream().filter(feed -> !feed.isClosed()).toList();
        if (!open.isEmpty()) {
            step.accept(open.get(dice.nextInt(open.size())));
        }
    }

    private void poll() {
        if (!readers.isEmpty()) {
            readers.get(dice.nextInt(readers.size())).poll(1 + dice.nextInt(100));
        }
    }

    private void join() {
        if (readers.size() < 4) {
            final Reader reader = new Reader(dice);
            final SubscriptionSettings settings = SubscriptionSettings.of("s").withName("r" + dice.nextInt(1_000_000))
                    .withPolicy(Policy.values()[Math.max(0, dice.nextInt(6) - 2)])
                    .withRepair(dice.nextBoolean() ? Repair.REPAIR : Repair.REPORT).withStart(start())
                    .withListener(reader);
            final boolean here = dice.nextInt(4) == 0;
            reader.reads(here
                    ? buses.get(PUBLISHING).subscribe(settings)
                    : buses.get(OTHERS.get(dice.nextInt(2)))
                            .subscribe(settings.withEndpoints(Endpoint.connect(ADDRESS))));
            readers.add(reader);
        }
    }

    private Start start() {
        return switch (dice.nextInt(4)) {
            case 0, 1 -> Start.live();
            case 2 -> Start.oldest();
            default -> Start.at(dice.nextInt(1_000));
        };
    }

    private void publish() {
        final Feed.Crowd audience = new Feed.Crowd();
        feeds.add(new Feed(buses.get(PUBLISHING).publish(PublicationSettings.of("s").withCapacity(CAPACITY)
                .withPublisher("p" + feeds.size()).withLinger(Duration.ofSeconds(5)).withListener(audience)
                .withPushesOnCommit(dice.nextBoolean()).withEndpoints(Endpoint.listen(ADDRESS))), audience, dice));
    }

    private void comeAndGo() {
        if (dice.nextInt(3) == 0 && feeds.size() < 3) {
            publish();
        } else if (dice.nextInt(4) == 0 && !readers.isEmpty()) {
            readers.remove(dice.nextInt(readers.size())).close();
        }
    }

    private void accident() {
        final String host = OTHERS.get(dice.nextInt(2));
        switch (dice.nextInt(6)) {
            case 0 -> fabric.breakOne();
            case 1 -> fabric.between(PUBLISHING, host, Condition.STALLED);
            case 2 -> fabric.between(PUBLISHING, host, Condition.CUT);
            case 3 -> fabric.oneWay(dice.nextBoolean() ? host : PUBLISHING, dice.nextBoolean() ? host : PUBLISHING,
                    dice.nextBoolean() ? Condition.CUT : Condition.STALLED);
            case 4 -> fabric.loseHandshakes(1 + dice.nextInt(4));
            default -> fabric.mend();
        }
    }

    /** Nothing bad happens any more: what is committed arrives. */
    private void calmDown() {
        rounds(() -> feeds.stream().allMatch(feed -> readers.stream().allMatch(reader -> reader.hasAllOf(feed))));
    }

    /** A whole log more, which nobody holds back for ever. */
    private void goOn(final Feed feed) {
        final long until = feed.position() + CAPACITY;
        rounds(() -> {
            feed.publish(20, true);
            return feed.position() > until;
        });
        if (feed.position() <= until) {
            throw new AssertionError("held back for ever: " + feed);
        }
    }

    /** Everybody leaves, and every device lets go. */
    private void partInPeace() {
        final List<Feed> open = feeds.stream().filter(feed -> !feed.isClosed()).toList();
        rounds(() -> {
            open.stream().filter(feed -> !feed.isClosed()).forEach(Feed::close);
            return open.stream().allMatch(Feed::isClosed);
        });
        readers.forEach(Reader::close);
        readers.clear();
        rounds(() -> fabric.links() == 0);
    }

    private void rounds(final BooleanSupplier isDone) {
        for (int round = 0; round < CALM_ROUNDS && (round < MIN_ROUNDS || !isDone.getAsBoolean()); round++) {
            nowNs += CYCLE.toNanos();
            buses.values().forEach(Bus::doWork);
            for (int i = 0; i < 10; i++) {
                fabric.step(nowNs);
            }
            readers.forEach(reader -> reader.poll(1_000));
        }
    }

    @Override
    public void close() {
        rushing = true;
        fabric.driveItself();
        buses.values().forEach(Bus::close);
        if (!fabric.breaches().isEmpty() || fabric.links() > 0) {
            throw new AssertionError("breaches: " + fabric.breaches() + ", links left: " + fabric.links());
        }
    }

    private int pick(final int... values) {
        return values[dice.nextInt(values.length)];
    }
}
