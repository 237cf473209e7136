package io.signalbox.feed.kernel;

/**
 * What a whole dump of a table came to.
 *
 * @param differences prefixes of which it had something else than was known
 * @param again whether it leaves open what some prefixes have
 */
record Pass(int differences, boolean again) {}
