/** Edits of the calibrate form: each takes a form and answers the next one, so that history and drafts hold whole states. */
import {
  emptyRow,
  EMPTY_READING,
  isBlank,
  NEW_CONTRIBUTION,
  type CalibrateForm,
  type ContributionForm,
  type CorrelationForm,
  type Reading,
  type ReadingField,
  type Row,
  type Run,
  type ToleranceForm
} from './calibrate-form.ts';

export type Edit = (form: CalibrateForm) => CalibrateForm;
/** Applies an edit; edits of one `place` in a row are one undo step. */
export type Apply = (edit: Edit, place?: string | null) => void;

/** Sets one or more fields of the form. */
export function setFields(fields: Partial<CalibrateForm>): Edit {
  return (form) => ({ ...form, ...fields });
}

function editRow(id: number, change: (row: Row) => Row): Edit {
  return (form) => ({ ...form, rows: form.rows.map((row) => (row.id === id ? change(row) : row)) });
}

function editReading(id: number, run: Run, fields: Partial<Reading>): Edit {
  return editRow(id, (row) => ({ ...row, [run]: { ...row[run], ...fields } }));
}

/** Types into one cell of the grid. */
export function typeReading(id: number, run: Run, field: ReadingField, text: string): Edit {
  return editReading(id, run, { [field]: text });
}

export function typeNominal(id: number, text: string): Edit {
  return editRow(id, (row) => ({ ...row, nominal: text }));
}

/** Takes a point out of the analysis, or back into it; its readings stay. */
export function excludePoint(id: number, run: Run, excluded: boolean): Edit {
  return editReading(id, run, { excluded });
}

/** Appends an empty row. */
export function addRow(): Edit {
  return (form) => ({ ...form, rows: [...form.rows, emptyRow(form.next_id)], next_id: form.next_id + 1 });
}

/** Removes a row; the last one is emptied instead, so that there is always somewhere to type. */
export function removeRow(id: number): Edit {
  return (form) => {
    if (form.rows.length > 1) return { ...form, rows: form.rows.filter((row) => row.id !== id) };
    return { ...form, rows: [emptyRow(form.next_id)], next_id: form.next_id + 1 };
  };
}

/** Replaces the plan by `nominals`; rows that hold readings are kept in their place, the others are thrown away. */
export function planNominals(nominals: readonly string[]): Edit {
  return (form) => {
    const kept = form.rows.filter((row) => hasReadings(row));
    const fresh = nominals.slice(kept.length).map((nominal, i) => emptyRow(form.next_id + i, nominal));
    const renamed = kept.map((row, i) => ({ ...row, nominal: nominals[i] ?? row.nominal }));
    return { ...form, rows: [...renamed, ...fresh], next_id: form.next_id + fresh.length };
  };
}

/**
 * Begins or ends the as-found run. Readings typed so far become the run before the adjustment; ending it gives them back where no
 * as-left run was typed. Nothing that was typed is thrown away: an unused run waits in its rows.
 */
export function setAdjusted(adjusted: boolean): Edit {
  return (form) => {
    if (form.adjusted === adjusted) return form;
    const from: Run = adjusted ? 'left' : 'found';
    const to: Run = adjusted ? 'found' : 'left';
    const occupied = form.rows.some((row) => !isBlank(row[to]));
    const rows = occupied ? form.rows : form.rows.map((row) => ({ ...row, [to]: row[from], [from]: EMPTY_READING }));
    return { ...form, adjusted, rows };
  };
}

function hasReadings(row: Row): boolean {
  return !isBlank(row.left) || !isBlank(row.found);
}

export function addContribution(): Edit {
  return (form) => ({
    ...form,
    contributions: [...form.contributions, { ...NEW_CONTRIBUTION, id: form.next_id }],
    next_id: form.next_id + 1
  });
}

export function setContribution(id: number, fields: Partial<ContributionForm>): Edit {
  return (form) => ({
    ...form,
    contributions: form.contributions.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry))
  });
}

/** Removes a contribution and the correlations that name it. */
export function removeContribution(id: number): Edit {
  return (form) => ({
    ...form,
    contributions: form.contributions.filter((entry) => entry.id !== id),
    correlations: form.correlations.filter(({ a, b }) => a !== `#${id}` && b !== `#${id}`)
  });
}

export function addCorrelation(a: string, b: string): Edit {
  return (form) => ({
    ...form,
    correlations: [...form.correlations, { id: form.next_id, a, b, r: '' }],
    next_id: form.next_id + 1
  });
}

export function setCorrelation(id: number, fields: Partial<CorrelationForm>): Edit {
  return (form) => ({
    ...form,
    correlations: form.correlations.map((pair) => (pair.id === id ? { ...pair, ...fields } : pair))
  });
}

export function removeCorrelation(id: number): Edit {
  return (form) => ({ ...form, correlations: form.correlations.filter((pair) => pair.id !== id) });
}

export function setTolerance(index: number, fields: Partial<ToleranceForm>): Edit {
  return (form) => ({
    ...form,
    tolerance: form.tolerance.map((part, i) => (i === index ? { ...part, ...fields } : part))
  });
}

export function addTolerance(): Edit {
  return (form) => ({ ...form, tolerance: [...form.tolerance, { kind: 'absolute', lower: '', upper: '' }] });
}

export function removeTolerance(index: number): Edit {
  return (form) => ({ ...form, tolerance: form.tolerance.filter((_, i) => i !== index) });
}
