package io.verbus.tools.feed;

import io.verbus.BusException;
import io.verbus.marketdata.glimpse.GlimpseSettings;
import io.verbus.marketdata.live.GlimpseSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Command-line options of snapshots of the venue, which repair losses. */
public final class GlimpseOptions {
    @Option(names = "--glimpse", paramLabel = "HOST:PORT",
            description = "GLIMPSE server of the session of --moldudp64: after a loss its snapshot makes the books"
                    + " sound again. Default: none, they stay suspect.")
    private String server;

    @Option(names = "--glimpse-user", paramLabel = "NAME", description = "User at the GLIMPSE server. Default: none.")
    private String user;

    @Option(names = "--glimpse-password-file", paramLabel = "FILE",
            description = "File that contains the password at the GLIMPSE server. Default: none.")
    private Path passwordFile;

    @Option(names = "--glimpse-session", paramLabel = "NAME",
            description = "Session of SoupBinTCP at the GLIMPSE server. Default: its current one.")
    private String session;

    /** Creates options without values. */
    public GlimpseOptions() {
    }

    /** {@return whether an option is given} */
    boolean areGiven() {
        return server != null || user != null || passwordFile != null || session != null;
    }

    /**
     * Checks the options; opens nothing, but reads the password.
     *
     * @return a source of snapshots; null if none was requested
     * @throws BusException if an option is invalid
     */
    GlimpseSource source() {
        if (server == null) {
            if (areGiven()) {
                throw new BusException("--glimpse-user, --glimpse-password-file and --glimpse-session need a server:"
                        + " add --glimpse");
            }
            return null;
        }
        final InetSocketAddress address = Addresses.parse("--glimpse", server);
        if (address.getPort() == 0 || address.getAddress().isAnyLocalAddress()) {
            throw new BusException("--glimpse " + server + ": it cannot be connected to: name the server and its port");
        }
        GlimpseSettings settings = GlimpseSettings.defaults();
        settings = user == null ? settings : settings.withUser(user);
        settings = session == null ? settings : settings.withSession(session);
        return new GlimpseSource(address, passwordFile == null ? settings : settings.withPassword(password()));
    }

    private String password() {
        try {
            return Files.readString(passwordFile).strip();
        } catch (final IOException e) {
            throw new BusException("--glimpse-password-file " + passwordFile + " cannot be read: " + e.getMessage()
                    + "; name a text file with the password", e);
        }
    }
}
