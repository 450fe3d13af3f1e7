import type { Location } from '#lib/contracts/locations.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';

/** The place that certificates name is known beforehand where an organization has one laboratory; what the form says already stays. */
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
