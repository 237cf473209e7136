package io.signalbox.vdev;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A test on the real data plane with virtual devices; needs the native library and root. All share one JVM. */
@Tag("vdev")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Vdev {}
