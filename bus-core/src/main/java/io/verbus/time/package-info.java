/** Where the bus takes its time from. */
package io.verbus.time;
