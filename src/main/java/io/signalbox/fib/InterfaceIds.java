package io.signalbox.fib;

import java.util.OptionalInt;

/** The data plane's id of an interface that exists. Called by {@code rib-writer}. */
@FunctionalInterface
public interface InterfaceIds {
	OptionalInt id(String interfaceName);
}
