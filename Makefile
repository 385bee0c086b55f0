# SPDX-License-Identifier: Apache-2.0
# The verbs of this project; `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help

JAVA_HOME := $(shell scripts/find-jdk.sh 2>/dev/null)
export JAVA_HOME
# The Maven wrapper takes its Maven from the repository that the system's Maven knows.
export MVNW_REPOURL ?= $(shell scripts/maven-repository.sh 2>/dev/null)

MVN := ./mvnw -B -ntp
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo -E env PATH="$$PATH" JAVA_HOME="$(JAVA_HOME)" MVNW_REPOURL="$(MVNW_REPOURL)")

.PHONY: help
help: ## list these verbs
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## install the packages that are missing, and say which
	@scripts/setup.sh build

.PHONY: setup-test
setup-test:
	@scripts/setup.sh build test

.PHONY: build
build: setup ## compile, and leave the launchers at bin/ringtail-agent and bin/kubectl-ringtail
	@$(MAKE) --no-print-directory package

.PHONY: package
package:
	@$(MVN) -q -DskipTests package
	@scripts/make-launcher.sh

.PHONY: train
train: ## make the AOT cache with which the agent starts at half the CPU time
	@$(SUDO) scripts/train-agent.sh

.PHONY: demo
demo: setup-test ## capture a million packets on a veth pair, and check them independently
	@$(MAKE) --no-print-directory package train
	@$(SUDO) e2e/demo/demo.sh

.PHONY: demo-s3
demo-s3: setup-test ## the same into a bucket of an S3 server, the objects fetched again by curl
	@$(MAKE) --no-print-directory package train
	@$(SUDO) e2e/demo/demo-s3.sh

.PHONY: demo-kind
demo-kind: setup-e2e ## the same on a cluster of kind: helm install, kubectl apply, what a user sees, objects counted
	@$(MAKE) --no-print-directory package
	@$(SUDO) e2e/demo/demo-kind.sh

.PHONY: setup-e2e
setup-e2e:
	@scripts/setup.sh build test images e2e

.PHONY: test
test: setup-test ## build everything and run all tests of this machine
	@$(SUDO) $(MAKE) --no-print-directory verify

.PHONY: verify
verify:
	@$(MVN) verify
	@scripts/make-launcher.sh
	@scripts/train-agent.sh
	@scripts/check-launcher.sh
	@scripts/report-skips.sh

.PHONY: test-filters
test-filters: setup-test ## compare filters in the kernel with three independent judges, on over a million packets
	@$(SUDO) $(MVN) -q test -pl filter -am -Dtest='dev/ringtail/filter/proof/*' \
		-Dsurefire.failIfNoSpecifiedTests=false -Dringtail.filter.packets=1200000

.PHONY: bench-tools
bench-tools:
	@scripts/setup.sh build test bench
	@$(MAKE) --no-print-directory package train
	@$(MAKE) --no-print-directory --silent -C bench

.PHONY: bench
bench: bench-tools ## measure everything beside tcpdump, dumpcap and xdpdump, and print the goals
	@cd bench && $(SUDO) python3 -m harness all

.PHONY: bench-check
bench-check: ## compare the ratios of the last bench with those in bench/results
	@cd bench && $(SUDO) python3 -m harness check

.PHONY: bench-keep
bench-keep: ## copy the last bench's summary and plots to bench/results, to be committed
	@cd bench && $(SUDO) python3 -m harness keep

.PHONY: bench-path
bench-path: bench-tools ## measure the whole way from a veth to files, beside the peers
	@cd bench && $(SUDO) python3 -m harness path

.PHONY: bench-placement
bench-placement: bench-tools ## measure where the reader runs, sleeping and spinning
	@cd bench && $(SUDO) python3 -m harness placement

.PHONY: bench-matrix
bench-matrix: bench-tools ## measure one design decision after the other, with flame graphs
	@cd bench && $(SUDO) python3 -m harness matrix

.PHONY: bench-tuning
bench-tuning: bench-tools ## measure settings of the engine: ring, range, collector, compilers, writes
	@cd bench && $(SUDO) python3 -m harness tuning

.PHONY: bench-upload
bench-upload: bench-tools ## measure uploads beside the same SDK's raw multipart upload
	@bench/upload.sh

.PHONY: bench-jmh
bench-jmh: bench-tools ## measure pieces of code with JMH
	@cd bench && $(SUDO) python3 -m harness jmh

.PHONY: bench-ring
bench-ring: bench-tools ## measure the ring alone beside the classic design and a reader in C
	@cd bench && $(SUDO) python3 -m harness ring

.PHONY: bench-filter
bench-filter: bench-tools ## measure what filters cost beside the same in C
	@cd bench && $(SUDO) python3 -m harness filter

.PHONY: bench-idle
bench-idle: bench-tools ## measure what an idle interface and 200,000 packets/s cost, beside tcpdump
	@cd bench && $(SUDO) python3 -m harness idle

.PHONY: bench-scale
bench-scale: setup-test ## measure what a job on 1,000 nodes costs the operator and a real API server, without agents
	@$(SUDO) $(MVN) -q test -pl operator -am -Dtest=ScaleIT -Dsurefire.failIfNoSpecifiedTests=false -Dringtail.nodes=1000

.PHONY: e2e
e2e: setup-e2e ## run the suites in QEMU guests and on a cluster of kind, and kill agents for long
	@$(MAKE) --no-print-directory package
	@$(SUDO) e2e/run-guest-suites.sh
	@$(SUDO) e2e/run-kind-suite.sh
	@$(MAKE) --no-print-directory test-deaths

.PHONY: images
images: ## build the images of agent and operator, and print their sizes
	@scripts/setup.sh build images
	@$(MAKE) --no-print-directory package
	@$(SUDO) scripts/make-images.sh

.PHONY: e2e-kind
e2e-kind: setup-e2e ## run the suite on a cluster of kind
	@$(MAKE) --no-print-directory package
	@$(SUDO) e2e/run-kind-suite.sh

.PHONY: test-deaths
test-deaths: setup-test ## kill the agent at fifty moments under load, with either store, and count what is delivered after it
	@$(SUDO) $(MVN) -q verify -pl e2e -am -Dtest='dev.ringtail.e2e.DeathIT,dev.ringtail.e2e.S3DeathIT' \
		-Dsurefire.failIfNoSpecifiedTests=false -Dringtail.deaths=50

.PHONY: lint
lint: ## check the format of Java and C
	@$(MVN) -q spotless:check
	@clang-format --dry-run --Werror $$(git ls-files '*.c' '*.h')

.PHONY: format
format: ## format Java and C
	@$(MVN) -q spotless:apply
	@clang-format -i $$(git ls-files '*.c' '*.h')

.PHONY: clean
clean: ## remove what was built
	@$(MVN) -q clean
	@rm -rf bin
