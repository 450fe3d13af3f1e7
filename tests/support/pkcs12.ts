import forge from 'node-forge';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';

/** A PKCS#12 file with a certificate that signs itself, in base64, as an organization would bring it along. */
export async function pkcs12File(
  name: string,
  password: string,
  now = new Date('2026-01-01T00:00:00Z')
): Promise<string> {
  const { privateKeyPem, certificatePem } = await makeSigningKey(name, now);
  const packed = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(privateKeyPem),
    [forge.pki.certificateFromPem(certificatePem)],
    password
  );
  return Buffer.from(forge.asn1.toDer(packed).getBytes(), 'latin1').toString('base64');
}
