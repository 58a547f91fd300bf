package io.verbus.latency.serve;

import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.SubjectTeam;
import io.verbus.latency.compare.Task;
import io.verbus.latency.compare.VerbsPrograms;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.ControlLink;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.ControlLine;
import io.verbus.latency.worker.ServedProgram;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves one client. Each far side has a thread, so that a busy one does not delay the order that ends it; if the
 * connection ends, all of them end.
 */
final class ClientHandler implements AutoCloseable {
    private static final int MAX_BYTES = 64 << 10;
    private static final int MAX_CAPACITY = 1 << 30;
    private static final int MAX_COUNT = 10_000_000;
    private static final int MAX_SIDES = 64;
    /** Longest printed name of a client. */
    private static final int MAX_NAME = 100;
    private static final int WARM_UP_STEPS = 0;
    static final String AGAIN = ": start the server again";
    /** Between two orders: longer than any measurement, so that a client that hangs does not keep the server. */
    private static final Duration MAX_PAUSE = Duration.ofMinutes(30);

    private final ServerSettings settings;
    private final String near;
    private final ControlLink link;
    private final Map<Long, ServedSide> sides = new HashMap<>();
    private Optional<ServedProgram> program = Optional.empty();

    ClientHandler(final ServerSettings settings, final String near, final ControlLink link) {
        this.settings = settings;
        this.near = near;
        this.link = link;
    }

    /** Carries out orders until the client reports that its measurement is complete. */
    void run() throws IOException {
        boolean isComplete = false;
        while (!isComplete) {
            final ControlLine order = next();
            final long number = order.number(Control.NUMBER);
            isComplete = order.verb().equals(Control.BYE);
            try {
                carryOut(order, number);
            } catch (final BusException e) {
                answer(number, ControlLine.of(Control.FAILED).with(Control.CAUSE, e.getMessage()));
            }
        }
    }

    private ControlLine next() throws IOException {
        try {
            return link.receive(MAX_PAUSE).orElseThrow(() -> new BusException("the connection of the client "
                    + link.peer() + " ended before its measurement" + AGAIN));
        } catch (final SocketTimeoutException e) {
            throw new BusException("the client " + link.peer() + " sent no order for " + MAX_PAUSE.toMinutes()
                    + " min" + AGAIN, e);
        }
    }

    private void carryOut(final ControlLine order, final long number) throws IOException {
        switch (order.verb()) {
            case Control.START -> start(order, number);
            case Control.ORDER -> side(order).submit(number, team -> ControlLine.of(Control.DONE)
                    .with(Control.TEXT, team.ask(ControlLine.parse(order.text(Control.TEXT))).getFirst()));
            case Control.FREEZE -> side(order).submit(number, team -> {
                team.freeze();
                return ControlLine.of(Control.DONE);
            });
            case Control.THAW -> side(order).submit(number, team -> {
                team.thaw();
                return ControlLine.of(Control.DONE);
            });
            case Control.STOP -> {
                final ServedSide side = sides.remove(order.number(Control.SIDE));
                if (side != null) {
                    side.close();
                }
                answer(number, ControlLine.of(Control.DONE));
            }
            case Control.PROGRAM -> {
                startProgram(order);
                answer(number, ControlLine.of(Control.DONE));
            }
            case Control.PROGRAM_END -> {
                final String output = program.map(ServedProgram::output).orElse("");
                program = Optional.empty();
                answer(number, ControlLine.of(Control.DONE).with(Control.TEXT, output));
            }
            case Control.FEED -> answer(number, ControlLine.of(Control.DONE).with(Control.TEXT, settings.feed()
                    .orElseThrow(() -> new BusException("the server has no feed"))
                    .play(settings.address(), core(order))));
            case Control.BYE -> answer(number, ControlLine.of(Control.DONE));
            default -> throw new BusException("unknown order " + ControlLine.oneLine(order.verb(), MAX_NAME));
        }
    }

    private void start(final ControlLine order, final long number) {
        final String subject = requireSubject(order.text(Orders.SUBJECT));
        final SubjectKind kind = SubjectKind.find(subject)
                .orElseThrow(() -> new BusException("unknown subject " + subject));
        final String mode = order.text(Orders.MODE);
        if (!mode.equals(MeasuredPoint.PING_PONG) && !mode.equals(MeasuredPoint.THROUGHPUT)) {
            throw new BusException("unknown mode " + ControlLine.oneLine(mode, MAX_NAME) + " between two hosts");
        }
        if (sides.size() == MAX_SIDES) {
            throw new BusException("more than " + MAX_SIDES + " subjects at a time");
        }
        final Task task = new Task(mode, bounded(order, Orders.PAYLOAD, Long.BYTES, MAX_BYTES),
                bounded(order, Orders.CAPACITY, 0, MAX_CAPACITY), 1, List.of());
        final long id = order.number(Control.SIDE);
        final ComparisonPlan plan = plan(order, folder(number), MAX_COUNT);
        final ServedSide side = new ServedSide(this::answer,
                () -> SubjectTeam.start(kind, task, plan, List.of(Orders.FAR)));
        if (sides.putIfAbsent(id, side) != null) {
            throw new BusException("side " + id + " exists already");
        }
        side.submit(number, team -> ControlLine.of(Control.DONE));
    }

    private void startProgram(final ControlLine order) {
        final String name = requireSubject(order.text(Control.NAME));
        if (!VerbsPrograms.names().contains(name) || !VerbsPrograms.isPresent(name)) {
            throw new BusException("the server does not have " + name);
        }
        program.ifPresent(ServedProgram::close);
        final int count = bounded(order, Control.COUNT, 1, MAX_COUNT);
        program = Optional.of(ServedProgram.start(name, new VerbsPrograms(plan(order, settings.directory(), count))
                .server(name, bounded(order, Control.PAYLOAD, Long.BYTES, MAX_BYTES), count)));
    }

    private ComparisonPlan plan(final ControlLine order, final Path folder, final int count) {
        return new ComparisonPlan(folder, core(order).map(core -> List.of(core, core)).orElse(List.of()), 1, count, 1,
                WARM_UP_STEPS,
                new ComparisonPlan.HostPair(ComparisonPlan.HostPair.RDMA, near, settings.address(), settings.port(),
                        settings.parameters(), true)); // its addresses also serve TCP
    }

    private Optional<Integer> core(final ControlLine order) {
        return order.number(Control.PINNED) == 1 ? settings.core() : Optional.empty();
    }

    private Path folder(final long number) {
        try {
            return Files.createDirectory(settings.directory().resolve(Long.toString(number)));
        } catch (final IOException e) {
            throw new BusException("cannot make a folder in " + settings.directory() + ": " + e.getMessage(), e);
        }
    }

    private String requireSubject(final String name) {
        if (!settings.subjects().contains(name)) {
            throw new BusException("the server does not measure \"" + ControlLine.oneLine(name, MAX_NAME)
                    + "\": its --subjects are "
                    + String.join(",", settings.subjects()));
        }
        return name;
    }

    private static int bounded(final ControlLine order, final String word, final int min, final int max) {
        final long value = order.number(word);
        if (value < min || value > max) {
            throw new BusException("invalid " + word + " " + value + ": expected " + min + " to " + max);
        }
        return (int) value;
    }

    private ServedSide side(final ControlLine order) {
        final ServedSide side = sides.get(order.number(Control.SIDE));
        if (side == null) {
            throw new BusException("unknown side " + order.number(Control.SIDE));
        }
        return side;
    }

    private void answer(final long number, final ControlLine answer) throws IOException {
        link.send(answer.with(Control.NUMBER, number));
    }

    @Override
    public void close() {
        sides.values().forEach(ServedSide::close);
        program.ifPresent(ServedProgram::close);
    }
}
