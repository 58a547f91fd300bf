package io.verbus.orders;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.CancelOrderDecoder;
import io.verbus.codec.orders.CancelledReportDecoder;
import io.verbus.codec.orders.ChallengeDecoder;
import io.verbus.codec.orders.ControlReportDecoder;
import io.verbus.codec.orders.ControlRequestDecoder;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.EstablishDecoder;
import io.verbus.codec.orders.EstablishRejectedDecoder;
import io.verbus.codec.orders.EstablishedDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MassCancelDecoder;
import io.verbus.codec.orders.MassCancelledReportDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.NotAppliedDecoder;
import io.verbus.codec.orders.OpenOrderDecoder;
import io.verbus.codec.orders.OpenOrdersEndDecoder;
import io.verbus.codec.orders.OpenOrdersRequestDecoder;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.ReduceOrderDecoder;
import io.verbus.codec.orders.ReducedReportDecoder;
import io.verbus.codec.orders.RefusedReportDecoder;
import io.verbus.codec.orders.RejectedReportDecoder;
import io.verbus.codec.orders.ReplaceOrderDecoder;
import io.verbus.codec.orders.ReplacedReportDecoder;
import io.verbus.codec.orders.SeatConnectedDecoder;
import io.verbus.codec.orders.SeatDisconnectedDecoder;
import io.verbus.codec.orders.SeatPositionDecoder;
import io.verbus.codec.orders.SeatStateDecoder;
import io.verbus.codec.orders.SequenceDecoder;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.codec.orders.StatusRequestDecoder;
import io.verbus.codec.orders.TerminateDecoder;
import io.verbus.codec.orders.TerminatedDecoder;
import io.verbus.codec.orders.TimeDecoder;
import java.util.Arrays;

/** Lengths and directions of the messages, by template id: found without a search, and without allocation. */
public final class MessageLengths {
    /** Template ids are from 1 to this. */
    public static final int MAX_TEMPLATE = MarketStateDecoder.TEMPLATE_ID;

    private static final int UNKNOWN = Integer.MAX_VALUE;
    /** Up to the field that a later version has added. */
    private static final int[] BLOCK_LENGTHS = blockLengths(new int[][]{
            {EstablishDecoder.TEMPLATE_ID, EstablishDecoder.BLOCK_LENGTH},
            {ChallengeDecoder.TEMPLATE_ID, ChallengeDecoder.BLOCK_LENGTH},
            {EstablishedDecoder.TEMPLATE_ID, EstablishedDecoder.proofEncodingOffset()},
            {EstablishRejectedDecoder.TEMPLATE_ID, EstablishRejectedDecoder.BLOCK_LENGTH},
            {SequenceDecoder.TEMPLATE_ID, SequenceDecoder.BLOCK_LENGTH},
            {TerminateDecoder.TEMPLATE_ID, TerminateDecoder.BLOCK_LENGTH},
            {TerminatedDecoder.TEMPLATE_ID, TerminatedDecoder.proofEncodingOffset()},
            {NotAppliedDecoder.TEMPLATE_ID, NotAppliedDecoder.BLOCK_LENGTH},
            {NewOrderDecoder.TEMPLATE_ID, NewOrderDecoder.BLOCK_LENGTH},
            {ReplaceOrderDecoder.TEMPLATE_ID, ReplaceOrderDecoder.BLOCK_LENGTH},
            {ReduceOrderDecoder.TEMPLATE_ID, ReduceOrderDecoder.BLOCK_LENGTH},
            {CancelOrderDecoder.TEMPLATE_ID, CancelOrderDecoder.BLOCK_LENGTH},
            {MassCancelDecoder.TEMPLATE_ID, MassCancelDecoder.BLOCK_LENGTH},
            {OpenOrdersRequestDecoder.TEMPLATE_ID, OpenOrdersRequestDecoder.BLOCK_LENGTH},
            {AcceptedReportDecoder.TEMPLATE_ID, AcceptedReportDecoder.BLOCK_LENGTH},
            {RejectedReportDecoder.TEMPLATE_ID, RejectedReportDecoder.BLOCK_LENGTH},
            {ReplacedReportDecoder.TEMPLATE_ID, ReplacedReportDecoder.BLOCK_LENGTH},
            {ReducedReportDecoder.TEMPLATE_ID, ReducedReportDecoder.BLOCK_LENGTH},
            {CancelledReportDecoder.TEMPLATE_ID, CancelledReportDecoder.BLOCK_LENGTH},
            {ExecutedReportDecoder.TEMPLATE_ID, ExecutedReportDecoder.BLOCK_LENGTH},
            {RefusedReportDecoder.TEMPLATE_ID, RefusedReportDecoder.BLOCK_LENGTH},
            {MassCancelledReportDecoder.TEMPLATE_ID, MassCancelledReportDecoder.BLOCK_LENGTH},
            {OpenOrderDecoder.TEMPLATE_ID, OpenOrderDecoder.BLOCK_LENGTH},
            {OpenOrdersEndDecoder.TEMPLATE_ID, OpenOrdersEndDecoder.BLOCK_LENGTH},
            {SeatStateDecoder.TEMPLATE_ID, SeatStateDecoder.BLOCK_LENGTH},
            {EntryDecoder.TEMPLATE_ID, EntryDecoder.BLOCK_LENGTH},
            {SeatConnectedDecoder.TEMPLATE_ID, SeatConnectedDecoder.BLOCK_LENGTH},
            {SeatDisconnectedDecoder.TEMPLATE_ID, SeatDisconnectedDecoder.BLOCK_LENGTH},
            {TimeDecoder.TEMPLATE_ID, TimeDecoder.BLOCK_LENGTH},
            {OperatorDecoder.TEMPLATE_ID, OperatorDecoder.BLOCK_LENGTH},
            {SequencerBeginsDecoder.TEMPLATE_ID, SequencerBeginsDecoder.exchangeEncodingOffset()},
            {ControlRequestDecoder.TEMPLATE_ID, ControlRequestDecoder.BLOCK_LENGTH},
            {ControlReportDecoder.TEMPLATE_ID, ControlReportDecoder.BLOCK_LENGTH},
            {StatusRequestDecoder.TEMPLATE_ID, StatusRequestDecoder.BLOCK_LENGTH},
            {SeatPositionDecoder.TEMPLATE_ID, SeatPositionDecoder.BLOCK_LENGTH},
            {MarketStateDecoder.TEMPLATE_ID, MarketStateDecoder.recordedEncodingOffset()}});

    private MessageLengths() {
    }

    /**
     * The length of the body in the first version of the schema: later ones are longer.
     *
     * @param template any number
     * @return length in bytes; the greatest int for an unknown template
     */
    public static int blockLength(final int template) {
        return template >= 0 && template <= MAX_TEMPLATE ? BLOCK_LENGTHS[template] : UNKNOWN;
    }

    /**
     * Whether a message is sent by seats: to orders.in.
     *
     * @param template any number
     * @return true if so; also for {@code Sequence}, which both sides send
     */
    public static boolean isOfSeat(final int template) {
        return template == EstablishDecoder.TEMPLATE_ID || template == SequenceDecoder.TEMPLATE_ID
                || template == TerminateDecoder.TEMPLATE_ID || template == StatusRequestDecoder.TEMPLATE_ID
                || isNumbered(template);
    }

    /**
     * Whether a message of a seat takes the next number, and becomes an entry.
     *
     * @param template any number
     * @return true if so
     */
    public static boolean isNumbered(final int template) {
        return template >= NewOrderDecoder.TEMPLATE_ID && template <= OpenOrdersRequestDecoder.TEMPLATE_ID
                || template == ControlRequestDecoder.TEMPLATE_ID;
    }

    /**
     * Whether a message of the gateway is a report, which takes the next number of its seat.
     *
     * @param template any number
     * @return true if so
     */
    public static boolean isReport(final int template) {
        return template >= AcceptedReportDecoder.TEMPLATE_ID && template <= OpenOrdersEndDecoder.TEMPLATE_ID
                || template == ControlReportDecoder.TEMPLATE_ID;
    }

    private static int[] blockLengths(final int[][] messages) {
        final int[] lengths = new int[MAX_TEMPLATE + 1];
        Arrays.fill(lengths, UNKNOWN);
        for (final int[] message : messages) {
            lengths[message[0]] = message[1];
        }
        return lengths;
    }
}
