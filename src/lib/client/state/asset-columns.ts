import type { Asset } from '#lib/contracts/assets.ts';
import { openColumns, type ColumnReader } from '../database/columns.ts';

export type SavedAssets = {
  /**
   * The assets, each field read from its column when it is looked at: a first screen looks at few fields, and at a dozen rows
   * more closely. The fields are not their own, so that a copy by spreading has none: for lists that are shown, and nothing else.
   */
  readonly views: readonly Asset[];
  /** The assets as plain objects; takes a moment. */
  readonly read: () => Asset[];
};

/** Opens the saved list of assets. */
export function openSavedAssets(text: string): SavedAssets {
  const columns = openColumns(text);
  return { views: viewsOf(columns), read: () => assetsOf(columns) };
}

function viewsOf({ length, keys, column }: ColumnReader): readonly Asset[] {
  class View {
    constructor(readonly row: number) {}
  }
  for (const key of keys) {
    let read: ((row: number) => unknown) | null = null;
    Object.defineProperty(View.prototype, key, {
      get(this: View) {
        read ??= column(key);
        return read(this.row);
      }
    });
  }
  return Array.from({ length }, (_, row) => new View(row) as unknown as Asset);
}

/**
 * Every field is named, although a loop over the keys would be shorter: objects that are written in one piece are made several
 * times faster, and there are twenty thousand of them.
 */
function assetsOf({ length, column }: ColumnReader): Asset[] {
  const of = <K extends keyof Asset>(key: K) => column(key) as (row: number) => Asset[K];
  const [id, asset_id, name, description] = [of('id'), of('asset_id'), of('name'), of('description')];
  const [organization_id, organization_name] = [of('organization_id'), of('organization_name')];
  const [manufacturer, model, serial_number] = [of('manufacturer'), of('model'), of('serial_number')];
  const [category, is_reference, status] = [of('category'), of('is_reference'), of('status')];
  const [location_id, location_name, procedure_id] = [of('location_id'), of('location_name'), of('procedure_id')];
  const [interval, quantity, unit] = [of('calibration_interval_days'), of('quantity'), of('unit')];
  const [measured_unit, range_min, range_max] = [of('measured_unit'), of('range_min'), of('range_max')];
  const [resolution, tolerance, correction] = [of('resolution'), of('tolerance'), of('correction_applied')];
  const [cmc, channels, calibration_status] = [of('cmc'), of('channels'), of('calibration_status')];
  const [overdue, due_date, last] = [of('overdue_channels'), of('due_date'), of('last_calibrated_at')];
  const [photo_file_id, tags, created_at] = [of('photo_file_id'), of('tags'), of('created_at')];
  const [updated_at, created_by] = [of('updated_at'), of('created_by')];
  const assets: Asset[] = [];
  for (let row = 0; row < length; row += 1) {
    assets.push({
      id: id(row),
      asset_id: asset_id(row),
      name: name(row),
      description: description(row),
      organization_id: organization_id(row),
      organization_name: organization_name(row),
      manufacturer: manufacturer(row),
      model: model(row),
      serial_number: serial_number(row),
      category: category(row),
      is_reference: is_reference(row),
      status: status(row),
      location_id: location_id(row),
      location_name: location_name(row),
      procedure_id: procedure_id(row),
      calibration_interval_days: interval(row),
      quantity: quantity(row),
      unit: unit(row),
      measured_unit: measured_unit(row),
      range_min: range_min(row),
      range_max: range_max(row),
      resolution: resolution(row),
      tolerance: tolerance(row),
      correction_applied: correction(row),
      cmc: cmc(row),
      channels: channels(row),
      calibration_status: calibration_status(row),
      overdue_channels: overdue(row),
      due_date: due_date(row),
      last_calibrated_at: last(row),
      photo_file_id: photo_file_id(row),
      tags: tags(row),
      created_at: created_at(row),
      updated_at: updated_at(row),
      created_by: created_by(row)
    });
  }
  return assets;
}
