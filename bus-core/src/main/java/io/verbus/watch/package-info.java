/** Watches over who is at the other end: signs of life, progress, and which session takes the place of which. */
package io.verbus.watch;
