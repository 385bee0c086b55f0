#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the address of the Maven repository that the system's Maven uses by default: that of its built-in super POM.
set -euo pipefail

mvn=$(readlink -f "$(command -v mvn)")
lib=$(dirname "$(dirname "$mvn")")/lib
jar=$(ls "$lib"/maven-model-builder-*.jar | head -n 1)
unzip -p "$jar" org/apache/maven/model/pom-4.0.0.xml | sed -n 's/.*<url>\(.*\)<\/url>.*/\1/p' | head -n 1
