/** The form that gave a queued record: a refused entry is corrected where it was made. */
import type { CoefficientsOnly, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { CalibrateForm, ChosenReference } from './calibrate-form.ts';
import { curveForm } from '../typed/coefficient-curve.ts';
import { withRequest } from './form-from-request.ts';
import { numberText } from '../typed/number-text.ts';

/**
 * Fills `base` (a new form of the same asset) with what a record says. `reference` is the one that the record names, where the device
 * knows it.
 */
export function formFromBody(
  body: CreateCalibrationBody,
  base: CalibrateForm,
  reference: ChosenReference | null
): CalibrateForm {
  const filled: CalibrateForm = {
    ...base,
    channel_id: body.channel_id ?? null,
    kind: body.kind,
    calibration_date: body.calibration_date,
    due_date: body.due_date ?? null,
    location_id: body.calibration_location_id ?? '',
    customer: { name: body.customer?.name ?? '', address: body.customer?.address ?? '' },
    received_on: body.received_on ?? '',
    item_condition: body.item_condition ?? '',
    customer_data: body.customer_data ?? [],
    specification: body.specification ?? '',
    lab: {
      name: body.lab_name ?? '',
      certificate_number: body.lab_certificate_number ?? '',
      accreditation: body.lab_accreditation ?? ''
    },
    reference,
    reference_reason: body.reference_reason ?? '',
    environment: {
      temperature: numberText(body.environment?.temperature_c),
      humidity: numberText(body.environment?.relative_humidity_percent),
      pressure: numberText(body.environment?.pressure_kpa)
    },
    notes: body.notes ?? '',
    replaces_calibration_id: body.replaces_calibration_id ?? null
  };
  if (body.coefficients_only) return withCoefficients(filled, body.coefficients_only);
  return body.analysis ? withRequest(filled, body.analysis.request) : filled;
}

function withCoefficients(form: CalibrateForm, only: CoefficientsOnly): CalibrateForm {
  return {
    ...form,
    external_content: only.model === 'none' ? 'uncertainty' : 'coefficients',
    coefficients: only.model === 'none' ? form.coefficients : curveForm(only),
    stated: {
      uncertainty: String(only.expanded_uncertainty),
      k: String(only.coverage_factor),
      degrees_of_freedom: numberText(only.degrees_of_freedom)
    },
    unit: only.unit ?? '',
    measured_unit: only.measured_unit ?? ''
  };
}
