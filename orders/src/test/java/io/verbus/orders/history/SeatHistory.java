package io.verbus.orders.history;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.NotAppliedEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.SequenceEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.RecordedSeatEvents;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.SimulatedFollower;
import io.verbus.orders.SimulatedGateway;
import io.verbus.orders.SimulatedLog;
import io.verbus.orders.SimulatedSeat;
import io.verbus.orders.TwoEnds;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatRequests;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.recovery.RecoverySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A history from a seed: seats and gateways step, stop and die at any step, under virtual time. Channels lose and
 * reorder nothing. Checked after each step of the gateway, and at the end, when all is quiet.
 */
final class SeatHistory {
    static final int STEPS = 400;

    private static final int SEATS = 3;
    private static final long MS = 1_000_000;
    private static final int QUIET_STEPS = 900;
    private static final int NUMBER_OFFSET = 8;
    private static final int SEAT_OFFSET = 20;

    private final long seed;
    private final Random random;
    private final HistoryEvents counts;
    private final Map<String, SeatSecret> secrets = new TreeMap<>();
    private final List<SimulatedLog> in = new ArrayList<>();
    /** Sessions of orders.out: those of gateways and followers, and that of a process that forges messages. */
    private final List<SimulatedLog> outs = new ArrayList<>();
    private final List<SimulatedLog> ofGateways = new ArrayList<>();
    private final SimulatedLog entries = new SimulatedLog(1, Integer.MAX_VALUE);
    private final Map<Long, HistoryRun> runs = new HashMap<>();
    private final List<HistoryRun> inOrder = new ArrayList<>();
    private final long[] nextId = new long[SEATS];
    private final ReportLedger reports = new ReportLedger(ofGateways, SEATS);
    private final EntryLedger ledger = new EntryLedger(entries, runs, reports, SEATS);
    private final MessageHead head = new MessageHead();
    private final int capacity;
    /** Of orders.out: seats that are slow miss reports if it is small. */
    private final int outCapacity;
    private final boolean isFollowed;
    /** Whether orders.out has a recorder, from which seats get reports that its log has lost. */
    private final boolean isRecorded;
    private SimulatedLog foreign;
    private SimulatedLog forged;
    private SimulatedGateway gateway;
    /** Its session of orders.out. */
    private SimulatedLog gatewayOut;
    private SimulatedFollower follower;
    private long nowNs = 1_000 * MS;
    private long nextSession = 100;
    private int step;

    SeatHistory(final long seed, final HistoryEvents counts) {
        this.seed = seed;
        this.counts = counts;
        random = new Random(seed);
        capacity = random.nextInt(3) == 0 ? 4 << 10 : 64 << 10;
        outCapacity = random.nextInt(3) == 0 ? 2 << 10 : Integer.MAX_VALUE;
        isFollowed = random.nextInt(3) == 0;
        isRecorded = random.nextBoolean();
        for (int i = 0; i < SEATS; i++) {
            secrets.put("S" + i, TwoEnds.secret(i));
        }
    }

    void run() {
        try {
            startGateway();
            for (step = 0; step < STEPS; step++) {
                nowNs += random.nextInt(60) == 0 ? random.nextInt(250) * MS : random.nextInt(3) * MS;
                turn();
            }
            quiet();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
        }
    }

    private void turn() {
        final int dice = random.nextInt(1_000);
        if (dice < 350) {
            request(anyRun());
        } else if (dice < 590) {
            stepSeat(anyRun(), 1 + random.nextInt(20));
        } else if (dice < 830) {
            stepGateway(1 + random.nextInt(5), 1 + random.nextInt(20));
        } else if (dice < 880) {
            if (isFollowed) {
                follow();
            }
        } else if (dice < 910) {
            start(random.nextInt(SEATS), random.nextInt(8) == 0);
        } else {
            fault(dice - 910);
        }
    }

    private void fault(final int dice) {
        final HistoryRun run = anyRun();
        if (dice < 15) {
            kill(run);
        } else if (dice < 30) {
            pause(run);
        } else if (dice < 45) {
            inOrder.stream().filter(one -> one.isPaused).forEach(one -> one.isPaused = random.nextBoolean());
        } else if (dice < 52) {
            if (gateway == null) {
                startGateway();
            } else {
                killGateway();
            }
        } else if (dice < 62) {
            if (gateway == null) {
                startGateway();
            }
        } else if (dice < 72) {
            entries.full(random.nextInt(3) == 0);
        } else if (dice < 77) {
            if (random.nextBoolean()) {
                foreign();
            } else {
                for (int i = 0; i < 3; i++) {
                    forge();
                }
            }
        } else if (dice < 82 && run != null) {
            ownRepeat(run);
        } else if (dice < 86 && run != null) {
            ownDamage(run);
        } else if (dice < 90 && run != null && run.process.end.state() == SeatEnd.State.ESTABLISHED) {
            counts.add("terminate");
            run.process.end.terminate(nowNs);
        }
    }

    private void startGateway() {
        counts.add(ofGateways.isEmpty() ? "first gateway" : "next gateway");
        final SimulatedLog out = new SimulatedLog(nextSession++, outCapacity);
        outs.add(out);
        ofGateways.add(out);
        gatewayOut = out;
        gateway = new SimulatedGateway(secrets, in, entries, out, random, nowNs);
        check();
    }

    /** Some die within a step, with entries whose reports and answers are not written. */
    private void killGateway() {
        if (random.nextBoolean()) {
            gatewayOut.killAfter(random.nextInt(3));
            try {
                gateway.step(nowNs, 4, 20);
            } catch (final SimulatedLog.Killed _) {
                counts.add("gateway killed within a step");
            }
            reports.check();
            ledger.check();
        }
        gatewayOut.end();
        gateway = null;
    }

    /** Starts, steps or ends a process that repeats the entries. */
    private void follow() {
        if (follower == null) {
            counts.add("follower");
            follower = new SimulatedFollower(secrets, entries, new SimulatedLog(nextSession++, outCapacity), random);
            outs.add(follower.out);
            ofGateways.add(follower.out);
        } else if (random.nextInt(60) == 0) {
            follower.out.end();
            follower = null;
            return;
        }
        follower.step(1 + random.nextInt(30));
        reports.check();
    }

    private void stepGateway(final int share, final int limit) {
        if (gateway != null) {
            gateway.step(nowNs, share, limit);
            check();
        }
    }

    private void check() {
        reports.check();
        ledger.check();
        for (final GatewayEnd seat : gateway.seats) {
            if (seat.session() == GatewayEnd.NO_SESSION && seat.cancelsOnDisconnect()) {
                EntryLedger.require(gateway.engine.restingOrders().stream().noneMatch(one -> one.seat() == seat.seat()),
                        "an order of disconnected seat " + seat.name() + " rests");
            }
        }
    }

    private void start(final int seat, final boolean asSecond) {
        final boolean isInUse = inOrder.stream().anyMatch(run -> run.seat == seat && run.runs()
                && run.process.end.state() != SeatEnd.State.ENDED);
        if (isInUse && !asSecond) {
            return;
        }
        counts.add(isInUse ? "second process" : "process");
        final SimulatedLog log = new SimulatedLog(nextSession++, capacity);
        final long remembered = inOrder.stream().filter(run -> run.seat == seat)
                .mapToLong(run -> run.process.end.nextReport()).max().orElse(1);
        final long nextReport = random.nextBoolean() ? 1 : remembered;
        final boolean isIntruder = random.nextInt(16) == 0;
        final SeatSettings settings = SeatSettings.of("S" + seat, isIntruder
                ? TwoEnds.secret(77)
                : secrets.get("S" + seat)).withCapacity(capacity)
                .withKeepAlive(Duration.ofMillis(100)).withTimeout(Duration.ofSeconds(2))
                .withCancelOnDisconnect(random.nextBoolean()).withNextReport(nextReport)
                .withRecovery(isRecorded ? RecoverySettings.defaults() : null);
        final HistoryRun[] made = new HistoryRun[1];
        final RecordedSeatEvents events = new RecordedSeatEvents() {
            @Override
            public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
                    final int length) {
                super.onReport(template, answers, buffer, offset, length);
                EntryLedger.require(SeatHistory.this.reports.isGenuine(seat, buffer, offset, length), "seat " + seat
                        + " has taken a report that no gateway has sent");
            }

            @Override
            public void onReportsMissing(final long first, final long last) {
                super.onReportsMissing(first, last);
                counts.add("missing reports");
                EntryLedger.require(outCapacity != Integer.MAX_VALUE && !isRecorded, "reports " + first + " to " + last
                        + " count as missing, but their log or its journal has them");
            }

            @Override
            public void onNotTaken(final long number, final int template, final long orderId) {
                super.onNotTaken(number, template, orderId);
                counts.add("not taken");
                made[0].notTaken.add(sequenceOf(made[0], number));
            }
        };
        events.isComplete = nextReport == 1;
        events.nextReport = nextReport;
        in.add(log);
        made[0] = new HistoryRun(seat, new SimulatedSeat(settings, log, outs, random, events, nowNs), events);
        made[0].isIntruder = isIntruder;
        runs.put(log.session, made[0]);
        inOrder.add(made[0]);
    }

    private int sequenceOf(final HistoryRun run, final long number) {
        final SimulatedLog log = run.process.log;
        for (int at = log.size() - 1; at >= 0; at--) {
            if (!run.foreign.contains(at) && head.wrap(log.buffer(at), 0, log.message(at).length)
                    && MessageLengths.isNumbered(head.template()) && head.number() == number) {
                return at;
            }
        }
        throw new AssertionError("message " + number + " was never sent");
    }

    private void kill(final HistoryRun run) {
        if (run != null) {
            counts.add("kill");
            run.isDead = true;
            run.process.log.end();
        }
    }

    private void pause(final HistoryRun run) {
        if (run != null) {
            counts.add("pause");
            run.isPaused = true;
        }
    }

    private void stepSeat(final HistoryRun run, final int limit) {
        if (run != null) {
            final SeatEnd.State before = run.process.end.state();
            final int journals = run.process.journals;
            run.process.step(nowNs, limit);
            counts.add("read a journal", run.process.journals - journals);
            if (run.process.end.state() != before) {
                counts.add(before + " to " + run.process.end.state());
            }
        }
    }

    private HistoryRun anyRun() {
        final List<HistoryRun> running = inOrder.stream().filter(HistoryRun::runs).toList();
        return running.isEmpty() ? null : running.get(random.nextInt(running.size()));
    }

    private void request(final HistoryRun run) {
        if (run == null) {
            return;
        }
        final SeatRequests requests = run.process.end.requests();
        final int many = random.nextInt(20) == 0 ? 60 : 1;
        for (int i = 0; i < many; i++) {
            final long known = Math.max(0, nextId[run.seat] - 1 - random.nextInt(8));
            final long result = switch (random.nextInt(12)) {
                case 0, 1 -> requests.cancel(nowNs, known);
                case 2 -> requests.reduce(nowNs, known, random.nextInt(4));
                case 3 -> requests.replace(nowNs, known, nextId[run.seat]++, 1 + random.nextInt(9), price());
                case 4 -> random.nextInt(8) == 0 ? requests.massCancel(nowNs) : requests.massCancel(nowNs, 1);
                case 5 -> random.nextInt(8) == 0 ? requests.requestOpenOrders(nowNs) : requests.cancel(nowNs, known);
                default -> enter(requests, run.seat);
            };
            counts.add(result > 0 ? "sent" : "refused " + result);
        }
    }

    private long enter(final SeatRequests requests, final int seat) {
        final int claimed = requests.claimOrder(nextId[seat]);
        if (claimed < 0) {
            return claimed;
        }
        nextId[seat]++;
        if (random.nextInt(30) == 0) {
            requests.abortOrder();
            return 0;
        }
        requests.order().instrumentId(random.nextInt(3)).side(random.nextBoolean() ? OrderSide.BUY : OrderSide.SELL)
                .duration(random.nextInt(4) == 0 ? OrderDuration.IOC : OrderDuration.GTC)
                .quantity(random.nextInt(9)).price(price());
        return requests.commitOrder(nowNs);
    }

    private long price() {
        return 98 + random.nextInt(5);
    }

    /** Messages of a process without a seat: garbage, or copies of messages of seats. */
    private void foreign() {
        counts.add("foreign message");
        if (foreign == null) {
            foreign = new SimulatedLog(nextSession++, Integer.MAX_VALUE);
            in.add(foreign);
        }
        final HistoryRun run = inOrder.isEmpty() ? null : inOrder.get(random.nextInt(inOrder.size()));
        if (run == null || run.process.log.size() == 0 || random.nextInt(3) == 0) {
            final byte[] garbage = new byte[random.nextInt(80)];
            random.nextBytes(garbage);
            foreign.add(garbage);
        } else {
            final SimulatedLog log = run.process.log;
            foreign.add(log.message(random.nextInt(log.size())).clone());
        }
    }

    /** Messages to seats of a process that has no secret: of its own, or copies of those of gateways. */
    private void forge() {
        counts.add("forged message");
        if (forged == null) {
            forged = new SimulatedLog(nextSession++, Integer.MAX_VALUE);
            outs.add(forged);
        }
        final HistoryRun run = anyRun();
        if (run == null || random.nextInt(3) == 0) {
            final SimulatedLog out = ofGateways.get(random.nextInt(ofGateways.size()));
            if (out.size() > 0) {
                forged.add(out.message(random.nextInt(out.size())).clone());
            }
            return;
        }
        final SeatEnd end = run.process.end;
        final UnsafeBuffer message = new UnsafeBuffer(new byte[128]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final long session = run.process.log.session;
        final long next = end.nextReport() + random.nextInt(2);
        final int length = switch (random.nextInt(4)) {
            case 0 -> new ExecutedReportEncoder().wrapAndApplyHeader(message, 0, header).number(next).seat(run.seat)
                    .eventNumber(7).answers(end.nextNumber() - 1).orderId(nextId[run.seat] - 1).quantity(1).price(1)
                    .limit();
            case 1 -> new SequenceEncoder().wrapAndApplyHeader(message, 0, header).number(next).seat(run.seat)
                    .expected(end.nextNumber() + 1).session(session).limit();
            case 2 -> new TerminatedEncoder().wrapAndApplyHeader(message, 0, header).number(next).seat(run.seat)
                    .cause(DisconnectCause.OPERATOR).expected(1).session(session).limit();
            default -> new NotAppliedEncoder().wrapAndApplyHeader(message, 0, header).number(next).seat(run.seat)
                    .code(NotAppliedCode.MALFORMED).session(session).refused(1).expected(1).limit();
        };
        final byte[] bytes = new byte[length];
        message.getBytes(0, bytes);
        forged.add(bytes);
    }

    /** A seat repeats one of its messages. */
    private void ownRepeat(final HistoryRun run) {
        final SimulatedLog log = run.process.log;
        if (log.size() > 0 && run.process.end.state() == SeatEnd.State.ESTABLISHED) {
            final int at = random.nextInt(log.size());
            head.wrap(log.buffer(at), 0, log.message(at).length);
            if (MessageLengths.isNumbered(head.template()) && ledger.isTaken(log.session, at)) {
                counts.add("repeated message");
                run.foreign.add(log.size());
                log.add(log.message(at).clone());
            }
        }
    }

    /** A seat sends a damaged message, or one for another seat: it hurts only itself. */
    private void ownDamage(final HistoryRun run) {
        final SimulatedLog log = run.process.log;
        if (log.size() == 0) {
            return;
        }
        final byte[] damaged = log.message(log.size() - 1).clone();
        head.wrap(log.buffer(log.size() - 1), 0, damaged.length);
        if (!MessageLengths.isNumbered(head.template())) {
            return; // damaged heartbeats and Terminates are valid ones
        }
        counts.add("damaged message");
        final int kind = random.nextInt(3);
        if (kind < 2) {
            final UnsafeBuffer buffer = new UnsafeBuffer(damaged);
            buffer.putLong(NUMBER_OFFSET, run.process.end.nextNumber() + kind);
            buffer.putShort(SEAT_OFFSET, (short) ((run.seat + 1 - kind) % SEATS));
        } else {
            final int at = random.nextInt(damaged.length - Long.BYTES); // with the next number it would be valid
            damaged[at < NUMBER_OFFSET ? at : at + Long.BYTES] ^= (byte) (1 + random.nextInt(3));
        }
        run.foreign.add(log.size());
        log.add(damaged);
    }

    /** All continue, without further faults, until nothing changes. */
    private void quiet() {
        entries.full(false);
        if (gateway == null) {
            startGateway();
        }
        for (int i = 0; i < QUIET_STEPS; i++) {
            nowNs += 5 * MS;
            if (i == QUIET_STEPS / 2) {
                inOrder.forEach(this::resumeFromPause);
            }
            inOrder.stream().filter(HistoryRun::runs).forEach(run -> stepSeat(run, 1_000));
            stepGateway(1_000, 10_000);
            if (follower != null) {
                follower.step(10);
            }
        }
        for (final HistoryRun run : inOrder) {
            messages(run);
        }
        for (int i = 0; i < entries.size(); i++) {
            head.wrap(entries.buffer(i), 0, entries.message(i).length);
            EntryLedger.require(head.template() != EntryDecoder.TEMPLATE_ID || reports.isAnswered(head.number()),
                    "the request in entry " + head.number() + " is not answered");
        }
        inOrder.stream().filter(HistoryRun::runs).filter(run -> run.process.end.state() != SeatEnd.State.ENDED)
                .forEach(this::bothEndsAgree);
        counts.add("trades", (int) reports.trades);
        counts.add("entries", ledger.size());
    }

    /** By now each paused process has missed its keep-alive. */
    private void resumeFromPause(final HistoryRun run) {
        EntryLedger.require(!run.isPaused || gateway.seats[run.seat].session() != run.process.log.session,
                "seat " + run.seat + " hangs, and is connected");
        run.isPaused = false;
    }

    private void messages(final HistoryRun run) {
        final SimulatedLog log = run.process.log;
        for (int at = 0; at < log.size(); at++) {
            head.wrap(log.buffer(at), 0, log.message(at).length);
            if (run.foreign.contains(at) || !MessageLengths.isNumbered(head.template())) {
                continue;
            }
            final boolean isTaken = ledger.isTaken(log.session, at);
            EntryLedger.require(isTaken != reports.isRefused(log.session, at), "message " + head.number()
                    + " of seat " + run.seat + (isTaken ? " is taken and refused" : " is neither taken nor refused"));
            EntryLedger.require(!isTaken || !run.notTaken.contains(at),
                    "message " + head.number() + " is taken, and reported as not taken");
            EntryLedger.require(isTaken || run.isDead || run.notTaken.contains(at)
                    || run.events.isEnded && !run.events.wasTerminated,
                    "message " + head.number() + " is not taken, and not reported, in session " + log.session
                            + " at " + at + ": " + run.events.last(12));
        }
    }

    private void bothEndsAgree(final HistoryRun run) {
        final SeatEnd end = run.process.end;
        final GatewayEnd other = gateway.seats[run.seat];
        EntryLedger.require(end.state() == SeatEnd.State.ESTABLISHED && other.session() == run.process.log.session,
                "seat " + run.seat + " is " + end.state() + " when all is quiet");
        EntryLedger.require(end.nextNumber() == other.nextNumber() && end.nextReport() == other.nextReport(),
                "seat " + run.seat + " has next numbers " + end.nextNumber() + " and " + end.nextReport()
                        + ", its gateway " + other.nextNumber() + " and " + other.nextReport());
        if (run.events.isComplete) {
            counts.add("compared orders");
            final Set<Long> resting = gateway.engine.restingOrders().stream().filter(one -> one.seat() == run.seat)
                    .map(one -> one.id()).collect(Collectors.toCollection(TreeSet::new));
            final Set<Long> open = new TreeSet<>();
            for (long id = 0; id < nextId[run.seat]; id++) {
                if (end.isOpen(id)) {
                    open.add(id);
                }
            }
            EntryLedger.require(open.equals(resting), "open at the seat: " + open + ", at the gateway: " + resting);
            gateway.engine.restingOrders().stream().filter(one -> one.seat() == run.seat)
                    .filter(one -> end.openQuantity(one.id()) != Long.MAX_VALUE)
                    .forEach(one -> EntryLedger.require(end.openQuantity(one.id()) == one.open(), "order " + one
                            + " has " + end.openQuantity(one.id()) + " at the seat"));
        }
        EntryLedger.require(end.unanswered() == 0, "unanswered when all is quiet: " + end.unanswered());
        EntryLedger.require(end.requests().requestOpenOrders(nowNs) > 0, "a request is refused when all is quiet");
    }
}
