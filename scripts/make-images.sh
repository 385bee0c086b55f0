#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the images of the programs that Maven has packaged: those named, else all. Prints a line for each with its size.
#   make-images.sh [agent] [operator]
# TAG      the images' tag, else the project's version
# BASE     a Debian image that lends its libraries, else debian:13-slim
# JDK      an image with a JDK 25 at /opt/java/openjdk, else eclipse-temurin:25-jdk
# Where those two cannot be pulled, they are made from Debian packages and the JDK of this machine, once.
set -euo pipefail
cd "$(dirname "$0")/.."

lab=${RINGTAIL_LAB:-$PWD/../shared/lab}
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml | head -n 1)
tag=${TAG:-$version}
programs=("$@")
[[ $# -gt 0 ]] || programs=(agent operator)

fail() {
	echo "make-images: $*" >&2
	exit 1
}

if ! docker info >/dev/null 2>&1; then
	[[ -x $lab/k8s/start-docker.sh ]] || fail "Docker does not answer; start its daemon, or install it"
	"$lab/k8s/start-docker.sh"
fi

# have IMAGE: Docker has it, or can pull it.
have() {
	docker image inspect "$1" >/dev/null 2>&1 || timeout 60 docker pull -q "$1" >/dev/null 2>&1
}

# Debian with the packages that the Dockerfiles would otherwise fetch.
make_base() {
	local packages=libbpf1,libpcap0.8,netbase codename
	codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
	base=ringtail/base:$codename-$(md5sum <<<"$packages" | cut -c 1-8)
	docker image inspect "$base" >/dev/null 2>&1 && return
	command -v mmdebstrap >/dev/null || fail "no image ${BASE:-debian:13-slim}, and no mmdebstrap to make one: install it"
	echo "make-images: making $base from Debian's packages" >&2
	mmdebstrap --quiet --format=tar --variant=minbase --dpkgopt=force-unsafe-io --include="$packages" "$codename" - \
		$(ls /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null) | docker import - "$base" >/dev/null
}

make_jdk() {
	jdk=ringtail/jdk:$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$JAVA_HOME/release" | tr + _)
	docker image inspect "$jdk" >/dev/null 2>&1 && return
	echo "make-images: making $jdk from $JAVA_HOME" >&2
	tar -C "$JAVA_HOME" --transform 's|^\.|opt/java/openjdk|' --exclude=./lib/src.zip --dereference -c . |
		docker import - "$jdk" >/dev/null
}

JAVA_HOME=$(scripts/find-jdk.sh)
base=${BASE:-debian:13-slim}
jdk=${JDK:-eclipse-temurin:25-jdk}
if ! have "$base" || ! have "$jdk"; then
	[[ -z ${BASE:-}${JDK:-} ]] || fail "there is no image $base or none $jdk"
	make_base
	make_jdk
fi

# build PROGRAM OPTIONS...
build() {
	local log
	log=$(mktemp)
	if ! docker build -f "images/$1.Dockerfile" --build-arg "BASE=$base" --build-arg "JDK=$jdk" "${@:2}" . >"$log" 2>&1; then
		cat "$log" >&2
		rm "$log"
		fail "ringtail-$1 was not built"
	fi
	rm "$log"
}

# Trains the agent in a container that may load BPF programs, as no build may. Where that does not work, the build trains.
train_agent() {
	local trainer=ringtail/agent-trainer:$tag container said
	rm -rf agent/target/image
	mkdir -p agent/target/image
	build agent --target trainer -t "$trainer"
	container=$(docker create --privileged -v /sys/fs/bpf:/sys/fs/bpf "$trainer" /images/train/train.sh agent)
	said=$(docker start -a "$container" 2>&1) || true
	if [[ $said == *'"phase":"Capturing"'* ]]; then
		docker cp -q "$container:/opt/ringtail/agent.aot" agent/target/image/
	else
		echo "make-images: the agent cannot capture in a container here, so its AOT cache is trained without a capture" >&2
	fi
	docker rm -f "$container" >/dev/null
}

for program in "${programs[@]}"; do
	[[ -f $program/target/ringtail-$program.jar ]] || fail "there is no $program/target/ringtail-$program.jar; run make build first"
	[[ $program != agent ]] || train_agent
	build "$program" -t "ringtail-$program:$tag" --build-arg "VERSION=$version" \
		--build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
	# Java takes another way in silence when it cannot use its cache; asked to insist, it says so and ends.
	said=$(docker run --rm --read-only --tmpfs /tmp --entrypoint /opt/java/bin/java "ringtail-$program:$tag" \
		-XX:AOTMode=on "@/opt/ringtail/$program.options" --version 2>&1) || true
	[[ $said != *AOT* ]] || fail "ringtail-$program cannot use its AOT cache: $said"
	printf 'ringtail-%s:%s\t%d MiB\n' "$program" "$tag" \
		$(($(docker image inspect -f '{{.Size}}' "ringtail-$program:$tag") / 1048576))
done
