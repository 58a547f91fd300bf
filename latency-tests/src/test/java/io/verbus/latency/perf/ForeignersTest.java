package io.verbus.latency.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs print that are not ours, as they have printed it. */
class ForeignersTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadTheLatencyOfTheCProgram() {
        assertEquals(new OneWay(8_904, 18_592, 55_104), OneWay.ofProgram("mode=latency size=64 count=50000 inline=256"
                + " min=8120 p50=8904 p90=9500 p99=18592 p99.9=55104 max=912000 unit=ns\n"));
    }

    @Test
    void shouldReadTheRateOfTheCProgram() {
        assertEquals(new Throughput(3_300, 54_067_200), Throughput.ofProgram("mode=rate size=16384 count=4000 chain=1"
                + " inline=256 messages_per_s=3300 bytes_per_s=54067200\n"));
    }

    @Test
    void shouldReadWhatWriteLatSaysInMicroseconds() {
        final String output = """
                ---------------------------------------------------------------------------------------
                                    RDMA_Write Latency Test
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   \
                99% percentile[usec]   99.9% percentile[usec]
                 64      1000          8.01           160.26       8.58       	       9.12        	4.41		18.22 		77.19
                """;
        assertEquals(new OneWay(8_580, 18_220, 77_190), OneWay.ofWriteLat(output, 64));
        assertThrows(BusException.class, () -> OneWay.ofWriteLat("Couldn't connect to 10.0.2.1:7486", 64));
    }

    @Test
    void shouldTryAgainUntilTheServerListens() {
        final String flag = folder.resolve("listens").toString();
        final String said = new ForeignPair("a program", List.of("/bin/sh", "-c", "touch " + flag),
                List.of("/bin/sh", "-c", "echo p50=1; test -e " + flag)).run();
        assertEquals("p50=1\n", said);
    }

    @Test
    void shouldSayWhatAProgramSaidThatDoesNotWork() {
        final ForeignPair pair = new ForeignPair("a program", List.of("/bin/true"),
                List.of("/bin/sh", "-c", "echo no such device >&2; exit 1"));
        final String sentence = assertThrows(BusException.class, pair::run).getMessage();
        assertTrue(sentence.startsWith("a program does not work here") && sentence.endsWith("no such device"),
                sentence);
    }
}
