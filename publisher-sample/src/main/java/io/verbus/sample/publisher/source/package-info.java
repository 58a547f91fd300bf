/** Where messages come from, in blocks of whole messages: files, raw or gzip, and what is live. */
package io.verbus.sample.publisher.source;
