import { findTex, type TexProgram } from '#lib/server/certificates/tex/find-tex.ts';

/** Null: none is installed, and its tests are not run. */
export const installedTex: TexProgram | null = findTex('auto');
/** Stands in the names of tests, so that a report says what was not run. */
export const BY_TEX = installedTex
  ? `by ${installedTex.name}`
  : 'by TeX (NOT RUN: apt-get install texlive-latex-base texlive-latex-recommended lmodern)';
export const IN_BUBBLEWRAP = installedTex?.bubblewrap
  ? 'in bubblewrap'
  : 'in bubblewrap (NOT RUN: apt-get install bubblewrap, where name spaces are allowed)';

export function requireTex(): TexProgram {
  if (!installedTex) throw new Error('there is no TeX');
  return installedTex;
}
