package io.verbus.latency.bench;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.ChallengeDecoder;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.EstablishRejectedDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.EstablishProof;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.MessageHead;
import io.verbus.orders.NonceSource;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import java.util.Random;
import org.agrona.DirectBuffer;

/**
 * A publisher of orders.in that establishes a seat like any other one, and also writes any message into its session.
 * Used by one thread.
 */
final class HarmfulPublisher implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final int GARBAGE_LENGTH = 56;
    private static final int ORDER_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH;
    private static final int ESTABLISH_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH;
    private static final long KEEP_ALIVE_MS = 1_000;

    private final SeatSettings settings;
    private final Publication publication;
    private final Subscription reports;
    private final SeatEnd end;
    private final Random random = new Random(1);
    private final MessageHead head = new MessageHead();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final MessageHeaderDecoder readHeader = new MessageHeaderDecoder();
    private final NewOrderEncoder order = new NewOrderEncoder();
    private final EstablishEncoder establish = new EstablishEncoder();
    private final ChallengeDecoder challenge = new ChallengeDecoder();
    private final EstablishRejectedDecoder rejected = new EstablishRejectedDecoder();
    private final byte[] seatNonce = new byte[NonceSource.LENGTH];
    private final byte[] gatewayNonce = new byte[NonceSource.LENGTH];
    private final byte[] noNonce = new byte[NonceSource.LENGTH];
    private final byte[] wrongProof = new byte[EstablishProof.LENGTH];
    /** Whether the gateway has answered the last Establish with a challenge, or with a rejection. */
    private boolean isChallenged;
    private boolean isRejected;
    private long nowNs;
    private long id;

    HarmfulPublisher(final Bus bus, final SeatSettings settings) {
        final MarketStreams streams = new MarketStreams(settings.market());
        this.settings = settings;
        publication = bus.publish(PublicationSettings.of(streams.in()).withPublisher(settings.name())
                .withCapacity(settings.capacity()));
        reports = bus.subscribe(SubscriptionSettings.of(streams.out()).withName(settings.name())
                .withStart(Start.live()));
        nowNs = System.nanoTime();
        end = new SeatEnd(settings, publication.session().id(), publication, random::nextBytes,
                SeatListener.NONE, nowNs);
    }

    SeatEnd seat() {
        return end;
    }

    /** Reads reports and sends heartbeats, as a seat does. */
    void poll() {
        nowNs = System.nanoTime();
        reports.poll((buffer, offset, length, frame) -> end.onMessage(nowNs, frame.session(), buffer, offset, length)
                ? Action.TAKEN
                : Action.NOT_TAKEN, LIMIT);
        end.doWork(nowNs, true);
    }

    /** Sends a valid order with the next number; returns false if the window is full. */
    boolean enter() {
        return enter(OrderDuration.IOC);
    }

    /** Sends an order that rests. */
    boolean rest() {
        return enter(OrderDuration.DAY);
    }

    void requestOpenOrders() {
        end.requests().requestOpenOrders(nowNs);
    }

    private boolean enter(final OrderDuration duration) {
        if (end.requests().claimOrder(++id) < 0) {
            return false;
        }
        end.requests().order().instrumentId(1).side(OrderSide.BUY).duration(duration).quantity(1).price(1);
        return end.requests().commitOrder(nowNs) > 0;
    }

    void terminate() {
        end.terminate(nowNs);
    }

    /** Whether the gateway has read the log up to a quarter of it. */
    boolean isRead() {
        return publication.subscribers().stream().allMatch(one -> one.lagBytes() < settings.capacity() / 4);
    }

    /** Writes an order that is valid, but for its number and its seat. */
    void order(final long number, final int seat) {
        final int at = claim(ORDER_LENGTH);
        if (at >= 0) {
            order.wrapAndApplyHeader(publication.buffer(), at, header).number(number).instrumentId(1).seat(seat)
                    .side(OrderSide.BUY).duration(OrderDuration.IOC).expected(1).orderId(number).quantity(1).price(1)
                    .priceType(PriceType.LIMIT).postOnly(YesNo.NO);
            publication.commit();
        }
    }

    void garbage() {
        final int at = claim(GARBAGE_LENGTH);
        if (at >= 0) {
            publication.buffer().setMemory(at, GARBAGE_LENGTH, (byte) 0xA5);
            publication.commit();
        }
    }

    /** Begins to establish the seat. */
    void establish() {
        random.nextBytes(seatNonce);
        establish(noNonce);
    }

    /** Answers the challenge, if it has arrived, by a proof with a wrong secret; begins again when that is rejected. */
    void establishWithoutSecret() {
        reports.poll(this::onAnswer, LIMIT);
        if (isChallenged) {
            establish(gatewayNonce);
        } else if (isRejected) {
            establish();
        }
    }

    private Action onAnswer(final DirectBuffer buffer, final int offset, final int length, final Object ignored) {
        if (head.wrap(buffer, offset, length)) {
            if (head.template() == ChallengeDecoder.TEMPLATE_ID) {
                challenge.wrapAndApplyHeader(buffer, offset, readHeader);
                isChallenged = challenge.session() == publication.session().id();
                challenge.getGatewayNonce(gatewayNonce, 0, gatewayNonce.length);
            } else if (head.template() == EstablishRejectedDecoder.TEMPLATE_ID) {
                rejected.wrapAndApplyHeader(buffer, offset, readHeader);
                isRejected = rejected.session() == publication.session().id();
            }
        }
        return Action.TAKEN;
    }

    private void establish(final byte[] answered) {
        isChallenged = false;
        isRejected = false;
        final int at = claim(ESTABLISH_LENGTH);
        if (at >= 0) {
            establish.wrapAndApplyHeader(publication.buffer(), at, header).number(1)
                    .instrumentId(EstablishEncoder.instrumentIdNullValue()).seat(0).cancelOnDisconnect(YesNo.NO)
                    .expected(1).keepAlive(KEEP_ALIVE_MS).putSeatNonce(seatNonce, 0, seatNonce.length)
                    .putGatewayNonce(answered, 0, answered.length).name(settings.name())
                    .putProof(wrongProof, 0, wrongProof.length);
            publication.commit();
        }
    }

    private int claim(final int length) {
        final int at = publication.claim(length);
        if (at >= 0) {
            MessageHead.clear(publication.buffer(), at);
        }
        return at;
    }

    @Override
    public void close() {
        reports.close();
        publication.close();
    }
}
