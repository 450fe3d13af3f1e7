import { X509Certificate } from 'node:crypto';
import { fingerprintOf } from '#lib/server/certificates/signature/certificate-chain.ts';
import { execute } from '../support/database.ts';

/** As a signing certificate that neither was revoked nor has a successor. */
export const CURRENT = { is_current: true, revoked_at: null };

/** The signing certificate that a digital certificate names as its signer's, as the database has it. */
export async function signerOfDcc(databaseUrl: string, xml: string): Promise<unknown> {
  const [, der = ''] = /<ds:X509Certificate>([^<]+)</u.exec(xml) ?? [];
  const fingerprint = fingerprintOf(new X509Certificate(Buffer.from(der, 'base64')));
  const { rows } = await execute(
    databaseUrl,
    'SELECT is_current, revoked_at FROM signing_certificates WHERE fingerprint_sha256 = $1',
    [fingerprint]
  );
  return rows[0];
}
