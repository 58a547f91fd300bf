package io.verbus.marketdata.live;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.DirectBuffer;

/** Drops datagrams at random, of the feed and of answers. */
class LossyDatagrams implements Datagrams {
    private final Datagrams sound;
    private final Random random;
    private final double loss;
    long dropped;

    LossyDatagrams(final Datagrams sound, final long seed, final double loss) {
        this.sound = sound;
        this.loss = loss;
        random = new Random(seed);
    }

    @Override
    public int receive(final ByteBuffer into, final boolean withAnswers) {
        final int length = sound.receive(into, withAnswers);
        if (length == NOTHING || random.nextDouble() >= loss) {
            return length;
        }
        dropped++;
        return NOTHING;
    }

    @Override
    public void request(final DirectBuffer packet) {
        sound.request(packet);
    }

    @Override
    public String requestFailure() {
        return sound.requestFailure();
    }

    @Override
    public InetAddress sender() {
        return sound.sender();
    }

    @Override
    public int sides() {
        return sound.sides();
    }

    @Override
    public int side() {
        return sound.side();
    }

    @Override
    public boolean hasServer() {
        return sound.hasServer();
    }

    @Override
    public boolean isExhausted() {
        return sound.isExhausted();
    }

    @Override
    public double fraction() {
        return sound.fraction();
    }

    @Override
    public void close() {
        sound.close();
    }

    @Override
    public long foreignAnswers() {
        return sound.foreignAnswers();
    }
}
