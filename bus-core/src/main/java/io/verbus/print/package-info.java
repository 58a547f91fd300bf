/** Printing that never blocks the caller: lines pass through a bounded queue to a thread of their own. */
package io.verbus.print;
