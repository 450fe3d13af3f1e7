/** Footnotes, captions, references and columns of numbers, beyond one use of each (subset.test.ts). */
import { expect, it } from 'vitest';
import { LatexError } from '#lib/server/certificates/latex/set-latex.ts';
import { SUBSET_PREAMBLE } from '#lib/server/certificates/latex/subset.ts';
import { embedded, pageTexts, pageWords } from './pdf-words.ts';

const document = (body: string, preamble = '') =>
  `${SUBSET_PREAMBLE}\n${preamble}\n\\begin{document}\n${body}\n\\end{document}`;
const faultsOf = async (body: string) => {
  const thrown = await embedded(document(body)).catch((error: unknown) => error);
  return thrown instanceof LatexError ? thrown.faults.map(({ message }) => message) : [];
};

it('a footnote is at the foot of the page that has its mark, also in a list and beside others', async () => {
  const filler = 'Words that fill a page line by line until it ends, so that the next one begins.\\par\n';
  const source = document(
    `First\\footnote{Note of the first page.}.\\par ${filler.repeat(58)}Second\\footnote{Note of the second page, \\textbf{bold}.} and\\footnote{another}.\\begin{itemize}\\item Third\\footnote{In a list.}\\end{itemize}`
  );
  const pages = await pageTexts(await embedded(source));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Note of the first page.');
  expect(pages[0]).not.toContain('Note of the second page');
  expect(pages[1]).toMatch(/Note of the second page, bold\.\s+3\s*another\s+4\s*In a list\./u);
  const [words = []] = await pageWords(await embedded(source));
  const note = words.find(({ text }) => text === 'Note');
  // Below every line of the text, and within the margin.
  const lowest = Math.max(...words.filter(({ text }) => text === 'begins.').map(({ middle }) => middle));
  expect(note?.middle).toBeGreaterThan(lowest);
  expect(note?.middle).toBeLessThan(842 - 71);
});

it('numbers of a column are below each other by their decimal marks, with signs and in German', async () => {
  const source = document(
    '\\begin{tabular}{lS}a & 1.5 \\\\ b & -100.25 \\\\ c & 20 \\\\ d & 1234.5(3)\\end{tabular}',
    '\\sisetup{output-decimal-marker={,}}'
  );
  const [words = []] = await pageWords(await embedded(source));
  const numbers = words.filter(({ text }) => /\d/u.test(text) && text !== '1');
  expect(numbers.map(({ text }) => text)).toEqual(['1,5', '-100,25', '20', '1234,5(3)']);
  // Digits are equally wide: where each number begins says where its mark is.
  const digit = ((numbers[0]?.left ?? 0) - (numbers[2]?.left ?? 0)) / 1;
  expect(digit).toBeGreaterThan(4);
  expect((numbers[0]?.left ?? 0) - (numbers[3]?.left ?? 0)).toBeCloseTo(3 * digit, 0);
});

it('captions have the words of the language; references know what is further on, and only that', async () => {
  const body =
    'Siehe \\ref{b} und Abschnitt~\\ref{s}.\\section{Eins}\\label{s}\\begin{table}[h]\\caption{A}\\label{a}\\end{table}\\begin{table}[htb]\\caption{B}\\label{b}x\\end{table}\\begin{figure}[h]\\caption{C}\\end{figure}';
  const [text = ''] = await pageTexts(await embedded(document(body, '\\usepackage[ngerman]{babel}')));
  expect(text.replace(/\s+/gu, ' ')).toMatch(/Siehe 2 und Abschnitt 1\..*Tabelle 1: A.*Tabelle 2: B.*Abbildung 1: C/u);
  const french = await pageTexts(await embedded(document(body, '\\usepackage[french]{babel}')));
  expect(french.join().replace(/\s+/gu, ' ')).toContain('Table 1 – A');
});

it('a note of a row is at the foot of the page that has the row', async () => {
  const rows = Array.from({ length: 70 }, (_, i) => `${i} & x${i === 65 ? '\\footnote{Of the last page.}' : ''} \\\\`);
  rows[3] = '3 & y\\footnote{Of the first page.} \\\\';
  const pages = await pageTexts(
    await embedded(document(`\\begin{longtable}{lp{3cm}}No. & \\\\ \\endhead ${rows.join('\n')}\\end{longtable}`))
  );
  expect(pages.map((page) => [page.includes('Of the first page.'), page.includes('Of the last page.')])).toEqual([
    [true, false],
    [false, true]
  ]);
});

it('\\label marks what LaTeX marks with it: an item, else the heading, and nothing that ended before', async () => {
  const body =
    '\\section{A}text\\footnote{Note}\\label{s}\\begin{itemize}\\item a\\label{i}\\end{itemize}\\begin{enumerate}\\item[x] own\\item one\\begin{enumerate}\\item a\\item b\\begin{enumerate}\\item c\\label{deep}\\end{enumerate}\\end{enumerate}\\end{enumerate}\\label{after} \\ref{s}, \\ref{i}, \\ref{deep}, \\ref{after}.';
  const [text = ''] = await pageTexts(await embedded(document(body)));
  expect(text).toContain('1, 1, 1(b)i, 1.');
});

it.each([
  ['\\ref{none}', 'There is no \\label{none}'],
  ['\\section{A}\\label{x}\\section{B}\\label{x}', 'The label x exists already'],
  ['\\label{x}', '\\label follows'],
  ['\\begin{longtable}{l}a\\footnote{b}\\\\ \\endhead c\\end{longtable}', '\\footnote is for paragraphs'],
  [
    '\\begin{longtable}{l}\\begin{tabular}{l}a\\footnote{b}\\end{tabular}\\end{longtable}',
    '\\footnote is for paragraphs'
  ],
  [
    '\\begin{minipage}{5cm}\\begin{longtable}{l}a\\footnote{b}\\end{longtable}\\end{minipage}',
    '\\footnote is for paragraphs'
  ],
  ['\\pagestyle{fancy}\\fancyhead[L]{\\label{x}}a', '\\label cannot be'],
  ['\\caption{A}', '\\caption is for'],
  ['\\begin{table}[H]x\\end{table}', 'knows h, t, b, p, not H'],
  ['\\begin{table}\\begin{figure}x\\end{figure}\\end{table}', 'cannot be inside'],
  ['\\begin{tabular}{l}a\\footnote{b}\\end{tabular}', '\\footnote is for paragraphs'],
  ['\\section{A\\footnote{b}}', '\\footnote is for paragraphs'],
  ['a\\footnote{b\\footnote{c}}', '\\footnote is for paragraphs'],
  [`a\\footnote{${'word '.repeat(400)}}`, 'A footnote has at most'],
  ['\\begin{tabular}{S}word\\end{tabular}', 'is not a number'],
  ['\\begin{tabular}{S[color=red]}1\\end{tabular}', 'does not know the option color']
])('%s is a fault', async (body, message) => {
  expect((await faultsOf(body)).join('\n')).toContain(message);
});
