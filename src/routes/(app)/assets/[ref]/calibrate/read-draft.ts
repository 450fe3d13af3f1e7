/** Drafts by the number of their form (`schema`): each is read as long as a device may hold one. */
import { knownFormat } from '#lib/metrology/newer-format.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { takeUp } from '#lib/worksheet/form/begin-form.ts';

/**
 * Raised when a field of the form is removed or comes to mean something else, with a reader below and a frozen draft in tests/frozen.
 * A field that is added changes no number: an older draft gets it from a new form.
 */
const FORMATS = [1] as const;
type Format = (typeof FORMATS)[number];
type Reader = (stored: CalibrateForm, fresh: CalibrateForm) => CalibrateForm;

const READERS: { readonly [F in Format]: Reader } = { 1: takeUp };

/**
 * A stored form in today's form.
 *
 * @param fresh what a new form of the instrument says, for what the stored one does not know
 * @throws NewerFormat
 */
export function readDraft(stored: CalibrateForm, fresh: CalibrateForm): CalibrateForm {
  return READERS[knownFormat('draft', FORMATS, stored.schema)](stored, fresh);
}
