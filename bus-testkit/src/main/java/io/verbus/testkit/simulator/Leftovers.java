package io.verbus.testkit.simulator;

import io.verbus.internal.shm.Sweep;
import io.verbus.support.seeds.Site;
import io.verbus.support.seeds.Violation;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Checks the files in a host's shared memory: those that living processes need, and no others. */
final class Leftovers {
    /** Logs of a publisher that remain for subscriptions that have not found them yet. */
    private static final int MOST_UNFOUND = 2;
    private static final String LOG = ".log";

    private final World world;
    private final SimPopulation cast;

    Leftovers(final World world, final SimPopulation cast) {
        this.world = world;
        this.cast = cast;
    }

    /**
     * After a start: no dead log remains except those that a subscription reads, and two unfound ones of each
     * publisher.
     */
    void judgeDeadLogs(final Site site) {
        final Map<String, Integer> unfound = new HashMap<>();
        for (final String file : site.files()) {
            if (!file.startsWith(World.STREAM + "/") || !file.endsWith(LOG)) {
                continue;
            }
            final SimPublication feed = world.session(
                    HexFormat.fromHexDigitsToLong(
                            file.substring(World.STREAM.length() + 1, file.length() - LOG.length())));
            if (feed.isDead() && cast.processes().stream().noneMatch(process -> mayRead(process, site, feed))) {
                world.count(SimEvent.DEAD_LOG_KEPT);
                if (unfound.merge(feed.name(), 1, Integer::sum) > MOST_UNFOUND) {
                    throw new Violation("the host " + site.name() + " keeps the log of " + feed
                            + ", which no subscription reads, and two later ones: " + site.files());
                }
                if (cast.processes().stream().noneMatch(process -> isHeard(process, site))) {
                    throw new Violation("the host " + site.name() + " keeps the log of " + feed
                            + " for a subscription that has been silent for a minute");
                }
            }
        }
    }

    private boolean mayRead(final SimProcess process, final Site site, final SimPublication feed) {
        return isHeard(process, site) && process.lastTurnNs() >= feed.begunNs();
    }

    /** Whether a process has subscriptions, and its conductor sent a heartbeat in the last minute. */
    private boolean isHeard(final SimProcess process, final Site site) {
        final boolean subscribes = !process.readers().isEmpty()
                || cast.recordings().stream().anyMatch(one -> one.process() == process && one.isUnderWay());
        return process.site() == site && !process.isDead() && subscribes
                && world.time().nowNs() - process.lastTurnNs() <= Sweep.SILENT_NS;
    }

    /** After all processes have closed their buses: of dead processes only files remain, no empty directories. */
    void judgeDirectories() {
        for (final Site site : cast.sites()) {
            final List<String> empty = site.emptyDirectories();
            if (!empty.isEmpty()) {
                throw new Violation("left over on host " + site.name() + ": empty directories " + empty);
            }
        }
    }

    /** The next bus in a directory removes the files of dead processes, and their directories. */
    void judgeAll() {
        for (final Site site : cast.sites()) {
            new SimProcess(world, site, "sweeper").bus().close();
            if (!site.files().isEmpty() || !site.emptyDirectories().isEmpty()) {
                throw new Violation("left over on host " + site.name() + ": " + site.files() + " "
                        + site.emptyDirectories());
            }
        }
    }
}
