// How Cargo builds the releases of tests. A real release is fully optimised, which takes minutes; these
// are not.

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

import { root } from "../checkout.mjs";

export const fast = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  // Not among the builds of other tests, which may be building at the same time with other settings.
  CARGO_TARGET_DIR: resolve(root, process.env.CARGO_TARGET_DIR ?? "native/target", "image"),
  // The builder's own flags must not leak into a release. With other flags than those of the copy, Mix would also
  // build the copy's library anew, while sites run there.
  RUSTFLAGS: process.env.RUSTFLAGS ?? execFileSync(resolve(root, "bin/lib/native-flags"), { encoding: "utf8" }).trim(),
};
