/** How PKCS#12 encrypts under a password (RFC 7292, appendix B and C; RFC 8018). */
import { createDecipheriv, createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { bytes, identifier, isInteger, members, small } from './asn1.ts';
import { Pkcs12Fault } from './pkcs12-fault.ts';

type Node = forge.asn1.Asn1;
/** More is a file made to keep the server busy; common programs write 1 to 600 000. */
const MOST_ITERATIONS = 1_000_000;
/** So many are done before other requests have their turn. */
const AT_ONCE = 5000;
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512'
};
/** Of PBES2: name and length of the key in bytes. */
const CIPHERS: Readonly<Record<string, readonly [string, number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24]
};
/** Of older files: name and length of the key in bytes. */
const OLD_CIPHERS: Readonly<Record<string, readonly ['des-ede3-cbc' | 'rc2', number]>> = {
  '1.2.840.113549.1.12.1.3': ['des-ede3-cbc', 24],
  '1.2.840.113549.1.12.1.5': ['rc2', 16],
  '1.2.840.113549.1.12.1.6': ['rc2', 5]
};
const ID = { key: 1, iv: 2, mac: 3 } as const;
const derive = promisify(pbkdf2);

const unsupported = () => new Pkcs12Fault('unreadable', 'The file is encrypted in a way that is not supported.');
const wrongPassword = () => new Pkcs12Fault('wrong_password', 'The password of the file is wrong.');

function iterations(node: Node | undefined): number {
  const count = node === undefined ? 1 : small(node);
  if (count < 1 || count > MOST_ITERATIONS) throw unsupported();
  return count;
}

/** @throws Pkcs12Fault `wrong_password` where the file was made with another one, or was changed */
export async function checkMac(macData: Node, content: Uint8Array, password: string): Promise<void> {
  const [info, salt, count] = members(macData);
  const [algorithm, digest] = members(info);
  const hash = HASHES[identifier(members(algorithm)[0])];
  if (hash === undefined) throw unsupported();
  const length = createHash(hash).digest().length;
  const key = await pkcs12Key(hash, { id: ID.mac, password, salt: bytes(salt), count: iterations(count), length });
  const made = createHmac(hash, key).update(content).digest();
  const stated = bytes(digest);
  if (made.length !== stated.length || !timingSafeEqual(made, stated)) throw wrongPassword();
}

/** @throws Pkcs12Fault `unreadable` for a way that is not supported, `wrong_password` */
export async function decrypt(algorithm: Node | undefined, encrypted: Buffer, password: string): Promise<Buffer> {
  const [name, parameters] = members(algorithm);
  const scheme = identifier(name);
  return scheme === PBES2
    ? decryptNew(parameters, encrypted, password)
    : decryptOld(scheme, parameters, encrypted, password);
}

async function decryptNew(parameters: Node | undefined, encrypted: Buffer, password: string): Promise<Buffer> {
  const [derivation, encryption] = members(parameters);
  const [kdf, kdfParameters] = members(derivation);
  const [cipherName, iv] = members(encryption);
  const cipher = CIPHERS[identifier(cipherName)];
  if (cipher === undefined || identifier(kdf) !== PBKDF2) throw unsupported();
  const [salt, count, ...rest] = members(kdfParameters);
  // The length of the key may be stated before the function.
  const prf = rest.find((node) => !isInteger(node));
  const hash = prf === undefined ? 'sha1' : HASHES[identifier(members(prf)[0])];
  if (hash === undefined) throw unsupported();
  const key = await derive(Buffer.from(password, 'utf8'), bytes(salt), iterations(count), cipher[1], hash);
  return decipher(cipher[0], key, bytes(iv), encrypted);
}

async function decryptOld(
  scheme: string,
  parameters: Node | undefined,
  encrypted: Buffer,
  password: string
): Promise<Buffer> {
  const cipher = OLD_CIPHERS[scheme];
  if (cipher === undefined) throw unsupported();
  const [salt, count] = members(parameters);
  const from = { password, salt: bytes(salt), count: iterations(count) };
  const key = await pkcs12Key('sha1', { ...from, id: ID.key, length: cipher[1] });
  const iv = await pkcs12Key('sha1', { ...from, id: ID.iv, length: 8 });
  return cipher[0] === 'rc2' ? decipherRc2(key, iv, encrypted) : decipher(cipher[0], key, iv, encrypted);
}

function decipher(name: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  try {
    const opened = createDecipheriv(name, key, iv);
    return Buffer.concat([opened.update(encrypted), opened.final()]);
  } catch {
    throw wrongPassword();
  }
}

/** Only in old files, for certificates; Node's own crypto no longer has it. */
function decipherRc2(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const opened = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  opened.start(iv.toString('latin1'));
  opened.update(forge.util.createBuffer(encrypted.toString('latin1')));
  if (!opened.finish()) throw wrongPassword();
  return Buffer.from(opened.output.getBytes(), 'latin1');
}

type Derivation = {
  readonly id: number;
  readonly password: string;
  readonly salt: Buffer;
  readonly count: number;
  readonly length: number;
};

/** RFC 7292, B.2. */
async function pkcs12Key(hash: string, { id, password, salt, count, length }: Derivation): Promise<Buffer> {
  const block = hash === 'sha1' || hash === 'sha256' ? 64 : 128;
  // Big-endian UTF-16 with a zero at its end.
  const secret = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const input = Buffer.concat([filled(salt, block), filled(secret, block)]);
  const made: Buffer[] = [];
  for (let have = 0; have < length; have += made.at(-1)?.length ?? length) {
    let digest = createHash(hash).update(Buffer.alloc(block, id)).update(input).digest();
    for (let i = 1; i < count; i += 1) {
      digest = createHash(hash).update(digest).digest();
      if (i % AT_ONCE === 0) await pause();
    }
    made.push(digest);
    for (let at = 0; at < input.length; at += block) addOneMore(input.subarray(at, at + block), digest);
  }
  return Buffer.concat(made).subarray(0, length);
}

/** Repeated to whole blocks. */
function filled(bytes: Buffer, block: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes.length === 0 ? undefined : bytes);
}

/** part = part + digest, repeated to its length, + 1 modulo its size. */
function addOneMore(part: Buffer, digest: Buffer): void {
  let carry = 1;
  for (let i = part.length - 1; i >= 0; i -= 1) {
    carry += (part[i] ?? 0) + (digest[i % digest.length] ?? 0);
    part[i] = carry & 0xff;
    carry >>= 8;
  }
}
