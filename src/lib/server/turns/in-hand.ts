/** Work that is wanted by several at once is done once: who asks while it is in hand gets the same end of it. */
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
