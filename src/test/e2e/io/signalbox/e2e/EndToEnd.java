package io.signalbox.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Tests of the packaged application between hosts; a constructor may ask for the shared {@link Lab}. */
@Tag("e2e")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@ExtendWith(EndToEnd.SharedLab.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface EndToEnd {
	/** Makes the lab for the first test that asks; JUnit closes it after the last one. */
	final class SharedLab implements ParameterResolver {
		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
			return parameter.getParameter().getType() == Lab.class;
		}

		@Override
		public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
			return context.getRoot().getStore(Namespace.create(Lab.class))
					.computeIfAbsent(Lab.class, key -> Start.attempt(), Start.class).lab();
		}
	}

	/** The one attempt to start the lab: where it failed, all tests fail at once and for the same reason. */
	record Start(Optional<Lab> started, Optional<Throwable> failure) implements AutoCloseable {
		static Start attempt() {
			try {
				return new Start(Optional.of(new Lab()), Optional.empty());
			} catch (AssertionError | RuntimeException e) {
				return new Start(Optional.empty(), Optional.of(e));
			}
		}

		Lab lab() {
			return started.orElseThrow(() -> new AssertionError("the lab did not start", failure.orElseThrow()));
		}

		@Override
		public void close() {
			started.ifPresent(Lab::close);
		}
	}
}
