# The box as an image. Bases are arguments, so that an offline site can name its own.
#   docker build -t signalbox .
#   docker run --network host --cap-add NET_ADMIN --cap-add IPC_LOCK -v $PWD/box.yaml:/etc/signalbox/box.yaml signalbox
ARG BASE_IMAGE=debian:bookworm-slim
ARG JDK_IMAGE=eclipse-temurin:25-jdk

FROM ${JDK_IMAGE} AS jdk

FROM ${BASE_IMAGE} AS build
COPY --from=jdk /opt/java/openjdk /usr/lib/jvm/jdk-25
WORKDIR /opt/signalbox
COPY signalbox pom.xml openapi.yaml ./
COPY src/main src/main
# Installs what it needs; the archive is made by a box that runs for some seconds, on devices that lead nowhere.
RUN ./signalbox build

FROM ${BASE_IMAGE}
# libdpdk-dev brings every driver; choosing the few that a site needs makes a far smaller image.
RUN apt-get update && apt-get install -y --no-install-recommends libdpdk-dev && rm -rf /var/lib/apt/lists/*
COPY --from=jdk /opt/java/openjdk /usr/lib/jvm/jdk-25
# Everything where it was built: the JVM's archive fits the application of that path only.
COPY --from=build /opt/signalbox/src/main/launcher/jvm.options /opt/signalbox/
COPY --from=build /opt/signalbox/target/native/libsignalbox.so /opt/signalbox/target/native/
COPY --from=build /opt/signalbox/target/quarkus-app /opt/signalbox/target/quarkus-app
COPY --from=build /opt/signalbox/target/launcher/signalbox.aot /opt/signalbox/target/launcher/
ENV SIGNALBOX_CONFIG=/etc/signalbox/box.yaml
ENTRYPOINT ["/usr/lib/jvm/jdk-25/bin/java", "@/opt/signalbox/jvm.options", \
	"-XX:AOTCache=/opt/signalbox/target/launcher/signalbox.aot", \
	"-Dsignalbox.library=/opt/signalbox/target/native/libsignalbox.so", \
	"-jar", "/opt/signalbox/target/quarkus-app/quarkus-run.jar"]
