package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OsProcess;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import org.agrona.concurrent.UnsafeBuffer;

/** The table of a host mirror, mapped by one member. For its conductor, except the entries. */
public final class MirrorTable {
    private final MappedFile file;
    private final UnsafeBuffer words;
    private final MirrorEntry[] entries = new MirrorEntry[MirrorLayout.MAX_ENTRIES];
    private final String key;
    private int member = -1;
    private long ownProcess;
    private long ownSubscription;

    private MirrorTable(final MappedFile file, final String key) {
        this.file = file;
        this.key = key;
        this.words = file.buffer(0, MirrorLayout.LENGTH);
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new MirrorEntry(file.buffer(MirrorLayout.ENTRIES_OFFSET + i * (long) MirrorEntryLayout.LENGTH,
                    MirrorEntryLayout.LENGTH));
        }
    }

    /** Writes the first bytes of a new table. */
    static void initialize(final MappedFile file, final long id) {
        final UnsafeBuffer words = file.buffer(0, MirrorLayout.LENGTH);
        words.putLong(MirrorLayout.MAGIC_OFFSET, MirrorLayout.MAGIC);
        words.putLong(MirrorLayout.VERSION_OFFSET, MirrorLayout.VERSION);
        words.putLong(MirrorLayout.ID_OFFSET, id);
    }

    /** Maps a table; it is not trusted. */
    static MirrorTable attach(final Path path, final String key) {
        final MappedFile file = MappedFile.openWritable(path);
        final boolean isTable = file.length() >= MirrorLayout.LENGTH
                && file.buffer(0, Long.BYTES).getLong(0) == MirrorLayout.MAGIC;
        final long version = isTable ? file.buffer(0, MirrorLayout.LENGTH).getLong(MirrorLayout.VERSION_OFFSET) : 0;
        if (version != MirrorLayout.VERSION) {
            file.close();
            throw new BusException(isTable
                    ? HeaderFields.otherLayout(path, "host mirror", version, MirrorLayout.VERSION, "")
                    : path + " is not the table of a host mirror: remove it");
        }
        return new MirrorTable(file, key);
    }

    /** Takes a free place, or that of a dead process; false if there is none. */
    boolean enter(final long process, final long subscription, final LongPredicate isAlive) {
        removeDead(isAlive);
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            if (process(i) == 0) {
                words.putLong(place(i) + MirrorLayout.MEMBER_SUBSCRIPTION_OFFSET, subscription);
                words.putLongRelease(place(i), process);
                member = i;
                ownProcess = process;
                ownSubscription = subscription;
                return true;
            }
        }
        return false;
    }

    /**
     * Frees the places of dead members.
     *
     * @param isAlive whether a process lives
     */
    public void removeDead(final LongPredicate isAlive) {
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            if (process(i) != 0 && !isAlive.test(process(i))) {
                remove(i);
            }
        }
    }

    private void remove(final int index) {
        for (final MirrorEntry entry : entries) {
            if (entry.session() != 0) {
                entry.leave(index);
            }
        }
        words.putLongRelease(place(index), 0);
    }

    /** Frees the place of this member. */
    void leave() {
        if (process(member) == ownProcess && subscription(member) == ownSubscription) { // else it was taken for dead
            remove(member);
        }
    }

    /** Whether a member lives. */
    boolean isUsed(final LongPredicate isAlive) {
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            if (process(i) != 0 && isAlive.test(process(i))) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether there is another member} */
    public boolean hasOthers() {
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            if (i != member && process(i) != 0) {
                return true;
            }
        }
        return false;
    }

    /** {@return number of this member} */
    public int member() {
        return member;
    }

    /** {@return id of the subscription that the publisher sees} */
    public long id() {
        return words.getLong(MirrorLayout.ID_OFFSET);
    }

    /**
     * Becomes the owner, if the last one has ended.
     *
     * @param isAlive whether a process lives
     * @return whether this member is the owner; false also while the kernel still releases the connections of the last
     *     owner
     */
    public boolean tryToOwn(final LongPredicate isAlive) {
        final long owner = words.getLongAcquire(MirrorLayout.OWNER_OFFSET);
        if (isMember(owner, isAlive) || !isLastGone()
                || !words.compareAndSetLong(MirrorLayout.OWNER_OFFSET, owner, ownSubscription)) {
            return false;
        }
        final long pid = ProcessHandle.current().pid();
        words.putLong(MirrorLayout.OWNER_START_OFFSET, OsProcess.startTicks(pid));
        words.putLongRelease(MirrorLayout.OWNER_PID_OFFSET, pid);
        removeDead(isAlive);
        return true;
    }

    private boolean isMember(final long subscription, final LongPredicate isAlive) {
        for (int i = 0; subscription != 0 && i < MirrorLayout.MAX_MEMBERS; i++) {
            if (subscription(i) == subscription && process(i) != 0 && isAlive.test(process(i))) {
                return true;
            }
        }
        return false;
    }

    /** A bus of this process that has ended has closed its connections. */
    private boolean isLastGone() {
        final long pid = words.getLongAcquire(MirrorLayout.OWNER_PID_OFFSET);
        return pid == 0 || pid == ProcessHandle.current().pid()
                || OsProcess.isGone(pid, words.getLong(MirrorLayout.OWNER_START_OFFSET));
    }

    /** Hands the mirror over: the owner has no connection any more. */
    public void handOver() {
        if (words.getLong(MirrorLayout.OWNER_OFFSET) == ownSubscription) {
            words.putLong(MirrorLayout.OWNER_PID_OFFSET, 0);
            words.putLongRelease(MirrorLayout.OWNER_OFFSET, 0);
        }
    }

    /** {@return whether the sessions of the first connection are known: later ones are read from their start} */
    public boolean isComplete() {
        return words.getLong(MirrorLayout.COMPLETE_OFFSET) != 0;
    }

    /** Records that the sessions of the first connection are known. */
    public void complete() {
        words.putLong(MirrorLayout.COMPLETE_OFFSET, 1);
    }

    /** {@return the entries} */
    public MirrorEntry[] entries() {
        return entries;
    }

    /**
     * Opens an entry for a session. Every present member gates it from its start.
     *
     * @param session its id
     * @param endpoint number of the endpoint
     * @param wanted first wanted sequence
     * @param start of the image
     * @return the entry
     * @throws BusException if there is no room
     */
    public MirrorEntry open(final long session, final int endpoint, final long wanted, final Boundary start) {
        for (final MirrorEntry entry : entries) {
            if (entry.session() == 0) {
                entry.open(session, endpoint, wanted, start);
                for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
                    entry.leave(i);
                    if (i != member && process(i) != 0) {
                        entry.join(i, start.position());
                    }
                }
                return entry;
            }
        }
        throw new BusException("the host mirror of this stream has " + MirrorLayout.MAX_ENTRIES
                + " sessions, which is the limit: shard the stream");
    }

    /** {@return whether another session has room} */
    public boolean hasRoom() {
        for (final MirrorEntry entry : entries) {
            if (entry.session() == 0) {
                return true;
            }
        }
        return false;
    }

    /** The part of the file names that is common to this mirror. */
    String key() {
        return key;
    }

    Path path() {
        return file.path();
    }

    void unmap() {
        file.close();
    }

    private long process(final int index) {
        return words.getLongAcquire(place(index));
    }

    private long subscription(final int index) {
        return words.getLong(place(index) + MirrorLayout.MEMBER_SUBSCRIPTION_OFFSET);
    }

    private static int place(final int index) {
        return MirrorLayout.MEMBERS_OFFSET + index * MirrorLayout.MEMBER_LENGTH;
    }
}
