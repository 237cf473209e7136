package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;

/** {@code struct sbx_interface_address}: an own address and the length of the prefix it stands in. */
public record InterfaceAddress(IpAddress address, int length) {}
