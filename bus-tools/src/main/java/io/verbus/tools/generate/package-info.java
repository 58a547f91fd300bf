/** {@code ./bus generate}: writes a generated ITCH session. */
package io.verbus.tools.generate;
