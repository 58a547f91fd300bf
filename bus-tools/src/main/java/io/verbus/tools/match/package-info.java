/** {@code ./bus match}: scripts, and the order flow of an ITCH session, for the matching engine. */
package io.verbus.tools.match;
