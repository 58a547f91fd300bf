/** {@code ./bus relay}. */
package io.verbus.tools.relay;
