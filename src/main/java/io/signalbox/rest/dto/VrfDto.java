package io.signalbox.rest.dto;

import java.util.List;

/** {@code Vrf} of openapi.yaml. */
public record VrfDto(String name, int number, List<String> interfaces, long routesIpv4, long routesIpv6) {
	/** {@code VrfList}. */
	public record Many(List<VrfDto> vrfs) {}
}
