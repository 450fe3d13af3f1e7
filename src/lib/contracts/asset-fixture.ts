import { ASSET } from '#lib/records/asset.ts';
import { initialValues } from '#lib/records/field.ts';
import type { Asset } from './assets.ts';

/** An asset for tests, with some fields replaced. */
export const anAsset = (asset_id: string, changes: Partial<Asset> = {}): Asset => ({
  ...initialValues(ASSET),
  id: `id-${asset_id}`,
  asset_id,
  name: asset_id,
  organization_id: 'o',
  organization_name: '',
  status: 'active',
  calibration_interval_days: 365,
  channels: [],
  tasks: [],
  calibration_status: 'never',
  overdue_channels: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...changes
});
