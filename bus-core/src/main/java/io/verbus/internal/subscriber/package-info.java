/** The subscribing side: how sessions are found, joined, watched and handed to the polling thread. */
package io.verbus.internal.subscriber;
