package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonInclude;

/** An error as RFC 9457 has it; members without a value are left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
		String type,
		String title,
		int status,
		String detail,
		String parameter,
		String pointer,
		Long index,
		String canonical,
		String id) {}
