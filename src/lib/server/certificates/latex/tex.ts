/** A piece of source. Text has no spaces; characters with a meaning to LaTeX are texts of their own. */
export type Tex =
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'space'; readonly line: number }
  | { readonly kind: 'paragraph_end'; readonly line: number }
  | { readonly kind: 'command'; readonly name: string; readonly line: number }
  | { readonly kind: 'group'; readonly body: readonly Tex[]; readonly line: number }
  | { readonly kind: 'environment'; readonly name: string; readonly body: readonly Tex[]; readonly line: number }
  | { readonly kind: 'math'; readonly isDisplay: boolean; readonly body: readonly Tex[]; readonly line: number };

const PARTS = /[[\]&~^_#*]|[^[\]&~^_#*]+/gu;

/** Characters with a meaning to LaTeX, and what is between them. */
export const textParts = (text: string): readonly string[] => text.match(PARTS) ?? [];

const WORD = /^[a-zA-Z@]+$/u;

/** LaTeX skips spaces after a command of letters. */
export function isAfterWord(into: readonly Tex[]): boolean {
  const last = into.at(-1);
  return last?.kind === 'command' && WORD.test(last.name);
}
