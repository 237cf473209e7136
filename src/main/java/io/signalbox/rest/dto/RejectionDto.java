package io.signalbox.rest.dto;

/** {@code Rejection} of openapi.yaml. */
public record RejectionDto(long index, String detail) {}
