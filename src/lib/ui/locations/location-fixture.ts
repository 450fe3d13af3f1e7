import type { Location } from '#lib/contracts/locations.ts';

/** A location whose id is its name. */
export const aLocation = (
  name: string,
  parent_id: string | null = null,
  organization_id: string | null = 'o'
): Location => ({
  id: name,
  name,
  address: null,
  description: null,
  parent_id,
  is_calibration_lab: false,
  organization_id,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z'
});
