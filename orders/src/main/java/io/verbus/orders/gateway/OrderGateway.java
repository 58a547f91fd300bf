package io.verbus.orders.gateway;

import io.verbus.Action;
import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.MessageWriter;
import io.verbus.PollHandler;
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
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ListedSeat;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OperatorControl;
import io.verbus.orders.intake.OrderIntake;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.DirectBuffer;

/**
 * The gateway of a market: takes the requests of all seats from {@code MARKET.in}, appends entries to {@code
 * MARKET.log}, runs the engine, and publishes reports on {@code MARKET.out} and changes of the books on {@code
 * MARKET.md}. Each {@link #doWork()} is one duty cycle, which never waits. Used by one thread; allocates nothing for
 * requests once the engine's tables have grown.
 *
 * <p>The first entries are the limits of the exchange. Requests are taken after them. With the entries of earlier
 * gateways, the engine and the seats are first brought to the state after these, and all reports and changes of the
 * books are published again, in sessions of this gateway.
 */
public final class OrderGateway implements AutoCloseable {
    private static final String NAME = "gateway";
    private static final long NS_PER_DAY = 86_400_000_000_000L;
    /** While more than this waits for a recorder, no requests are taken: they wait in the logs of their seats. */
    private static final int MOST_WAITING = 4 << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Clocks clocks;
    private final List<GatewayEnd> seats;
    private final Deque<OperatorControl> controls = new ArrayDeque<>();
    private final PollHandler handler = this::onMessage;
    private final Publication out;
    private final Publication log;
    private final Publication marketData;
    private final MarketDataReader marketDataReader;
    private final SeatReports reports;
    private final BookChangeWriter changes;
    private final EntryEngine engine;
    private final EntryAppender entries;
    private final OrderIntake intake;
    private final StatusWriter status;
    private final LossNotices losses;
    private final RecordedEntries recorded;
    /** Of orders.out and orders.md, if they wait for a recorder; else none. */
    private final List<HeldWriter> held = new ArrayList<>();
    /** Of seats on this host, and of those on other hosts. */
    private final Subscription[] in;
    /** Most requests of a poll: each session has its share, so one that delivers less than that has no more. */
    private final int limit;

    private final byte[] digest;
    private final EntryClock time;
    private Throwable failure;
    private String failed;
    private boolean hasBegun;
    private boolean hasPolled;
    /** Whether the earlier gateway may have taken more than is known: its seats are disconnected first. */
    private boolean isEndLost;
    private long nowNs;
    private long epochNs;

    /**
     * Begins a market, or continues one.
     *
     * @param bus that stays the caller's to close, after the gateway
     * @param exchange instruments, seats and limits
     * @param secrets of the seats; called once for each
     * @param settings names and sizes
     * @param clocks of the entries and keep-alives
     * @param notices receives a message for the operator when seats connect and disconnect, and when requests are lost
     * @throws BusException if another gateway of the market runs, there is no room for the logs, or the entries of
     *         earlier gateways cannot be repeated
     */
    public OrderGateway(final Bus bus, final ExchangeFile exchange, final Function<ListedSeat, SeatSecret> secrets,
            final GatewaySettings settings, final Clocks clocks, final Consumer<String> notices) {
        this.clocks = clocks;
        final MarketStreams streams = new MarketStreams(settings.market());
        seats = exchange.seats().stream().map(one -> new GatewayEnd(one.number(), one.name(), secrets.apply(one)))
                .toList();
        final EntryJournal before = settings.entries() == null
                ? null
                : EntryJournal.openIfAny(settings.entries(), streams.log(), clocks.monotonic());
        final Endpoint[] endpoints = settings.endpoints().toArray(Endpoint[]::new);
        final MarketClaim claim = new MarketClaim(bus, settings.market(),
                publication(streams.log(), settings.logCapacity(), endpoints), clocks);
        log = claim.log();
        final EntryJournal journal = journal(settings, before, claim);
        out = bus.publish(publication(streams.out(), settings.outCapacity(), endpoints)
                .withBlocking(BlockingPermission.refused()));
        marketData = bus.publish(publication(streams.md(), settings.marketDataCapacity(), endpoints)
                .withTimestamps(true).withBlocking(BlockingPermission.refused()));
        marketDataReader = new MarketDataReader(marketData, settings);
        recorded = new RecordedEntries(log);
        final MessageWriter toSeats = sink(out, settings.requiresRecorder());
        reports = new SeatReports(toSeats, seats.toArray(new GatewayEnd[0]));
        changes = new BookChangeWriter(sink(marketData, settings.requiresRecorder()));
        engine = new EntryEngine(exchange, RANDOM.nextLong(), reports, changes, settings.listedOrders());
        entries = new EntryAppender(log);
        intake = new OrderIntake(seats, IntakeSettings.DEFAULT, entries, toSeats, RANDOM::nextBytes,
                new NotifyingListener(engine, this::writeStatus, notices));
        status = new StatusWriter(toSeats, seats, exchange, engine, reports, recorded);
        losses = new LossNotices(notices);
        epochNs = clocks.epoch().nanoTime();
        changes.sessionBegin(tradingDay());
        exchange.instruments().forEach(changes::instrument);
        controls.addAll(SettingControls.of(exchange));
        digest = ExchangeDigest.of(exchange, settings.listedOrders());
        Start start = Start.oldest();
        if (journal == null) {
            intake.rejectEarlierSessions();
            if (settings.entries() != null) {
                notices.accept(settings.entries() + " has no entries of market " + settings.market()
                        + ": a new market begins");
            }
        } else {
            start = repeat(journal, claim.earlier(), notices);
        }
        time = new EntryClock(clocks.monotonic().nanoTime(), clocks.epoch(), entries.lastTimeNs());
        final SubscriptionSettings requests = SubscriptionSettings.of(streams.in()).withName(NAME)
                .withRepair(Repair.REPAIR).withStart(start).withListener(new SeatSessions())
                .withSessionLimit(sessionLimit(seats.size()));
        limit = requests.sessionLimit() * Subscription.SESSION_SHARE;
        in = endpoints.length == 0
                ? new Subscription[]{bus.subscribe(requests)}
                : new Subscription[]{bus.subscribe(requests), bus.subscribe(requests.withEndpoints(endpoints))};
    }

    /**
     * Begins a market, or continues one, as an exchange file describes it. The clocks are those of the bus.
     *
     * <pre>{@code
     * try (OrderGateway gateway = OrderGateway.open(bus, Path.of("exchange"), GatewaySettings.of("orders"),
     *         System.err::println)) {
     *     while (running) {
     *         idle.idle(gateway.doWork());
     *     }
     *     gateway.disconnectSeats(Duration.ofSeconds(2));
     * }
     * }</pre>
     *
     * @param bus that stays the caller's to close, after the gateway
     * @param exchange path of the exchange file: a line per instrument and seat; each seat names the file of its secret
     * @param settings names and sizes
     * @param notices receives a message for the operator when seats connect and disconnect, and when requests are
     *         lost, on the thread of the duty cycles
     * @return the gateway, to be closed
     * @throws BusException if a file cannot be read or is invalid, another gateway of the market runs, there is no room
     *         for the logs, or the entries of earlier gateways cannot be repeated
     */
    public static OrderGateway open(final Bus bus, final Path exchange, final GatewaySettings settings,
            final Consumer<String> notices) {
        final ExchangeFiles files = new ExchangeFiles(exchange);
        return new OrderGateway(bus, files.read(), files::secret, settings, bus.settings().clocks(), notices);
    }

    /** The journal of a market that has begun; null if there is none: the gateway begins the market. */
    private EntryJournal journal(final GatewaySettings settings, final EntryJournal before, final MarketClaim claim) {
        if (settings.entries() == null) {
            return null;
        }
        try {
            if (!claim.earlier().isEmpty()) {
                return EntryJournal.await(settings.entries(), log.stream(), clocks.monotonic());
            }
            return before == null || before.isWithoutEntries(log.session().id()) ? null : before;
        } catch (final BusException e) {
            log.close();
            throw e;
        }
    }

    /** Repeats the entries of earlier gateways; returns the start in orders.in after those. */
    private Start repeat(final EntryJournal journal, final Set<Long> earlier, final Consumer<String> notices) {
        reports.now(clocks.monotonic().nanoTime());
        final RepeatedEntries repeated = new RepeatedEntries(engine, digest, marketDataReader::await);
        final EntryReplay replay = new EntryReplay(intake, entries, repeated);
        try {
            isEndLost = !journal.repeat(log.session().id(), earlier, replay);
        } catch (final RuntimeException e) {
            breakOff(); // reports and changes of the books before the damage are published
            closeOutputs();
            throw e;
        }
        replay.end(clocks.monotonic().nanoTime());
        recorded.begin(entries.lastEvent());
        for (int i = 0; i < repeated.controls() && !controls.isEmpty(); i++) {
            controls.removeFirst();
        }
        notices.accept("the market continues after entry " + entries.lastEvent() + " of "
                + Instant.ofEpochSecond(0, entries.lastTimeNs()) + (isEndLost
                        ? ": the journal does not have the end of the earlier gateway, all that it took after this"
                                + " entry is void, and the seats that were connected are disconnected"
                        : ""));
        return Start.resumeAt(replay.nextSequences());
    }

    private MessageWriter sink(final Publication to, final boolean requiresRecorder) {
        if (!requiresRecorder) {
            return to;
        }
        held.add(new HeldWriter(to, log, recorded));
        return held.getLast();
    }

    /** Sessions of orders.in: one of each seat, and that of a trader that has just ended. */
    private static int sessionLimit(final int seats) {
        return Math.clamp(2L * seats, SubscriptionSettings.DEFAULT_SESSION_LIMIT,
                SubscriptionSettings.MAX_SESSION_LIMIT);
    }

    private static PublicationSettings publication(final String stream, final int capacity,
            final Endpoint[] endpoints) {
        return PublicationSettings.of(stream).withPublisher(NAME).withCapacity(capacity).withEndpoints(endpoints);
    }

    /**
     * One duty cycle.
     *
     * @return the number of messages and events that it handled
     * @throws BusException if a request could not be handled: the state of the engine is unknown, close the gateway
     */
    public int doWork() {
        nowNs = clocks.monotonic().nanoTime();
        epochNs = time.at(nowNs);
        reports.now(nowNs);
        intake.pollBegins(nowNs, epochNs);
        recorded.sample(entries.lastEvent());
        if (waiting() > 0) {
            recorded.look();
            held.forEach(HeldWriter::release);
        }
        if (!controls.isEmpty() || !hasBegun || isEndLost) {
            return appendOwn();
        }
        if (waiting() > MOST_WAITING) {
            intake.pollEnds(0);
            return 0;
        }
        int count = 0;
        for (final Subscription one : in) {
            count += one.poll(handler, limit);
        }
        if (failure != null) {
            breakOff();
            throw new BusException("the gateway cannot continue after " + failed + ": " + failure, failure);
        }
        if (!hasPolled) {
            hasPolled = true;
            disconnectVanished();
        }
        intake.pollEnds(Subscription.SESSION_SHARE);
        losses.doWork(nowNs);
        return count + intake.doWork() + appendTime();
    }

    /** An answer under way continues with a Time entry, so that a next gateway repeats it. */
    private int appendTime() {
        if (!engine.isTimeDue() || !entries.time(epochNs)) {
            return 0;
        }
        engine.timePasses(entries.lastEvent(), entries.lastTimeNs());
        return 1;
    }

    /**
     * The first poll has joined all sessions of this host: that of a seat which is not among them was removed, because
     * its process died while no gateway ran. With seats on other hosts, which connect later, only the keep-alive shows
     * that.
     */
    private void disconnectVanished() {
        final List<Session> present = in[0].sessions();
        if (in.length > 1 || present.size() == in[0].settings().sessionLimit()) {
            return;
        }
        for (final GatewayEnd seat : seats) {
            final long session = seat.session();
            if (session != GatewayEnd.NO_SESSION && present.stream().noneMatch(one -> one.id() == session)) {
                intake.sessionEnded(session, DisconnectCause.SESSION_LOST);
            }
        }
    }

    /** {@return bytes of reports and market data that wait for a recorder} */
    public int waiting() {
        int sum = 0;
        for (int i = 0; i < held.size(); i++) {
            sum += held.get(i).waiting();
        }
        return sum;
    }

    /** {@return how far recorders have read the entries} */
    public RecordedEntries recorded() {
        return recorded;
    }

    /**
     * Adds a control of the market, which becomes an entry in a following duty cycle.
     *
     * @param control with values that the engine accepts
     */
    public void control(final OperatorControl control) {
        controls.add(control);
    }

    /**
     * Disconnects one connected seat, before the gateway is closed. Nothing more is taken of it.
     *
     * @return false if no seat is connected any more
     */
    public boolean disconnectNext() {
        return disconnectNext(DisconnectCause.GATEWAY_ENDED);
    }

    /**
     * Runs the last duty cycles of an orderly end, before {@link #close}: disconnects all seats, and publishes the
     * reports and market data that wait for a recorder.
     *
     * @param limit longest time that this takes
     */
    public void disconnectSeats(final Duration limit) {
        doWork();
        final long beginNs = nowNs;
        while ((disconnectNext() || waiting() > 0) && nowNs - beginNs < limit.toNanos()) {
            doWork();
        }
    }

    private boolean disconnectNext(final DisconnectCause cause) {
        for (final GatewayEnd seat : seats) {
            if (seat.session() != GatewayEnd.NO_SESSION) {
                intake.disconnect(seat, cause);
                return true;
            }
        }
        return false;
    }

    /** Readers must not take an incomplete session for a complete one. */
    private void breakOff() {
        log.breakOff();
        out.breakOff();
        marketData.breakOff();
    }

    private int appendOwn() {
        if (!hasBegun) {
            hasBegun = entries.begins(epochNs, out.session().id(), tradingDay(), digest);
            if (hasBegun) {
                engine.time(entries.lastEvent(), entries.lastTimeNs());
            }
        } else if (controls.isEmpty()) {
            isEndLost = disconnectNext(DisconnectCause.ENTRIES_LOST);
        } else if (entries.operator(epochNs, controls.getFirst())) {
            engine.control(entries.lastEvent(), entries.lastTimeNs(), controls.removeFirst());
        }
        return 1;
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        return intake.onMessage(buffer, offset, length, header.session(), header.sequence())
                ? Action.TAKEN
                : Action.NOT_TAKEN;
    }

    private void writeStatus(final GatewayEnd seat) {
        status.write(seat, intake, entries.lastEvent());
    }

    private int tradingDay() {
        return (int) Math.floorDiv(epochNs, NS_PER_DAY);
    }

    List<GatewayEnd> seats() {
        return seats;
    }

    OrderIntake intake() {
        return intake;
    }

    EntryEngine engine() {
        return engine;
    }

    SeatReports reports() {
        return reports;
    }

    BookChangeWriter changes() {
        return changes;
    }

    /** {@return monotonic time of the latest duty cycle, ns} */
    public long nowNs() {
        return nowNs;
    }

    /** {@return entries in the log} */
    public long entries() {
        return entries.lastEvent();
    }

    @Override
    public void close() {
        for (final Subscription one : in) {
            one.close();
        }
        closeOutputs();
    }

    private void closeOutputs() {
        if (waiting() > 0) {
            breakOff(); // the next gateway publishes the reports of recorded entries
        }
        marketData.close();
        out.close();
        log.close();
    }

    /** Notices the ends and the gaps of the sessions of seats. */
    private final class SeatSessions implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Ended(Session session, _) -> {
                    losses.ended(session);
                    intake.sessionEnded(session.id(), DisconnectCause.SESSION_ENDED);
                }
                case LostSession lost when lost.forGood() -> {
                    losses.ended(lost.session());
                    intake.sessionEnded(lost.session().id(), DisconnectCause.SESSION_LOST);
                }
                case Gap gap -> losses.lost(gap, nowNs);
                case SessionEvent.Failed(Session session, long sequence, Throwable thrown) when failure == null -> {
                    failure = thrown;
                    failed = "message " + sequence + " of " + session;
                }
                default -> {
                }
            }
        }
    }
}
