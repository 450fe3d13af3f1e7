import forge from 'node-forge';
import { Pkcs12Fault } from './pkcs12-fault.ts';

type Node = forge.asn1.Asn1;

/** Reads BER, as PKCS#12 files are written: also indefinite lengths and strings in pieces, which DER does not have. */
export function readBer(bytes: Uint8Array): Node {
  try {
    return forge.asn1.fromDer(Buffer.from(bytes).toString('latin1'), { strict: true, parseAllBytes: true } as never);
  } catch {
    throw unreadable();
  }
}

export const unreadable = (): Pkcs12Fault => new Pkcs12Fault('unreadable', 'The file is not PKCS#12 that can be read.');

/** The members of a constructed value. @throws Pkcs12Fault `unreadable` */
export function members(node: Node | undefined): readonly Node[] {
  if (!Array.isArray(node?.value)) throw unreadable();
  return node.value;
}

/** The bytes of a primitive value, or of a string in pieces. @throws Pkcs12Fault `unreadable` */
export function bytes(node: Node | undefined): Buffer {
  if (node === undefined) throw unreadable();
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(node.value.map(bytes));
}

/** An object identifier, dotted. @throws Pkcs12Fault `unreadable` */
export function identifier(node: Node | undefined): string {
  try {
    return forge.asn1.derToOid(forge.util.createBuffer(bytes(node).toString('latin1')));
  } catch {
    throw unreadable();
  }
}

/** A small non-negative number. @throws Pkcs12Fault `unreadable` */
export function small(node: Node | undefined): number {
  const read = bytes(node);
  if (read.length === 0 || read.length > 6 || (read[0] ?? 0) >= 0x80) throw unreadable();
  return read.readUIntBE(0, read.length);
}

export const isInteger = ({ type }: Node): boolean => type === forge.asn1.Type.INTEGER;
