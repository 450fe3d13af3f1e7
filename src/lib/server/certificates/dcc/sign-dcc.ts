import { SignedXml } from 'xml-crypto';
import type { SigningKey } from '../signing-keys.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ROOT = "/*[local-name(.)='digitalCalibrationCertificate']";

/**
 * Signs a digital certificate as a whole: an enveloped XML signature (exclusive canonicalization, RSA with SHA-256) with the
 * certificate of its signer. Equal input gives equal bytes.
 */
export function signDcc(xml: string, { privateKeyPem, certificatePem }: SigningKey): string {
  const signer = new SignedXml({
    privateKey: privateKeyPem,
    publicCert: certificatePem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE
  });
  signer.addReference({
    xpath: ROOT,
    uri: '',
    isEmptyUri: true,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256'
  });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: ROOT, action: 'append' } });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${signer.getSignedXml()}`;
}
