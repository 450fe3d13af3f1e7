/**
 * Edits of the calibrate form: each takes a form and returns the next one, so that history and drafts contain complete
 * states.
 */
import { NEW_CONTRIBUTION, type ContributionForm, type CorrelationForm } from '../sections/contributions.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import type { ToleranceForm } from '../sections/conformity.ts';

export type Edit = (form: CalibrateForm) => CalibrateForm;
/** Applies an edit; edits of one `place` in a row are one undo step. */
export type Apply = (edit: Edit, place?: string | null) => void;

/** Sets one or more fields of the form. */
export function setFields(fields: Partial<CalibrateForm>): Edit {
  return (form) => ({ ...form, ...fields });
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
    // Once the limits are changed, they are no longer those of the data sheet.
    specification: '',
    tolerance: form.tolerance.map((part, i) => (i === index ? { ...part, ...fields } : part))
  });
}

export function addTolerance(): Edit {
  return (form) => ({
    ...form,
    specification: '',
    tolerance: [...form.tolerance, { kind: 'absolute', lower: '', upper: '' }]
  });
}

export function removeTolerance(index: number): Edit {
  return (form) => ({ ...form, specification: '', tolerance: form.tolerance.filter((_, i) => i !== index) });
}
