#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian or Ubuntu packages that are missing, and says which.
#   setup.sh build [test] [images] [e2e] [bench]
set -euo pipefail
cd "$(dirname "$0")"

as_root() {
	if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

build=(clang llvm libbpf-dev libpcap0.8 make maven unzip wget)
test=(bpftool curl ethtool gcc iproute2 jq libc6-dev libpcap0.8-dev procps python3 tcpdump tshark zstd)
e2e=(qemu-system-x86 mmdebstrap e2fsprogs cpio kmod xz-utils busybox-static docker.io)
images=(mmdebstrap docker.io)
bench=(python3 tcpdump tshark xdp-tools)

if ! command -v apt-get >/dev/null; then
	echo "setup: this is no Debian or Ubuntu; install what they call: ${build[*]} ${test[*]}, and a JDK 25" >&2
	exit 0
fi

# Ubuntu has bpftool and libpcap under other names; Docker comes under several.
name_here() {
	case $1 in
	bpftool) command -v bpftool >/dev/null && return 1 ;;
	docker.io) command -v docker >/dev/null && return 1 ;;
	libpcap0.8) apt-cache show libpcap0.8t64 >/dev/null 2>&1 && ! apt-cache show libpcap0.8 2>/dev/null | grep -q ^Version && echo libpcap0.8t64 && return ;;
	esac
	echo "$1"
}

wanted=()
for group in "$@"; do
	declare -n packages=$group
	wanted+=("${packages[@]}")
done
if [[ " $* " == *" build "* ]] && ! ./find-jdk.sh >/dev/null 2>&1; then
	wanted+=(openjdk-25-jdk-headless)
fi

missing=()
for package in "${wanted[@]}"; do
	package=$(name_here "$package") || continue
	dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
if [[ ${#missing[@]} -gt 0 ]]; then
	echo "setup: installing ${missing[*]}"
	as_root apt-get update -qq
	for package in "${missing[@]}"; do
		if ! apt-cache show "$package" >/dev/null 2>&1; then
			case $package in
			openjdk-25-jdk-headless)
				echo "setup: this release has no JDK 25; install one, for example Temurin 25, and set JAVA_HOME to it" >&2
				exit 1
				;;
			bpftool) missing=("${missing[@]/bpftool/linux-tools-generic}") ;;
			esac
		fi
	done
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
./find-jdk.sh >/dev/null
