import { invalidInput } from '#lib/laboratory/refusal.ts';

type Part = 'body' | 'query' | 'path';
/** A value with its path; `within` is its parent. */
type Place = { readonly value: unknown; readonly name: string; readonly within: Place | null };

/**
 * Refuses text that no database column holds unchanged: NUL characters and halves of surrogate pairs, anywhere in `value`.
 * @returns the value itself.
 * @throws InvalidInput `text_invalid` at the place of the text.
 */
export function assertStorable<T>(part: Part, value: T): T {
  // Not by recursion: a body may be nested deeper than any stack.
  const open: Place[] = [{ value, name: part, within: null }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value: found } = place;
    if (typeof found === 'string') assertText(found, place);
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, member] of Object.entries(found)) {
      assertText(name, place);
      open.push({ value: member, name, within: place });
    }
  }
  return value;
}

function assertText(text: string, place: Place): void {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) {
    throw invalidInput(
      wayTo(place),
      'text_invalid',
      'Text cannot contain NUL characters or incomplete Unicode characters'
    );
  }
}

function wayTo(place: Place): string[] {
  const way: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.within) way.push(at.name);
  return way.reverse();
}
