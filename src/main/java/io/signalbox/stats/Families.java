package io.signalbox.stats;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metric families being filled for one scrape. The writer of the text adds {@code _total} to counters. */
final class Families {
	private final Map<String, CounterMetricFamily> counters = new LinkedHashMap<>();
	private final Map<String, GaugeMetricFamily> gauges = new LinkedHashMap<>();

	/** Names of the labels in their order, and the values of one sample. */
	record Labels(List<String> names, List<String> values) {
		static final Labels NONE = new Labels(List.of(), List.of());

		static Labels of(String name, String value) {
			return new Labels(List.of(name), List.of(value));
		}

		static Labels of(String name, String value, String otherName, String otherValue) {
			return new Labels(List.of(name, otherName), List.of(value, otherValue));
		}
	}

	void counter(String name, String help, Labels labels, long value) {
		counters.computeIfAbsent(name, _ -> new CounterMetricFamily(name, help, labels.names()))
				.addMetric(labels.values(), (double) value);
	}

	void gauge(String name, String help, Labels labels, long value) {
		gauges.computeIfAbsent(name, _ -> new GaugeMetricFamily(name, help, labels.names()))
				.addMetric(labels.values(), (double) value);
	}

	List<MetricFamilySamples> samples() {
		List<MetricFamilySamples> all = new ArrayList<>(counters.values());
		all.addAll(gauges.values());
		return all;
	}
}
