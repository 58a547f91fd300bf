/** A file of length-framed messages, raw or gzip, read in blocks that hold whole messages only. */
package io.verbus.sample.publisher.source;
