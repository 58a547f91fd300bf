package io.verbus.latency.measure;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import io.verbus.latency.worker.ControlLine;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.IoUtil;

/** The opened subject of a process, and the words of its job. */
final class Bench implements AutoCloseable {
    static final String THERE = "there";
    static final String BACK = "back";

    private static final long REST_NS = 100_000;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final ControlLine job;
    private final boolean isNear;
    private Place place;
    private Subject subject;
    private int generation;

    /** Opens the subject. Its own threads start now, before the measuring thread is pinned, so they are not pinned. */
    Bench(final ControlLine job, final boolean isNear) {
        this.job = job;
        this.isNear = isNear;
        this.place = place(job, isNear);
        this.subject = SubjectKind.of(job.text(Orders.SUBJECT)).open(place);
    }

    static Place place(final ControlLine job, final boolean isNear) {
        return new Place(Path.of(job.text(Orders.DIRECTORY)), (int) job.number(Orders.PAYLOAD),
                (int) job.number(Orders.CAPACITY, 0), job.number(Orders.SKIPS, 0) == 1,
                job.words().getOrDefault(Orders.NEAR_ADDRESS, "127.0.0.1"),
                job.words().getOrDefault(Orders.FAR_ADDRESS, "127.0.0.1"), (int) job.number(Orders.PORT, 0),
                job.words().getOrDefault(Orders.PARAMETERS, ""), isNear, job.number(Orders.APART, 0) == 1);
    }

    /** Reopens the subject in a new folder: for subjects that keep all messages. */
    void renew() {
        final Path old = place.directory();
        subject.close();
        if (isNear && generation > 0) {
            IoUtil.delete(old.toFile(), true); // harmless if the other side still has it open
        }
        final Place initial = place(job, isNear);
        final Path next = initial.directory().resolve("generation-" + ++generation);
        if (!next.toFile().mkdir() && !next.toFile().isDirectory()) {
            throw new BusException("cannot make the folder " + next);
        }
        place = initial.in(next);
        subject = SubjectKind.of(job.text(Orders.SUBJECT)).open(place);
    }

    /** Whether threads that wait yield: without a core of its own, a thread leaves it to the one it waits for. */
    boolean yields() {
        return !job.words().containsKey(Orders.NEAR_CORE);
    }

    /** Pins the calling thread to the core in this word, if there is one. */
    void pin(final String side) {
        if (job.words().containsKey(side)) {
            Affinity.pin((int) job.number(side));
        }
    }

    PublishingEnd publish(final String stream) {
        return subject.publish(stream);
    }

    ReadingEnd read(final String stream, final Receiver receiver) {
        return subject.read(stream, receiver);
    }

    int length() {
        return place.payloadBytes();
    }

    /** Polls until the condition is met: an end that is not polled does not connect. */
    static void await(final ReadingEnd polled, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (polled != null) {
                polled.poll(ReadingEnd.LIMIT);
            }
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new BusException("the two sides did not connect within 30 s");
            }
            LockSupport.parkNanos(REST_NS);
        }
    }

    ControlLine describe() {
        ControlLine line = ControlLine.of(Orders.DONE).with(Orders.TITLE, subject.title())
                .with(Orders.MEMORY, subject.memoryBytes());
        int number = 0;
        for (final Setting setting : subject.configuration()) {
            line = line.with(Orders.SETTING + number++,
                    String.join("\n", setting.name(), setting.value(), setting.reason()));
        }
        return line;
    }

    @Override
    public void close() {
        subject.close();
    }
}
