/** The collections on a device, in pull order: names first, large ones last. */
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

/** The stream of rows that belong to no organization; `nobody()` in SQL. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';
