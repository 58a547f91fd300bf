package io.verbus.testkit.memory;

/** What is explored: a stage and what the actors do on it. A new object for each interleaving. */
public interface Scenario {
    /**
     * Sets the stage, alone and in order, and names the actors.
     *
     * @param interleaving that will be played
     */
    void stage(Interleaving interleaving);

    /**
     * What has come of it, when all actors are done.
     *
     * @return one of the outcomes that the test knows, in words
     * @throws AssertionError if it must not have come to that
     */
    String outcome();
}
