import { fromBER, Integer, Sequence } from 'asn1js';
import { Certificate, type SignedData } from 'pkijs';

/** A chain has eight at most; some authorities send a second one along. */
const MOST_CERTIFICATES = 20;
/** No authority has larger ones: RSA of 8192 bits, with an exponent that fits into 32. Others take up to a thousand times as long to check with. */
const MOST_BYTES = { modulus: 1024, exponent: 4 } as const;

/**
 * The certificates that a message brings along; null if they are more than a chain can have, or have keys that cost too much to check with:
 * anybody may write such a message.
 */
export function certificatesOf({ certificates = [] }: SignedData): readonly Certificate[] | null {
  if (certificates.length > MOST_CERTIFICATES) return null;
  const all = certificates.filter((one) => one instanceof Certificate);
  return all.every(hasUsualKey) ? all : null;
}

/** RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }, whatever the algorithm is called; others are no sequences. */
function hasUsualKey({ subjectPublicKeyInfo }: Certificate): boolean {
  const { result } = fromBER(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView);
  if (!(result instanceof Sequence)) return true;
  const [modulus, exponent] = result.valueBlock.value;
  return sizeOf(modulus) <= MOST_BYTES.modulus && sizeOf(exponent) <= MOST_BYTES.exponent;
}

/** Bytes of a number, without zeros before it. */
function sizeOf(value: unknown): number {
  if (!(value instanceof Integer)) return Infinity;
  const bytes = value.valueBlock.valueHexView;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return zeros === -1 ? 0 : bytes.length - zeros;
}
