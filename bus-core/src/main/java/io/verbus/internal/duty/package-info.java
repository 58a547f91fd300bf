/** The work of a duty cycle, and when it is due. */
package io.verbus.internal.duty;
