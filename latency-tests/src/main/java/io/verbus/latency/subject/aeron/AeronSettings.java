package io.verbus.latency.subject.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** Settings of Aeron for two cores: two threads of its user spin, and the driver shares the remaining time. */
final class AeronSettings {
    /** So large that the publisher seldom waits for the driver, which moves its limit. */
    static final int TERM_BYTES = 64 << 20;
    /** The maximum of Aeron; longer messages take several frames. */
    static final int IPC_MTU = 65_504;
    /** Fewer datagrams; loopback has no smaller limit. */
    private static final int LOOPBACK_MTU = 8_192;
    /** The default of Aeron: the payload of an Ethernet frame. */
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
                new Setting("publication", "exclusive, tryClaim", "one writer, no copy: the fastest of Aeron"),
                new Setting("reading", "Image.poll with a FragmentHandler, limit 64",
                        "without FragmentAssembler, where messages fit into one frame"),
                new Setting("term-length", Integer.toString(term(place)), place.capacityBytes() == 0
                        ? "Aeron's default for IPC; the publisher may lead by half of it"
                        : "as requested; Aeron keeps three of them"),
                new Setting("mtu", Integer.toString(mtu(place, isUdp)), isUdp
                        ? "over loopback a datagram carries more messages; on a network, the payload of a frame"
                        : "messages up to it are one frame each"),
                new Setting("term buffers", "not sparse, pre-touched", "no page faults during a measurement"),
                new Setting("threading mode", "SHARED",
                        "spinning driver threads would share two cores with the two measured threads"),
                new Setting("driver's idle strategy", isUdp
                        ? "yields"
                        : "back-off: 10 spins, 20 yields, parks of 1 to 100 us",
                        isUdp
                                ? "it carries each message, so it never sleeps"
                                : "it carries no message, only limits; a term of 64 MiB lasts longer than a park"),
                new Setting("clients' idle strategy", isUdp ? "yield" : "BusySpinIdleStrategy", isUdp
                        ? "the driver needs a core to carry the awaited message"
                        : "as all subjects in shared memory"),
                new Setting("socket buffers", isUdp ? Integer.toString(SOCKET_BYTES) : "none",
                        "as Aeron recommends, up to the limit of the kernel"),
                new Setting("time-outs", "1 h",
                        "the processes are frozen while others are measured, which must not count as a failure"));
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

    /** A message must not exceed an eighth of a term, and one frame holds one message. */
    static int mtu(final Place place, final boolean isUdp) {
        final int wanted = !isUdp ? IPC_MTU : place.near().startsWith("127.") ? LOOPBACK_MTU : NETWORK_MTU;
        return Math.min(wanted, FrameDescriptor.computeMaxMessageLength(term(place)));
    }

    static int term(final Place place) {
        return place.capacityOr(TERM_BYTES);
    }

    /** Three terms and their metadata; over a network the image has its own. */
    static long memoryBytes(final Place place, final boolean isUdp) {
        final long log = LogBufferDescriptor.computeLogLength(term(place), 4096);
        return isUdp ? 2 * log : log;
    }

    private static String directory(final Place place) {
        return place.directory().resolve("aeron").toString();
    }
}
