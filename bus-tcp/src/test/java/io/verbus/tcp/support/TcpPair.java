package io.verbus.tcp.support;

import io.verbus.support.Patience;
import io.verbus.tcp.TcpProvider;
import io.verbus.tcp.link.Cut;
import io.verbus.testkit.SecretFile;
import io.verbus.testkit.transport.traffic.DrivenHosts;
import io.verbus.testkit.transport.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/**
 * Two buses that connect over loopback, in one process. The test advances their clock, so the conductors run until
 * nothing is in flight.
 */
public final class TcpPair extends DrivenHosts {
    private static final int SLOWER = 4;

    private TcpPair(final Path directory, final String parameters, final Traffic traffic) {
        super(directory, new Side(uri(parameters), traffic.watch(new TcpProvider())),
                new Side(uri(parameters), traffic.watch(new TcpProvider())), traffic);
    }

    /** Opens both. */
    public static TcpPair open(final Path directory) {
        return open(directory, "");
    }

    /** Opens both, with TLS between them. */
    public static TcpPair openEncrypted(final Path directory) {
        return open(directory, "&" + Stores.parameters(Stores.OWN));
    }

    private static TcpPair open(final Path directory, final String more) {
        try {
            final Path secret = SecretFile.write(directory.resolve("secret"), "0123456789abcdef");
            return new TcpPair(directory, "?silence=600000&secret-file=" + secret + more, new Traffic(Cut::cut));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String uri(final String parameters) {
        return freeAddress() + parameters;
    }

    /** An address of this host where nothing listens. */
    public static String freeAddress() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "tcp://127.0.0.1:" + free.getLocalPort();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The publisher's process answers requests of history. */
    @Override
    public void settleSubscriber() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        subscribing().doWork();
        while (traffic().isReading()) {
            run(deadlineNs);
            traffic().poll();
        }
    }

    @Override
    public int times(final int count) {
        return count / SLOWER;
    }

    /** Credit is of bytes, not of writes. */
    @Override
    public boolean canMergePushes() {
        return true;
    }
}
