import type { Pause } from '#lib/server/turns/take-turns.ts';
import type { Faults } from './faults.ts';
import { readByGrammar } from './read-by-grammar.ts';
import { readText } from './read-text.ts';
import { scanSource, type Fragment } from './scan-source.ts';
import { LIMITS } from './limits.ts';
import type { Tex } from './tex.ts';

export type { Tex } from './tex.ts';

/** Parses a source, yielding to other work. Throws LatexError if it is too long or not balanced. */
export async function parseSource(
  source: string,
  faults: Faults,
  pause: Pause,
  mostBytes: number = LIMITS.sourceBytes
): Promise<readonly Tex[]> {
  // Zero-width spaces are places where TeX may end a line: this engine ends one within each word that is too long.
  return parseFragments(scanSource(source.replace(/\r\n?/gu, '\n').replaceAll('\u200b', ''), faults, mostBytes), pause);
}

/** Parses a part of a source that was written out, an option for example. */
export function parseSnippet(text: string, line: number): readonly Tex[] {
  const parsed: Tex[] = [];
  read(text, line, parsed);
  return parsed;
}

async function parseFragments(fragments: readonly Fragment[], pause: Pause): Promise<readonly Tex[]> {
  const parsed: Tex[] = [];
  for (const fragment of fragments) {
    if (fragment.kind === 'text') {
      read(fragment.text, fragment.line, parsed);
    } else {
      const { name, line } = fragment;
      parsed.push({ kind: 'environment', name, line, body: await parseFragments(fragment.content, pause) });
    }
    await pause();
  }
  return parsed;
}

function read(source: string, line: number, into: Tex[]): void {
  if (!readText(source, line, into)) readByGrammar(source, line, into);
}
