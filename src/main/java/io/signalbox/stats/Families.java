package io.signalbox.stats;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Metric families being filled for one scrape. The writer of the text adds {@code _total} to counters. */
final class Families {
	private final Map<String, CounterMetricFamily> counters = new LinkedHashMap<>();
	private final Map<String, GaugeMetricFamily> gauges = new LinkedHashMap<>();

	/** Names of the labels in their order, and the values of one sample. */
	record Labels(List<String> names, List<String> values) {
		static final Labels NONE = new Labels(List.of(), List.of());

		static Labels of(String name, String value) {
			return NONE.and(name, value);
		}

		/** These and one more. */
		Labels and(String name, String value) {
			return new Labels(joined(names, name), joined(values, value));
		}

		private static List<String> joined(List<String> those, String one) {
			return Stream.concat(those.stream(), Stream.of(one)).toList();
		}
	}

	void counter(String name, String help, Labels labels, long value) {
		counter(name, help, labels, (double) value);
	}

	void counter(String name, String help, Labels labels, double value) {
		counters.computeIfAbsent(name, _ -> new CounterMetricFamily(name, help, labels.names()))
				.addMetric(labels.values(), value);
	}

	void gauge(String name, String help, Labels labels, long value) {
		gauge(name, help, labels, (double) value);
	}

	void gauge(String name, String help, Labels labels, double value) {
		gauges.computeIfAbsent(name, _ -> new GaugeMetricFamily(name, help, labels.names()))
				.addMetric(labels.values(), value);
	}

	List<MetricFamilySamples> samples() {
		List<MetricFamilySamples> all = new ArrayList<>(counters.values());
		all.addAll(gauges.values());
		return all;
	}
}
