/**
 * Probes in one bath: common values are typed once. Each probe has its own form; the rows of all forms correspond, and
 * these edits take all forms and return the next ones.
 */
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import type { Edit } from './form-edits.ts';
import { isBlank, sideOf, type Row, type Run, type Side } from '../rows/form-rows.ts';
import { addRow, layPlan, removeRow, sameNominal, setAdjusted, typeNominal, typeReading } from './row-edits.ts';

export type Forms = readonly CalibrateForm[];
export type SharedEdit = (forms: Forms) => Forms;

/**
 * Fields shared by all probes in the bath; all others belong to one probe: tolerance, unit, resolution, curve,
 * correction in force.
 */
export const SHARED = [
  'kind',
  'external_content',
  'lab',
  'calibration_date',
  'due_date',
  'location_id',
  'procedure',
  'customer',
  'received_on',
  'item_condition',
  'customer_data',
  'reference',
  'reference_reason',
  'environment',
  'readings_averaged',
  'contributions',
  'correlations',
  'left_out',
  'directions',
  'repeats'
] as const satisfies readonly (keyof CalibrateForm)[];

/** An edit of one probe's form; changes to {@link SHARED} fields and to the plan apply to all. */
export function editFrom(at: number, edit: Edit): SharedEdit {
  return (forms) => {
    const before = forms[at];
    const after = before && edit(before);
    if (before === undefined || after === undefined || after === before) return forms;
    const next = forms.map((form, i) => (i === at ? after : follow(form, before, after)));
    return alongside(next, at);
  };
}

/** Of certificates of outside laboratories each probe may have its own: of these fields, it keeps what is already different. */
const OF_A_CERTIFICATE: ReadonlySet<string> = new Set([
  'lab',
  'calibration_date',
  'due_date',
  'received_on',
  'environment'
] satisfies (typeof SHARED)[number][]);

/** What a form takes over of a field that changed in another: all of it, or those of its parts in which both were the same. */
function followed(own: unknown, before: unknown, after: unknown): unknown {
  if (!isParts(own) || !isParts(before) || !isParts(after)) return own === before ? after : own;
  const parts = Object.entries(after).map(([key, value]) => [key, followed(own[key], before[key], value)]);
  return Object.fromEntries(parts) as unknown;
}
const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function follow(form: CalibrateForm, before: CalibrateForm, after: CalibrateForm): CalibrateForm {
  const adjusted = setAdjusted(after.adjusted)(form);
  const changed = SHARED.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return adjusted;
  const isExternal = form.kind === 'external' && before.kind === 'external';
  const taken = Object.fromEntries(
    changed.map((field) => [
      field,
      isExternal && OF_A_CERTIFICATE.has(field) ? followed(form[field], before[field], after[field]) : after[field]
    ])
  ) as Partial<CalibrateForm>;
  return { ...adjusted, ...taken, next_id: Math.max(adjusted.next_id, after.next_id) };
}

/** Aligns the rows of all forms with the plan of one of them; every reading stays with its nominal value. */
export function alongside(forms: Forms, leading: number): Forms {
  const lead = forms[leading];
  if (lead === undefined) return forms;
  const beside = forms.every(({ rows }) => rows.length === lead.rows.length && rows.every(isBeside(lead.rows)));
  if (beside) return fillReferences(forms);
  const plan = lead.rows.map(({ nominal }) => nominal);
  for (const { rows } of forms) {
    for (const row of rows) {
      if (isBlank(row.left) && isBlank(row.found)) continue;
      const here = rows.filter((other) => hasReadings(other) && sameNominal(other.nominal, row.nominal)).length;
      const planned = plan.filter((nominal) => sameNominal(nominal, row.nominal)).length;
      if (planned < here) plan.push(row.nominal);
    }
  }
  const laid = forms.map((form) => layPlan(plan)(form));
  return fillReferences(laid.map((form) => withDirections(form, lead)));
}

const hasReadings = ({ left, found }: Row): boolean => !isBlank(left) || !isBlank(found);
const isBeside = (rows: readonly Row[]) => (row: Row, i: number) => sameNominal(row.nominal, rows[i]?.nominal ?? '');

function withDirections(form: CalibrateForm, { rows, directions }: CalibrateForm): CalibrateForm {
  if (!directions) return form;
  return {
    ...form,
    rows: form.rows.map((row, i) => ({ ...row, direction: row.direction || (rows[i]?.direction ?? '') }))
  };
}

/**
 * An added probe takes over the reference readings of the others if it has none; not from the certificate of an outside laboratory, which
 * is about one probe.
 */
function fillReferences(forms: Forms): Forms {
  return forms.map((form) => {
    if (form.kind === 'external') return form;
    const rows = form.rows.map((row, i) => {
      const fill = (side: Side) => {
        const reading = row[side];
        const { text } = sharedReference(forms, i, side);
        return isBlank(reading) && text !== '' ? { ...reading, reference: text } : reading;
      };
      const [left, found] = [fill('left'), fill('found')];
      return left === row.left && found === row.found ? row : { ...row, left, found };
    });
    return rows.every((row, i) => row === form.rows[i]) ? form : { ...form, rows };
  });
}

/**
 * The reference reading of a row: the common one of all probes that have one; none if they differ because they were
 * typed separately.
 */
export function sharedReference(
  forms: Forms,
  at: number,
  side: Side
): { readonly text: string; readonly differs: boolean } {
  const typed = forms.map(({ rows }) => rows[at]?.[side].reference ?? '').filter((text) => text.trim() !== '');
  const [first = ''] = typed;
  const differs = typed.some((text) => !sameNumber(text, first));
  return { text: differs ? '' : first, differs };
}

function sameNumber(a: string, b: string): boolean {
  const [x, y] = [parseDecimal(a, 'en'), parseDecimal(b, 'en')];
  return x === null || y === null ? a === b : x === y;
}

/** An edit of the row at one position, in every form by its id there. */
const everyRow =
  (at: number, edit: (id: number) => Edit): SharedEdit =>
  (forms) =>
    forms.map((form) => {
      const row = form.rows[at];
      return row === undefined ? form : edit(row.id)(form);
    });

export const typeReference = (at: number, run: Run, text: string): SharedEdit =>
  everyRow(at, (id) => typeReading(id, run, 'reference', text));

/** A reading of one probe. */
export const typeMeasured =
  (probe: number, at: number, run: Run, text: string): SharedEdit =>
  (forms) =>
    forms.map((form, i) => {
      const row = form.rows[at];
      return i !== probe || row === undefined ? form : typeReading(row.id, run, 'measured', text)(form);
    });

export const typePlanned = (at: number, text: string): SharedEdit => everyRow(at, (id) => typeNominal(id, text));
export const addRows =
  (run: Run): SharedEdit =>
  (forms) =>
    forms.map(addRow(run));
export const removeRows = (at: number, run: Run): SharedEdit => everyRow(at, (id) => removeRow(id, run));

/**
 * A table pasted into a cell: its columns are those of the grid from there on; rows are added if necessary.
 *
 * @param column -1 for the plan, 0 for the reference, then the probes in their order
 */
export function pasteReadings(cells: readonly (readonly string[])[], at: number, column: number, run: Run): SharedEdit {
  return (forms) => {
    let next = forms;
    cells.forEach((texts, down) => {
      if (at + down >= (next[0]?.rows.length ?? 0)) next = addRows(run)(next);
      texts.forEach((text, right) => {
        if (text === '') return;
        next = typeAt(column + right, at + down, run, text)(next);
      });
    });
    return next;
  };
}

function typeAt(column: number, at: number, run: Run, text: string): SharedEdit {
  if (column < 0) return typePlanned(at, text);
  return column === 0 ? typeReference(at, run, text) : typeMeasured(column - 1, at, run, text);
}

/** Rows with a reference reading but none of the probe, except excluded rows. */
export function unread(form: CalibrateForm, run: Run): readonly Row[] {
  const side = sideOf(run);
  return form.rows.filter(
    ({ [side]: reading }) => !reading.excluded && reading.reference.trim() !== '' && reading.measured.trim() === ''
  );
}
