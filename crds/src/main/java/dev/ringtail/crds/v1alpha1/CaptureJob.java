// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One capture on one or many nodes: what to capture, for how long, and where to deliver it. */
@Group(CaptureJob.GROUP)
@Version(CaptureJob.VERSION)
@ShortNames("rtcap")
@Categories("ringtail")
public final class CaptureJob extends CustomResource<CaptureJobSpec, Void> implements Namespaced {
  /** The API group of all of Ringtail's objects. */
  public static final String GROUP = "ringtail.dev";

  /** The only version so far. */
  public static final String VERSION = "v1alpha1";

  private static final long serialVersionUID = 1L;

  @Override
  protected CaptureJobSpec initSpec() {
    return null;
  }
}
