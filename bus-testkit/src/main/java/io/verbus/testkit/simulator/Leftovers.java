package io.verbus.testkit.simulator;

import io.verbus.directory.Sweep;
import io.verbus.testkit.seeds.Violation;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Judges the files in a host's shared memory: there is what living processes need, and nothing else. */
final class Leftovers {
    /** Logs of a publisher that stay for subscriptions that have not found them yet. */
    private static final int MOST_UNFOUND = 2;
    private static final String LOG = ".log";

    private final World world;
    private final Cast cast;

    Leftovers(final World world, final Cast cast) {
        this.world = world;
        this.cast = cast;
    }

    /** After a start: no dead log but those that a subscription reads, and two of each publisher to be found. */
    void judgeDeadLogs(final Site site) {
        final Map<String, Integer> unfound = new HashMap<>();
        for (final String file : site.files()) {
            if (!file.startsWith(World.STREAM + "/") || !file.endsWith(LOG)) {
                continue;
            }
            final Feed feed = world.session(
                    HexFormat.fromHexDigitsToLong(
                            file.substring(World.STREAM.length() + 1, file.length() - LOG.length())));
            if (feed.isDead() && cast.processes().stream().noneMatch(process -> mayRead(process, site, feed))) {
                world.count(Event.DEAD_LOG_KEPT);
                if (unfound.merge(feed.name(), 1, Integer::sum) > MOST_UNFOUND) {
                    throw new Violation("the host " + site.name() + " keeps the log of " + feed
                            + ", which no subscription has found, and two later ones: " + site.files());
                }
                if (cast.processes().stream().noneMatch(process -> isHeard(process, site))) {
                    throw new Violation("the host " + site.name() + " keeps the log of " + feed
                            + " for a subscription that has been silent for a minute");
                }
            }
        }
    }

    private boolean mayRead(final SimProcess process, final Site site, final Feed feed) {
        return isHeard(process, site) && process.lastTurnNs() >= feed.begunNs();
    }

    /** Whether a process has subscriptions, and its conductor has given a sign of life in the last minute. */
    private boolean isHeard(final SimProcess process, final Site site) {
        final boolean subscribes = !process.readers().isEmpty()
                || process == cast.recorder() && cast.recording().isUnderWay();
        return process.site() == site && !process.isDead() && subscribes
                && world.time().nowNs() - process.lastTurnNs() <= Sweep.SILENT_NS;
    }

    /** After all processes have closed their buses: what is left of the dead is files, not directories of others. */
    void judgeDirectories() {
        for (final Site site : cast.sites()) {
            final List<String> empty = site.emptyDirectories();
            if (!empty.isEmpty()) {
                throw new Violation("left behind on host " + site.name() + ": empty directories " + empty);
            }
        }
    }

    /** The next bus in a directory removes the files of the dead, and their directories. */
    void judgeAll() {
        for (final Site site : cast.sites()) {
            new SimProcess(world, site, "sweeper").bus().close();
            if (!site.files().isEmpty() || !site.emptyDirectories().isEmpty()) {
                throw new Violation("left behind on host " + site.name() + ": " + site.files() + " "
                        + site.emptyDirectories());
            }
        }
    }
}
