import type { z } from 'zod';
import { endpoints } from '#lib/contracts/endpoints.ts';
import { limitOfBody } from '#lib/contracts/operation.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { check } from './check.ts';
import { JsonShape } from './json-shape.ts';
import { parseJson } from './parse-json.ts';

/** The bodies that may be large, by operation. */
const SCHEMAS = {
  analyze: endpoints.analyze.body,
  changeAssets: endpoints.changeAssets.body,
  createAsset: endpoints.createAsset.body,
  createCalibration: endpoints.createCalibration.body,
  createCertificateTemplate: endpoints.createCertificateTemplate.body,
  createProcedure: endpoints.createProcedure.body,
  exportSelectedAssets: endpoints.exportSelectedAssets.body,
  previewCertificateTemplate: endpoints.previewCertificateTemplate.body,
  printStickers: endpoints.printStickers.body,
  updateAsset: endpoints.updateAsset.body,
  updateCertificateTemplate: endpoints.updateCertificateTemplate.body,
  updateProcedure: endpoints.updateProcedure.body,
  updateUser: endpoints.updateUser.body
} as const satisfies Readonly<Record<string, z.ZodType>>;
export type LargeBody = keyof typeof SCHEMAS;

/** Reading this much does not block other requests; sending it to a thread takes as long. */
const MOST_BYTES_HERE = 128 * 1024;
export const isLarge = (text: Uint8Array): boolean => text.byteLength > MOST_BYTES_HERE;

export const isLargeBody = (operation: string): operation is LargeBody => operation in SCHEMAS;

/** The value of a body that is held to its schema, all at once: for small ones, and for the thread. @throws InvalidInput */
export function readWhole<N extends LargeBody>(name: N, text: Uint8Array): z.output<(typeof SCHEMAS)[N]> {
  const shape = new JsonShape(limitOfBody(endpoints[name]));
  shape.read(text);
  if (text.byteLength === 0) throw invalidInput(['body'], 'missing', 'The body is missing');
  return check('body', SCHEMAS[name], parseJson(text, shape.hasCodes)) as z.output<(typeof SCHEMAS)[N]>;
}
