import type { Location } from '#lib/contracts/locations.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';

/** Fills in the location if an organization has only one laboratory and the form has none yet. */
export function withOnlyLaboratory(
  form: CalibrateForm,
  organizationId: string,
  locations: readonly Location[]
): CalibrateForm {
  if (form.location_id !== '' || form.kind !== 'internal') return form;
  const own = locations.filter(
    (place) => place.is_calibration_lab && (place.organization_id === organizationId || place.organization_id === null)
  );
  const [only] = own;
  return only === undefined || own.length > 1 ? form : { ...form, location_id: only.id };
}
