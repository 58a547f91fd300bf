package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.codec.orders.ControlResult;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.MarketStateEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.SeatPositionEncoder;
import io.verbus.codec.orders.SeatStateEncoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ListedInstrument;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OrderIntake;
import java.util.List;

/** Answers an operator's request for the state of the market, on orders.out. */
final class StatusWriter {
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    /** Pairs of a seat and an instrument whose position is looked up, at most: that takes some 10 ms. */
    private static final long MOST_POSITIONS = 1 << 20;

    private final MessageWriter out;
    private final List<GatewayEnd> seats;
    private final List<ListedInstrument> instruments;
    private final EntryEngine engine;
    private final SeatReports reports;
    private final RecordedEntries recorded;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SeatStateEncoder state = new SeatStateEncoder();
    private final SeatPositionEncoder position = new SeatPositionEncoder();
    private final MarketStateEncoder market = new MarketStateEncoder();

    StatusWriter(final MessageWriter out, final List<GatewayEnd> seats, final ExchangeFile exchange,
            final EntryEngine engine, final SeatReports reports, final RecordedEntries recorded) {
        this.out = out;
        this.seats = seats;
        this.instruments = exchange.instruments();
        this.engine = engine;
        this.reports = reports;
        this.recorded = recorded;
    }

    /** Answers a request of a connected seat. */
    void write(final GatewayEnd to, final OrderIntake intake, final long entries) {
        final boolean isOperator = engine.isOperator(to.seat());
        if (isOperator) {
            recorded.lookNow(entries);
            seats.forEach(seat -> write(to, seat));
            if ((long) seats.size() * instruments.size() <= MOST_POSITIONS) {
                seats.forEach(seat -> writePositions(to, seat));
            }
        }
        market.wrapAndApplyHeader(out.buffer(), claim(MarketStateEncoder.BLOCK_LENGTH), header).number(0)
                .instrumentId(MarketStateEncoder.instrumentIdNullValue()).seat(to.seat())
                .result(isOperator ? ControlResult.DONE : ControlResult.NOT_AN_OPERATOR)
                .killed(yesNo(isOperator && engine.isKilled())).session(to.session())
                .entries(isOperator ? entries : 0).trades(isOperator ? reports.trades() : 0)
                .restingOrders(isOperator ? engine.engine().restingOrders() : 0)
                .recorded(isOperator ? recorded.event() : 0).recorders(isOperator ? recorded.recorders() : 0);
        writeRefusals(intake, isOperator);
        out.commit();
    }

    private void writeRefusals(final OrderIntake intake, final boolean isOperator) {
        final long factor = isOperator ? 1 : 0;
        market.higherNumber(factor * intake.refused(NotAppliedCode.HIGHER_NUMBER))
                .malformed(factor * intake.refused(NotAppliedCode.MALFORMED))
                .notEstablished(factor * intake.refused(NotAppliedCode.NOT_ESTABLISHED))
                .staleSession(factor * intake.refused(NotAppliedCode.STALE_SESSION))
                .otherSeat(factor * intake.refused(NotAppliedCode.OTHER_SEAT))
                .unknownSeat(factor * intake.rejected(EstablishRejectCode.UNKNOWN_SEAT))
                .wrongProof(factor * intake.rejected(EstablishRejectCode.PROOF))
                .seatInUse(factor * intake.rejected(EstablishRejectCode.SEAT_IN_USE))
                .keepAlive(factor * intake.rejected(EstablishRejectCode.KEEP_ALIVE))
                .nextReport(factor * intake.rejected(EstablishRejectCode.NEXT_REPORT))
                .malformedEstablish(factor * intake.rejected(EstablishRejectCode.MALFORMED))
                .sessionInUse(factor * intake.rejected(EstablishRejectCode.SESSION_IN_USE))
                .earlierGateway(factor * intake.rejected(EstablishRejectCode.EARLIER_GATEWAY));
    }

    private void write(final GatewayEnd to, final GatewayEnd seat) {
        long notApplied = 0;
        for (final NotAppliedCode code : NotAppliedCode.values()) {
            notApplied += seat.refused(code);
        }
        state.wrapAndApplyHeader(out.buffer(), claim(SeatStateEncoder.BLOCK_LENGTH), header).number(0)
                .instrumentId(SeatStateEncoder.instrumentIdNullValue()).seat(seat.seat())
                .connected(yesNo(seat.session() != GatewayEnd.NO_SESSION)).cause(seat.cause()).session(to.session())
                .nextNumber(seat.nextNumber()).nextReport(seat.nextReport())
                .openOrders(engine.engine().openOrders(seat.seat())).killed(yesNo(engine.isKilled(seat.seat())))
                .skipped(seat.skipped()).notApplied(notApplied).name(seat.name());
        out.commit();
    }

    private void writePositions(final GatewayEnd to, final GatewayEnd seat) {
        for (final ListedInstrument instrument : instruments) {
            final long held = engine.engine().position(seat.seat(), instrument.number());
            if (held != 0) {
                position.wrapAndApplyHeader(out.buffer(), claim(SeatPositionEncoder.BLOCK_LENGTH), header).number(0)
                        .instrumentId(instrument.number()).seat(seat.seat()).session(to.session()).position(held)
                        .symbol(instrument.symbol());
                out.commit();
            }
        }
    }

    private int claim(final int blockLength) {
        final int at = out.claim(HEADER + blockLength);
        if (at < 0) {
            throw new BusException("orders.out refuses the state of the market (" + at + "): it is closed");
        }
        out.buffer().setMemory(at, HEADER + blockLength, (byte) 0); // SeatState has a gap between fields
        return at;
    }

    private static YesNo yesNo(final boolean value) {
        return value ? YesNo.YES : YesNo.NO;
    }
}
