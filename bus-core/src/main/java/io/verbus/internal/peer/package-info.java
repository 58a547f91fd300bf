/** What the publishing and the subscribing side share. */
package io.verbus.internal.peer;
