package io.signalbox;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may know which. */
@AnalyzeClasses(packages = "io.signalbox", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
	@ArchTest
	static final ArchRule NET_KNOWS_NOBODY = onlyKnows("net");

	@ArchTest
	static final ArchRule ROUTE_KNOWS_VALUES = onlyKnows("route", "net");

	@ArchTest
	static final ArchRule RIB_KNOWS_ROUTES = onlyKnows("rib", "route", "net");

	@ArchTest
	static final ArchRule FEEDS_KNOW_THE_RIB = onlyKnows("feed.bulk", "rib", "route", "net");

	@ArchTest
	static final ArchRule MRT_KNOWS_ROUTES = onlyKnows("feed.mrt", "feed", "route", "net");

	@ArchTest
	static final ArchRule THE_FRAME_OF_FEEDS_KNOWS_THE_RIB = onlyKnows("feed", "rib", "route", "net");

	@ArchTest
	static final ArchRule NETLINK_KNOWS_VALUES = onlyKnows("feed.netlink", "route", "net");

	@ArchTest
	static final ArchRule IMPORTS_KNOW_NO_FORMAT =
			onlyKnows("imports", "store", "snapshot", "feed", "rib", "route", "net");

	@ArchTest
	static final ArchRule FPM_KNOWS_ITS_FRAME = onlyKnows("feed.fpm", "feed", "feed.netlink", "rib", "route", "net");

	@ArchTest
	static final ArchRule SNAPSHOTS_KNOW_THE_RIB = onlyKnows("snapshot", "rib", "route", "net");

	@ArchTest
	static final ArchRule THE_KERNELS_FEED_KNOWS_NO_DATAPLANE_BUT_ITS_NETLINK =
			onlyKnows("feed.kernel", "feed", "feed.netlink", "rib", "route", "net", "dataplane");

	@ArchTest
	static final ArchRule DATAPLANE_KNOWS_VALUES = onlyKnows("dataplane", "net");

	@ArchTest
	static final ArchRule FFM_KNOWS_THE_DATAPLANE = onlyKnows("dataplane.ffm", "dataplane", "net");

	@ArchTest
	static final ArchRule FIB_IS_BETWEEN_RIB_AND_DATAPLANE = onlyKnows("fib", "rib", "route", "dataplane", "net");

	@ArchTest
	static final ArchRule INTERFACES_KNOW_THE_TWO_LOWER_HALVES =
			onlyKnows("interfaces", "fib", "rib", "route", "dataplane", "net");

	@ArchTest
	static final ArchRule CACHE_KNOWS_THE_DATAPLANE = onlyKnows("cache", "dataplane");

	@ArchTest
	static final ArchRule STATS_KNOW_NO_ROUTE =
			noClasses().that().resideInAPackage("io.signalbox.stats..")
					.should().dependOnClassesThat().resideInAnyPackage("io.signalbox.rest..", "io.signalbox.dataplane.ffm..");

	@ArchTest
	static final ArchRule NOBODY_KNOWS_THE_LIFECYCLE =
			noClasses().that().resideOutsideOfPackage("io.signalbox.lifecycle..")
					.should().dependOnClassesThat().resideInAPackage("io.signalbox.lifecycle..");

	@ArchTest
	static final ArchRule NOBODY_KNOWS_REST =
			noClasses().that().resideOutsideOfPackage("io.signalbox.rest..")
					.should().dependOnClassesThat().resideInAPackage("io.signalbox.rest..");

	@ArchTest
	static final ArchRule ONLY_FFM_IS_FOREIGN =
			noClasses().that().resideOutsideOfPackage("io.signalbox.dataplane.ffm..")
					.should().dependOnClassesThat().resideInAPackage("java.lang.foreign..");

	@ArchTest
	static final ArchRule ONLY_THE_LIFECYCLE_NAMES_THE_NATIVE_DATAPLANE =
			noClasses().that().resideOutsideOfPackages("io.signalbox.dataplane.ffm..", "io.signalbox.lifecycle..")
					.should().dependOnClassesThat().resideInAPackage("io.signalbox.dataplane.ffm..");

	@ArchTest
	static final ArchRule NAMES_SAY_WHAT_A_THING_IS =
			noClasses().should().haveNameMatching(".*(Manager|Helper|Util|Utils|Impl|Gateway)");

	private static ArchRule onlyKnows(String name, String... others) {
		String[] ours = new String[others.length + 1];
		ours[0] = "io.signalbox." + name;
		for (int at = 0; at < others.length; at++) {
			ours[at + 1] = "io.signalbox." + others[at];
		}
		return classes().that().resideInAPackage("io.signalbox." + name)
				.should().onlyDependOnClassesThat(
						resideInAnyPackage(ours).or(resideOutsideOfPackage("io.signalbox..")));
	}
}
