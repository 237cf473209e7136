# The box as an image. Bases are arguments, so that an offline site can name its own.
#   docker build -t signalbox .
#   docker run --network host --cap-add NET_ADMIN --cap-add IPC_LOCK -v $PWD/box.yaml:/etc/signalbox/box.yaml signalbox
ARG BASE_IMAGE=debian:bookworm-slim
ARG JDK_IMAGE=eclipse-temurin:25-jdk

FROM ${JDK_IMAGE} AS jdk

FROM ${BASE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
	libdpdk-dev meson ninja-build gcc libc6-dev pkg-config maven
COPY --from=jdk /opt/java/openjdk /usr/lib/jvm/jdk-25
ENV JAVA_HOME=/usr/lib/jvm/jdk-25
WORKDIR /signalbox
COPY pom.xml openapi.yaml ./
COPY src/main src/main
RUN mvn -B -q package -Dmaven.test.skip

FROM ${BASE_IMAGE}
# libdpdk-dev brings every driver; choosing the few that a site needs makes a far smaller image.
RUN apt-get update && apt-get install -y --no-install-recommends libdpdk-dev && rm -rf /var/lib/apt/lists/*
COPY --from=jdk /opt/java/openjdk /usr/lib/jvm/jdk-25
COPY --from=build /signalbox/target/native/libsignalbox.so /usr/lib/signalbox/
COPY --from=build /signalbox/target/quarkus-app /usr/lib/signalbox/app
ENV SIGNALBOX_CONFIG=/etc/signalbox/box.yaml
ENTRYPOINT ["/usr/lib/jvm/jdk-25/bin/java", "-Xmx1g", "-Dsignalbox.library=/usr/lib/signalbox/libsignalbox.so", \
	"-jar", "/usr/lib/signalbox/app/quarkus-run.jar"]
