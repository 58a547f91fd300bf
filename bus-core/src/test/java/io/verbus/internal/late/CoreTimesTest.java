package io.verbus.internal.late;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How long a polling thread did not run, from the times of two threads. In ms. */
class CoreTimesTest {
    private static final int DUTY_CYCLE = 20;

    private long nowNs;
    private final CoreTimes times = new CoreTimes(new PollingThread(), () -> nowNs, DUTY_CYCLE);

    @Test
    void threadThatSpinsHasRun() {
        assertEquals(0, times.notRunningNs(20, 20, 0, 0));
    }

    @Test
    void timeWithoutACoreCounts() {
        assertEquals(12, times.notRunningNs(20, 8, 12, 0));
    }

    @Test
    void threadThatRestsIsNotStopped() {
        assertEquals(0, times.notRunningNs(20, 1, 0, 0));
    }

    @Test
    void stopOfTheProcessIsTheTimeThatTheConductorOversleeps() {
        assertEquals(480, times.notRunningNs(500, 15, 0, 0));
    }

    @Test
    void conductorThatWaitsForACoreStopsNothing() {
        assertEquals(0, times.notRunningNs(500, 0, 0, 480));
    }

    /** The conductor was in a listener of the application, for example. */
    @Test
    void threadThatRanMeanwhileWasNotStopped() {
        assertEquals(0, times.notRunningNs(500, 500, 0, 0));
        assertEquals(100, times.notRunningNs(500, 400, 0, 0));
    }

    @Test
    void unknownTimesExplainNothing() {
        assertEquals(0, times.notRunningNs());
        nowNs = 500;
        assertEquals(0, times.notRunningNs());
        assertEquals(0, times.fromNs());
        assertEquals(500, times.toNs());
    }
}
