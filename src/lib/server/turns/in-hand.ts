/** Work requested by several callers at once is done once: all of them get the same result. */
export class InHand<T> {
  readonly #inHand = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const begun = this.#inHand.get(name);
    if (begun !== undefined) return begun;
    const made = work().finally(() => this.#inHand.delete(name));
    this.#inHand.set(name, made);
    return made;
  }
}
