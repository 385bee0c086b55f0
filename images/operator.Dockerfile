# SPDX-License-Identifier: Apache-2.0
# The operator. scripts/make-images.sh builds it, from the root of a checkout in which `make build` has run; by hand:
#   docker build -f images/operator.Dockerfile -t ringtail-operator .
# BASE is a Debian (or Ubuntu) that lends libraries and is not in the image itself; JDK has a JDK 25 at /opt/java/openjdk.
ARG BASE=debian:13-slim
ARG JDK=eclipse-temurin:25-jdk

FROM ${JDK} AS jdk

FROM ${BASE} AS root
COPY --from=jdk /opt/java/openjdk /opt/jdk
# What jdeps finds in the jars, but for java.desktop, java.sql and java.compiler, which they do without.
RUN /opt/jdk/bin/jlink --output /root/opt/java --no-header-files --no-man-pages --compress=zip-0 \
	--add-modules java.base,java.logging,java.management,java.naming,java.xml,jdk.management,jdk.unsupported
COPY images/make-root.sh /images/
RUN /images/make-root.sh /root libpcap0.8:libpcap.so.0.8
COPY operator/target/lib/jna-*.jar /jars/
COPY images/unpack-natives.sh /images/
RUN PATH=$PATH:/opt/jdk/bin /images/unpack-natives.sh /jars /root/opt/ringtail/native

# The same files, where there is a shell to train in.
FROM root AS trained
COPY images/operator.options /root/opt/ringtail/
COPY operator/target/lib/ /root/opt/ringtail/lib/
COPY operator/target/ringtail-operator.jar /root/opt/ringtail/lib/
COPY images/train/ /images/train/
RUN cp -a /root/opt/. /opt/ && /images/train/train.sh operator

FROM scratch
COPY --from=trained /root/ /
COPY --from=trained /opt/ringtail/operator.aot /opt/ringtail/
USER 65532:65532
ENTRYPOINT ["/opt/java/bin/java", "@/opt/ringtail/operator.options"]
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ringtail-operator" \
	org.opencontainers.image.description="Reconciles CaptureJobs: schedules agents, gathers what they report, delivers the story as conditions" \
	org.opencontainers.image.licenses="Apache-2.0" \
	org.opencontainers.image.version="${VERSION}" \
	org.opencontainers.image.revision="${REVISION}"
