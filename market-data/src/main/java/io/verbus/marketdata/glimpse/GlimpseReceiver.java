package io.verbus.marketdata.glimpse;

import static io.verbus.marketdata.glimpse.SoupBinLayout.ACCEPTED;
import static io.verbus.marketdata.glimpse.SoupBinLayout.ACCEPTED_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.CLIENT_HEARTBEAT;
import static io.verbus.marketdata.glimpse.SoupBinLayout.DEBUG;
import static io.verbus.marketdata.glimpse.SoupBinLayout.END_OF_SESSION;
import static io.verbus.marketdata.glimpse.SoupBinLayout.HEADER;
import static io.verbus.marketdata.glimpse.SoupBinLayout.HEARTBEAT_NS;
import static io.verbus.marketdata.glimpse.SoupBinLayout.LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.LOGIN;
import static io.verbus.marketdata.glimpse.SoupBinLayout.LOGIN_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.LOGOUT;
import static io.verbus.marketdata.glimpse.SoupBinLayout.PASSWORD_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.REJECTED;
import static io.verbus.marketdata.glimpse.SoupBinLayout.REJECTED_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SEQUENCED;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SEQUENCE_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SERVER_HEARTBEAT;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SESSION_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SILENCE_NS;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SNAPSHOT;
import static io.verbus.marketdata.glimpse.SoupBinLayout.SNAPSHOT_LENGTH;
import static io.verbus.marketdata.glimpse.SoupBinLayout.UNSEQUENCED;
import static io.verbus.marketdata.glimpse.SoupBinLayout.USER_LENGTH;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource.State;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One snapshot of GLIMPSE 5.0 over SoupBinTCP 3.00: a state machine with received bytes and the time as parameters,
 * without sockets. It logs in, stores the messages of the snapshot until its last one, which contains the sequence of
 * MoldUDP64 with which to continue, and logs out. The server is not trusted: the first violation of a protocol ends the
 * request. For one thread.
 */
public final class GlimpseReceiver {
    private static final byte SPACE = ' ';

    private final GlimpseSettings settings;
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(LOGIN_LENGTH + 2 * HEADER).flip();
    /** The start of a packet whose end was not received yet. */
    private final ExpandableArrayBuffer partial = new ExpandableArrayBuffer();
    private int partialLength;
    private final ExpandableArrayBuffer messages = new ExpandableArrayBuffer();
    private int messagesLength;
    private int taken;
    private State state = State.READING;
    private String failure;
    private boolean isConnected;
    private boolean isAccepted;
    private long nextSequence;
    private final long startNs;
    private long receivedNs;
    private long sentNs;

    /**
     * A request before the connection.
     *
     * @param settings of the login, and limits
     * @param nowNs the time now
     */
    public GlimpseReceiver(final GlimpseSettings settings, final long nowNs) {
        this.settings = settings;
        startNs = nowNs;
    }

    /**
     * The connection is established: the login is to be sent.
     *
     * @param nowNs the time now
     */
    public void onConnected(final long nowNs) {
        isConnected = true;
        receivedNs = nowNs;
        outgoing.compact();
        header(LOGIN_LENGTH, LOGIN);
        text(settings.user(), USER_LENGTH, false);
        text(settings.password(), PASSWORD_LENGTH, false);
        text(settings.session(), SESSION_LENGTH, false);
        text("1", SEQUENCE_LENGTH, true); // GLIMPSE requires it
        outgoing.flip();
        sentNs = nowNs;
    }

    /**
     * Processes received bytes, any part of the stream.
     *
     * @param in contains them; untrusted
     * @param offset of the first one
     * @param length their number
     * @param nowNs the time now
     */
    public void onBytes(final DirectBuffer in, final int offset, final int length, final long nowNs) {
        int at = offset;
        final int end = offset + length;
        while (at < end && state == State.READING) {
            receivedNs = nowNs;
            if (partialLength == 0 && end - at >= LENGTH && end - at >= packetLength(in, at)) {
                final int packet = packetLength(in, at);
                onPacket(in, at, packet);
                at += packet;
            } else {
                at += complete(in, at, end - at);
            }
        }
    }

    /** Appends bytes to the partial packet, and processes it when it is complete. Returns their number, above 0. */
    private int complete(final DirectBuffer in, final int at, final int available) {
        final int missing = (partialLength < LENGTH ? LENGTH : packetLength(partial, 0)) - partialLength;
        final int added = Math.min(available, missing);
        partial.putBytes(partialLength, in, at, added);
        partialLength += added;
        if (partialLength >= LENGTH && partialLength == packetLength(partial, 0)) {
            final int packet = partialLength;
            partialLength = 0;
            onPacket(partial, 0, packet);
        }
        return added;
    }

    private static int packetLength(final DirectBuffer in, final int at) {
        return LENGTH + (in.getShort(at, BIG_ENDIAN) & 0xFFFF);
    }

    private void onPacket(final DirectBuffer in, final int at, final int length) {
        if (length < HEADER) {
            fail("the server sent a packet without a type");
            return;
        }
        final char type = (char) (in.getByte(at + LENGTH) & 0xFF);
        switch (type) {
            case DEBUG, SERVER_HEARTBEAT -> {
            }
            case ACCEPTED -> onAccepted(in, at, length);
            case REJECTED -> onRejected(in, at, length);
            case SEQUENCED -> onMessage(in, at + HEADER, length - HEADER);
            case UNSEQUENCED -> {
                // GLIMPSE sends none.
            }
            case END_OF_SESSION -> fail("the server ended its session before the snapshot was complete");
            default -> fail(String.format(Locale.ROOT, "the server sent a packet of the unknown type 0x%02x: it is not"
                    + " a server of SoupBinTCP", (int) type));
        }
    }

    private void onAccepted(final DirectBuffer in, final int at, final int length) {
        if (isAccepted || length != ACCEPTED_LENGTH) {
            fail("the server accepted the login " + (isAccepted ? "twice" : "with a malformed packet"));
            return;
        }
        isAccepted = true;
        final long first = number(in, at + HEADER + SESSION_LENGTH);
        if (first != 1) {
            fail("the server does not begin at its first message: use the session of today");
        }
    }

    private void onRejected(final DirectBuffer in, final int at, final int length) {
        final char reason = length == REJECTED_LENGTH ? (char) in.getByte(at + HEADER) : 0;
        fail("the login was rejected: " + switch (reason) {
            case 'A' -> "user or password is wrong (--glimpse-user, --glimpse-password-file)";
            case 'S' -> "there is no such session (--glimpse-session)";
            default -> "the server gives no known reason";
        });
    }

    private void onMessage(final DirectBuffer in, final int at, final int length) {
        final int required = length == 0 ? ItchType.UNKNOWN : ItchType.length(in.getByte(at));
        if (!isAccepted) {
            fail("the server sent a message before it accepted the login");
        } else if (length == 0 || required != ItchType.UNKNOWN && required != length) {
            fail(String.format(Locale.ROOT, "the server sent a message of %,d bytes%s", length,
                    length == 0 ? "" : ", type " + (char) in.getByte(at) + " has " + required));
        } else if (in.getByte(at) == SNAPSHOT) {
            onEnd(in, at, length);
        } else if (messagesLength + Block.FRAMING + length > settings.snapshotBytes()) {
            fail(String.format(Locale.ROOT, "the snapshot has more than %,d bytes", settings.snapshotBytes()));
        } else {
            messages.putShort(messagesLength, (short) length, BIG_ENDIAN);
            messages.putBytes(messagesLength + Block.FRAMING, in, at, length);
            messagesLength += Block.FRAMING + length;
        }
    }

    private void onEnd(final DirectBuffer in, final int at, final int length) {
        nextSequence = length == SNAPSHOT_LENGTH ? number(in, at + 1) : 0;
        if (nextSequence < 1) {
            fail("the end of the snapshot has no valid sequence");
            return;
        }
        state = State.COMPLETE;
        send(LOGOUT);
    }

    /** A number of 20 digits, with spaces in place of those at either end; -1 if it is none or too large. */
    private static long number(final DirectBuffer in, final int at) {
        final String digits = in.getStringWithoutLengthAscii(at, SEQUENCE_LENGTH).replaceAll("^ +| +$", "");
        try {
            return digits.matches("\\d+") ? Long.parseLong(digits) : -1;
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    /** The server has closed the connection. */
    public void onClosed() {
        if (state == State.READING) {
            fail(isAccepted
                    ? "the server closed the connection before the snapshot was complete"
                    : "the server closed the connection before it accepted the login");
        }
    }

    /**
     * The connection failed.
     *
     * @param cause a clause
     */
    public void onError(final String cause) {
        if (state == State.READING) {
            fail(cause);
        }
    }

    /**
     * Checks the timeouts, and sends heartbeats.
     *
     * @param nowNs the time now
     */
    public void onTime(final long nowNs) {
        if (state != State.READING) {
            return;
        }
        if (!isAccepted && nowNs - startNs >= settings.loginNs()) {
            fail(isConnected ? "the server did not answer the login" : "the server did not accept the connection");
        } else if (isConnected && nowNs - receivedNs >= SILENCE_NS) {
            fail("the server sent nothing for 15 s");
        } else if (isAccepted && nowNs - sentNs >= HEARTBEAT_NS && !outgoing.hasRemaining()) {
            send(CLIENT_HEARTBEAT);
            sentNs = nowNs;
        }
    }

    private void fail(final String cause) {
        state = State.FAILED;
        failure = cause;
    }

    private void send(final char type) {
        outgoing.compact();
        header(HEADER, type);
        outgoing.flip();
    }

    private void header(final int length, final char type) {
        outgoing.putShort((short) (length - LENGTH)).put((byte) type);
    }

    private void text(final String value, final int length, final boolean isNumber) {
        final int padding = length - value.length();
        for (int i = 0; isNumber && i < padding; i++) {
            outgoing.put(SPACE);
        }
        outgoing.put(value.getBytes(US_ASCII));
        for (int i = 0; !isNumber && i < padding; i++) {
            outgoing.put(SPACE);
        }
    }

    /** {@return bytes to send to the server, from position to limit; the caller takes them from it} */
    public ByteBuffer outgoing() {
        return outgoing;
    }

    /** {@return {@link State#READING}, then one of the two others} */
    public State state() {
        return state;
    }

    /** {@return the cause of a failure, as a clause; else null} */
    public String failure() {
        return failure;
    }

    /** {@return sequence of MoldUDP64 of the first message after a complete snapshot} */
    public long nextSequence() {
        return nextSequence;
    }

    /**
     * Fills a block with the next messages.
     *
     * @param block empty
     * @param mostBytes limit of the slice, at least the length of the longest message with framing
     * @return false if there are no more: the block stays empty
     */
    public boolean fill(final Block block, final int mostBytes) {
        int end = taken;
        while (end < messagesLength) {
            final int next = end + Block.FRAMING + (messages.getShort(end, BIG_ENDIAN) & 0xFFFF);
            if (next - taken > mostBytes) {
                break;
            }
            end = next;
        }
        if (end == taken) {
            return false;
        }
        block.fill(new UnsafeBuffer(messages, taken, end - taken), 0, end - taken, BIG_ENDIAN, Block.NO_SEQUENCE,
                Block.NO_TIME);
        taken = end;
        return true;
    }
}
