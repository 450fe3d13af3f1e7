import type { Calibration } from '#lib/contracts/calibrations.ts';
import { asStored } from '#lib/metrology/as-stored.ts';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { call } from '../api/call.ts';
import { device } from '../database/device.ts';
import { certificateOf } from './certificate-of.ts';

/**
 * A whole calibration with its points and result: from the device where it is held, else from the server, and kept for the
 * next time without network.
 *
 * @throws OfflineError where the device does not hold it and nobody answers
 * @throws NewerFormat where a newer version of the app has to read it; what the device holds stays
 */
export async function loadCalibration(id: string): Promise<Calibration> {
  const { whole, known } = await find(id);
  if (whole !== undefined) return asStored(whole);
  const fetched = await call('getCalibration', { params: { id } });
  // Only what sync knows of is kept: what leaves the scope later is then removed with the rest.
  if (known) await (await device()).local.opened.put(fetched);
  return asStored(fetched);
}

/** The same where the device holds it and can read it; undefined where not. */
export async function heldCalibration(id: string): Promise<Calibration | undefined> {
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
  const [held] = certificates.map((row) => documentOf('certificates', row));
  const certificate = certificateOf(held);
  const known = header !== undefined;
  if (header !== undefined && detail !== undefined) return { whole: { ...detail, ...header, certificate }, known };
  const opened = await local.opened.get(id);
  if (opened === undefined || header === undefined) return { whole: opened, known };
  return { whole: { ...opened, ...header, certificate }, known };
}
