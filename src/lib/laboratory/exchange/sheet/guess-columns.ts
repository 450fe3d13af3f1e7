import { IGNORED, type ColumnUse, type SheetField } from '#lib/records/sheet-fields.ts';
import { cellText, type Cell } from './cell.ts';
import { OTHER_HEADINGS, TEMPLATE } from './headings.ts';
import { intervalUnitOf } from './read-interval.ts';
import { isKnownUnit, readUnit } from './read-unit.ts';

/** A column of a sheet, and what is done with it. */
export type SheetColumn = {
  /** Its heading; distinct in its sheet. */
  readonly label: string;
  readonly use: ColumnUse;
};

/** The heading of the column of reasons in a table of refused rows; nobody imports it. */
export const REASONS = 'Plumbline';
const LONGEST_LABEL = 100;
const MOST_ABOVE = 20;

/** Letters and digits only, so that `Serial No.`, `SERIAL-NO` and `serial no` are one. */
const folded = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/n\s?[°º]/g, 'n ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[#№°º]/g, ' no ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MEANINGS: ReadonlyMap<string, SheetField> = new Map([
  ...Object.entries(OTHER_HEADINGS).flatMap(([field, words]) =>
    words.split('|').map((word): [string, SheetField] => [word, field as SheetField])
  ),
  ...Object.values(TEMPLATE).flatMap((columns) =>
    columns.map(([field, heading]): [string, SheetField] => [folded(heading), field])
  )
]);
const BRACKETS = /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/;
/** `Kalibrierzyklus in Monaten`, folded. */
const UNIT_AT_END = /^(.+?)(?: in| en)? (\p{L}+)$/u;

/** What a heading means; null if it is unknown. `Interval (months)` names its unit. */
export function meaningOf(heading: string): SheetField | null {
  const whole = MEANINGS.get(folded(heading));
  if (whole !== undefined) return whole;
  const [, name = heading, inside = ''] = BRACKETS.exec(heading) ?? [];
  const field = MEANINGS.get(folded(name)) ?? null;
  return intervalIn(field, inside) ?? field ?? intervalAtEnd(folded(heading));
}

function intervalAtEnd(heading: string): SheetField | null {
  const [, name = '', last = ''] = UNIT_AT_END.exec(heading) ?? [];
  return intervalIn(MEANINGS.get(name) ?? null, last);
}

function intervalIn(field: SheetField | null, word: string): SheetField | null {
  const unit = field === 'interval' ? intervalUnitOf(word) : null;
  return unit === null || unit === 'weeks' ? null : `interval_${unit}`;
}

/** The unit in a heading such as `Range [°C]`; null without one. */
export function unitInHeading(heading: string): string | null {
  const inside = BRACKETS.exec(heading)?.[2] ?? /\bin (\S+)$/.exec(heading)?.[1] ?? '';
  return inside !== '' && isKnownUnit(inside) ? readUnit(inside).unit : null;
}

/** The row with the headings: among the first ones the one with the most that are known, or else the first. */
export function headingRow(rows: readonly { readonly cells: readonly Cell[] }[]): number {
  const known = rows.slice(0, MOST_ABOVE).map(({ cells }) => cells.filter((cell) => meaningOf(cellText(cell))).length);
  const most = Math.max(0, ...known);
  return most < 2 ? 0 : known.indexOf(most);
}

/** Headings that can be told apart: one without text is called after its place, and one that repeats gets a number. */
export function labelsOf(cells: readonly Cell[], width: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const text = cellText(cells[i]).replace(/\s+/g, ' ').trim().slice(0, LONGEST_LABEL) || `Column ${i + 1}`;
    let label = text;
    for (let n = 2; taken.has(label); n++) label = `${text} (${n})`;
    taken.add(label);
    return label;
  });
}

/** What each column is used for: as somebody chose it, else as its heading says. No use occurs twice. */
export function useColumns(
  labels: readonly string[],
  chosen: Readonly<Record<string, ColumnUse>>
): readonly SheetColumn[] {
  const uses = new Map<string, ColumnUse>();
  const taken = new Set<ColumnUse>();
  const take = (label: string, use: ColumnUse | null | undefined) => {
    if (!use || uses.has(label) || (use !== IGNORED && taken.has(use))) return;
    uses.set(label, use);
    taken.add(use);
  };
  const own = new Map(Object.entries(chosen));
  for (const label of labels) take(label, own.get(label));
  for (const label of labels) if (label !== REASONS) take(label, meaningOf(label));
  // What describes an asset is its name where nothing else is.
  const description = labels.find((label) => uses.get(label) === 'description');
  if (description !== undefined && !taken.has('name') && !own.has(description)) uses.set(description, 'name');
  return labels.map((label) => ({ label, use: uses.get(label) ?? IGNORED }));
}
