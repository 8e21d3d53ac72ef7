// Settings for Cargo that override those of the release profile. A real release is fully optimised,
// which takes minutes; those of tests are not.

export const fast = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
};
