/** What an archive of {@code ./bus dist} contains beside the jar: manual pages and completion. */
package io.verbus.tools.dist;
