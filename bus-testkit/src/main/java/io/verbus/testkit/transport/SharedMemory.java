package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.monitor.CounterKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;

/** Two buses that share a directory. Forged words are written into the files there. Manual clock. */
public final class SharedMemory implements TransportUnderTest {
    private static final Duration DUTY_CYCLE = Duration.ofMillis(20);

    private final Path directory;
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Arena lies = Arena.ofShared();
    private final Bus publishing;
    private final Bus subscribing;

    private SharedMemory(final Path directory) {
        this.directory = directory;
        final BusSettings settings = BusSettings.defaults().withDirectory(directory).withoutThread()
                .withProgressTimeout(PROGRESS_TIMEOUT).withDutyCycle(DUTY_CYCLE)
                .withErrorHandler(t -> errors.add(t.toString())).withClocks(new Clocks(nowNs::get, nowNs::get));
        this.publishing = Bus.launch(settings);
        this.subscribing = Bus.launch(settings);
    }

    /** Opens both buses. */
    public static TransportUnderTest open(final Path directory) {
        return new SharedMemory(directory);
    }

    @Override
    public Bus publishing() {
        return publishing;
    }

    @Override
    public Bus subscribing() {
        return subscribing;
    }

    @Override
    public void settle() {
        subscribing.doWork();
        publishing.doWork();
    }

    @Override
    public void pass(final Duration time) {
        final long untilNs = nowNs.get() + time.toNanos();
        while (nowNs.get() < untilNs) {
            nowNs.set(Math.min(untilNs, nowNs.get() + DUTY_CYCLE.toNanos()));
            settle();
        }
    }

    @Override
    public List<String> errors() {
        return errors;
    }

    @Override
    public long counter(final CounterKind kind) {
        return BusFiles.counter(directory, kind);
    }

    @Override
    public long files() {
        return BusFiles.ofStreams(directory);
    }

    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        final String name = HexFormat.of().toHexDigits(publication.session().id()) + ".log";
        return words(directory.resolve(publication.stream()).resolve(name));
    }

    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        return words(BusFiles.list(directory.resolve(subscription.stream())).stream()
                .filter(path -> path.toString().endsWith(".positions") && isOf(subscription, path))
                .findFirst().orElseThrow());
    }

    @Override
    public void close() {
        publishing.close();
        subscribing.close();
        lies.close();
    }

    private static boolean isOf(final Subscription subscription, final Path path) {
        try (PeerPositions positions = PeerPositions.attach(path)) {
            return positions.identity().name().equals(subscription.settings().name());
        }
    }

    private List<PeerWord> words(final Path path) {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final UnsafeBuffer memory = new UnsafeBuffer(
                    file.map(FileChannel.MapMode.READ_WRITE, 0, file.size(), lies).address(), (int) file.size());
            final String name = path.getFileName().toString();
            final List<PeerWord> words = new ArrayList<>();
            for (int offset = 0; offset < memory.capacity(); offset += Long.BYTES) {
                words.add(new PeerWord(memory, offset, name));
            }
            return words;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
