package io.verbus.marketdata.glimpse;

import io.verbus.BusException;
import io.verbus.ImmutableSettings;
import java.util.concurrent.TimeUnit;

/** Settings of a client of GLIMPSE. Immutable: each {@code with} method returns changed settings. */
public final class GlimpseSettings extends ImmutableSettings<GlimpseSettings> {
    private String user = "";
    private String password = "";
    private String session = "";
    private long loginNs = TimeUnit.SECONDS.toNanos(10);
    private int snapshotBytes = 512 << 20;

    private GlimpseSettings() {
    }

    /**
     * {@return no user, no password, the current session; 10 s for the connection and the login; 512 MiB for a
     * snapshot}
     */
    public static GlimpseSettings defaults() {
        return new GlimpseSettings();
    }

    /**
     * With a user.
     *
     * @param newUser name, up to 6 characters of ASCII
     * @return settings
     */
    public GlimpseSettings withUser(final String newUser) {
        return with(copy -> copy.user = newUser);
    }

    /**
     * With a password.
     *
     * @param newPassword up to 10 characters of ASCII
     * @return settings
     */
    public GlimpseSettings withPassword(final String newPassword) {
        return with(copy -> copy.password = newPassword);
    }

    /**
     * With another session of SoupBinTCP.
     *
     * @param newSession up to 10 characters of ASCII; "" for the current one of the server
     * @return settings
     */
    public GlimpseSettings withSession(final String newSession) {
        return with(copy -> copy.session = newSession);
    }

    /**
     * With another time for the connection and the login.
     *
     * @param newLoginNs in nanoseconds, above 0
     * @return settings
     */
    public GlimpseSettings withLoginNs(final long newLoginNs) {
        return with(copy -> copy.loginNs = newLoginNs);
    }

    /**
     * With another limit of the memory for a snapshot.
     *
     * @param bytes messages with their lengths, 0 to 1 GiB
     * @return settings
     */
    public GlimpseSettings withSnapshotBytes(final int bytes) {
        return with(copy -> copy.snapshotBytes = bytes);
    }

    String user() {
        return user;
    }

    String password() {
        return password;
    }

    String session() {
        return session;
    }

    long loginNs() {
        return loginNs;
    }

    int snapshotBytes() {
        return snapshotBytes;
    }

    @Override
    protected void check() {
        text("user of GLIMPSE", user, SoupBinLayout.USER_LENGTH);
        text("password of GLIMPSE", password, SoupBinLayout.PASSWORD_LENGTH);
        text("session of GLIMPSE", session, SoupBinLayout.SESSION_LENGTH);
        if (loginNs < 1 || snapshotBytes < 0 || snapshotBytes > 1 << 30) {
            throw new BusException("out of range: " + loginNs + " ns, " + snapshotBytes + " bytes");
        }
    }

    /** The value itself is not shown: it may be a password. */
    private static void text(final String name, final String value, final int most) {
        if (value.length() > most || !value.chars().allMatch(each -> each >= ' ' && each < 0x7F)) {
            throw new BusException("invalid " + name + ": use up to " + most + " characters of ASCII");
        }
    }
}
