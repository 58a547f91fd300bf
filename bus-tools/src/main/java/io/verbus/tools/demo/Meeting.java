package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.tools.host.RemoteHost;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the two processes of a demo meet: over shared memory, or at an address of a transport.
 *
 * @param address such as {@code rdma://10.0.0.1:7471}; empty for shared memory
 */
record Meeting(Optional<String> address) {
    private static final String SHARED_MEMORY = "shm";
    /** Ports that the system gives to nobody by itself, so that two demos do not meet. */
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;
    private static final long LOCAL_MESSAGES = 4_000_000;
    private static final long REMOTE_MESSAGES = 400_000;

    /**
     * Over a transport of this host.
     *
     * @param transport its scheme, or shm
     * @return how to meet
     * @throws BusException if there is no such transport, or it can't work here, with what to do
     */
    static Meeting over(final String transport) {
        if (transport.equals(SHARED_MEMORY)) {
            return new Meeting(Optional.empty());
        }
        final String host = RemoteHost.address(transport);
        final long port = FIRST_PORT + ProcessHandle.current().pid() % PORTS;
        return new Meeting(Optional.of(String.format(Locale.ROOT, "%s://%s:%d", transport,
                host.contains(":") ? "[" + host + "]" : host, port)));
    }

    /** Whether every byte is copied to the other process's memory by a device. */
    boolean isRemote() {
        return address.isPresent();
    }

    /** Messages of a run at full speed, which plays them again and again. A software device, emulated, is slow. */
    long fullMessages() {
        return isRemote() ? REMOTE_MESSAGES : LOCAL_MESSAGES;
    }

    /** What the feed's command line needs. */
    List<String> ofFeed() {
        return address.map(at -> List.of("--listen", at)).orElse(List.of());
    }

    /** What the books' command line needs. */
    List<String> ofBooks() {
        return address.map(at -> List.of("--connect", at)).orElse(List.of());
    }

    /** For a person. */
    String spoken() {
        return address.map(at -> "over " + at).orElse("over shared memory");
    }
}
