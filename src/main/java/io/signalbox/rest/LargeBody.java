package io.signalbox.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A resource method whose body may hold a full table. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LargeBody {
	/** Its most, as it comes; 384 are 2 M lines of NDJSON. */
	long mebibytes() default 384;
}
