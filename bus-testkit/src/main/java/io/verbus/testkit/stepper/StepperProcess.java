package io.verbus.testkit.stepper;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SubscriberListener;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.support.seeds.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A process with a bus, one application thread, and one conductor. It can be stopped, and killed. */
final class StepperProcess {
    private static final int MAX_READERS = 2;

    private final StepperWorld world;
    private final String name;
    private final Bus bus;
    private final List<SimReader> readers = new ArrayList<>();
    private BlockingPermission blocking = BlockingPermission.allowed();
    private SimPublisher publisher;
    private int interruptions;
    private boolean stopped;
    private boolean dead;
    private long lastCycleNs;

    /** The exception of a throwing handler. Without a stack: there are many. */
    static final class HandlerFault extends RuntimeException {
        private static final long serialVersionUID = 1;

        HandlerFault() {
            super("a handler that throws", null, false, false);
        }
    }

    StepperProcess(final StepperWorld world, final String name, final RandomGenerator ids) {
        this.world = world;
        this.name = name;
        this.bus = Bus.launch(BusSettings.defaults().withDirectory(world.host().root())
                .withDutyCycle(StepperWorld.DUTY_CYCLE).withHeartbeatTimeout(StepperWorld.HEARTBEAT_TIMEOUT)
                .withProgressTimeout(StepperWorld.PROGRESS_TIMEOUT).withErrorHandler(this::onError).withoutThread()
                .withClocks(world.time().clocks()).withIds(ids).withTransports(List.of())
                .withCounters(StepperWorld.COUNTERS));
        this.lastCycleNs = world.time().nowNs();
    }

    Bus bus() {
        return bus;
    }

    String name() {
        return name;
    }

    SimPublisher publisher() {
        return publisher;
    }

    List<SimReader> readers() {
        return readers;
    }

    long lastCycleNs() {
        return lastCycleNs;
    }

    boolean isDead() {
        return dead;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Whether its threads run. */
    boolean isRunning() {
        return !dead && !stopped;
    }

    /** Whether its application thread is outside every handler. */
    boolean isIdle() {
        return isRunning() && interruptions == 0;
    }

    boolean isPublishing() {
        return publisher != null && !publisher.isClosed();
    }

    boolean hasRoomForReaders() {
        return readers.size() < MAX_READERS;
    }

    /** Interruptions of handlers of one process are not nested. */
    boolean mayBeInterrupted() {
        return interruptions == 0;
    }

    void publish(final SubscriberListener listener, final Duration linger, final BlockingPermission newBlocking) {
        blocking = newBlocking;
        final Publication publication = bus.publish(PublicationSettings.of(StepperWorld.STREAM).withPublisher(name)
                .withCapacity(StepperWorld.CAPACITY).withLinger(linger).withListener(listener).withBlocking(blocking));
        publisher = new SimPublisher(world, name, publication, new Holding(world, name, publication, blocking));
        world.note(name, StepperEvent.SESSION_BEGUN, publisher.truth().toString());
    }

    /** The readers that may block its publication. */
    BlockingPermission blocking() {
        return blocking;
    }

    void subscribe(final SubscriptionSettings settings, final SimReader.Interruption interruption) {
        final SimReader reader = new SimReader(world, this,
                settings.withName(readerName(world.readers().size() + 1)),
                interruption);
        reader.join();
        readers.add(reader);
    }

    /** The name of its reader with a number. */
    String readerName(final int number) {
        return name + "." + number;
    }

    void leave(final SimReader reader) {
        readers.remove(reader);
        reader.leave();
    }

    /** One duty cycle of the conductor. */
    void dutyCycle() {
        world.note(name, StepperEvent.DUTY_CYCLE, "");
        lastCycleNs = world.time().nowNs();
        readers.forEach(SimReader::look);
        if (isPublishing()) {
            publisher.truth().beat(world.time().nowNs());
            publisher.holding().dutyCycle(bus::doWork);
        } else {
            bus.doWork();
        }
    }

    /** SIGSTOP. */
    void stop() {
        stopped = true;
        world.note(name, StepperEvent.STOPPED, "");
    }

    /** SIGCONT. */
    void resume() {
        stopped = false;
        world.note(name, StepperEvent.WOKEN, "");
    }

    /** Runs steps while a handler of this process has a message, and its thread is occupied. */
    void interrupt(final Runnable others) {
        interruptions++;
        try {
            others.run();
        } finally {
            interruptions--;
        }
    }

    /** SIGKILL. */
    void kill() {
        world.note(name, StepperEvent.KILLED, "");
        if (isPublishing() && publisher.isClaiming()) {
            world.note(name, StepperEvent.KILLED_CLAIMING, "");
        }
        if (isPublishing() && publisher.isClosing()) {
            world.note(name, StepperEvent.KILLED_CLOSING, "");
        }
        if (interruptions > 0) {
            world.note(name, StepperEvent.KILLED_IN_HANDLER, "");
        }
        if (stopped) {
            world.note(name, StepperEvent.KILLED_STOPPED, "");
        }
        if (isPublishing()) {
            publisher.truth().die();
        }
        dead = true;
        SimulatedDeath.of(bus);
    }

    @Override
    public String toString() {
        return name + (dead ? ", dead" : stopped ? ", stopped" : "");
    }

    /** Errors for the error handler: only provoked ones are expected. */
    private void onError(final Throwable t) {
        switch (t) {
            case Violation violation -> world.failures().add(violation);
            case HandlerFault provoked -> world.trace().add(name, provoked.getMessage());
            default -> world.failures().add(new Violation(name + ": unexpected " + t, t));
        }
    }
}
