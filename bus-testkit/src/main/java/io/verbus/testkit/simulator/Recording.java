package io.verbus.testkit.simulator;

import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.Retention;
import io.verbus.recovery.RangeServer;
import io.verbus.recovery.ServeSettings;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Violation;
import java.time.Duration;
import java.util.List;

/**
 * A recorder that serves ranges, on its process. It can be stopped, and started again; and be killed with its process.
 *
 * <pre>
 *   idle ──▶ recording ──▶ idle (stopped, or the disk is full)
 *     ▲          │ killed
 *     ╰──────────╯
 * </pre>
 */
final class Recording {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    static final int FEW_ANSWERS = 2;
    /** More than all readers request at once. */
    static final int MANY_ANSWERS = 16;
    private static final int LATE_OF = 16;
    private static final int BECOMES_LATE = 2;
    private static final int STAYS_LATE = 13;
    private static final int STOPPED_ONE_IN = 4;
    /** Enough for all segments of a history, of which one sweep removes some. */
    private static final int SWEEPS = 16;
    private static final long SECOND_NS = 1_000_000_000;

    private final World world;
    private final SimProcess process;
    private final String name;
    private final Disk disk;
    private final Endpoint[] meeting;
    private final Endpoint serving;
    private final JournalSettings settings;
    private final int answers;
    private final Policy policy;
    private final Runnable stopInHandler;
    private final Retained retained;
    private boolean polling;
    /** Whether the housekeeping thread gets no processor: full segments wait for their seal. */
    private boolean late;
    private JournalWriter journal;
    private Recorder recorder;
    private Subscription subscription;
    private RangeServer server;

    /**
     * On a process, idle.
     *
     * @param name of its subscription
     * @param meeting endpoints for publishers on another host; none on theirs
     * @param serving endpoints for requesters of ranges
     * @param answers that it serves at once; it refuses others
     * @param keepsAll whether nothing is ever removed, and nothing ever stops the recorder
     * @param stopInHandler steps of other processes while the recorder is stopped inside its handler
     */
    Recording(final World world, final SimProcess process, final String name, final Disk disk,
            final Endpoint[] meeting, final Endpoint serving, final int answers, final boolean keepsAll,
            final Runnable stopInHandler) {
        final Dice dice = world.dice();
        this.world = world;
        this.process = process;
        this.name = name;
        this.disk = disk;
        this.meeting = meeting;
        this.serving = serving;
        this.answers = answers;
        this.stopInHandler = stopInHandler;
        this.policy = keepsAll || dice.oneIn(2) ? Policy.SKIP : Policy.BLOCK;
        final Retention retention = keepsAll ? Retention.ALL : Retained.any(dice);
        this.retained = new Retained(world, disk, retention);
        this.settings = JournalSettings.defaults().withSegmentLength(Retained.segmentLength(retention, dice))
                .withDurability(dice.pick(List.of(Durability.none(), Durability.everyBatch(),
                        Durability.every(World.DUTY_CYCLE))))
                .withRetention(retention)
                .withFiles(disk).steppedBy(new Clocks(world.time().clocks().monotonic(), this::epoch));
    }

    /** A new segment reads the clock inside the handler, with a message being handled. */
    private long epoch() {
        if (polling && policy == Policy.BLOCK && world.dice().oneIn(STOPPED_ONE_IN)) {
            polling = false;
            stopInHandler.run();
            polling = true;
        }
        return world.time().clocks().epoch().nanoTime();
    }

    SimProcess process() {
        return process;
    }

    Disk disk() {
        return disk;
    }

    Endpoint serving() {
        return serving;
    }

    boolean isUnderWay() {
        return journal != null;
    }

    /** Opens the journal, and records and serves from now on. */
    void begin() {
        late = false;
        final Readable before = Readable.of(disk.journal());
        disk.begin();
        journal = JournalWriter.open(disk.journal(), World.STREAM, settings);
        retained.begin();
        final Readable after = Readable.of(disk.journal());
        before.mustBeIn(after);
        disk.proven().mustBeIn(after);
        disk.begun();
        recorder = new Recorder(journal, world.time().clocks(), event -> {
            if (event instanceof Gap gap) {
                world.note(process.toString(), SimEvent.GAP_RECORDED, gap.toString());
            }
        });
        subscription = process.bus().subscribe(SubscriptionSettings.of(World.STREAM).withName(name)
                .withPolicy(policy).withCopies(true).withRepair(Repair.REPAIR).withStart(recorder.start())
                .withListener(recorder)
                .withEndpoints(meeting));
        server = new RangeServer(process.bus(), World.STREAM, disk.journal(), ServeSettings.defaults()
                .withCapacity(World.CAPACITY).withPatience(PATIENCE).withAnswers(answers).withEndpoints(serving));
        process.subscribed();
        world.note(process.toString(), SimEvent.RECORDING_BEGUN, "");
        if (!journal.cuts().isEmpty()) {
            world.note(process.toString(), SimEvent.CUT_WHEN_OPENED, journal.cuts().toString());
        }
    }

    /** Records the available messages. A full disk ends the recording. */
    void record() {
        polling = true;
        final int count = recorder.doWork(subscription);
        polling = false;
        late = world.dice().below(LATE_OF) < (late ? STAYS_LATE : BECOMES_LATE);
        if (!late) {
            journal.doWork();
        }
        retained.look();
        if (count > 0) {
            world.count(SimEvent.RECORDED);
        }
        if (recorder.failure() != null) {
            failed(recorder.failure());
        }
    }

    /** Records all available messages. */
    void recordAll() {
        long before = -1;
        while (isUnderWay() && recorder.messages() != before) {
            before = recorder.messages();
            record();
        }
    }

    /** Whether every message of a session in progress is recorded, or reported missing. */
    boolean hasAllOf(final SimPublication feed) {
        return feed.isOver() || Math.max(0, journal.session(feed.asSession()).next()) == feed.committed();
    }

    /** Continues the responses to requests. */
    void serve() {
        if (server.doWork() > 0) {
            world.count(SimEvent.SERVED);
        }
    }

    private void failed(final BusException failure) {
        world.note(process.toString(), SimEvent.RECORDING_FAILED, failure.getMessage());
        if (!disk.hasRefused()) {
            throw new Violation("the recorder failed without a disk fault: " + failure.getMessage(),
                    failure);
        }
        stop();
    }

    /** Stops recording; the recorded messages are readable. */
    void stop() {
        world.note(process.toString(), SimEvent.RECORDING_STOPPED, "");
        world.time().rush(true);
        server.close();
        world.time().rush(false);
        subscription.close();
        journal.doWork();
        retained.judgeBytes();
        try {
            journal.close();
        } catch (final BusException e) {
            if (!disk.hasRefused()) {
                throw new Violation("the journal cannot be closed: " + e.getMessage(), e);
            }
        }
        journal = null;
        new JournalAudit(world, disk).run();
    }

    /** Allows time for some sweeps, and then checks the remaining segments. */
    void judgeAge() {
        for (int sweep = 0; isUnderWay() && sweep < SWEEPS; sweep++) {
            world.time().pass(SECOND_NS);
            journal.doWork();
        }
        retained.judgeAge();
    }

    /** Its process is killed. */
    void die() {
        if (isUnderWay()) {
            SimulatedDeath.of(journal);
            journal = null;
        }
    }
}
