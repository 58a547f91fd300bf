/** {@code ./bus errors}: the errors that the processes of this host have reported. */
package io.verbus.tools.errors;
