/** Shared parts of seeded histories: randomness, time, trace, and parallel execution. */
package io.verbus.support.seeds;
