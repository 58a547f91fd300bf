/** The bus directory in shared memory: its files, their owners, and the positions of subscriptions. */
package io.verbus.internal.shm;
