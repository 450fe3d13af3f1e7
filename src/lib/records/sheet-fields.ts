/** What a column of a spreadsheet of assets can contain. */
export const SHEET_FIELDS = [
  'asset_id',
  'name',
  'description',
  'manufacturer',
  'model',
  'serial_number',
  'category',
  'location',
  'procedure',
  'quantity',
  'range',
  'range_min',
  'range_max',
  'unit',
  'resolution',
  'tolerance',
  'interval',
  'interval_days',
  'interval_months',
  'interval_years',
  'interval_unit',
  'last_calibrated',
  'due_date',
  'certificate_number',
  'laboratory',
  'tags'
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number];
/** A column that is not imported. */
export const IGNORED = 'ignore';
export type ColumnUse = SheetField | typeof IGNORED;

/** In which order a day is written, where it can be read in two ways; `auto` judges from the other days of the column. */
export const DATE_ORDERS = ['auto', 'day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
