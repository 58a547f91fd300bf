package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan.HostPair;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.result.MeasuredPoint;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All subjects by name: whether each can do a task on this machine, and its start. */
public final class Catalogue {
    private static final String TCP = SubjectKind.TCP.label();
    private static final String VERBUS_TCP = SubjectKind.VERBUS_TCP.label();
    private static final String JAVA_RING = "java-ring";
    private static final String JAVA_RING_INDEX = "java-ring-index";

    private Catalogue() {
    }

    /** {@return names of the subjects on one host, the bus first, references last} */
    public static List<String> shared() {
        return List.of("verbus-shm", "aeron-ipc", "aeron-udp", "chronicle-queue", "disruptor", "jeromq-tcp", "tcp",
                RingProgram.Kind.RING.subject, JAVA_RING, JAVA_RING_INDEX, ClockContestant.NAME);
    }

    /** {@return names of the subjects over an RDMA device and its network, the bus first} */
    public static List<String> remote() {
        return List.of("verbus-rdma", VerbsContestant.C_RDMA, VerbsContestant.WRITE_LAT, "aeron-udp", "tcp");
    }

    /** {@return names of the subjects over TCP, the bus first} */
    public static List<String> overTcp() {
        return List.of(VERBUS_TCP, VerbsContestant.C_TCP, "aeron-udp", TCP);
    }

    /**
     * Returns the subjects that are measured between two hosts by default, the bus first.
     *
     * @param scheme of the transport
     * @return names
     */
    public static List<String> usualBetweenHosts(final String scheme) {
        return scheme.equals(HostPair.TCP)
                ? List.of(VERBUS_TCP, VerbsContestant.C_TCP, TCP)
                : List.of("verbus-rdma", VerbsContestant.C_RDMA, VerbsContestant.WRITE_LAT, TCP);
    }

    /** {@return names of all subjects that can be measured between two hosts: also variants of the bus} */
    public static List<String> betweenHosts() {
        return Stream.concat(
                Stream.of(HostPair.RDMA, HostPair.TCP).flatMap(scheme -> usualBetweenHosts(scheme).stream()),
                Stream.of(SubjectKind.values()).map(SubjectKind::label)
                        .filter(label -> label.startsWith("verbus-rdma") || label.startsWith(VERBUS_TCP)))
                .distinct().toList();
    }

    /**
     * Returns whether a subject needs RDMA.
     *
     * @param name of a subject that can be measured between two hosts
     * @return false over TCP
     */
    public static boolean needsRdma(final String name) {
        return VerbsContestant.isOne(name)
                ? !name.equals(VerbsContestant.C_TCP)
                : SubjectKind.find(name).map(SubjectKind::isOverRdma).orElse(false);
    }

    /**
     * Selects the subjects of a task if none are named.
     *
     * @param task to measure
     * @param scheme of the transport
     * @return names; references only for the tasks that they show something for
     */
    public static List<String> usual(final Task task, final String scheme) {
        final boolean hasRings = task.mode().equals(MeasuredPoint.PING_PONG)
                || task.mode().equals(MeasuredPoint.THROUGHPUT);
        final List<String> all = switch (scheme) {
            case HostPair.RDMA -> remote();
            case HostPair.TCP -> overTcp();
            default -> shared();
        };
        return all.stream()
                .filter(name -> hasRings || !name.equals(JAVA_RING) && !name.equals(JAVA_RING_INDEX))
                .filter(name -> !name.equals(ClockContestant.NAME) || ClockContestant.objection(task).isEmpty())
                .toList();
    }

    /**
     * Refuses unknown subjects. Variants of the bus are known too.
     *
     * @param name from the command line
     * @throws BusException if it is unknown, with the known names
     */
    public static void require(final String name) {
        if (!shared().contains(name) && !remote().contains(name) && !overTcp().contains(name)
                && SubjectKind.find(name).isEmpty() && RingProgram.Kind.find(name).isEmpty()) {
            throw new BusException("unknown subject \"" + name + "\": use some of "
                    + String.join(", ",
                            Stream.of(shared(), remote(), overTcp()).flatMap(List::stream).distinct().toList()));
        }
    }

    /** The reason why a subject can't do a task here; empty if it can. */
    static Optional<String> objection(final String name, final Task task, final ComparisonPlan plan) {
        if (VerbsContestant.isOne(name)) {
            return VerbsContestant.objection(name, task, plan);
        }
        if (name.equals(ClockContestant.NAME)) {
            return ClockContestant.objection(task);
        }
        final boolean fansOut = task.mode().equals(MeasuredPoint.FAN_OUT);
        final Optional<RingProgram.Kind> ring = RingProgram.Kind.find(name);
        if (ring.isPresent()) {
            return fansOut
                    ? Optional.of("it has one reader")
                    : RingProgram.find(ring.get(), plan).isPresent()
                            ? Optional.empty()
                            : Optional.of("native/perf and clients/c were not built: they need gcc and cmake");
        }
        final SubjectKind kind = SubjectKind.find(name).orElseThrow();
        if (!kind.isPresent()) {
            return Optional.of("its library is not on the class path; ./bus perf puts it there");
        }
        if (kind == SubjectKind.VERBUS_TCP_TLS && plan.addresses().isApart()) {
            return Optional.of("its key is made on one host; verbus-tcp uses TLS if --parameters names the stores");
        }
        if (kind.isOverRdma() && !plan.addresses().isOver(HostPair.RDMA)) {
            return Optional.of("it needs RDMA: use --transport rdma");
        }
        return fansOut && !kind.canFanOut()
                ? Optional.of("it is not measured with several readers")
                : Optional.empty();
    }

    static Contestant start(final String name, final Task task, final ComparisonPlan plan) {
        if (VerbsContestant.isOne(name)) {
            return new VerbsContestant(name, task, plan);
        }
        if (name.equals(ClockContestant.NAME)) {
            return new ClockContestant(task, plan);
        }
        final Optional<RingProgram.Kind> ring = RingProgram.Kind.find(name);
        return ring.isPresent()
                ? new RingContestant(RingProgram.find(ring.get(), plan).orElseThrow(), task, plan)
                : JavaContestant.start(SubjectKind.find(name).orElseThrow(), task, plan);
    }
}
