package io.signalbox.dataplane;

/** {@code struct sbx_interface_config}: what an interface is made of. */
public record InterfaceSpec(String name, String device, int mtu, int vrf, boolean adminUp, RpFilter rpFilter) {}
