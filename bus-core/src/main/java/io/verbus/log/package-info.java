/** The publisher's log: its layout, its one writer, and the checks of readers. */
package io.verbus.log;
