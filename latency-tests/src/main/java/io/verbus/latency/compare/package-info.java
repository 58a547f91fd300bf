/** Lets subjects take turns at the same task, and says what each came to. */
package io.verbus.latency.compare;
