package io.signalbox.feed.kernel;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** Where the box takes over what the kernel says of an interface that both have, beside what is configured there. */
@FunctionalInterface
public interface Adoption {
	/**
	 * All that the kernel has now of the box's interface of that name; what it had before and has no more goes. Does
	 * nothing where there is no such interface. Returns a sentence for each that the box cannot have.
	 */
	List<String> adopt(String interfaceName, SortedSet<InterfaceAddress> addresses, Map<IpAddress, MacAddress> neighbors);
}
