package io.verbus.testkit.simulator;

import io.verbus.Endpoint;
import io.verbus.PublicationSettings;
import io.verbus.support.seeds.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processes of a history: one that publishes, one that records, and two or three that subscribe, on the publisher's
 * host or on others. In a kind history the recorder misses nothing: it is on the publisher's host, records at once, and
 * restarts as soon as it is killed. So a filled subscription loses nothing there.
 */
final class SimPopulation {
    private static final int MOST_FEEDS = 3;
    /** Names of subscriptions are chosen below this limit. */
    private static final int MOST_NAMES = 60;
    private static final int MOST_READERS = 4;
    /** Messages per step when the recorder has to keep up: less than a log of the longest messages. */
    private static final int KIND_BURST = 2;
    private static final int ROUNDS_OF_A_STOP = 45;
    private static final Duration ROUND_OF_A_STOP = World.DUTY_CYCLE.multipliedBy(3);
    /** Time for which the recorder is stopped in a handler, beyond the publisher's timeout. */
    static final Duration STOP_IN_HANDLER = ROUND_OF_A_STOP.multipliedBy(ROUNDS_OF_A_STOP);
    private static final int BURST_OF_A_STOP = 20;
    private static final Endpoint[] NOWHERE = {};
    private static final String PUBLISHING = "a";
    /** The address where the publisher listens. */
    static final String PUBLISHER = "sim://a:1";
    /** The name of the publisher's host on a second path. */
    static final String SECOND_PATH = "a-2";
    private static final String PUBLISHER_ON_SECOND_PATH = "sim://" + SECOND_PATH + ":3";

    private final World world;
    private final boolean kind;
    private final List<Site> sites = new ArrayList<>();
    private final SimProcess publisher;
    private final SimProcess recorder;
    private final List<SimProcess> subscribers;
    private final Disk disk;
    private final Recording recording;
    /** Null in most histories. */
    private final SecondRecorder second;
    private int readers;

    SimPopulation(final World world, final boolean kind) {
        this.world = world;
        this.kind = kind;
        final String recordsOn = kind || world.dice().oneIn(2) ? PUBLISHING : "r";
        publisher = launch(PUBLISHING, "publisher");
        recorder = launch(recordsOn, "recorder");
        subscribers = switch (world.dice().below(3)) {
            case 0 -> List.of(launch("b", "on b"), launch("c", "on c"));
            case 1 -> List.of(launch(PUBLISHING, "beside"), launch("b", "on b"));
            default -> List.of(launch(PUBLISHING, "beside"), launch("b", "on b"), launch("c", "on c"));
        };
        final Endpoint serving = Endpoint.listen("sim://" + recordsOn + ":2");
        disk = new Disk(world, world.root().resolve("journal"));
        recording = new Recording(world, recorder, "recorder", disk, meeting(recorder), serving,
                world.hasSecondRecorder() ? Recording.MANY_ANSWERS : Recording.FEW_ANSWERS, kind,
                this::stopRecorderInHandler);
        second = world.hasSecondRecorder()
                ? new SecondRecorder(world, launch(recordsOn, "second recorder"), meeting(recorder),
                        Endpoint.listen("sim://" + recordsOn + ":3"))
                : null;
        recording.begin();
        publish();
    }

    private SimProcess launch(final String host, final String name) {
        final Site site = sites.stream().filter(one -> one.name().equals(host)).findFirst().orElseGet(() -> {
            sites.add(new Site(host, world.root().resolve(host)));
            return sites.getLast();
        });
        return new SimProcess(world, site, name);
    }

    boolean isKind() {
        return kind;
    }

    List<Site> sites() {
        return sites;
    }

    Disk disk() {
        return disk;
    }

    Recording recording() {
        return recording;
    }

    /** A second recorder, or null. */
    SecondRecorder second() {
        return second;
    }

    List<Recording> recordings() {
        return second == null ? List.of(recording) : List.of(recording, second.recording());
    }

    SimProcess publisher() {
        return publisher;
    }

    SimProcess recorder() {
        return recorder;
    }

    List<SimProcess> subscribers() {
        return subscribers;
    }

    List<SimProcess> processes() {
        return Stream.of(Stream.of(publisher), recordings().stream().map(Recording::process), subscribers.stream())
                .flatMap(processes -> processes).toList();
    }

    List<SimProcess> running() {
        return processes().stream().filter(SimProcess::isRunning).toList();
    }

    /** Sessions in progress. */
    List<SimPublication> living() {
        return publisher.feeds().stream().filter(feed -> !feed.isOver()).toList();
    }

    List<SimSubscription> readers() {
        return subscribers.stream().filter(SimProcess::isRunning).flatMap(process -> process.readers().stream())
                .toList();
    }

    /** Whether the recorder can record and serve now. */
    boolean isRecording() {
        return recording.isUnderWay() && recorder.isRunning();
    }

    boolean mayPublish() {
        return publisher.isRunning() && living().size() < MOST_FEEDS;
    }

    /** Starts a session. */
    void publish() {
        final List<SimPublication> living = living();
        int index = 0;
        while (isTaken("p" + index, living)) {
            index++;
        }
        final SimPublication.SimAudience audience = new SimPublication.SimAudience(world, "p" + index,
                world.anyPermission(IntStream.rangeClosed(1, MOST_NAMES).mapToObj(number -> "r" + number)));
        publisher.feeds().add(new SimPublication(world, publisher.bus().publish(PublicationSettings.of(World.STREAM)
                .withCapacity(World.CAPACITY).withPublisher("p" + index).withLinger(Duration.ofSeconds(5))
                .withTimestamps(world.dice().oneIn(2)).withListener(audience)
                .withBlocking(audience.accepted())
                .withPushesOnCommit(world.dice().oneIn(2))
                .withEndpoints(Endpoint.listen(PUBLISHER), Endpoint.listen(PUBLISHER_ON_SECOND_PATH))), audience));
        recordAtOnce();
    }

    /** A subscription that hangs, and is restarted again and again. */
    void crashLoop() {
        final List<SimProcess> running = subscribers.stream().filter(SimProcess::isRunning).toList();
        if (!kind && publisher.isRunning() && !running.isEmpty()) {
            final SimProcess process = world.dice().pick(running);
            CrashLoop.run(world, this, process, meeting(process));
        }
    }

    private static boolean isTaken(final String name, final List<SimPublication> living) {
        return living.stream().anyMatch(feed -> feed.name().equals(name));
    }

    /** Publishes messages until one is refused. In a kind history, the recorder keeps up. */
    void publish(final SimPublication feed, final int count, final boolean flush) {
        for (int left = count; left > 0; left -= KIND_BURST) {
            final boolean goesOn = feed.publish(kind ? Math.min(left, KIND_BURST) : count, flush);
            if (!kind || !goesOn) {
                return;
            }
            recording.recordAll();
        }
    }

    /** In a kind history, the recorder has found and recorded all present messages. */
    void recordAtOnce() {
        if (kind) {
            recorder.turn();
            recording.recordAll();
        }
    }

    boolean maySubscribe() {
        return subscribers.stream().anyMatch(SimProcess::isRunning)
                && subscribers.stream().mapToInt(process -> process.readers().size()).sum() < MOST_READERS;
    }

    void subscribe() {
        final SimProcess process = world.dice().pick(subscribers.stream().filter(SimProcess::isRunning).toList());
        final RequestedSubscription requested = world.dice().oneIn(2)
                ? RequestedSubscription.plain(world.dice())
                : RequestedSubscription.filled(world.dice(), living(), World.PROGRESS_TIMEOUT);
        subscribe(process, requested);
    }

    /** A filled subscription, from any message of a session in progress. */
    SimSubscription joinLate() {
        return subscribe(world.special().pick(subscribers),
                RequestedSubscription.filled(world.special(), living(), World.PROGRESS_TIMEOUT));
    }

    private SimSubscription subscribe(final SimProcess process, final RequestedSubscription requested) {
        process.subscribed();
        process.readers().add(new SimSubscription(world, process, "r" + ++readers, requested, meeting(process),
                process.site() == recorder.site()
                        ? NOWHERE
                        : recordings().stream().map(one -> Endpoint.connect(one.serving().uri().toString()))
                                .toArray(Endpoint[]::new)));
        return process.readers().getLast();
    }

    private Endpoint[] meeting(final SimProcess process) {
        if (process.site() == publisher.site()) {
            return NOWHERE;
        }
        final Endpoint first = Endpoint.connect(PUBLISHER);
        final Endpoint second = Endpoint.connect(PUBLISHER_ON_SECOND_PATH);
        return switch (world.dice().below(4)) {
            case 0 -> new Endpoint[]{first, second};
            case 1 -> new Endpoint[]{second, first};
            default -> new Endpoint[]{first};
        };
    }

    /** Kills a process; its recording may be torn. */
    void kill(final SimProcess process, final SimEvent event) {
        if (process == recorder) {
            recording.die();
            disk.remove(!kind);
            if (kind || world.dice().oneIn(3)) {
                disk.halfWrite();
            } else {
                disk.tear();
            }
        } else if (second != null && process == second.process() && second.recording().isUnderWay()) {
            second.recording().die();
            second.recording().disk().halfWrite();
        }
        process.kill(event);
        if (process == recorder && kind) {
            relaunch(process);
        }
    }

    /** The other processes continue for longer than the publisher's timeout, and publish more than a log. */
    private void stopRecorderInHandler() {
        if (!publisher.isRunning()) {
            return;
        }
        world.note("recorder", SimEvent.RECORDER_STOPPED_IN_HANDLER, "");
        for (int round = 0; round < ROUNDS_OF_A_STOP; round++) {
            world.time().pass(ROUND_OF_A_STOP.toNanos());
            publisher.turn();
            world.fabric().step(world.time().nowNs());
            living().stream().filter(feed -> !feed.isPublishing() && !feed.isClosing())
                    .forEach(feed -> feed.publish(BURST_OF_A_STOP, true));
        }
    }

    /** Restarts a dead process, which resumes its role. */
    void relaunch(final SimProcess process) {
        process.relaunch();
        if (process == recorder) {
            recording.begin();
            recordAtOnce();
        } else if (process == publisher) {
            new Leftovers(world, this).judgeDeadLogs(process.site());
            publish();
        }
    }
}
