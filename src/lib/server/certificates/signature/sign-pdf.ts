import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SignPdf, Signer } from '@signpdf/signpdf';
import type { SignaturePlace } from '../layout/paint.ts';
import { type CmsKey, detachedCms, type TimeStamper } from './cms.ts';
import { certificatesIn } from './certificate-chain.ts';
import { addSignatureField, type AttachedFile } from './signature-field.ts';
import { requestTimeStamp, type TimeStampServer } from './time-stamp.ts';

export type SignPdfOptions = {
  readonly privateKeyPem: string;
  readonly certificatePem: string;
  readonly chainPem?: string | undefined;
  readonly reason: string;
  readonly location: string;
  readonly name: string;
  readonly signedAt: Date;
  /** The position of the signature, from the renderer; null for an invisible one. */
  readonly place: SignaturePlace | null;
  /** An RFC 3161 server: the signature becomes PAdES B-T. */
  readonly timeStamps?: TimeStampServer | undefined;
  /** Covered by the signature. */
  readonly attached?: AttachedFile | undefined;
  /** Whether proofs are added to it later. */
  readonly mayBeContinued?: boolean | undefined;
};

export type SignedPdf = {
  readonly pdf: Uint8Array;
  readonly profile: 'PAdES-B-B' | 'PAdES-B-T';
  /** Why the profile is lower than requested. */
  readonly warnings: readonly string[];
};

const ROOM = { plain: 3072, timeStamped: 18_432 } as const;

/**
 * Signs a PDF: PAdES B-B (ETSI EN 319 142-1), certified so that no change is allowed, or none but the addition of proofs. With `timeStamps` it is B-T; if the server
 * fails or its token is not trusted, the result is B-B with a warning, because a certificate must not wait for it. Without a server
 * equal input gives equal bytes.
 */
export async function signPdf(pdf: Uint8Array, options: SignPdfOptions): Promise<SignedPdf> {
  const { reason, location, name, signedAt, place, timeStamps, attached, mayBeContinued } = options;
  const key = {
    privateKey: createPrivateKey(options.privateKeyPem),
    certificate: new X509Certificate(options.certificatePem),
    chain: certificatesIn(options.chainPem ?? '')
  };
  const room = (timeStamps === undefined ? ROOM.plain : ROOM.timeStamped) + roomBeyondUsual(key);
  const prepared = await addSignatureField(pdf, {
    reason,
    location,
    name,
    signedAt,
    place,
    room,
    attached,
    mayBeContinued
  });
  const signer = new CadesSigner(key, timeStamps);
  const signed = await new SignPdf().sign(prepared, signer);
  const profile = timeStamps !== undefined && signer.warnings.length === 0 ? 'PAdES-B-T' : 'PAdES-B-B';
  return { pdf: new Uint8Array(signed), profile, warnings: signer.warnings };
}

/** `ROOM` is for an own certificate and a key of 2048 bits. */
const roomBeyondUsual = ({ privateKey, certificate, chain }: CmsKey): number =>
  Math.max(0, (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8 - 256) +
  Math.max(0, certificate.raw.length - 1500) +
  chain.reduce((sum, { raw }) => sum + raw.length, 0);

class CadesSigner extends Signer {
  readonly warnings: string[] = [];
  readonly #key: CmsKey;
  readonly #timeStamps: TimeStampServer | undefined;

  constructor(key: CmsKey, timeStamps: TimeStampServer | undefined) {
    super();
    this.#key = key;
    this.#timeStamps = timeStamps;
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const server = this.#timeStamps;
    const timeStamp: TimeStamper | null =
      server === undefined ? null : (signature) => this.#timeStamp(server, signature);
    return detachedCms(content, this.#key, timeStamp);
  }

  async #timeStamp(server: TimeStampServer, signature: Uint8Array): Promise<Uint8Array | null> {
    try {
      return await requestTimeStamp(server, signature);
    } catch (error) {
      this.warnings.push(`No time stamp: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}
