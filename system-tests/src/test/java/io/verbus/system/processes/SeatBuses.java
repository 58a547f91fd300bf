package io.verbus.system.processes;

import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The bus of a gateway and that of its traders: one bus, or two, as those of two hosts, that are connected over TCP.
 *
 * @param gateway directory of the gateway's bus
 * @param listen options of the gateway
 * @param traders directory of the traders' bus
 * @param connect options of the traders
 */
record SeatBuses(Path gateway, List<Object> listen, Path traders, List<Object> connect) {
    static SeatBuses one(final Path bus) {
        return new SeatBuses(bus, List.of(), bus, List.of());
    }

    /** Both sides use a secret, which a file in {@code folder} has. */
    static SeatBuses overTcp(final Path gateway, final Path traders, final Path folder) throws IOException {
        final Path secret = folder.resolve("hosts.key");
        SecretFile.write(secret, "0123456789abcdef-hosts\n");
        final String address = freeAddress() + "?secret-file=" + secret;
        return new SeatBuses(gateway, List.of("--listen", address), traders, List.of("--connect", address));
    }

    /** An address of loopback whose port no program uses at the moment. */
    static String freeAddress() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "tcp://127.0.0.1:" + free.getLocalPort();
        }
    }

    Command startGateway(final Object... arguments) throws IOException {
        return start(gateway, listen, arguments);
    }

    Command startTrader(final Object... arguments) throws IOException {
        return start(traders, connect, arguments);
    }

    private static Command start(final Path bus, final List<Object> options, final Object... arguments)
            throws IOException {
        return Command.start(bus, Stream.concat(Stream.of(arguments), options.stream()).toArray());
    }
}
