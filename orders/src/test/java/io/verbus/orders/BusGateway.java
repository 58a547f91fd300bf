package io.verbus.orders;

import io.verbus.Action;
import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.LostSession;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** A gateway on a bus, stepped by its test. It repeats given entries first. */
final class BusGateway implements AutoCloseable {
    private static final int LIMIT = 100;
    private static final int OUT_CAPACITY = 1 << 20;

    final List<GatewayEnd> seats = new ArrayList<>();
    final EngineRunner engine;
    private final OrderIntake intake;
    private final Publication out;
    private final Publication log;
    private final Subscription in;

    BusGateway(final Bus bus, final Map<String, SeatSecret> secrets, final List<byte[]> entries) {
        this(bus, secrets, entries, OUT_CAPACITY);
    }

    /** The capacity is that of orders.out. */
    BusGateway(final Bus bus, final Map<String, SeatSecret> secrets, final List<byte[]> entries,
            final int outCapacity) {
        final MarketStreams streams = new MarketStreams("orders");
        out = bus.publish(PublicationSettings.of(streams.out()).withCapacity(outCapacity)
                .withBlocking(BlockingPermission.refused()));
        log = bus.publish(streams.log());
        secrets.forEach((name, secret) -> seats.add(new GatewayEnd(seats.size(), name, secret)));
        engine = new EngineRunner(out, seats.toArray(new GatewayEnd[0]));
        final EntryAppender appender = new EntryAppender(log);
        intake = new OrderIntake(seats, IntakeSettings.DEFAULT, appender, out,
                new SecureRandom()::nextBytes, engine);
        final EntryReplay replay = new EntryReplay(intake, appender, engine);
        for (final byte[] entry : entries) {
            replay.repeat(new UnsafeBuffer(entry), 0, entry.length);
        }
        replay.end(System.nanoTime());
        in = bus.subscribe(SubscriptionSettings.of(streams.in()).withRepair(Repair.REPAIR)
                .withStart(Start.resumeAt(replay.nextSequences())).withName("gateway")
                .withListener(new SessionListener() {
                    @Override
                    public void onEvent(final SessionEvent event) {
                        switch (event) {
                            case SessionEvent.Ended(Session session, _) ->
                                intake.sessionEnded(session.id(), DisconnectCause.SESSION_ENDED);
                            case LostSession lost when lost.forGood() -> {
                                intake.sessionEnded(lost.session().id(), DisconnectCause.SESSION_LOST);
                            }
                            default -> {
                            }
                        }
                    }
                }));
    }

    void step() {
        final long nowNs = System.nanoTime();
        engine.now(nowNs);
        intake.pollBegins(nowNs, nowNs);
        final int count = in.poll((buffer, offset, length, header) -> intake.onMessage(buffer, offset, length,
                header.session(), header.sequence()) ? Action.TAKEN : Action.NOT_TAKEN, LIMIT);
        intake.pollEnds(count < LIMIT ? LIMIT : 0);
        intake.doWork();
    }

    @Override
    public void close() {
        in.close();
        out.close();
        log.close();
    }
}
