import { createCalibrationBody, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { assertStorable } from '#lib/server/http/storable-text.ts';
import { check } from '#lib/server/http/validation.ts';

/** The calibration in a payload's text, held to the same contract as a request of the API. @throws InvalidInput */
export function readPayload(text: string): CreateCalibrationBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidInput(['body'], 'json_invalid', 'The payload is not valid JSON.');
  }
  if (/\\u(0000|d[89a-f])/i.test(text)) assertStorable('body', value);
  return check('body', createCalibrationBody, value);
}
