/** How fast messages come and how late they are. */
package io.verbus.sample.subscriber.measure;
