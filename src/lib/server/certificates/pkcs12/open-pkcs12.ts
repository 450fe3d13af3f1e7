import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { bytes, identifier, members, readBer, unreadable } from './asn1.ts';
import { checkMac, decrypt } from './password-encryption.ts';
import { Pkcs12Fault } from './pkcs12-fault.ts';

type Node = forge.asn1.Asn1;
const OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  nested: '1.2.840.113549.1.12.10.1.6',
  x509: '1.2.840.113549.1.9.22.1'
} as const;
/** More than any chain has; a file of many thousands would keep the server busy. */
const MOST_ITEMS = 50;

/** What a PKCS#12 file holds. */
export type Opened = { readonly keys: readonly KeyObject[]; readonly certificates: readonly X509Certificate[] };
type Found = { readonly keys: KeyObject[]; readonly certificates: X509Certificate[] };

/**
 * Opens a PKCS#12 file (RFC 7292) as browsers, keychains, Windows and OpenSSL write them, without stopping other requests.
 * @throws Pkcs12Fault `unreadable`, `wrong_password`
 */
export async function openPkcs12(file: Uint8Array, password: string): Promise<Opened> {
  const [, safe, mac] = members(readBer(file));
  const content = contentOf(safe);
  if (mac !== undefined) await checkMac(mac, content, password);
  const found: Found = { keys: [], certificates: [] };
  for (const part of members(readBer(content))) {
    await takeBags(members(readBer(await openPart(part, password))), password, found);
  }
  return found;
}

function contentOf(info: Node | undefined): Buffer {
  const [type, content] = members(info);
  // Files signed with a key instead of a password are not in use.
  if (identifier(type) !== OID.data) throw unreadable();
  return bytes(members(content)[0]);
}

async function openPart(part: Node, password: string): Promise<Buffer> {
  const [type, content] = members(part);
  if (identifier(type) !== OID.encryptedData) return contentOf(part);
  const [, info] = members(members(content)[0]);
  const [, algorithm, encrypted] = members(info);
  return decrypt(algorithm, bytes(encrypted), password);
}

async function takeBags(bags: readonly Node[], password: string, found: Found): Promise<void> {
  for (const bag of bags) {
    if (found.keys.length + found.certificates.length > MOST_ITEMS) throw unreadable();
    const [type, wrapped] = members(bag);
    const [value] = members(wrapped);
    await takeBag(identifier(type), value, password, found);
  }
}

async function takeBag(type: string, value: Node | undefined, password: string, found: Found): Promise<void> {
  if (type === OID.key) found.keys.push(keyOf(derOf(value)));
  if (type === OID.shroudedKey) {
    const [algorithm, encrypted] = members(value);
    found.keys.push(keyOf(await decrypt(algorithm, bytes(encrypted), password)));
  }
  if (type === OID.certificate) {
    const [kind, wrapped] = members(value);
    if (identifier(kind) === OID.x509) found.certificates.push(certificateOf(bytes(members(wrapped)[0])));
  }
  // One level, as no program writes more.
  if (type === OID.nested) {
    for (const inner of members(value)) {
      const [innerType, wrapped] = members(inner);
      if (identifier(innerType) !== OID.nested)
        await takeBag(identifier(innerType), members(wrapped)[0], password, found);
    }
  }
}

const derOf = (node: Node | undefined): Buffer => {
  if (node === undefined) throw unreadable();
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
};

function keyOf(der: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    throw new Pkcs12Fault('unsupported_key', 'The private key is of a kind that is not supported.');
  }
}

function certificateOf(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw unreadable();
  }
}
