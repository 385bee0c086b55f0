# SPDX-License-Identifier: Apache-2.0
# The node agent. scripts/make-images.sh builds it, from the root of a checkout in which `make build` has run; by hand:
#   docker build -f images/agent.Dockerfile -t ringtail-agent .
# BASE is a Debian (or Ubuntu) that lends libraries and is not in the image itself; JDK has a JDK 25 at /opt/java/openjdk.
ARG BASE=debian:13-slim
ARG JDK=eclipse-temurin:25-jdk

FROM ${JDK} AS jdk

FROM ${BASE} AS root
COPY --from=jdk /opt/java/openjdk /opt/jdk
# What jdeps finds in the jars, but for java.desktop, java.sql and java.compiler, which they do without.
RUN /opt/jdk/bin/jlink --output /root/opt/java --no-header-files --no-man-pages --compress=zip-0 \
	--add-modules java.base,java.logging,java.management,java.naming,java.xml,jdk.jfr,jdk.management,jdk.unsupported
COPY images/make-root.sh /images/
RUN /images/make-root.sh /root libbpf1:libbpf.so.1 libpcap0.8:libpcap.so.0.8
COPY agent/target/lib/jna-*.jar agent/target/lib/zstd-jni-*.jar /jars/
COPY images/unpack-natives.sh /images/
RUN PATH=$PATH:/opt/jdk/bin /images/unpack-natives.sh /jars /root/opt/ringtail/native

# The same files, where there is a shell to train in.
FROM root AS trainer
COPY images/agent.options /root/opt/ringtail/
COPY agent/target/lib/ /root/opt/ringtail/lib/
COPY agent/target/ringtail-agent.jar /root/opt/ringtail/lib/
COPY images/train/ /images/train/
RUN cp -a /root/opt/. /opt/

# A build may not load BPF programs, so that what it trains comes no further than to a refused capture. make-images.sh trains
# in a container of the stage above, which may.
FROM trainer AS trained
COPY images/agent.options agent/target/image/agent.ao[t] /opt/ringtail/
RUN test -s /opt/ringtail/agent.aot || /images/train/train.sh agent

FROM scratch
COPY --from=trained /root/ /
COPY --from=trained /opt/ringtail/agent.aot /opt/ringtail/
ENTRYPOINT ["/opt/java/bin/java", "@/opt/ringtail/agent.options"]
CMD ["--help"]
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ringtail-agent" \
	org.opencontainers.image.description="Captures packets of a Kubernetes node by XDP and tcx, with every packet accounted for" \
	org.opencontainers.image.licenses="Apache-2.0 AND (GPL-2.0-only OR Apache-2.0)" \
	org.opencontainers.image.version="${VERSION}" \
	org.opencontainers.image.revision="${REVISION}"
