import { buffer } from 'node:stream/consumers';
import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { Certifiable } from '#lib/server/db/certificates.ts';
import { pictureForPrint } from '#lib/server/images/picture-for-print.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The box that a logo is fitted into, in points. */
const BOX = { width: 110, height: 44 };

/**
 * The logo that the organization had when the calibration was recorded, sized for the head of the certificate.
 * Undefined if there is none or its file is gone: the certificate is issued anyway.
 */
export async function certificateLogo(
  { store, log }: Services,
  { context }: Certifiable
): Promise<CertificateCase['logo']> {
  const id = context.organization.logo_file_id;
  if (id === null) return undefined;
  const stored = await store.get(keyOfFile(id));
  if (stored === null) {
    log.warn({ file: id }, 'the logo of a certificate is missing');
    return undefined;
  }
  const { bytes, format, width, height } = await pictureForPrint(await buffer(stored.stream));
  const scale = Math.min(BOX.width / width, BOX.height / height);
  const points = (pixels: number) => Math.round(pixels * scale * 100) / 100;
  return { bytes, format, width: points(width), height: points(height) };
}
