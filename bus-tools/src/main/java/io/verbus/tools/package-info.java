/** The command line {@code ./bus}: its commands, error messages and exit status. */
package io.verbus.tools;
