// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import picocli.CommandLine.Option;

/** Where the operator is. */
final class OperatorOptions {
  @Option(
      names = "--operator-namespace",
      paramLabel = "NAME",
      defaultValue = "${env:RINGTAIL_NAMESPACE:-ringtail-system}",
      description =
          "namespace of the operator; default: RINGTAIL_NAMESPACE of the environment, else"
              + " ringtail-system")
  String namespace;
}
