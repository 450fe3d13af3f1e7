/** The same, each asked for while the one before is worked on. Nothing is asked for any more once this has ended. */
export async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = iterator.next();
    // Whoever waits for it learns of it; until then nobody waits.
    asked.catch(() => undefined);
    return asked;
  };
  let asked = ask();
  try {
    for (let found = await asked; found.done !== true; found = await asked) {
      asked = ask();
      yield found.value;
    }
  } finally {
    await asked.catch(() => undefined);
    await iterator.return?.();
  }
}
