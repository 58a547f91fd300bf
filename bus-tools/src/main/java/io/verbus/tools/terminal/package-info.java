/** Terminal output: formatted numbers, scrolling lines and a frame that is redrawn in place. */
package io.verbus.tools.terminal;
