/** What a device holds, in the order in which it is pulled: what names things first, what is large last. */
export const COLLECTIONS = [
  'organizations',
  'memberships',
  'locations',
  'procedures',
  'assets',
  'calibrations',
  'certificates',
  'notifications',
  'calibration_details'
] as const;
export type CollectionName = (typeof COLLECTIONS)[number];

/** The stream of what belongs to no organization; SQL knows it as `nobody()`. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';
