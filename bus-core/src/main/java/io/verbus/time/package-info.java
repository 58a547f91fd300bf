/** The clocks of the bus. */
package io.verbus.time;
