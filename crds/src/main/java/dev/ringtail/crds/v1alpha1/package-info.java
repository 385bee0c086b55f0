// SPDX-License-Identifier: Apache-2.0
/**
 * The API {@code ringtail.dev/v1alpha1} as records. They are the only source of the CRDs, of their
 * defaults and of their documentation: {@code @JsonPropertyDescription} is what {@code kubectl
 * explain} prints, {@code @Default} is what the API server fills in and what a constructor fills in
 * for a missing component, so that an object of these classes is always complete.
 */
package dev.ringtail.crds.v1alpha1;
