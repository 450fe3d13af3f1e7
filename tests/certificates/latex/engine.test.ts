// cspell:ignore eqref multline resizebox
import { describe, expect, it } from 'vitest';
import {
  LatexError,
  setLatex,
  type LatexFacts,
  type LatexFault,
  type LatexPicture
} from '#lib/server/certificates/latex/set-latex.ts';
import { pdfText } from '../outside-validators.ts';
import { pageWords } from './pdf-words.ts';

const facts: LatexFacts = {
  title: 'Certificate',
  author: 'Northfield',
  subject: 'TT-042',
  language: 'en',
  createdAt: new Date('2026-11-20T08:00:00Z'),
  pictures: new Map<string, LatexPicture>()
};
const inDocument = (body: string) => `\\documentclass[a4paper]{article}\n\\begin{document}\n${body}\n\\end{document}\n`;

describe('the embedded engine', () => {
  it('sets text, and the same again for the same source', async () => {
    const source = inDocument('\\section{First} Gr\\"u\\ss e -- \\textbf{fett}\\\\ 50\\,\\%');
    const { pdf, pageCount } = await setLatex(source, facts);
    expect(pageCount).toBe(1);
    expect(await pdfText(pdf)).toMatch(/1\s+First\s+Grüße – fett\s+50\u202f?\s?%/u);
    expect(Buffer.from((await setLatex(source, facts)).pdf).equals(Buffer.from(pdf))).toBe(true);
  });

  it('sets the rows of a table twelve points apart, as LaTeX does', async () => {
    const rows = Array.from({ length: 21 }, (_, row) => `r${row} & 1 \\\\`).join('\n');
    const { pdf } = await setLatex(inDocument(`\\begin{tabular}{lr}${rows}\\end{tabular}`), facts);
    const [words = []] = await pageWords(pdf);
    const at = (text: string) => words.find((word) => word.text === text)?.middle ?? NaN;
    expect((at('r20') - at('r0')) / 20).toBeCloseTo((12 * 72) / 72.27, 3);
  });

  it.each([
    ['Signed by\\par ', 1],
    ['Signed by\\par\\nopagebreak ', 2],
    ['Signed by\\nopagebreak\\par ', 2]
  ])('ends a page with a line unless \\nopagebreak is there: %s', async (line, page) => {
    const source = inDocument(`\\noindent\\rule{1pt}{500pt}\\par ${line}\\rule{1pt}{100pt}`);
    const pages = await pageWords((await setLatex(source, facts)).pdf);
    expect(pages.findIndex((words) => words.some(({ text }) => text === 'Signed')) + 1).toBe(page);
  });

  it('draws no line of no width, but leaves its space', async () => {
    const table = (between: string) =>
      setLatex(inDocument(`\\begin{tabular}{l}a \\\\ ${between} b\\end{tabular}`), facts);
    const [line, space, nothing] = [table('\\midrule[0pt]'), table('\\addlinespace[0.4515em]'), table('')];
    expect(Buffer.from((await line).pdf).equals((await space).pdf)).toBe(true);
    expect(Buffer.from((await line).pdf).equals((await nothing).pdf)).toBe(false);
  });

  it('names every command outside of the subset with its line', async () => {
    const error = await setLatex(inDocument('a\n\\foo b\n\n\\input{/etc/passwd}'), facts).catch(
      (thrown: unknown) => thrown
    );
    expect(error).toBeInstanceOf(LatexError);
    const faults: readonly LatexFault[] = error instanceof LatexError ? error.faults : [];
    expect(faults.map(({ line, command }) => [line, command])).toEqual([
      [4, '\\foo'],
      [6, '\\input']
    ]);
  });

  it.each([
    ...['geometry', 'booktabs', 'longtable', 'tabularx', 'array', 'multirow', 'graphicx', 'xcolor', 'fancyhdr'],
    ...['lastpage', 'hyperref', 'siunitx', 'babel', 'inputenc', 'fontenc', 'amsmath', 'enumitem']
  ])('knows the package %s', async (name) => {
    const source = inDocument('a').replace('\\begin', `\\usepackage{${name}}\n\\begin`);
    expect((await setLatex(source, facts)).pageCount).toBe(1);
  });

  it.each([
    ['\\begin{equation}a\\label{e}\\end{equation}', '\\label'],
    ['\\eqref{e}', '\\eqref'],
    ['\\paragraph{Title}', '\\paragraph'],
    ['\\begin{tikzpicture}\\end{tikzpicture}', '\\begin'],
    ['\\begin{multline}a\\end{multline}', '\\begin'],
    ['\\footnotemark', '\\footnotemark'],
    ['\\tableofcontents', '\\tableofcontents'],
    ['\\SI{1}{m}', '\\SI'],
    ['\\resizebox{1cm}{!}{a}', '\\resizebox'],
    ['\\widowpenalty{many}', '\\widowpenalty'],
    ['\\clubpenalty=', '\\clubpenalty']
  ])('refuses %s by its name', async (body, command) => {
    const error = await setLatex(inDocument(`a\n\n${body}`), facts).catch((thrown: unknown) => thrown);
    expect(error instanceof LatexError && error.faults.map((fault) => [fault.command, fault.line])).toContainEqual([
      command,
      5
    ]);
  });
});
