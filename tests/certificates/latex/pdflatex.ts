import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { run, withFiles } from '../outside-validators.ts';

function installed(): boolean {
  try {
    execFileSync('pdflatex', ['-version'], { stdio: 'ignore' });
    execFileSync('kpsewhich', ['siunitx.sty'], { stdio: 'ignore' });
    execFileSync('kpsewhich', ['multirow.sty'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasPdflatex = installed();
/** Stands in the names of tests, so that a report says what was not compared. */
export const COMPARED = hasPdflatex
  ? 'as pdflatex'
  : 'as pdflatex (NOT RUN: apt-get install texlive-latex-extra texlive-science lmodern)';

/** What pdflatex makes of a source, in two runs. */
export const pdflatex = (source: string): Promise<Uint8Array> =>
  withFiles({ 'a.tex': source }, async (path) => {
    const folder = dirname(path('a.tex'));
    const args = ['-no-shell-escape', '-interaction=nonstopmode', `-output-directory=${folder}`, path('a.tex')];
    await run('pdflatex', args);
    const { output } = await run('pdflatex', args);
    const errors = output.split('\n').filter((line) => line.startsWith('!'));
    if (errors.length > 0) throw new Error(errors.join('\n'));
    return new Uint8Array(await readFile(path('a.pdf')));
  });
