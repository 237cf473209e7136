package io.signalbox.interfaces;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Name;
import io.signalbox.net.Shown;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an interface's configuration must be, by itself and beside the other interfaces'. */
public final class ConfigRules {
	private static final int MIN_MTU = 68;
	private static final int MAX_MTU = 9216;
	private static final int MIN_MTU_IPV6 = 1280;
	private static final int MAX_ADDRESSES = 64;
	private static final int MAX_DEVICE = 255;

	private ConfigRules() {}

	/** Checks all interfaces of a configuration; throws {@link DataplaneException} for the first that cannot be. */
	public static void checkAll(List<InterfaceConfig> all) {
		Set<String> names = new HashSet<>();
		for (int at = 0; at < all.size(); at++) {
			if (!names.add(all.get(at).name())) {
				throw new DataplaneException(Reason.CONFLICT, "interface " + all.get(at).name() + " is given twice");
			}
			check(all.get(at), all.subList(0, at));
		}
	}

	/** Throws {@link DataplaneException}; {@code others} are all interfaces but the one of this name. */
	static void check(InterfaceConfig config, Collection<InterfaceConfig> others) {
		checkAlone(config);
		for (InterfaceConfig other : others) {
			if (DeviceRules.same(other.device(), config.device())) {
				throw new DataplaneException(Reason.CONFLICT, "device " + config.device()
						+ " belongs to interface " + other.name() + " already");
			}
			if (other.vrf().equals(config.vrf())) {
				config.addresses().forEach(address -> checkOverlap(config, address, other));
			}
		}
	}

	private static void checkAlone(InterfaceConfig config) {
		if (!Name.isValid(config.name())) {
			throw invalid(Shown.quoted(config.name()) + " is not an interface name: " + Name.RULE);
		}
		if (config.device().length() > MAX_DEVICE) {
			throw invalid("a device is written in at most " + MAX_DEVICE + " characters");
		}
		DeviceRules.problem(config.device()).ifPresent(problem -> {
			throw invalid("interface " + config.name() + ": " + problem);
		});
		if (config.mtu() < MIN_MTU || config.mtu() > MAX_MTU) {
			throw invalid("MTU " + config.mtu() + " is not within " + MIN_MTU + " to " + MAX_MTU);
		}
		checkAddresses(config);
	}

	private static void checkAddresses(InterfaceConfig config) {
		if (config.addresses().size() > MAX_ADDRESSES) {
			throw invalid(config.addresses().size() + " addresses: an interface has at most "
					+ MAX_ADDRESSES);
		}
		Set<Object> seen = new HashSet<>();
		for (InterfaceAddress own : config.addresses()) {
			AddressRules.problem(own).ifPresent(problem -> {
				throw invalid(problem);
			});
			if (!seen.add(own.address())) {
				throw new DataplaneException(Reason.CONFLICT, own.address() + " is given twice");
			}
			if (own.address().family() == Family.IPV6 && config.mtu() < MIN_MTU_IPV6) {
				throw invalid("MTU " + config.mtu() + " is too small for the IPv6 address " + own
						+ ": at least " + MIN_MTU_IPV6 + " (RFC 8200 5)");
			}
		}
	}

	private static void checkOverlap(InterfaceConfig config, InterfaceAddress address, InterfaceConfig other) {
		for (InterfaceAddress taken : other.addresses()) {
			if (taken.address().equals(address.address())) {
				throw new DataplaneException(Reason.CONFLICT,
						address.address() + " is an address of interface " + other.name() + " already");
			}
			if (taken.prefix().contains(address.prefix().address())
					|| address.prefix().contains(taken.prefix().address())) {
				throw new DataplaneException(Reason.CONFLICT, address + " on " + config.name()
						+ " overlaps " + taken + " on " + other.name()
						+ ": each address must be reachable through one interface only");
			}
		}
	}

	private static DataplaneException invalid(String message) {
		return new DataplaneException(Reason.INVALID, message);
	}
}
