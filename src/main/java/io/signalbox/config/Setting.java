package io.signalbox.config;

import java.util.Optional;

/**
 * A key of the configuration as it was read.
 *
 * @param value a scalar or a list of them; empty where nothing is given and whoever uses the key has the default
 */
public record Setting(Optional<Object> value, Origin origin) {}
