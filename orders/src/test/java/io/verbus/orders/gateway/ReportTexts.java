package io.verbus.orders.gateway;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.CancelledReportDecoder;
import io.verbus.codec.orders.ControlReportDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MassCancelledReportDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OpenOrderDecoder;
import io.verbus.codec.orders.OpenOrdersEndDecoder;
import io.verbus.codec.orders.RefusedReportDecoder;
import io.verbus.codec.orders.RejectedReportDecoder;
import io.verbus.codec.orders.SeatPositionDecoder;
import io.verbus.codec.orders.SeatStateDecoder;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.orders.seat.SeatListener;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The reports to a seat as texts. */
final class ReportTexts implements SeatListener {
    final List<String> texts = new ArrayList<>();
    /** The parts of the state of the market. */
    final List<String> status = new ArrayList<>();
    final List<String> interruptions = new ArrayList<>();
    SeatEndCause ended;
    String endedWhy = "";
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();

    @Override
    public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
            final int length) {
        texts.add(answers + " " + text(template, buffer, offset));
    }

    @Override
    public void onStatus(final int template, final DirectBuffer buffer, final int offset) {
        switch (template) {
            case SeatStateDecoder.TEMPLATE_ID -> {
                final var part = new SeatStateDecoder().wrapAndApplyHeader(buffer, offset, header);
                status.add(part.name() + " connected " + part.connected() + " next " + part.nextNumber() + " open "
                        + part.openOrders() + " killed " + part.killed());
            }
            case SeatPositionDecoder.TEMPLATE_ID -> {
                final var part = new SeatPositionDecoder().wrapAndApplyHeader(buffer, offset, header);
                status.add("position " + part.seat() + " " + part.symbol() + " " + part.position());
            }
            default -> {
                final var part = new MarketStateDecoder().wrapAndApplyHeader(buffer, offset, header);
                status.add(part.result() + " trades " + part.trades() + " resting " + part.restingOrders()
                        + " wrong proofs " + part.wrongProof() + " killed " + part.killed());
            }
        }
    }

    @Override
    public void onInterrupted(final String cause) {
        interruptions.add(cause);
    }

    @Override
    public void onEnded(final SeatEndCause cause, final String description) {
        ended = cause;
        endedWhy = description;
    }

    /** Returns the reports since the last call. */
    List<String> take() {
        final List<String> taken = List.copyOf(texts);
        texts.clear();
        return taken;
    }

    private String text(final int template, final DirectBuffer buffer, final int offset) {
        return switch (template) {
            case AcceptedReportDecoder.TEMPLATE_ID -> "accepted "
                    + new AcceptedReportDecoder().wrapAndApplyHeader(buffer, offset, header).orderId();
            case RejectedReportDecoder.TEMPLATE_ID -> {
                final var report = new RejectedReportDecoder().wrapAndApplyHeader(buffer, offset, header);
                yield "rejected " + report.orderId() + " " + report.code();
            }
            case CancelledReportDecoder.TEMPLATE_ID -> {
                final var report = new CancelledReportDecoder().wrapAndApplyHeader(buffer, offset, header);
                yield "cancelled " + report.orderId() + " " + report.quantity() + " " + report.code();
            }
            case ExecutedReportDecoder.TEMPLATE_ID -> {
                final var report = new ExecutedReportDecoder().wrapAndApplyHeader(buffer, offset, header);
                yield "executed " + report.orderId() + " " + report.quantity() + " @ " + report.price() + " "
                        + report.liquidity() + " open " + report.open();
            }
            case RefusedReportDecoder.TEMPLATE_ID -> {
                final var report = new RefusedReportDecoder().wrapAndApplyHeader(buffer, offset, header);
                yield "refused " + report.request() + " " + report.code();
            }
            case MassCancelledReportDecoder.TEMPLATE_ID -> "mass cancelled "
                    + new MassCancelledReportDecoder().wrapAndApplyHeader(buffer, offset, header).orders();
            case OpenOrderDecoder.TEMPLATE_ID -> {
                final var report = new OpenOrderDecoder().wrapAndApplyHeader(buffer, offset, header);
                yield "open " + report.orderId() + " " + report.side() + " " + report.duration() + " " + report.open()
                        + " @ " + report.price() + " post-only " + report.postOnly();
            }
            case OpenOrdersEndDecoder.TEMPLATE_ID -> "open orders "
                    + new OpenOrdersEndDecoder().wrapAndApplyHeader(buffer, offset, header).orders();
            case ControlReportDecoder.TEMPLATE_ID -> "control "
                    + new ControlReportDecoder().wrapAndApplyHeader(buffer, offset, header).result();
            default -> "report of type " + template;
        };
    }
}
