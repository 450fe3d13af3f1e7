import type { Calibration } from '#lib/contracts/calibrations.ts';
import { call } from '../api/call.ts';
import { device } from '../device.ts';
import { certificateOf } from './certificate-of.ts';

/**
 * A whole calibration with its points and result: from the device where it is held, else from the server, and kept for the
 * next time without network.
 *
 * @throws OfflineError where the device does not hold it and nobody answers
 */
export async function loadCalibration(id: string): Promise<Calibration> {
  const { local, replicated } = await device();
  const database = await replicated();
  const { documentOf, rowsById } = await import('../database/pulled-rows.ts');
  const [headers, details, certificates] = await Promise.all([
    rowsById(database.calibrations, [id]),
    rowsById(database.calibration_details, [id]),
    rowsById(database.certificates, [id])
  ]);
  const [header] = headers.map((row) => documentOf('calibrations', row));
  const [detail] = details.map((row) => documentOf('calibration_details', row));
  const [held] = certificates.map((row) => documentOf('certificates', row));
  const certificate = certificateOf(held);
  if (header !== undefined && detail !== undefined) return { ...detail, ...header, certificate };
  const opened = await local.opened.get(id);
  if (opened !== undefined) return header === undefined ? opened : { ...opened, ...header, certificate };
  const fetched = await call('getCalibration', { params: { id } });
  // Only what sync knows of is kept: what leaves the scope later is then removed with the rest.
  if (header !== undefined) await local.opened.put(fetched);
  return fetched;
}
