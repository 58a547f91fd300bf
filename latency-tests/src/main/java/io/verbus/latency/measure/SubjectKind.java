package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.Subject;
import io.verbus.latency.subject.aeron.AeronDriver;
import io.verbus.latency.subject.aeron.AeronSubject;
import io.verbus.latency.subject.chronicle.ChronicleSubject;
import io.verbus.latency.subject.disruptor.DisruptorSubject;
import io.verbus.latency.subject.jeromq.JeromqSubject;
import io.verbus.latency.subject.ring.RingSubject;
import io.verbus.latency.subject.tcp.TcpSubject;
import io.verbus.latency.subject.verbus.Variant;
import io.verbus.latency.subject.verbus.VerbusSubject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Subjects in Java, and the needs of their processes. Their classes are loaded only where they are opened. */
public enum SubjectKind {
    /** The bus in shared memory. */
    VERBUS_SHM("verbus-shm", place -> VerbusSubject.shared(place, Variant.USUAL),
            Traits.of("io.verbus.Bus").fansOut()),

    /** The bus in shared memory, with conductors that run once a second. */
    VERBUS_SHM_QUIET("verbus-shm-quiet", place -> VerbusSubject.shared(place, Variant.QUIET),
            Traits.of("io.verbus.Bus")),

    /** The bus in shared memory, with pushes of 16 KiB. */
    VERBUS_SHM_BATCHED("verbus-shm-batched", place -> VerbusSubject.shared(place, Variant.BATCHED),
            Traits.of("io.verbus.Bus")),

    /** The bus in shared memory, beside idle publications on the same stream. */
    VERBUS_SHM_IDLE("verbus-shm-idle", place -> VerbusSubject.shared(place, Variant.IDLE),
            Traits.of("io.verbus.Bus")),

    /** The bus in shared memory, with readers that never pause between polls. */
    VERBUS_SHM_SPINNING("verbus-shm-spinning", place -> VerbusSubject.shared(place, Variant.SPINNING),
            Traits.of("io.verbus.Bus")),

    /** The bus over RDMA. */
    VERBUS_RDMA("verbus-rdma", place -> VerbusSubject.rdma(place, Variant.USUAL),
            Traits.of("io.verbus.Bus").overRdma()),

    /** The bus over RDMA, with conductors that run once a second. */
    VERBUS_RDMA_QUIET("verbus-rdma-quiet", place -> VerbusSubject.rdma(place, Variant.QUIET),
            Traits.of("io.verbus.Bus").overRdma()),

    /** The bus over RDMA, with pushes of 16 KiB. */
    VERBUS_RDMA_BATCHED("verbus-rdma-batched", place -> VerbusSubject.rdma(place, Variant.BATCHED),
            Traits.of("io.verbus.Bus").overRdma()),

    /** The bus over TCP. */
    VERBUS_TCP("verbus-tcp", place -> VerbusSubject.tcp(place, Variant.USUAL),
            Traits.of("io.verbus.Bus").fansOut()),

    /** The bus over TCP, with pushes of 16 KiB. */
    VERBUS_TCP_BATCHED("verbus-tcp-batched", place -> VerbusSubject.tcp(place, Variant.BATCHED),
            Traits.of("io.verbus.Bus")),

    /** The bus over TCP with TLS 1.3. */
    VERBUS_TCP_TLS("verbus-tcp-tls", place -> VerbusSubject.tcp(place, Variant.TLS), Traits.of("io.verbus.Bus")),

    /** The bus over TCP, with a relay on the host of the reader. */
    VERBUS_TCP_RELAYED("verbus-tcp-relayed", place -> VerbusSubject.tcp(place, Variant.RELAYED),
            Traits.of("io.verbus.Bus")),

    /** Aeron in shared memory. */
    AERON_IPC("aeron-ipc", AeronSubject::ipc,
            Traits.of("io.aeron.driver.MediaDriver").driven(AeronDriver::ipc).fansOut()),

    /** Aeron over UDP. */
    AERON_UDP("aeron-udp", AeronSubject::udp, Traits.of("io.aeron.driver.MediaDriver").driven(AeronDriver::udp)),

    /** Chronicle Queue, on tmpfs. */
    CHRONICLE_QUEUE("chronicle-queue", ChronicleSubject::new,
            Traits.of("net.openhft.chronicle.queue.ChronicleQueue").keepingAll()
                    .flagged("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow", "-Dchronicle.analytics.disable=true")),

    /** Disruptor: two threads of one process. */
    DISRUPTOR("disruptor", DisruptorSubject::new, Traits.of("com.lmax.disruptor.RingBuffer").inOneProcess()),

    /** JeroMQ over TCP, as its ipc transport is, too. */
    JEROMQ_TCP("jeromq-tcp", JeromqSubject::new, Traits.of("org.zeromq.ZMQ")),

    /** A minimal ring in Java, as a reference. */
    JAVA_RING("java-ring", place -> new RingSubject(place, RingSubject.Layout.INLINE),
            Traits.of("org.agrona.concurrent.UnsafeBuffer")),

    /** The same with commit words in an index of their own. */
    JAVA_RING_INDEX("java-ring-index", place -> new RingSubject(place, RingSubject.Layout.INDEX),
            Traits.of("org.agrona.concurrent.UnsafeBuffer")),

    /** The same with the header of the bus in each frame. */
    JAVA_RING_INDEX_HEADER("java-ring-index-header",
            place -> new RingSubject(place, RingSubject.Layout.INDEX_AND_HEADER),
            Traits.of("org.agrona.concurrent.UnsafeBuffer")),

    /** The minimal ring with commits in batches. */
    JAVA_RING_HELD("java-ring-held", place -> new RingSubject(place, RingSubject.Layout.HELD),
            Traits.of("org.agrona.concurrent.UnsafeBuffer")),

    /** TCP of the JDK. */
    TCP("tcp", TcpSubject::new, Traits.of("java.nio.channels.SocketChannel"));

    private final String label;
    private final Function<Place, Subject> opening;
    private final Traits traits;

    SubjectKind(final String label, final Function<Place, Subject> opening, final Traits traits) {
        this.label = label;
        this.opening = opening;
        this.traits = traits;
    }

    /**
     * Finds a subject.
     *
     * @param label its name in results
     * @return empty if it is not a subject in Java
     */
    public static Optional<SubjectKind> find(final String label) {
        return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
    }

    static SubjectKind of(final String label) {
        return find(label).orElseThrow(() -> new BusException("unknown subject " + label));
    }

    Subject open(final Place place) {
        return opening.apply(place);
    }

    AutoCloseable drive(final Place place) {
        return traits.driver.apply(place);
    }

    /** {@return its name in results} */
    public String label() {
        return label;
    }

    /** {@return whether its library is on the class path} */
    public boolean isPresent() {
        try {
            Class.forName(traits.className, false, SubjectKind.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    /** {@return whether it needs a driver process} */
    public boolean isDriven() {
        return traits.driver != null;
    }

    /** {@return whether both sides are in one process} */
    public boolean isOneProcess() {
        return traits.isOneProcess;
    }

    /** {@return whether messages stay in its files, so that each measurement needs new files} */
    public boolean keepsAll() {
        return traits.keepsAll;
    }

    /** {@return whether a stream may have several readers here} */
    public boolean canFanOut() {
        return traits.canFanOut;
    }

    /** {@return whether it needs an RDMA device} */
    public boolean isOverRdma() {
        return traits.isOverRdma;
    }

    /** {@return flags of its JVMs, in addition to the usual} */
    public List<String> flags() {
        return traits.flags;
    }

    /** Properties that differ between subjects. */
    private static final class Traits {
        private final String className;
        private Function<Place, AutoCloseable> driver;
        private boolean isOneProcess;
        private boolean keepsAll;
        private boolean canFanOut;
        private boolean isOverRdma;
        private List<String> flags = List.of();

        private Traits(final String className) {
            this.className = className;
        }

        static Traits of(final String className) {
            return new Traits(className);
        }

        Traits driven(final Function<Place, AutoCloseable> newDriver) {
            driver = newDriver;
            return this;
        }

        Traits inOneProcess() {
            isOneProcess = true;
            return this;
        }

        Traits keepingAll() {
            keepsAll = true;
            return this;
        }

        Traits flagged(final String... newFlags) {
            flags = List.of(newFlags);
            return this;
        }

        Traits fansOut() {
            canFanOut = true;
            return this;
        }

        Traits overRdma() {
            isOverRdma = true;
            return this;
        }
    }
}
