import type { Calibration } from '#lib/contracts/calibrations.ts';
import { asStored } from '#lib/metrology/as-stored.ts';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { OfflineError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { device } from '../database/device.ts';
import { certificateOf } from './certificate-of.ts';

/**
 * A complete calibration with its points and result: from the device if stored there, else from the server, and then
 * stored for use offline.
 *
 * @throws OfflineError if the device does not have it and the server does not answer
 * @throws NewerFormat if only a newer version of the app can read it; the device's copy stays
 */
export async function loadCalibration(id: string): Promise<Calibration> {
  const { whole, known } = await find(id);
  // What another system had computed is not pulled: the server is asked, and what is held is enough without a network.
  if (whole !== undefined && !(whole.imported && whole.original === null)) return asStored(whole);
  let fetched: Calibration;
  try {
    fetched = await call('getCalibration', { params: { id } });
  } catch (error) {
    if (whole !== undefined && error instanceof OfflineError) return asStored(whole);
    throw error;
  }
  // Only calibrations that sync includes are stored, so that they are removed when they leave the scope.
  if (known) await (await device()).local.opened.put(fetched);
  return asStored(fetched);
}

/** The same if the device has it and can read it; otherwise undefined. */
export async function calibrationOnDevice(id: string): Promise<Calibration | undefined> {
  const { whole } = await find(id);
  try {
    return whole && asStored(whole);
  } catch (error) {
    if (error instanceof NewerFormat) return undefined;
    throw error;
  }
}

async function find(id: string): Promise<{ readonly whole: Calibration | undefined; readonly known: boolean }> {
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
  const [stored] = certificates.map((row) => documentOf('certificates', row));
  const certificate = certificateOf(stored);
  const known = header !== undefined;
  if (header !== undefined && detail !== undefined) {
    // They travel once: in the result.
    const points = detail.result?.points ?? [];
    return { whole: { ...detail, points, ...header, certificate, original: null }, known };
  }
  const opened = await local.opened.get(id);
  if (opened === undefined || header === undefined) return { whole: opened, known };
  return { whole: { ...opened, ...header, certificate }, known };
}
