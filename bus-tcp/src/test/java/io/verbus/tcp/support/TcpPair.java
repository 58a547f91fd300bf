package io.verbus.tcp.support;

import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.tcp.TcpProvider;
import io.verbus.tcp.link.Cut;
import io.verbus.testkit.Patience;
import io.verbus.testkit.SecretFile;
import io.verbus.testkit.seeds.Seeds;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TwoHosts;
import io.verbus.testkit.transport.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Two buses that connect over loopback, in one process. The test advances their clock, so the conductors run until
 * nothing is in flight.
 */
public final class TcpPair extends TwoHosts {
    /** Idle time after which credit that is not due is sent. */
    private static final Duration IDLE = Duration.ofMillis(1);
    /** The clock is read in one of so many empty polls. */
    private static final int EMPTY_POLLS = 16;
    private static final int SLOWER = 4;

    private final Traffic traffic;
    private final SplittableRandom random = new SplittableRandom(Seeds.draw());

    private TcpPair(final Path directory, final String parameters, final Traffic traffic) {
        super(directory, new Side(uri(parameters), traffic.watch(new TcpProvider())),
                new Side(uri(parameters), traffic.watch(new TcpProvider())));
        this.traffic = traffic;
    }

    /** Opens both. */
    public static TcpPair open(final Path directory) {
        try {
            final Path secret = SecretFile.write(directory.resolve("secret"), "0123456789abcdef");
            return new TcpPair(directory, "?silence=600000&secret-file=" + secret, new Traffic(Cut::cut));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String uri(final String parameters) {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "tcp://127.0.0.1:" + free.getLocalPort() + parameters;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void settle() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        long before;
        do {
            traffic.pollPending();
            before = traffic.state();
            run(deadlineNs);
        } while (!traffic.isAtRest() || traffic.state() != before);
    }

    /** The publisher's process answers requests of history. */
    @Override
    public void settleSubscriber() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        subscribing().doWork();
        while (traffic.isReading()) {
            run(deadlineNs);
            traffic.poll();
        }
    }

    private void run(final long deadlineNs) {
        subscribing().doWork();
        publishing().doWork();
        if (System.nanoTime() > deadlineNs) {
            throw new AssertionError("traffic does not settle in " + Patience.NS / 1_000_000 + " ms: " + traffic);
        }
    }

    /** A thread that has read all messages keeps polling, and so returns credit. */
    @Override
    public boolean arrive() {
        final long before = traffic.state();
        settle();
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (traffic.isCreditOwed()) {
            tick(IDLE);
            for (int i = 0; i < EMPTY_POLLS; i++) {
                traffic.pollForCredit();
            }
            run(deadlineNs);
        }
        settle();
        return traffic.state() != before;
    }

    @Override
    public int times(final int count) {
        return count / SLOWER;
    }

    /** Only the socket limits the bytes in flight. */
    @Override
    public boolean canRunOutOfWrites() {
        return false;
    }

    /** Credit is of bytes, not of writes. */
    @Override
    public boolean canMergePushes() {
        return true;
    }

    @Override
    public void breakLinks() {
        traffic.breakAll(random);
    }

    /** None: a peer writes no memory here. */
    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        return List.of();
    }

    /** None: a peer writes no memory here. */
    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        return List.of();
    }

    @Override
    public String toString() {
        return traffic.toString();
    }
}
