type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * What is searched for after a key that was pressed before the search could take it: it is fetched when it is first opened, and
 * typing does not wait for that. Null if the key is not text.
 */
export function typedAhead(query: string, { key, ctrlKey, metaKey, altKey }: Key): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Backspace') return query.slice(0, -1);
  return [...key].length === 1 ? query + key : null;
}
