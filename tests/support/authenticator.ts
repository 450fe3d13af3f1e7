/** An authenticator in software: what a browser and a security key answer together (WebAuthn, ES256, no attestation). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAG = { present: 0x01, verified: 0x04, attested: 0x40 };
const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** What an answer may get wrong. */
export type Lapse = {
  /** The page that asks; by default the right one. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Nobody has entered a PIN or shown a face. */
  readonly unverified?: boolean;
  readonly type?: string;
  readonly challenge?: string;
};

export type Options = Readonly<Record<string, unknown>>;

/** @param counter of signatures: each use counts one further; null for an authenticator that does not count. */
export function authenticator({ origin, counter = 0 }: { origin: string; counter?: number | null }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = counter;
  let userHandle = '';

  const clientData = (type: string, { challenge }: Options, lapse: Lapse): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lapse.type ?? type,
        challenge: lapse.challenge ?? challenge,
        origin: lapse.origin ?? origin,
        crossOrigin: false
      })
    );
  function dataOf(lapse: Lapse, attested?: Uint8Array): Buffer {
    const rpIdHash = createHash('sha256')
      .update(lapse.rpId ?? new URL(origin).hostname)
      .digest();
    const flags = FLAG.present | (lapse.unverified ? 0 : FLAG.verified) | (attested ? FLAG.attested : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count ?? 0);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counted, attested ?? Buffer.alloc(0)]);
  }
  function attestedKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))]
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  }

  return {
    id: encoded(id),
    /** As `navigator.credentials.create()`. */
    create(options: Options, lapse: Lapse = {}) {
      userHandle = (options['user'] as { id: string }).id;
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(dataOf(lapse, attestedKey()))]
      ]);
      return {
        id: encoded(id),
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', options, lapse)),
          attestationObject: encoded(attestation),
          transports: ['internal']
        }
      };
    },
    /** As `navigator.credentials.get()`. */
    get(options: Options, lapse: Lapse = {}) {
      if (count !== null) count += 1;
      const data = dataOf(lapse);
      const client = clientData('webauthn.get', options, lapse);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: encoded(id),
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(sign('sha256', signed, privateKey)),
          ...(userHandle !== '' && { userHandle })
        }
      };
    },
    /** Its copy has been used elsewhere: it counts as if it had not. */
    turnBack(uses: number): void {
      if (count !== null) count -= uses;
    }
  };
}

// CBOR (RFC 8949), as much of it as is needed.
function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 0xff]);
}
const int = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n));
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (members: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, members.length), ...members.flat()]);
