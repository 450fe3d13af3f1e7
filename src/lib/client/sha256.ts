/** Square and cube roots of the first primes, as FIPS 180-4 derives its constants (4.2.2, 5.3.3). */
const PRIMES = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
})();
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 of a text's UTF-8 bytes, lower-case hex. Uses the browser's own where it offers one; over plain http it does not
 * (`crypto.subtle` needs a secure context), and the computation below takes its place.
 */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (globalThis.crypto?.subtle === undefined) return sha256OfBytes(bytes);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 (FIPS 180-4) without the browser's help. */
export function sha256OfBytes(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = Int32Array.from(INITIAL);
  const w = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(offset + t * 4);
    compress(hash, w);
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (words: Int32Array, index: number) => words[index] ?? 0;

function compress(hash: Int32Array, w: Int32Array): void {
  for (let t = 16; t < 64; t += 1) {
    const [a, b] = [at(w, t - 15), at(w, t - 2)];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, t) + at(w, t)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (at(hash, index) + word) | 0));
}
