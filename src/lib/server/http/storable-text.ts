import { invalidInput } from '#lib/laboratory/refusal.ts';

/**
 * Refuses text that no database column holds unchanged: NUL characters and halves of surrogate pairs, anywhere in `value`.
 * @returns the value itself.
 * @throws InvalidInput `text_invalid` at the place of the text.
 */
export function assertStorable<T>(part: 'body' | 'query' | 'path', value: T): T {
  walk(value, [part]);
  return value;
}

function walk(value: unknown, loc: readonly string[]): void {
  if (typeof value === 'string') assertText(value, loc);
  else if (Array.isArray(value)) value.forEach((item, index) => walk(item, [...loc, String(index)]));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      assertText(name, loc);
      walk(member, [...loc, name]);
    }
  }
}

function assertText(text: string, loc: readonly string[]): void {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) {
    throw invalidInput(loc, 'text_invalid', 'Text cannot hold NUL characters or incomplete Unicode characters');
  }
}
