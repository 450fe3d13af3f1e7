/** Bytes that arrive in pieces, copied into one buffer: a list of pieces of one byte takes hundreds of bytes for each. */
export class GrowingBytes {
  #buffer = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.byteLength;
    if (size > this.#buffer.byteLength) {
      const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.byteLength));
      larger.set(this.#buffer.subarray(0, this.#size));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#size);
    this.#size = size;
  }

  /** Valid until more is added. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#size);
  }
}
