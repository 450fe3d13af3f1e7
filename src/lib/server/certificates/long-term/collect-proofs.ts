import { randomBytes, type X509Certificate } from 'node:crypto';
import type { SignatureLack } from '#lib/contracts/verification.ts';
import type { Proofs } from '#lib/signed-file/revisions.ts';
import { nameOf } from '../signature/certificate-chain.ts';
import { listAddresses, responderAddresses } from './certificate-parts.ts';
import { checkRevocationList } from './revocation-lists.ts';
import { Revoked } from './signed-by.ts';
import { checkStatus, statusRequest } from './status-answers.ts';

/** Answers are kept in every certificate: larger ones would be most of it. */
const LARGEST = { answer: 64 * 1024, list: 1024 * 1024 } as const;
/** RFC 8954: 1 to 32 bytes. */
const NONCE_BYTES = 16;

/** How to learn of the outside. */
export type Sources = {
  /** Asks an address, with a limit of bytes. @throws Error with the reason in words */
  readonly ask: (
    url: string,
    most: number,
    body?: { readonly type: string; readonly bytes: Uint8Array }
  ) => Promise<Uint8Array>;
  /** The list of revoked certificates of an authority of this installation; null if it is none. */
  readonly ownList: (authority: X509Certificate) => Promise<Uint8Array | null>;
};
/** What could not be had, by its kind and in words. */
export type Lack = { readonly kind: SignatureLack; readonly words: string };
/** The status of one certificate, in DER. */
type Status = {
  readonly answer?: Uint8Array;
  /** Of the certificate or, with an answer, of whoever gave it. */
  readonly list?: Uint8Array;
};
export type Collected = {
  readonly proofs: Omit<Proofs, 'about'>;
  readonly missing: readonly Lack[];
};

/**
 * What chains of certificates are checked with later: the certificates themselves, and for each but the last of a chain, which is trusted as it
 * is, proof that it was not revoked: an answer of its authority's responder (OCSP) if there is one, else its list. All are checked.
 */
export async function collectProofs(
  chains: readonly (readonly X509Certificate[])[],
  sources: Sources,
  now: Date
): Promise<Collected> {
  const certificates = new Map<string, Uint8Array>();
  const lists = new Map<string, Uint8Array>();
  const answers: Uint8Array[] = [];
  const missing: Lack[] = [];
  const asked = new Set<string>();
  // Several certificates of a chain may name one list.
  const got = new Map<string, Promise<Uint8Array>>();
  const once: Sources['ask'] = (url, most, body) => {
    if (body) return sources.ask(url, most, body);
    const found = got.get(url) ?? sources.ask(url, most);
    got.set(url, found);
    return found;
  };
  for (const chain of chains) {
    for (const [i, certificate] of chain.entries()) {
      certificates.set(certificate.fingerprint256, new Uint8Array(certificate.raw));
      const issuer = chain[i + 1];
      if (issuer === undefined || asked.has(certificate.fingerprint256)) continue;
      asked.add(certificate.fingerprint256);
      try {
        const { answer, list } = await statusOf(certificate, issuer, { ...sources, ask: once }, now);
        if (answer) answers.push(answer);
        if (list) lists.set(Buffer.from(list).toString('base64'), list);
      } catch (thrown) {
        const words = `${nameOf(certificate)}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
        missing.push({ kind: thrown instanceof Revoked ? 'revoked' : 'status', words });
      }
    }
  }
  const proofs = { certificates: [...certificates.values()], revocationLists: [...lists.values()], answers };
  return { proofs, missing };
}

async function statusOf(
  certificate: X509Certificate,
  issuer: X509Certificate,
  { ask, ownList }: Sources,
  now: Date
): Promise<Status> {
  const asked = { certificate, issuer, now };
  const own = await ownList(issuer);
  if (own !== null) {
    checkRevocationList(own, asked);
    return { list: own };
  }
  const faults: string[] = [];
  const first = async <Found>(addresses: readonly string[], get: (url: string) => Promise<Found>) => {
    for (const url of addresses) {
      try {
        return await get(url);
      } catch (thrown) {
        if (thrown instanceof Revoked) throw thrown;
        faults.push(thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
    return null;
  };
  const answer = await first(responderAddresses(certificate), async (url) => {
    const nonce = randomBytes(NONCE_BYTES);
    const bytes = statusRequest(asked, nonce);
    const found = await ask(url, LARGEST.answer, { type: 'application/ocsp-request', bytes });
    const responder = checkStatus(found, asked, nonce);
    if (responder === null) return { answer: found };
    return { answer: found, list: await listAboutResponder(responder, issuer, { ask, now }) };
  });
  if (answer !== null) return answer;
  const list = await first(listAddresses(certificate), async (url) => {
    const found = derOf(await ask(url, LARGEST.list));
    checkRevocationList(found, asked);
    return found;
  });
  if (list !== null) return { list };
  throw new Error(faults.length > 0 ? faults.join('; ') : 'it names no place to ask whether it was revoked');
}

/** An answer of a responder that was revoked counts for nothing: the certificate that was asked about is not revoked by it. */
async function listAboutResponder(
  responder: X509Certificate,
  issuer: X509Certificate,
  { ask, now }: Pick<Sources, 'ask'> & { readonly now: Date }
): Promise<Uint8Array> {
  const faults: string[] = [];
  for (const url of listAddresses(responder)) {
    try {
      const list = derOf(await ask(url, LARGEST.list));
      checkRevocationList(list, { certificate: responder, issuer, now });
      return list;
    } catch (thrown) {
      faults.push(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  const why = faults.length > 0 ? faults.join('; ') : 'it names no list';
  throw new Error(`its responder may have been revoked: ${why}`);
}

/** Some authorities publish their list as PEM, though RFC 5280, 4.2.1.13 asks for DER. */
function derOf(list: Uint8Array): Uint8Array {
  const [, base64] = /^-----BEGIN X509 CRL-----([^-]+)-----END/u.exec(Buffer.from(list).toString('latin1')) ?? [];
  return base64 === undefined ? list : new Uint8Array(Buffer.from(base64, 'base64'));
}
