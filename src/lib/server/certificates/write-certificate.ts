import { constants, privateEncrypt, randomBytes } from 'node:crypto';
import forge from 'node-forge';

/** An authority that issues, and where its certificate and its list of revoked ones are. */
export type Issuer = {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly certificateUrl: string;
  readonly revocationsUrl: string;
};
type Contents = {
  /** In PEM. */
  readonly pair: { readonly publicKey: string; readonly privateKey: string };
  readonly names: { readonly commonName: string; readonly organizationName: string };
  readonly from: Date;
  readonly years: number;
  /** Null: self-signed. */
  readonly issuer: Issuer | null;
  readonly isAuthority: boolean;
};

/** DigestInfo of SHA-256 without the digest (RFC 8017, 9.2). */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** An X.509 certificate in PEM, signed with RSA and SHA-256: of an authority, or for signing documents. */
export function writeCertificate({ pair, names, from, years, issuer, isAuthority }: Contents): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // Positive, and random enough that no two are equal (RFC 5280, 4.1.2.2).
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = serial.toString('hex');
  const start = new Date(Math.floor(from.getTime() / 1000) * 1000);
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  certificate.validity.notBefore = start;
  certificate.validity.notAfter = end;
  const subject = nameOf(names);
  certificate.setSubject(subject);
  const above = issuer && forge.pki.certificateFromPem(issuer.certificatePem);
  certificate.setIssuer(above?.subject.attributes ?? subject);
  certificate.setExtensions([
    ...(isAuthority
      ? [
          { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
          { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
        ]
      : [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }
        ]),
    { name: 'subjectKeyIdentifier' },
    ...(issuer && above ? ofIssuer(issuer, above) : [])
  ]);
  const signer = issuer?.privateKeyPem ?? pair.privateKey;
  certificate.sign(byNode(signer) as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** Node signs in a hundredth of the time that the library needs. */
const byNode = (privateKeyPem: string) => ({
  sign: (digest: forge.md.MessageDigest): string => {
    const info = Buffer.concat([SHA256_INFO, Buffer.from(digest.digest().getBytes(), 'latin1')]);
    return privateEncrypt({ key: privateKeyPem, padding: constants.RSA_PKCS1_PADDING }, info).toString('latin1');
  }
});

/** Whose key it is signed with, and where to ask whether it still counts. */
function ofIssuer({ certificateUrl, revocationsUrl }: Issuer, above: forge.pki.Certificate): object[] {
  const { asn1 } = forge;
  const address = (url: string) => asn1.create(asn1.Class.CONTEXT_SPECIFIC, 6, false, url);
  const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, parts);
  const tagged = (part: forge.asn1.Asn1) => asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [part]);
  const caIssuers = asn1.oidToDer('1.3.6.1.5.5.7.48.2').getBytes();
  return [
    { name: 'authorityKeyIdentifier', keyIdentifier: above.generateSubjectKeyIdentifier().getBytes() },
    { id: '2.5.29.31', value: sequence(sequence(tagged(tagged(address(revocationsUrl))))) },
    {
      id: '1.3.6.1.5.5.7.1.1',
      value: sequence(
        sequence(asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, caIssuers), address(certificateUrl))
      )
    }
  ];
}

/** X.520 bounds both names to 64 characters. */
function nameOf(names: Contents['names']): forge.pki.CertificateField[] {
  // The library reads the type as a string here, though its declaration says class.
  const valueTagClass = forge.asn1.Type.UTF8 as number as forge.asn1.Class;
  return Object.entries(names).map(([name, whole]) => ({
    name,
    value: [...whole].slice(0, 64).join(''),
    valueTagClass
  }));
}
