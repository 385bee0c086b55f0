// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/**
 * What is wrong with a node.
 *
 * @param node the node's name
 * @param problem what kind of trouble
 * @param message what it is and what to do, without the node's name
 * @param hopeless whether the job no longer waits for the node
 */
public record NodeTrouble(String node, NodeProblem problem, String message, boolean hopeless) {
  /** The node's name with what is wrong. */
  public String sentence() {
    return node + ": " + message;
  }
}
