package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.FarSide;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.measure.SubjectWorker;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.meter.Safepoints;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.ControlLine;
import io.verbus.latency.worker.Team;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.IoUtil;

/**
 * The processes of a subject: a driver where it has one, then its sides. If the plan has a far host, the second side is
 * a process there.
 */
public final class SubjectTeam implements AutoCloseable {
    private final SubjectKind kind;
    private final Team team;
    private final int firstSide;
    private Optional<FarSide> far = Optional.empty();

    private SubjectTeam(final SubjectKind kind, final Team team) {
        this.kind = kind;
        this.team = team;
        this.firstSide = kind.isDriven() ? 1 : 0;
    }

    /**
     * Starts the processes, and waits until each is ready.
     *
     * @param kind of subject
     * @param task of all sides
     * @param plan with folder, cores and addresses
     * @param sides the verb of each process: near, far, or both
     * @return the team; its ends are not connected yet
     * @throws BusException if a process can't do its job, with the reason
     */
    public static SubjectTeam start(final SubjectKind kind, final Task task, final ComparisonPlan plan,
            final List<String> sides) {
        final SubjectTeam started = new SubjectTeam(kind, Team.open(plan.directory(), kind.label(),
                plan.patience()));
        try {
            final ControlLine job = job(kind, task, plan, started.team);
            final boolean isFarAway = plan.farHost().isPresent() && sides.size() > 1;
            if (isFarAway) {
                started.far = Optional.of(plan.farHost().get().start(job
                        .with(Control.PINNED, plan.cores().isEmpty() ? 0 : 1)));
            }
            started.start(isFarAway ? sides.subList(0, 1) : sides, job);
            started.far.ifPresent(FarSide::answer);
            return started;
        } catch (final BusException e) {
            started.close();
            throw e;
        }
    }

    private void start(final List<String> sides, final ControlLine job) {
        // Libraries unpack files and keep state: in the team's folder, not in the user's home.
        final List<String> flags = Stream.concat(Stream.of(Safepoints.FLAG, "-Duser.home=" + team.directory(),
                "-Djava.io.tmpdir=" + team.directory()), kind.flags().stream()).toList();
        if (kind.isDriven()) {
            team.start(SubjectWorker.class, flags, List.of(job.as(Orders.DRIVER)));
        }
        team.start(SubjectWorker.class, flags, sides.stream().map(job::as).toList());
    }

    private static ControlLine job(final SubjectKind kind, final Task task, final ComparisonPlan plan,
            final Team team) {
        final ComparisonPlan.HostPair addresses = plan.addresses();
        final ControlLine job = ControlLine.of(Orders.NEAR).with(Orders.SUBJECT, kind.label())
                .with(Orders.MODE, task.mode())
                .with(Orders.DIRECTORY, team.directory()).with(Orders.PAYLOAD, task.payloadBytes())
                .with(Orders.CAPACITY, task.capacityBytes())
                .with(Orders.SKIPS, task.mode().equals(MeasuredPoint.FAN_OUT) ? 1 : 0)
                .with(Orders.NEAR_ADDRESS, addresses.near()).with(Orders.FAR_ADDRESS, addresses.far())
                .with(Orders.PORT, addresses.freePort()).with(Orders.PARAMETERS, addresses.parameters())
                .with(Orders.APART, addresses.isApart() ? 1 : 0);
        return plan.cores().isEmpty()
                ? job
                : job.with(Orders.NEAR_CORE, plan.core(0)).with(Orders.FAR_CORE, plan.core(1));
    }

    /**
     * Gives each side an order of its own, and waits for all answers.
     *
     * @param orders of the first sides; the others get none
     * @return answers, in that order
     * @throws BusException if a side failed
     */
    public List<ControlLine> ask(final ControlLine... orders) {
        if (far.isEmpty() || orders.length == 1) {
            return team.askFrom(firstSide, orders);
        }
        final FarSide other = far.get();
        other.order(orders[1]);
        final CompletableFuture<ControlLine> answer = CompletableFuture.supplyAsync(other::answer);
        answer.whenComplete((line, failure) -> {
            if (failure != null) {
                team.member(firstSide).kill(); // it would wait for the far side, up to its timeout
            }
        });
        try {
            return List.of(team.askFrom(firstSide, orders[0]).getFirst(), answer.join());
        } catch (final CompletionException e) {
            throw cause(e);
        } catch (final BusException e) {
            throw answer.isCompletedExceptionally() ? cause(answer.exceptionNow()) : e;
        }
    }

    private static BusException cause(final Throwable failure) {
        return failure instanceof BusException known
                ? known
                : failure.getCause() instanceof BusException known
                        ? known
                        : new BusException("the far side failed: " + failure, failure);
    }

    /** Gives the near and the far side the same order; returns their answers. */
    List<ControlLine> askBoth(final ControlLine order) {
        if (kind.isOneProcess()) {
            final ControlLine both = ask(order).getFirst();
            return List.of(ControlLine.parse(both.text(Orders.NEAR)), ControlLine.parse(both.text(Orders.FAR)));
        }
        return ask(order, order);
    }

    /** CPU time of the driver so far; 0 without one. */
    long driverCpuNs() {
        return kind.isDriven() ? team.ask(0, ControlLine.of(Orders.RUN)).number(Costs.CPU_NS) : 0;
    }

    /** Stops all processes. */
    public void freeze() {
        team.freeze();
        far.ifPresent(FarSide::freeze);
    }

    /** Resumes all processes. */
    public void thaw() {
        far.ifPresent(FarSide::thaw);
        team.thaw();
    }

    /** Resumes all processes for as long as the work takes. */
    <T> T awake(final Supplier<T> work) {
        thaw();
        final T result = work.get();
        freeze();
        return result;
    }

    /** The folder goes too: some subjects keep all messages there, in memory. */
    @Override
    public void close() {
        far.ifPresent(FarSide::close);
        team.close();
        IoUtil.delete(team.directory().toFile(), true);
    }
}
