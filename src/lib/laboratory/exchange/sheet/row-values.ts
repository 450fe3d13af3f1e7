import type { Language } from '#lib/contracts/primitives.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import type { DateOrder, SheetField } from '#lib/records/sheet-fields.ts';
import type { Cell } from './cell.ts';
import type { DateEvidence } from './read-date.ts';
import type { Decimals } from './read-number.ts';

/** A finding about a field of a row. */
export type CellFinding = {
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly field: string;
  /** What was probably meant. */
  readonly suggestion?: string;
};

/** What a row says of an asset; null where it says nothing. */
export type RowValues = {
  readonly asset_id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly serial_number: string | null;
  readonly category: string | null;
  readonly quantity: string | null;
  /** From the outermost inwards. */
  readonly location: readonly string[] | null;
  /** The code of a procedure. */
  readonly procedure: string | null;
  readonly unit: string | null;
  readonly range_min: number | null;
  readonly range_max: number | null;
  readonly resolution: number | null;
  readonly tolerance: readonly TolerancePart[] | null;
  readonly interval_days: number | null;
  readonly interval_months: number | null;
  readonly tags: readonly string[] | null;
  readonly calibration: {
    readonly date: string;
    readonly due: string | null;
    readonly certificate: string | null;
    readonly laboratory: string | null;
  } | null;
};

/** What the other rows of a sheet tell of a cell, and what the reader of it is told. */
export type SheetSense = {
  readonly decimals: ReadonlyMap<SheetField, Decimals>;
  readonly dates: ReadonlyMap<SheetField, DateEvidence>;
  readonly order: DateOrder;
  /** From a heading such as `Range [°C]`. */
  readonly unit: string | null;
  readonly isIdentifier: (text: string) => boolean;
  readonly today: string;
  /** Of what is suggested. */
  readonly language: Language;
};
export type RowCells = ReadonlyMap<SheetField, Cell>;

/** The cell of a row, as far as it has a value; and the place for what is wrong with it. */
export type RowReading = {
  readonly of: (field: SheetField) => Cell | null;
  readonly text: (field: SheetField, max: number) => string | null;
  readonly find: (code: string, field: SheetField, suggestion?: string) => null;
  readonly warn: (code: string, field: SheetField, suggestion?: string) => void;
  readonly sense: SheetSense;
};

/** What people write into a cell that has no value. */
export const isBlank = (text: string): boolean =>
  /^(-+|–|—|n\/?a|none|keine?|k\.\s?a\.|ninguno|aucun|null|\?+|\/)?$/i.test(text.trim());
