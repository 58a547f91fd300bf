package io.verbus.latency.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.result.Latency;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real output of programs without a bus. */
class VerbsProgramsTest {
    @TempDir
    private Path folder;

    @Test
    void latencyOfTheCProgramIsParsed() {
        assertEquals(roundTrips(17_808, 37_184, 110_208),
                VerbsPrograms.latencyOfProgram("mode=latency size=64 count=50000 inline=256"
                        + " min=8120 p50=8904 p90=9500 p99=18592 p99.9=55104 max=912000 unit=ns\n"));
    }

    @Test
    void rateOfTheCProgramIsParsed() {
        assertEquals(3_300, VerbsPrograms.rateOfProgram("mode=rate size=16384 count=4000 chain=1"
                + " inline=256 messages_per_s=3300 bytes_per_s=54067200\n"));
    }

    @Test
    void microsecondsOfWriteLatAreParsed() {
        final String output = """
                ---------------------------------------------------------------------------------------
                                    RDMA_Write Latency Test
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   \
                99% percentile[usec]   99.9% percentile[usec]
                 64      1000          8.01           160.26       8.58       	       9.12        	4.41		18.22 		77.19
                """;
        assertEquals(roundTrips(17_160, 36_440, 154_380), VerbsPrograms.latencyOfWriteLat(output, 64));
        assertThrows(BusException.class,
                () -> VerbsPrograms.latencyOfWriteLat("Couldn't connect to 10.0.2.1:7486", 64));
    }

    private static Latency roundTrips(final long p50Ns, final long p99Ns, final long p999Ns) {
        return new Latency(p50Ns, null, p99Ns, p999Ns, null, null, null);
    }

    @Test
    void clientIsStartedAgainUntilTheServerListens() {
        final String flag = folder.resolve("listens").toString();
        final String output = ProgramPair.local("a program", List.of("/bin/sh", "-c", "touch " + flag),
                List.of("/bin/sh", "-c", "echo p50=1; test -e " + flag)).run().client();
        assertEquals("p50=1\n", output);
    }

    @Test
    void outputOfTheServerIsReturned() {
        final ProgramPair pair = ProgramPair.local("a program", List.of("/bin/sh", "-c", "echo messages_per_s=7"),
                List.of("/bin/true"));
        assertEquals(7, VerbsPrograms.rateOfProgram(pair.run().server()));
    }

    @Test
    void serverThatOutlivesItsClientIsKilled() {
        final ProgramPair pair = ProgramPair.local("a program", List.of("/bin/sleep", "60"), List.of("/bin/true"));
        assertEquals("", pair.run().server());
    }

    @Test
    void outputOfAFailedProgramIsReported() {
        final ProgramPair pair = ProgramPair.local("a program", List.of("/bin/true"),
                List.of("/bin/sh", "-c", "echo no such device >&2; exit 1"));
        final String message = assertThrows(BusException.class, pair::run).getMessage();
        assertTrue(message.startsWith("a program failed") && message.endsWith("no such device"),
                message);
    }
}
