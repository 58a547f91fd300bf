/** What a person sees: numbers as text, lines that stay and a frame that is drawn again and again. */
package io.verbus.sample.subscriber.terminal;
