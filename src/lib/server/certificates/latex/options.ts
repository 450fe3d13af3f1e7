import { written } from './input.ts';
import type { Tex } from './parse-source.ts';

/** `a=1, b={2,3}, c` as pairs; a name alone has an empty value. */
export function readOptions(nodes: readonly Tex[]): readonly (readonly [name: string, value: string])[] {
  return splitAtCommas(written(nodes)).map((part) => {
    const at = part.indexOf('=');
    if (at < 0) return [part.trim(), ''] as const;
    return [part.slice(0, at).trim(), unbraced(part.slice(at + 1).trim())] as const;
  });
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}

const unbraced = (text: string): string => (/^\{[^{}]*\}$/u.test(text) ? text.slice(1, -1).trim() : text);
