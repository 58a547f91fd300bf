package io.verbus.monitor;

import static io.verbus.internal.monitor.CounterKeyLayout.HOST_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.LINK_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.NAME_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.PID_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.POLICY_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.REMOTE_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.SESSION_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.STREAM_OFFSET;
import static io.verbus.internal.monitor.CounterKeyLayout.SUBSCRIPTION_OFFSET;

import io.verbus.Policy;
import io.verbus.Subscriber;
import io.verbus.internal.monitor.CounterKeyLayout;
import io.verbus.internal.monitor.CounterLabel;
import io.verbus.internal.os.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The subject of a counter: the process, a publication, a subscription, or a subscription in one session.
 *
 * @param stream of the publication or subscription; empty for the process
 * @param session id; 0 for the process, and for a subscription over all its sessions
 * @param subscription id; 0 for the process and for a publication
 * @param name of the publisher or subscription, chosen by the user; empty for the process
 * @param pid of the process of the publisher or subscription; 0 for the process
 * @param policy of the subscription; null for others
 * @param isRemote whether the subscription reads sessions of other hosts
 * @param host of the peer: the publisher's host for a subscription's own process, the subscription's host for a
 *     publisher's process; empty if both are on this host, or unknown
 * @param link how a connection carries messages, for a person, such as RoCE, WRITE with immediate; empty for counters
 *     of other subjects, or unknown
 */
public record CounterKey(String stream, long session, long subscription, String name, long pid, Policy policy,
        boolean isRemote, String host, String link) {
    /** Counters of the process itself. */
    public static final CounterKey PROCESS = new CounterKey("", 0, 0, "", 0, null, false, "");

    private static final Policy[] POLICIES = Policy.values();
    private static final int NO_POLICY = -1;

    /**
     * Key of a subject other than a connection.
     *
     * @param stream as above
     * @param session as above
     * @param subscription as above
     * @param name as above
     * @param pid as above
     * @param policy as above
     * @param isRemote as above
     * @param host as above
     */
    public CounterKey(final String stream, final long session, final long subscription, final String name,
            final long pid, final Policy policy, final boolean isRemote, final String host) {
        this(stream, session, subscription, name, pid, policy, isRemote, host, "");
    }

    /**
     * Key of a publication.
     *
     * @param stream of the publication
     * @param session of the publication
     * @param publisher name of the publisher
     * @param pid of its process
     * @return the key
     */
    public static CounterKey of(final String stream, final long session, final String publisher, final long pid) {
        return new CounterKey(stream, session, 0, publisher, pid, null, false, "");
    }

    /**
     * Key of a subscription on another host, in the process of its publisher.
     *
     * @param stream of both
     * @param session of the publication
     * @param reader as known to the publisher
     * @return the key
     */
    public static CounterKey of(final String stream, final long session, final Subscriber reader) {
        return new CounterKey(stream, session, reader.id(), reader.name(), reader.pid(), reader.policy(), true,
                reader.host());
    }

    /**
     * The same subscription in one session.
     *
     * @param ofSession id of the session
     * @param peer host of the peer; empty for this host
     * @return the key
     */
    public CounterKey in(final long ofSession, final String peer) {
        return new CounterKey(stream, ofSession, subscription, name, pid, policy, isRemote, peer);
    }

    /**
     * The connection of the same subscription in the same session.
     *
     * @param connection how it carries messages; empty if unknown
     * @return the key
     */
    public CounterKey over(final String connection) {
        return new CounterKey(stream, session, subscription, name, pid, policy, isRemote, host, connection);
    }

    /**
     * Decodes a key with arbitrary contents.
     *
     * @param key its bytes, at least {@link CounterKeyLayout#LENGTH}
     * @param label of the counter
     * @return the key; its texts are printable, and empty where the key points outside the label
     */
    public static CounterKey decode(final DirectBuffer key, final String label) {
        final byte[] text = label.getBytes(StandardCharsets.UTF_8);
        final int policy = key.getInt(POLICY_OFFSET);
        return new CounterKey(part(key, STREAM_OFFSET, text), key.getLong(SESSION_OFFSET),
                key.getLong(SUBSCRIPTION_OFFSET), part(key, NAME_OFFSET, text), key.getLong(PID_OFFSET),
                policy < 0 || policy >= POLICIES.length ? null : POLICIES[policy], key.getInt(REMOTE_OFFSET) != 0,
                part(key, HOST_OFFSET, text), part(key, LINK_OFFSET, text));
    }

    private static String part(final DirectBuffer key, final int at, final byte[] text) {
        final int offset = key.getInt(at);
        final int length = key.getInt(at + Integer.BYTES);
        return offset < 0 || length < 0 || length > text.length - offset
                ? ""
                : HeaderFields.legible(Arrays.copyOfRange(text, offset, offset + length));
    }

    /** Writes the key, and its texts into the label. */
    void encode(final CounterKind kind, final MutableDirectBuffer key, final CounterLabel label) {
        key.putLong(SESSION_OFFSET, session);
        key.putLong(SUBSCRIPTION_OFFSET, subscription);
        key.putLong(PID_OFFSET, pid);
        key.putInt(POLICY_OFFSET, policy == null ? NO_POLICY : policy.ordinal());
        key.putInt(REMOTE_OFFSET, isRemote ? 1 : 0);
        label.start(kind.label());
        if (!stream.isEmpty()) {
            label.add(": ");
        }
        if (subscription == 0) {
            label.addPart(stream, key, STREAM_OFFSET);
            label.add(name.isEmpty() ? "" : stream.isEmpty() ? ": " : " by ");
            label.addPart(name, key, NAME_OFFSET);
        } else {
            label.addPart(name, key, NAME_OFFSET);
            label.add(session == 0 ? " on " : " (process " + pid + ") on ");
            label.addPart(stream, key, STREAM_OFFSET);
        }
        label.add(host.isEmpty() ? "" : " with ");
        label.addPart(host, key, HOST_OFFSET);
        label.add(link.isEmpty() ? "" : " over ");
        label.addPart(link, key, LINK_OFFSET);
    }
}
