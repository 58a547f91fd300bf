/** Subscribers to start from: a hello, top of book, a late joiner, a gateway. */
package io.verbus.sample.subscriber;
