import { createHash, randomFillSync } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEPT_WORDS = 4;
const FIRST_PLACES = 64;
/** Half of the places at most are taken, so that a search ends soon. */
const PLACES_EACH = 2;
const NONE = 0;

/**
 * Numbers of hundreds of thousands of texts, in eighty bytes each at most and outside the heap. Of a text 16 bytes are kept: those of an id
 * are the id; of other texts they are a digest, so that two that differ are never taken for one.
 */
export class CompactIndex {
  /** Nobody can choose texts that lie in one place: it depends on these. */
  readonly #factors = randomFillSync(new Uint32Array(KEPT_WORDS)).map((factor) => factor | 1);
  #keys = new Uint32Array(FIRST_PLACES * KEPT_WORDS);
  /** One more than the number; a place without a text has none. */
  #numbers = new Uint32Array(FIRST_PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(text: string): number | undefined {
    const number = this.#numbers[this.#placeOf(wordsOf(text))] ?? NONE;
    return number === NONE ? undefined : number - 1;
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  /** @param number a whole one, less than 2³² − 1 @returns whether the text is new; another keeps its number */
  add(text: string, number = 0): boolean {
    const words = wordsOf(text);
    const place = this.#placeOf(words);
    if (this.#numbers[place] !== NONE) return false;
    this.#keys.set(words, place * KEPT_WORDS);
    this.#numbers[place] = number + 1;
    if (++this.#size * PLACES_EACH > this.#numbers.length) this.#grow();
    return true;
  }

  /** Where the text is, or else would be. */
  #placeOf(words: Uint32Array): number {
    const last = this.#numbers.length - 1;
    const [a = 0, b = 0, c = 0, d = 0] = words;
    const [e = 0, f = 0, g = 0, h = 0] = this.#factors;
    const mixed = Math.imul(a, e) + Math.imul(b, f) + Math.imul(c, g) + Math.imul(d, h);
    // The upper bits of the sum depend on all bits of the words.
    let place = ((mixed >>> 0) >>> Math.clz32(last)) & last;
    while (this.#numbers[place] !== NONE && !this.#isAt(place, words)) place = (place + 1) & last;
    return place;
  }

  #isAt(place: number, words: Uint32Array): boolean {
    const at = place * KEPT_WORDS;
    for (let i = 0; i < KEPT_WORDS; i++) if (this.#keys[at + i] !== words[i]) return false;
    return true;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#numbers = new Uint32Array(numbers.length * 2);
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place] ?? NONE;
      if (number === NONE) continue;
      const words = keys.subarray(place * KEPT_WORDS, (place + 1) * KEPT_WORDS);
      const next = this.#placeOf(words);
      this.#keys.set(words, next * KEPT_WORDS);
      this.#numbers[next] = number;
    }
  }
}

/** Used again by every search. */
const words = new Uint32Array(KEPT_WORDS);
function wordsOf(text: string): Uint32Array {
  const bytes = UUID.test(text)
    ? Buffer.from(text.replaceAll('-', ''), 'hex')
    : createHash('sha256').update(text).digest();
  for (let i = 0; i < KEPT_WORDS; i++) words[i] = bytes.readUInt32LE(4 * i);
  return words;
}
