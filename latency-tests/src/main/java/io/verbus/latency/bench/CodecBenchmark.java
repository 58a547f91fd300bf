package io.verbus.latency.bench;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedDecoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** Encodes and decodes the most frequent message of a feed. */
public class CodecBenchmark extends CallBenchmark {
    private static final int BYTES = 256;
    private static final int INSTRUMENT = 7;
    private static final long PRICE = 1_234_500;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[BYTES]);
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final OrderAddedEncoder out = new OrderAddedEncoder();
    private final OrderAddedDecoder in = new OrderAddedDecoder();
    private long order;

    /** For JMH. */
    public CodecBenchmark() {
    }

    /** Encodes the message to decode. */
    @Setup
    public void fill() {
        encode();
    }

    /**
     * Encodes all fields.
     *
     * @return its length
     */
    @Benchmark
    public int encode() {
        out.wrapAndApplyHeader(buffer, 0, headerOut).timestamp(order).received(order).sequence(order)
                .instrumentId(INSTRUMENT).channel(0).side(Side.BUY).orderId(order++).price(PRICE).quantity(100);
        return out.encodedLength();
    }

    /**
     * Decodes the fields that a book needs.
     *
     * @return their sum
     */
    @Benchmark
    public long decode() {
        in.wrapAndApplyHeader(buffer, 0, headerIn);
        return in.timestamp() + in.instrumentId() + in.sideRaw() + in.orderId() + in.quantity()
                + in.price();
    }
}
