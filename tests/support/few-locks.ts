type Options = { readonly mode?: 'shared' | 'exclusive'; readonly signal?: AbortSignal };

/** As much of the browser's Web Locks as is used to wait for other tabs, for tests outside a browser. */
export class FewLocks {
  readonly #held = new Map<string, Set<Promise<unknown>>>();

  async request(name: string, { mode, signal }: Options, work: () => unknown): Promise<void> {
    const held = this.#held.get(name) ?? new Set();
    this.#held.set(name, held);
    if (mode !== 'shared') await Promise.race([Promise.all(held), aborted(signal)]);
    const working = Promise.resolve(work());
    held.add(working);
    await working;
    held.delete(working);
  }
}

const aborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new DOMException('The request was aborted.', 'AbortError'));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
