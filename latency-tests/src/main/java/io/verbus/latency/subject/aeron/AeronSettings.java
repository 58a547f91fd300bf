package io.verbus.latency.subject.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.verbus.latency.result.Subject.Setting;
import io.verbus.latency.subject.Place;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** How Aeron is set up, as far as two cores go: two of its users' threads spin, and the driver shares what is left. */
final class AeronSettings {
    /** Large enough that the driver, which moves the limit on behalf of readers, is seldom waited for. */
    static final int TERM_BYTES = 64 << 20;
    /** The longest that Aeron has: messages above it take several frames. */
    static final int IPC_MTU = 65_504;
    /** Fewer datagrams; over loopback nothing speaks against them. */
    private static final int LOOPBACK_MTU = 8_192;
    /** Aeron's default: what an Ethernet frame carries. */
    private static final int NETWORK_MTU = 1_408;
    private static final int SOCKET_BYTES = 2 << 20;

    private static final long FOR_EVER_NS = TimeUnit.HOURS.toNanos(1);
    private static final long SPINS = 10;
    private static final long YIELDS = 20;
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 100_000;

    private AeronSettings() {
    }

    static List<Setting> configuration(final Place place, final boolean isUdp) {
        return List.of(
                new Setting("publication", "exclusive, tryClaim", "one writer, no copy: the fastest that Aeron has"),
                new Setting("reading", "Image.poll with a FragmentHandler, limit 64",
                        "without FragmentAssembler, where messages fit into one frame"),
                new Setting("term-length", Integer.toString(term(place)), place.capacityBytes() == 0
                        ? "Aeron's default for IPC; the publisher may be half of it ahead"
                        : "as asked for; Aeron keeps three of them"),
                new Setting("mtu", Integer.toString(mtu(place, isUdp)), isUdp
                        ? "over loopback more messages go together; on a network, what its frames carry"
                        : "messages up to it are one frame each"),
                new Setting("term buffers", "not sparse, touched before", "no page is missing while it is measured"),
                new Setting("threading mode", "SHARED",
                        "driver threads that spin would take turns with the measured two on two cores"),
                new Setting("driver's idle strategy", isUdp
                        ? "yields"
                        : "back-off: 10 spins, 20 yields, parks of 1 to 100 us",
                        isUdp
                                ? "it carries each message, so it never sleeps"
                                : "it carries no message, only limits; a term of 64 MiB lasts longer than a park"),
                new Setting("clients' idle strategy", isUdp ? "yield" : "BusySpinIdleStrategy", isUdp
                        ? "the driver needs a core to carry the message that is waited for"
                        : "as all that is measured in shared memory"),
                new Setting("socket buffers", isUdp ? Integer.toString(SOCKET_BYTES) : "none",
                        "as Aeron recommends; as far as the kernel lets"),
                new Setting("time-outs", "1 h",
                        "the processes are frozen while others are measured; nobody is to draw conclusions from that"));
    }

    static MediaDriver.Context driver(final Place place, final boolean isUdp) {
        return new MediaDriver.Context()
                .aeronDirectoryName(directory(place))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(isUdp
                        ? new YieldingIdleStrategy()
                        : new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NS, MAX_PARK_NS))
                .termBufferSparseFile(false)
                .performStorageChecks(false)
                .ipcTermBufferLength(term(place))
                .publicationTermBufferLength(term(place))
                .ipcMtuLength(mtu(place, false))
                .mtuLength(mtu(place, true))
                .socketSndbufLength(SOCKET_BYTES)
                .socketRcvbufLength(SOCKET_BYTES)
                .initialWindowLength(SOCKET_BYTES)
                .clientLivenessTimeoutNs(FOR_EVER_NS)
                .imageLivenessTimeoutNs(FOR_EVER_NS)
                .publicationUnblockTimeoutNs(2 * FOR_EVER_NS)
                .publicationConnectionTimeoutNs(FOR_EVER_NS)
                .untetheredWindowLimitTimeoutNs(FOR_EVER_NS)
                .untetheredRestingTimeoutNs(2 * FOR_EVER_NS);
    }

    static Aeron.Context client(final Place place) {
        return new Aeron.Context()
                .aeronDirectoryName(directory(place))
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(FOR_EVER_NS))
                .preTouchMappedMemory(true);
    }

    static String channel(final Place place, final String stream, final boolean isUdp) {
        final int port = place.port() + (stream.equals(AeronSubject.BACK) ? 1 : 0);
        final String host = stream.equals(AeronSubject.BACK) ? place.near() : place.far();
        return isUdp
                ? "aeron:udp?endpoint=" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port
                : CommonContext.IPC_CHANNEL;
    }

    /** A message may not be longer than an eighth of a term, and what is one frame is a message. */
    static int mtu(final Place place, final boolean isUdp) {
        final int wanted = !isUdp ? IPC_MTU : place.near().startsWith("127.") ? LOOPBACK_MTU : NETWORK_MTU;
        return Math.min(wanted, FrameDescriptor.computeMaxMessageLength(term(place)));
    }

    static int term(final Place place) {
        return place.capacityOr(TERM_BYTES);
    }

    /** Three terms and what describes them; over a network the image has them again. */
    static long memoryBytes(final Place place, final boolean isUdp) {
        final long log = LogBufferDescriptor.computeLogLength(term(place), 4096);
        return isUdp ? 2 * log : log;
    }

    private static String directory(final Place place) {
        return place.directory().resolve("aeron").toString();
    }
}
