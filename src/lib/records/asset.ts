import type { ColumnKey, Description, SearchedKey } from './field.ts';
import { MEASURING } from './measuring.ts';

/** A measuring instrument or a reference. */
export const ASSET = {
  id: { kind: 'id', from: 'column' },
  asset_id: { kind: 'text', from: 'column', set: 'always', max: 64, searched: true },
  name: { kind: 'text', from: 'column', set: 'always', max: 200, searched: true },
  description: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 5000 },
  organization_id: { kind: 'id', from: 'column', set: 'once' },
  organization_name: { kind: 'text', from: 'derived' },
  manufacturer: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 200, searched: true },
  model: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 200, searched: true },
  serial_number: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 200, searched: true },
  category: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 100, searched: true },
  is_reference: { kind: 'flag', from: 'column', initial: false, set: 'always' },
  status: { kind: 'choice', from: 'column', of: ['active', 'retired'], initial: 'active' },
  out_of_service: { kind: 'given', from: 'joined', nullable: true },
  retired: { kind: 'given', from: 'joined', nullable: true },
  location_id: { kind: 'id', from: 'column', nullable: true, set: 'always' },
  location_name: { kind: 'text', from: 'derived', nullable: true, searched: true },
  procedure_id: { kind: 'id', from: 'column', nullable: true, set: 'always' },
  calibration_interval_days: { kind: 'count', from: 'column', nullable: true, set: 'always', min: 1, max: 36_500 },
  /** Calendar months, instead of days. */
  calibration_interval_months: { kind: 'count', from: 'column', nullable: true, set: 'always', min: 1, max: 1200 },
  /** First day of use, if the instrument is older than its record: calibrations back to that day are plausible. */
  in_use_since: { kind: 'day', from: 'column', nullable: true, set: 'always' },
  ...MEASURING,
  channels: { kind: 'given', from: 'joined', set: 'always', initial: [] },
  tasks: { kind: 'given', from: 'joined', set: 'always', initial: [] },
  calibration_status: { kind: 'given', from: 'derived' },
  overdue_channels: { kind: 'given', from: 'derived' },
  due_date: { kind: 'given', from: 'derived', nullable: true },
  last_calibrated_at: { kind: 'given', from: 'derived', nullable: true },
  last_verdict: { kind: 'given', from: 'derived', nullable: true },
  photo_file_id: { kind: 'id', from: 'column', nullable: true },
  photo_url: { kind: 'text', from: 'derived', nullable: true, says: 'A path that expires after two days' },
  tags: { kind: 'texts', from: 'column', initial: [], set: 'always', max: 50, each: 50, searched: true },
  attributes: { kind: 'attributes', from: 'column', initial: [], set: 'always', max: 100, searched: true },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' },
  created_by: { kind: 'given', from: 'joined', nullable: true }
} as const satisfies Description;

/** The fields in which a search looks, and those that the program writes: names for long types. */
export type SearchedAssetKey = SearchedKey<typeof ASSET>;
export type AssetColumnKey = ColumnKey<typeof ASSET>;
