/** The command line. */
package io.verbus.tools;
